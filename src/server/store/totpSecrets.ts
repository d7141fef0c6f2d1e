import type { Database } from '../core/database.ts'
import { decrypt, encrypt, prefixInUse } from '../core/fieldCipher.ts'

/** What a secret is bound to: put into the row of another user, it opens nothing. */
const boundTo = (tenantId: string, userId: string) => ({ tenantId, kind: `totp ${userId}` })

/** The secret of a user's authenticator app as it is kept (`user_totp.secret`). */
export const sealTotp = (tenantId: string, userId: string, secret: Buffer): string =>
  encrypt(boundTo(tenantId, userId), secret.toString('base64url'))

/** The same as the app has it. @throws where its key is gone, or it is another user's */
export const openTotp = (tenantId: string, userId: string, kept: string): Buffer =>
  Buffer.from(decrypt(boundTo(tenantId, userId), kept), 'base64url')

/** Rows a transaction when keys change. */
const BITE = 500

/** Encrypts with the key in use what an earlier key of the configuration encrypted. Returns how many were written anew. */
export async function rekeyTotp(db: Database): Promise<number> {
  let done = 0
  for (let bite = BITE; bite === BITE; done += bite)
    bite = await db.owner(async (tx) => {
      const rows = await tx.query<{ tenant_id: string; user_id: string; secret: string }>(
        `select tenant_id, user_id, secret from "user_totp"
         where not starts_with(secret, $1) order by tenant_id, user_id limit ${BITE} for update`,
        [prefixInUse()],
      )
      for (const { tenant_id, user_id, secret } of rows)
        tx.write('update "user_totp" set secret = $3 where tenant_id = $1 and user_id = $2', [
          tenant_id,
          user_id,
          sealTotp(tenant_id, user_id, openTotp(tenant_id, user_id, secret)),
        ])
      return rows.length
    })
  return done
}
