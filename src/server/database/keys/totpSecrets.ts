import type { Database } from '../../core/database.ts'
import { decrypt, encrypt, prefixInUse } from '../../core/secrets/fieldCipher.ts'
import { rekeyColumn } from './rekeying.ts'

/** Associated data of a secret: put into the row of another user, it opens nothing. */
const boundTo = (tenantId: string, userId: string) => ({ tenantId, kind: `totp ${userId}` })

/** The secret of a user's authenticator app as it is kept (`user_totp.secret`). */
export const sealTotp = (tenantId: string, userId: string, secret: Buffer): string =>
  encrypt(boundTo(tenantId, userId), secret.toString('base64url'))

/** The same as the app has it. @throws where its key is gone, or it is another user's */
export const openTotp = (tenantId: string, userId: string, kept: string): Buffer =>
  Buffer.from(decrypt(boundTo(tenantId, userId), kept), 'base64url')

/** Encrypts with the key in use what an earlier key of the configuration encrypted. Returns how many were written anew. */
export const rekeyTotp = (db: Database): Promise<number> =>
  rekeyColumn(
    db,
    { table: 'user_totp', by: 'user_id', column: 'secret', prefix: prefixInUse() },
    (tenantId, userId, kept) => sealTotp(tenantId, userId, openTotp(tenantId, userId, kept)),
  )
