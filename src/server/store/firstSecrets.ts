import type { Database } from '../core/database.ts'
import { decrypt, encrypt, prefixInUse } from '../core/fieldCipher.ts'

/** What a first password is bound to: put into the row of another user, it is none. */
const boundTo = (tenantId: string, userId: string) => ({ tenantId, kind: `first password ${userId}` })

/** The first password of a user as it is kept (`user_secret.first_sealed`). */
export const sealFirst = (tenantId: string, userId: string, password: string): string =>
  encrypt(boundTo(tenantId, userId), password)

/** The same as it is handed over. @throws where its key is gone, or it is another user's */
export const openFirst = (tenantId: string, userId: string, kept: string): string =>
  decrypt(boundTo(tenantId, userId), kept)

/** Rows a transaction when keys change. */
const BITE = 500

/** Encrypts with the key in use what an earlier key of the configuration encrypted. Returns how many were written anew. */
export async function rekeyFirst(db: Database): Promise<number> {
  let done = 0
  for (let bite = BITE; bite === BITE; done += bite)
    bite = await db.owner(async (tx) => {
      const rows = await tx.query<{ tenant_id: string; user_id: string; kept: string }>(
        `select tenant_id, user_id::text as user_id, first_sealed as kept from "user_secret"
         where first_sealed is not null and not starts_with(first_sealed, $1)
         order by tenant_id, user_id limit ${BITE} for update`,
        [prefixInUse()],
      )
      for (const { tenant_id, user_id, kept } of rows)
        tx.write('update "user_secret" set first_sealed = $3 where tenant_id = $1 and user_id = $2', [
          tenant_id,
          user_id,
          sealFirst(tenant_id, user_id, openFirst(tenant_id, user_id, kept)),
        ])
      return rows.length
    })
  return done
}
