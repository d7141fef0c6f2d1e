import { resources } from '../../../model/business.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import type { Database, Tx } from '../../core/database.ts'
import { keyInUse, seal, unseal } from '../../core/settings/secrets.ts'
import type { AnyResource } from '../codec.ts'
import { columnOf, isTenant, quoted, tableOf } from '../names.ts'

/** Returns the decrypted secret of a record, null where none is set. For calls to partners, not for answers. */
export async function secretOf(tx: Tx, r: AnyResource, id: string, name: string): Promise<string | null> {
  const field = r.fields[name]
  if (!field || !kindOf(field).writeOnly) throw new Error(`${r.id}.${name} is no secret`)
  const [found] = await tx.query<{ sealed: string | null }>(
    `select ${quoted(columnOf(name))} as sealed from ${quoted(tableOf(r))} where id = $1${isTenant(r) ? ' and tenant_id = $2' : ''}`,
    isTenant(r) ? [id, tx.tenantId] : [id],
  )
  return found?.sealed ? unseal(found.sealed) : null
}

/** Rows a transaction when keys change. */
const BITE = 200

/** Re-encryption of a bite of one column. Returns the number of rewritten values. */
async function rotate(tx: Tx, r: AnyResource, name: string): Promise<number> {
  const [table, column] = [quoted(tableOf(r)), quoted(columnOf(name))]
  const mine = isTenant(r) ? ' and tenant_id = $2' : ''
  const whose = isTenant(r) ? [tx.tenantId] : []
  const rows = await tx.query<{ id: string; sealed: string }>(
    `select id, ${column} as sealed from ${table}
     where ${column} is not null and not starts_with(${column}, $1)${mine} order by id limit ${BITE} for update`,
    [`${keyInUse()}.`, ...whose],
  )
  for (const row of rows)
    await tx.query(`update ${table} set ${column} = $1 where id = $${whose.length + 2}${mine}`, [
      seal(unseal(row.sealed)),
      ...whose,
      row.id,
    ])
  return rows.length
}

/**
 * Encrypts with the key in use what an earlier key of the configuration encrypted, of all tenants; afterwards the
 * earlier key may leave the configuration. Records keep their versions. Returns how many values were written anew.
 */
export async function rotateSecrets(db: Database): Promise<number> {
  const secrets = [...resources.values()].flatMap((r) =>
    r.variantOf
      ? []
      : Object.entries<Field>(r.fields).flatMap(([name, f]) => (kindOf(f).writeOnly ? [{ r, name }] : [])),
  )
  if (secrets.length === 0) return 0
  const tenants = await db.owner((tx) => tx.query<{ code: string }>('select code from "tenant" order by code'))
  let done = 0
  for (const { r, name } of secrets)
    for (const tenantId of isTenant(r) ? tenants.map((t) => t.code) : [null])
      for (let bite = BITE; bite === BITE; done += bite)
        bite = await db.transaction({ tenantId }, (tx) => rotate(tx, r, name))
  return done
}
