import type { Database } from '../../core/database.ts'

/** A column whose values are encrypted, in a table by hand. */
export interface SealedColumn {
  readonly table: string
  /** Columns that identify a row within its tenant. */
  readonly by: string
  readonly column: string
  /** The value is a text in JSON. */
  readonly json?: true
  /** Prefix of values that were encrypted with the key in use. */
  readonly prefix: string
}

/** Rows a transaction. */
const BITE = 500

/**
 * Writes anew, in small transactions, what an earlier key of the configuration encrypted. `anew`: the value under the key in
 * use. Returns how many were written.
 */
export async function rekeyColumn(
  db: Database,
  { table, by, column, json, prefix }: SealedColumn,
  anew: (tenantId: string, id: string, kept: string) => string,
): Promise<number> {
  const kept = json ? `${column} #>> '{}'` : column
  let done = 0
  for (let bite = BITE; bite === BITE; done += bite)
    bite = await db.owner(async (tx) => {
      const rows = await tx.query<{ tenant_id: string; id: string; kept: string }>(
        `select tenant_id, ${by}::text as id, ${kept} as kept from "${table}"
         where ${column} is not null and not starts_with(${kept}, $1) order by tenant_id, ${by} limit ${BITE} for update`,
        [prefix],
      )
      for (const row of rows)
        tx.write(`update "${table}" set ${column} = $3${json ? '::jsonb' : ''} where tenant_id = $1 and ${by} = $2`, [
          row.tenant_id,
          row.id,
          anew(row.tenant_id, row.id, row.kept),
        ])
      return rows.length
    })
  return done
}
