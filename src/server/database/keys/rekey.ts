import { isDeepStrictEqual } from 'node:util'
import { resourceOf, resources } from '../../../model/business.ts'
import { changeRequest } from '../../../model/desk/changeRequest.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import type { Resource } from '../../../model/language/resource.ts'
import type { Database, Tx } from '../../core/database.ts'
import { prefixInUse } from '../../core/secrets/fieldCipher.ts'
import { keyInUse } from '../../core/settings/secrets.ts'
import { tableFields } from '../columns.ts'
import { columnOf, quoted, tableOf } from '../names.ts'
import { tables } from '../schema/ddl.ts'
import {
  type Changed,
  isKeptSealed,
  openChanges,
  openValue,
  openValues,
  sealChanges,
  sealValue,
  sealValues,
} from '../sealed.ts'
import { rekeyFirst } from './firstSecrets.ts'
import { refuseOtherKeys } from './instances.ts'
import { rekeyPayloads } from './payloads.ts'
import { rotateSecrets } from './secrets.ts'
import { rekeyTotp } from './totpSecrets.ts'

/** Rows of one transaction: few enough that nobody waits for them. */
const BITE = 500

/** The last row of a bite. */
interface Place {
  readonly tenant_id: string
  readonly id: string
}

/**
 * Goes through a table by its key, a bite a transaction, and answers how many rows were written anew. Where it is broken
 * off it begins anew and finds what is left.
 */
async function walk<R extends Place>(
  db: Database,
  from: string,
  values: readonly unknown[],
  write: (tx: Tx, rows: readonly R[]) => Promise<number>,
): Promise<number> {
  let [last, done]: [Place, number] = [{ tenant_id: '', id: '0' }, 0]
  for (;;) {
    const rows = await db.owner(async (tx) => {
      const found = await tx.query<R>(
        `${from} and (t.tenant_id, t.id) > ($1, $2::bigint) order by t.tenant_id, t.id limit ${BITE}`,
        [last.tenant_id, last.id, ...values],
      )
      done += found.length === 0 ? 0 : await write(tx, found)
      return found
    })
    const end = rows.at(-1)
    if (!end || rows.length < BITE) return done
    last = end
  }
}

/** Columns of a table that are kept encrypted, with their fields. */
const sealedColumnsOf = (base: Resource): { readonly column: string; readonly field: Field }[] =>
  [...tableFields(base)].flatMap(([name, field]) => (isKeptSealed(field) ? [{ column: columnOf(name), field }] : []))

/** Writes the encrypted columns of a table anew. A value that somebody else writes meanwhile stays as they wrote it. */
function rekeyTable(db: Database, base: Resource): Promise<number> {
  const columns = sealedColumnsOf(base)
  const table = quoted(tableOf(base))
  const list = columns.map(({ column }) => `t.${quoted(column)}`)
  const old = list.map((c) => `(${c} is not null and not starts_with(${c}, $3))`).join(' or ')
  return walk<Place & Record<string, string | null>>(
    db,
    `select t.tenant_id, t.id, ${list.join(', ')} from ${table} t where (${old})`,
    [prefixInUse()],
    async (tx, rows) => {
      let done = 0
      for (const { column, field } of columns) {
        const anew = rows.flatMap((row) => {
          const was = row[column]
          if (!was || was.startsWith(prefixInUse())) return []
          const value = sealValue(field, row.tenant_id, openValue(field, row.tenant_id, was))
          return [{ tenant_id: row.tenant_id, id: row.id, was, value }]
        })
        if (anew.length === 0) continue
        const changed = await tx.query(
          `update ${table} t set ${quoted(column)} = v.value
           from jsonb_to_recordset($1::jsonb) as v(tenant_id text, id bigint, was text, value text)
           where t.tenant_id = v.tenant_id and t.id = v.id and t.${quoted(column)} = v.was returning 1`,
          [JSON.stringify(anew)],
        )
        done += changed.length
      }
      return done
    },
  )
}

type Values = Readonly<Record<string, unknown>>

/** The resource that a row is about, where there is still one. */
const resourceNamed = (id: string | null): Resource | undefined => resources.get(String(id))

/** Writes what the audit trail says of encrypted fields anew. */
const rekeyTrail = (db: Database): Promise<number> =>
  walk<Place & { readonly resource: string; readonly diff: readonly Changed[] }>(
    db,
    `select t.tenant_id, t.id, t.resource, t.diff from "audit_trail" t where position('"~' in t.diff::text) > 0`,
    [],
    async (tx, rows) => {
      let done = 0
      for (const { tenant_id, id, resource, diff } of rows) {
        const r = resourceNamed(resource)
        const anew = r && sealChanges(r, tenant_id, openChanges(r, tenant_id, diff))
        if (!anew || isDeepStrictEqual(anew, diff)) continue
        tx.write('update "audit_trail" set diff = $3::jsonb where tenant_id = $1 and id = $2', [
          tenant_id,
          id,
          JSON.stringify(anew),
        ])
        done += 1
      }
      return done
    },
  )

/** Writes the values of requests for changes anew. */
const rekeyRequests = (db: Database): Promise<number> =>
  walk<Place & { readonly biz_type: string; readonly old_values: Values; readonly new_values: Values }>(
    db,
    `select t.tenant_id, t.id, r.biz_type, t.old_values, t.new_values from "change_request_values" t
     join ${quoted(tableOf(resourceOf(changeRequest.id)))} r on r.tenant_id = t.tenant_id and r.id = t.id
     where position('"~' in t.old_values::text || t.new_values::text) > 0`,
    [],
    async (tx, rows) => {
      let done = 0
      for (const { tenant_id, id, biz_type, old_values, new_values } of rows) {
        const r = resourceNamed(biz_type)
        const anew =
          r && [old_values, new_values].map((side) => sealValues(r, tenant_id, openValues(r, tenant_id, side)))
        if (!anew || isDeepStrictEqual(anew, [old_values, new_values])) continue
        tx.write(
          'update "change_request_values" set old_values = $3::jsonb, new_values = $4::jsonb where tenant_id = $1 and id = $2',
          [tenant_id, id, ...anew.map((side) => JSON.stringify(side))],
        )
        done += 1
      }
      return done
    },
  )

/**
 * Encrypts with the key in use whatever an earlier key of the configuration encrypted, of all tenants, while others
 * read and write; then the database forgets the earlier keys, and they may leave the configuration. Every instance must
 * have the key in use first before this begins: it is refused otherwise. Records keep their versions. `report`: called
 * with each table and how many of its values were written anew. Returns how many in all.
 */
export async function rekey(
  db: Database,
  report: (table: string, count: number) => void = () => undefined,
): Promise<number> {
  await refuseOtherKeys(db)
  let all = await rotateSecrets(db)
  const steps: [string, () => Promise<number>][] = [
    ...tables()
      .filter((base) => sealedColumnsOf(base).length > 0)
      .map((base): [string, () => Promise<number>] => [tableOf(base), () => rekeyTable(db, base)]),
    ['audit_trail', () => rekeyTrail(db)],
    ['change_request_values', () => rekeyRequests(db)],
    ['intent_payload', () => rekeyPayloads(db)],
    ['user_totp', () => rekeyTotp(db)],
    ['user_secret', () => rekeyFirst(db)],
  ]
  // A second pass over the changed tables finds nothing, or rows written behind the first pass.
  for (let left = steps; left.length > 0; ) {
    const again: typeof steps = []
    for (const [table, step] of left) {
      const count = await step()
      all += count
      if (count === 0) continue
      report(table, count)
      again.push([table, step])
    }
    left = again
  }
  // an instance that started meanwhile with an earlier key still writes with it: that key has to stay known
  await refuseOtherKeys(db)
  await db.owner((tx) => tx.query('delete from "encryption_key" where name <> $1', [keyInUse()]))
  return all
}
