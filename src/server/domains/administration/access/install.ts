import { isDeepStrictEqual } from 'node:util'
import { declaredParamOf, paramFacts } from '../../../../model/administration/system/params.ts'
import { PLATFORM_TENANT } from '../../../../model/language/resource.ts'
import type { Role } from '../../../../model/language/role.ts'
import { permissionsOf } from '../../../../model/roles/grants.ts'
import { roles } from '../../../../model/roles/roles.ts'
import { clientSecretHash } from '../../../auth/clients.ts'
import { type MenuRow, menuRows } from '../../../auth/menuRows.ts'
import type { Tx } from '../../../core/database.ts'
import { newId } from '../../../core/ids.ts'
import { type Dictionary, dictionaries, systemDictionaries } from './dictionaries.ts'
import { outfitTenant } from './outfit/outfit.ts'

/** Client applications of the product. Their secrets are in every browser: they only identify the client. */
const CLIENTS = [
  { id: 'saber', secret: 'saber_secret' },
  { id: 'rounds', secret: 'rounds_secret' },
] as const

/** Rows as one jsonb parameter: a list of any length is one statement. */
const asJson = (rows: readonly unknown[]): string => JSON.stringify(rows)

/**
 * Brings the menu table to what the model declares: new rows are added, changed ones updated, vanished ones removed
 * with their grants. Ids come from codes, so it may run at every start, on several instances at once. Owner's work. Answers the ids
 * of the rows that were not there: of several instances one is answered them.
 */
export async function installMenus(tx: Tx): Promise<string[]> {
  const rows = menuRows.map((r) => ({
    id: r.id,
    parent_id: menuRows.find((p) => p.code === r.parent)?.id ?? null,
    code: r.code,
    name: r.title[0],
    name_en: r.title[1],
    path: r.path || null,
    source: r.icon || null,
    category: r.category,
    is_open: r.isOpen,
    sort: r.sort,
    top_code: r.top,
  }))
  const gone = await tx.query('delete from "menu" where not (code = any($1::text[])) returning id', [
    menuRows.map((r) => r.code),
  ])
  if (gone.length > 0)
    await tx.query('delete from "role_menu" where menu_id = any($1::bigint[])', [gone.map((r) => r.id)])
  const written = await tx.query<{ id: string; added: boolean }>(
    `insert into "menu" as m (id, parent_id, code, name, name_en, path, source, category, is_open, sort, top_code)
     select r.id, r.parent_id, r.code, r.name, r.name_en, r.path, r.source, r.category, r.is_open, r.sort, r.top_code
     from jsonb_to_recordset($1::jsonb) as r(id bigint, parent_id bigint, code text, name text, name_en text, path text, source text,
       category int, is_open int, sort int, top_code text) order by r.id
     on conflict (id) do update set parent_id = excluded.parent_id, name = excluded.name, name_en = excluded.name_en, path = excluded.path,
       source = excluded.source, category = excluded.category, is_open = excluded.is_open, sort = excluded.sort, top_code = excluded.top_code
     where (m.parent_id, m.name, m.name_en, m.path, m.source, m.category, m.is_open, m.sort, m.top_code) is distinct from
       (excluded.parent_id, excluded.name, excluded.name_en, excluded.path, excluded.source, excluded.category, excluded.is_open, excluded.sort, excluded.top_code)
     returning m.id::text as id, (m.xmax = 0) as added`,
    [asJson(rows)],
  )
  return written.filter((row) => row.added).map((row) => row.id)
}

/**
 * Registers the applications that come with the product; a secret that an administrator changed stays. Owner's work.
 */
export async function installClients(tx: Tx): Promise<void> {
  for (const client of CLIENTS) {
    await tx.query(
      `insert into "client" (tenant_id, id, client_id, client_name, authorized_grant_types, access_token_validity, refresh_token_validity, captcha)
       select $3::text, $1::bigint, $2::text, $2::text, 'password,captcha,refresh_token', 3600, 604800, 1
       where not exists (select 1 from "client" where tenant_id = $3::text and client_id = $2::text)`,
      [newId(), client.id, PLATFORM_TENANT],
    )
    await tx.query('insert into "client_secret" (client_id, hash) values ($1, $2) on conflict do nothing', [
      client.id,
      clientSecretHash(client.secret),
    ])
  }
}

type Menus = Pick<Role, 'alias' | 'menus'>

const menusKnown = new WeakMap<Menus, readonly MenuRow[]>()

/**
 * The menu rows a built-in role gets: its leaves with what they hang on, and the button of every permission it holds.
 * Found once for each role: thousands of rows are looked through.
 */
export function menusOfRole(role: Menus): readonly MenuRow[] {
  const found = menusKnown.get(role) ?? findMenus(role)
  menusKnown.set(role, found)
  return found
}

function findMenus(role: Menus): MenuRow[] {
  const wanted = new Set<string>()
  for (const row of menuRows) {
    const given = row.level === 'leaf' && role.menus.some((m) => m === '*' || m === row.code || m === `top:${row.top}`)
    if (!given) continue
    const group = menuRows.find((r) => r.code === row.parent)
    for (const code of [row.code, row.parent, group?.parent]) if (code) wanted.add(code)
  }
  const permissions = permissionsOf(role)
  return menuRows.filter((r) => (r.level === 'button' ? permissions.has(r.code) : wanted.has(r.code)))
}

function installRoles(tx: Tx, tenantId: string): void {
  for (const [sort, role] of roles.entries()) {
    tx.write(
      `insert into "role" (tenant_id, id, role_name, role_alias, sort) values ($1, $2, $3, $4, $5) on conflict (tenant_id, id) do nothing`,
      [tenantId, role.id, role.title[0], role.alias, sort + 1],
    )
    tx.write(
      `insert into "role_menu" (tenant_id, role_id, menu_id) select $1::text, $2::bigint, unnest($3::bigint[]) on conflict do nothing`,
      [tenantId, role.id, menusOfRole(role).map((m) => m.id)],
    )
  }
}

/** Dictionaries that are not there yet, into one of the two tables. */
function installDictionaries(tx: Tx, tenantId: string, table: 'dict' | 'dict_biz', all: readonly Dictionary[]): void {
  const rows: Record<string, unknown>[] = []
  for (const [at, d] of all.entries()) {
    const parent = newId()
    const own = { id: parent, parent_id: null, dict_key: '-1', dict_value: d.title[0], remark: d.title[1] }
    rows.push({ ...own, code: d.code, sort: at + 1 })
    for (const [i, { key, words }] of d.entries.entries()) {
      const entry = { dict_key: key, dict_value: words[0], remark: words[1] }
      rows.push({ ...entry, id: newId(), parent_id: parent, code: d.code, sort: i + 1 })
    }
  }
  tx.write(
    `insert into "${table}" (tenant_id, id, parent_id, code, dict_key, dict_value, remark, sort)
     select $1::text, r.id, r.parent_id, r.code, r.dict_key, r.dict_value, r.remark, r.sort
     from jsonb_to_recordset($2::jsonb) as r(id bigint, parent_id bigint, code text, dict_key text, dict_value text, remark text, sort int)
     where not exists (select 1 from "${table}" d where d.tenant_id = $1::text and d.code = r.code)`,
    [tenantId, asJson(rows)],
  )
}

/** Brings what stands beside the values of parameters to what the catalogue says. Owner's work. */
export async function refreshParams(tx: Tx): Promise<void> {
  const rows = await tx.query<{ tenant_id: string; id: string; param_key: string; param_value: string; facts: object }>(
    `select tenant_id, id, param_key, param_value, jsonb_build_object('valueInForce', value_in_force, 'initialValue', initial_value,
       'range', "range", 'rangeEn', range_en) as facts from "param" where is_deleted = 0`,
  )
  const changed = rows.flatMap(({ tenant_id, id, param_key, param_value, facts }) => {
    const declared = declaredParamOf(param_key)
    const now = declared && paramFacts(declared, param_value)
    return now && !isDeepStrictEqual(now, facts) ? [{ tenant_id, id, ...now }] : []
  })
  if (changed.length === 0) return
  await tx.query(
    `update "param" p set value_in_force = r."valueInForce", initial_value = r."initialValue", "range" = r."range", range_en = r."rangeEn"
     from jsonb_to_recordset($1::jsonb) as r(tenant_id text, id bigint, "valueInForce" text, "initialValue" text, "range" text, "rangeEn" text)
     where p.tenant_id = r.tenant_id and p.id = r.id`,
    [asJson(changed)],
  )
}

interface TenantRecord {
  readonly tenantId: string
  readonly name: string
  readonly domain?: string
}

/** The record of a tenant, where there is none yet. */
const addTenant = (tx: Tx, tenant: TenantRecord): void =>
  tx.write(
    `insert into "tenant" (id, code, tenant_name, domain) select $1::bigint, $2::text, $3::text, $4::text where not exists (select 1 from "tenant" where code = $2::text)`,
    [newId(), tenant.tenantId, tenant.name, tenant.domain ?? null],
  )

/** Roles with their grants, and every word of the model: what needs no record beside it. */
function fillFrame(tx: Tx, tenantId: string): void {
  installRoles(tx, tenantId)
  installDictionaries(tx, tenantId, 'dict_biz', dictionaries())
  installDictionaries(tx, tenantId, 'dict', systemDictionaries)
}

/**
 * Initial records without which a tenant cannot work: roles with their grants, dictionaries, and its outfit
 * (outfit/outfit.ts). As `installTenant`.
 */
export async function fillTenant(tx: Tx, tenantId: string): Promise<void> {
  fillFrame(tx, tenantId)
  await outfitTenant(tx, tenantId)
}

/** A tenant with roles alone, in which users can sign in. As `installTenant`. */
export function installAccess(tx: Tx, tenant: TenantRecord): void {
  addTenant(tx, tenant)
  installRoles(tx, tenant.tenantId)
}

/** A tenant before its records are loaded: what they bring of its outfit is theirs, the rest follows. As `installTenant`. */
export function installFrame(tx: Tx, tenant: TenantRecord): void {
  addTenant(tx, tenant)
  fillFrame(tx, tenant.tenantId)
}

/**
 * Adds a tenant with the records that it cannot work without. Idempotent: existing records stay as they are. Needs
 * `installMenus` before; runs as the owner or inside the tenant's own scope.
 */
export async function installTenant(tx: Tx, tenant: TenantRecord): Promise<void> {
  addTenant(tx, tenant)
  await fillTenant(tx, tenant.tenantId)
}
