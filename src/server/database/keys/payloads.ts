import type { Database } from '../../core/database.ts'
import { keyInUse, seal, unseal } from '../../core/settings/secrets.ts'
import { rekeyColumn } from './rekeying.ts'

/** Stored form of a request to a partner: encrypted whole, for it may hold accounts and numbers of persons. */
export const sealPayload = (payload: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(seal(JSON.stringify(payload)))

/** The same as it was given. `kept`: the value of the column. @throws where its key is gone */
export const openPayload = (kept: unknown): unknown => JSON.parse(unseal(String(kept)))

/** Encrypts with the key in use what an earlier key of the configuration encrypted. Returns how many were written anew. */
export const rekeyPayloads = (db: Database): Promise<number> =>
  rekeyColumn(
    db,
    { table: 'intent_payload', by: 'id', column: 'payload', json: true, prefix: `${keyInUse()}.` },
    (_tenantId, _id, kept) => JSON.stringify(seal(unseal(kept))),
  )
