import { randomBytes, timingSafeEqual } from 'node:crypto'
import { CLIENT_KINDS, client } from '../../model/administration/access/client.ts'
import { PARTNER_SCOPES, type PartnerScope, partnerScopes } from '../../model/administration/access/partnerScopes.ts'
import type { Language } from '../../model/values/label.ts'
import type { Actor } from '../core/actor.ts'
import type { RequestContext, ServerContext } from '../core/context/context.ts'
import { AppError } from '../core/errors.ts'
import { networkOf } from '../core/network.ts'
import { unseal } from '../core/settings/secrets.ts'
import { tenantStands } from '../core/tenantStands.ts'
import { columnName, tableName } from '../writing/unitOfWork/rows.ts'
import { basicOf, clientRefused, clientSecretHash } from './clients.ts'
import { both, packaged } from './packages.ts'
import { permissionsOfScopes } from './partnerPermissions.ts'
import { hashOf, newPair, tenantOf } from './tokens.ts'

/** A partner's client as it stands at this moment, bound to no company yet. */
export interface PartnerClient {
  readonly actor: Actor
  readonly scopes: ReadonlySet<PartnerScope>
  /** The companies that it works for and that are in use. */
  readonly companies: readonly string[]
  /** Reach over all companies of its tenant. */
  readonly whole: boolean
  /** Key of the request signatures. */
  readonly secret: string
}

interface Row {
  id: string
  client_id: string
  client_name: string
  sealed: string
  generation: number
  seconds: number
  whole: number
  companies: string[] | null
  scopes: Record<PartnerScope, number | null>
  has_package: boolean
  package_menus: string[] | null
}

const column = (name: string): string => `c.${columnName(name)}`

/** Its columns; only of a client that may call now: enabled, with a secret, not over, of a tenant that stands. */
const standing = (from: string, where: string): string => `select c.id::text as id, c.client_id, c.client_name,
    ${column('clientSecret')} as sealed, c.token_generation as generation, c.access_token_validity as seconds,
    c.whole_tenant as whole,
    (select array_agg(e.id::text order by e.id) from "entrusted_company" e where e.tenant_id = c.tenant_id
      and e.id = any(c.companies) and e.enable_status = 1 and e.audit_status = 1 and e.is_deleted = 0) as companies,
    json_build_object(${partnerScopes.map((s) => `'${s}', ${column(PARTNER_SCOPES[s].field)}`).join(', ')}) as scopes,
    e.package_id is not null as has_package, p.menu_id::text[] as package_menus
  from ${from} join "tenant" e on e.code = c.tenant_id and ${tenantStands('e')}
    left join "tenant_package" p on p.id = e.package_id and p.is_deleted = 0
  where c.tenant_id = $1 and ${where} and c.kind = ${CLIENT_KINDS.partner} and c.enable_status = 1 and c.is_deleted = 0
    and ${column('clientSecret')} is not null
    and (c.expire_time is null or c.expire_time >= (now() at time zone 'Asia/Shanghai')::date)`

const TABLE = `${tableName(client)} c`
const BY_ID = standing(TABLE, 'c.client_id = $2')
const BY_TOKEN = standing(
  `"client_token" t join ${TABLE} on c.tenant_id = t.tenant_id and c.id = t.client_id and c.token_generation = t.generation`,
  't.tenant_id = $1 and t.hash = $2 and t.expires > now()',
)

/** Its grants: what its scopes stand for, cut to the package of its tenant as those of people are. */
function permissionsOf(row: Row, scopes: ReadonlySet<PartnerScope>): ReadonlySet<string> {
  const all = permissionsOfScopes(scopes)
  return row.has_package ? both(all, packaged(row.package_menus ?? []).permissions) : all
}

function clientFrom(row: Row, tenantId: string, language: Language, requestId: string): PartnerClient {
  const scopes = new Set(partnerScopes.filter((scope) => row.scopes[scope] === 1))
  return {
    scopes,
    companies: row.companies ?? [],
    whole: row.whole === 1,
    secret: unseal(row.sealed),
    actor: {
      tenantId,
      userId: row.id,
      name: row.client_name,
      account: row.client_id,
      roles: ['partner'],
      roleTitles: '对接应用',
      deptId: null,
      // none of them: the door binds it to the company that a call is about
      company: '0',
      fiscalTax: null,
      provider: null,
      employee: null,
      permissions: permissionsOf(row, scopes),
      language,
      sessionId: `client ${row.id}`,
      requestId,
      source: 'partner',
    },
  }
}

/**
 * The partner's client that presents a token, one query: one that is revoked, over, without a secret, given another one or of a
 * tenant that does not stand opens nothing from that moment. Null where the token is none of a client.
 */
export async function partnerClientOf(
  context: ServerContext,
  token: string,
  language: Language,
  requestId: string,
): Promise<PartnerClient | null> {
  const tenantId = tenantOf(token)
  if (tenantId === null) return null
  const [row] = await context.db.scoped<Row>(
    { tenantId },
    { name: 'partner-client', text: BY_TOKEN, values: [tenantId, hashOf(token)] },
  )
  return row ? clientFrom(row, tenantId, language, requestId) : null
}

/** The public id of a client, by that of its record: the tenant in front says where to look, as in tokens. Pure. */
export const newClientId = (tenantId: string, id: string): string => `${tenantId}.${BigInt(id).toString(36)}`

/** A new secret: 256 random bits. */
export const newClientSecret = (): string => randomBytes(32).toString('base64url')

const TENANT = /^([0-9A-Za-z_-]{1,12})\.[0-9A-Za-z_-]{1,51}$/

/**
 * The grant `client_credentials` (RFC 6749 §4.4): a token for a partner's client that proves itself by its Basic credentials.
 * @throws AppError 401 for a client that is unknown, revoked, over, or of another secret, all alike
 */
export async function clientToken(request: RequestContext): Promise<unknown> {
  const { context, http } = request
  await context.limiter.consume('token', networkOf(http.ip))
  const basic = basicOf(http.headers.authorization)
  const tenantId = TENANT.exec(basic?.id ?? '')?.[1]
  if (!basic || !tenantId) throw clientRefused()
  const [row] = await context.db.scoped<Row>(
    { tenantId },
    { name: 'partner-credentials', text: BY_ID, values: [tenantId, basic.id] },
  )
  const expected = row ? clientSecretHash(unseal(row.sealed)) : Buffer.alloc(32)
  if (!timingSafeEqual(clientSecretHash(basic.secret), expected) || !row) throw clientRefused()
  const { access } = newPair(tenantId)
  const [kept] = await context.db.scoped<{ seconds: number }>(
    { tenantId },
    {
      name: 'partner-token',
      // its generation as it is now: one that was revoked meanwhile gets a token of an earlier one
      text: `insert into "client_token" (tenant_id, hash, client_id, generation, expires)
        values ($1, $2, $3, $4, now() + make_interval(secs => $5)) returning $5::int as seconds`,
      values: [tenantId, hashOf(access), row.id, row.generation, row.seconds],
    },
  )
  const scope = partnerScopes.filter((s) => row.scopes[s] === 1).join(' ')
  return {
    access_token: access,
    token_type: 'bearer',
    expires_in: kept?.seconds ?? 0,
    scope,
    tenant_id: tenantId,
    client_id: row.client_id,
  }
}

const noCompany = () =>
  new AppError(403, ['该应用未绑定任何在用的委托企业', 'This client works for no company that is in use'])
const otherCompany = () => new AppError(403, ['该应用不能操作该委托企业', 'This client does not work for this company'])
const whichCompany = () =>
  new AppError(400, ['请填写委托企业', 'Please say which company'], { entrustedCompanyId: '请填写委托企业' })

/**
 * The client as the actor of one call, bound to the company that the call is about as people of that company are. `named`: the
 * company that was sent, "" for none; `asks`: the call is about a company's records.
 */
export function boundTo({ actor, companies, whole }: PartnerClient, named: string, asks: boolean): Actor {
  if (whole) return { ...actor, company: named === '' ? null : named }
  const [only, ...others] = companies
  if (only === undefined) throw noCompany()
  if (named !== '') {
    if (!companies.includes(named)) throw otherCompany()
    return { ...actor, company: named }
  }
  if (others.length > 0 && asks) throw whichCompany()
  return { ...actor, company: others.length > 0 ? '0' : only }
}
