import type { Database } from '../core/database.ts'
import { keyInUse, seal, unseal } from '../core/secrets.ts'

/** What is sent to a partner as it is kept: encrypted whole, for it may hold accounts and numbers of persons. */
export const sealPayload = (payload: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(seal(JSON.stringify(payload)))

/** The same as it was given. `kept`: the value of the column. @throws where its key is gone */
export const openPayload = (kept: unknown): unknown => JSON.parse(unseal(String(kept)))

/** Rows a transaction when keys change. */
const BITE = 500

/** Encrypts with the key in use what an earlier key of the configuration encrypted. Returns how many were written anew. */
export async function rekeyPayloads(db: Database): Promise<number> {
  let done = 0
  for (let bite = BITE; bite === BITE; done += bite)
    bite = await db.owner(async (tx) => {
      const rows = await tx.query<{ tenant_id: string; id: string; payload: unknown }>(
        `select tenant_id, id, payload from "intent_payload"
         where not starts_with(payload #>> '{}', $1) order by tenant_id, id limit ${BITE} for update`,
        [`${keyInUse()}.`],
      )
      for (const { tenant_id, id, payload } of rows)
        tx.write('update "intent_payload" set payload = $3::jsonb where tenant_id = $1 and id = $2', [
          tenant_id,
          id,
          JSON.stringify(seal(unseal(String(payload)))),
        ])
      return rows.length
    })
  return done
}
