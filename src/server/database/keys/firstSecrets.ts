import type { Database } from '../../core/database.ts'
import { decrypt, encrypt, prefixInUse } from '../../core/secrets/fieldCipher.ts'
import { rekeyColumn } from './rekeying.ts'

/** Associated data of a first password: put into the row of another user, it is none. */
const boundTo = (tenantId: string, userId: string) => ({ tenantId, kind: `first password ${userId}` })

/** The first password of a user as it is kept (`user_secret.first_sealed`). */
export const sealFirst = (tenantId: string, userId: string, password: string): string =>
  encrypt(boundTo(tenantId, userId), password)

/** The same as it is handed over. @throws where its key is gone, or it is another user's */
export const openFirst = (tenantId: string, userId: string, kept: string): string =>
  decrypt(boundTo(tenantId, userId), kept)

/** Encrypts with the key in use what an earlier key of the configuration encrypted. Returns how many were written anew. */
export const rekeyFirst = (db: Database): Promise<number> =>
  rekeyColumn(
    db,
    { table: 'user_secret', by: 'user_id', column: 'first_sealed', prefix: prefixInUse() },
    (tenantId, userId, kept) => sealFirst(tenantId, userId, openFirst(tenantId, userId, kept)),
  )
