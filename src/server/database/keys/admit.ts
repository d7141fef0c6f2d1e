import type { Database } from '../../core/database.ts'
import { keyInUse, keyProofs } from '../../core/settings/secrets.ts'
import { StartError } from '../../core/settings/startError.ts'

/**
 * Holds the keys of this process against those that values of the database are encrypted with, and notes the one in use:
 * with another key under the same name, or without one, what is there could not be read.
 * @throws StartError naming the key and the remedy.
 */
export async function admitKeys(db: Database): Promise<void> {
  const proofs = keyProofs()
  await db.owner(async (tx) => {
    await tx.query('insert into "encryption_key" (name, proof) values ($1, $2) on conflict do nothing', [
      keyInUse(),
      proofs.get(keyInUse()),
    ])
    const known = await tx.query<{ name: string; proof: string }>(
      'select name, proof from "encryption_key" order by create_time',
    )
    // refused within the transaction: keys that do not fit leave no name behind
    for (const { name, proof } of known) {
      const mine = proofs.get(name)
      if (mine === undefined)
        throw new StartError(
          `Values of this database are encrypted with the key ${name}, which is not configured; name it in SECRET_KEYS behind the key in use, until npm run rekey has written them anew.`,
        )
      if (mine !== proof)
        throw new StartError(
          `The key ${name} is another one than values of this database are encrypted with; restore it (SECRET_KEYS, or secret.keys in DATA_DIR), or give a new key a new name.`,
        )
    }
  })
}
