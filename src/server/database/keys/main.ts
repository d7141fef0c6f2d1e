// npm run rekey: encrypts with the key in use what earlier keys of SECRET_KEYS encrypted (docs/security.md).
import { readConfig } from '../../core/settings/config.ts'
import { keyInUse, keysOf, setKeys } from '../../core/settings/secrets.ts'
import { StartError } from '../../core/settings/startError.ts'
import { openDatabase } from '../open.ts'
import { admitKeys } from './admit.ts'
import { rekey } from './rekey.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  setKeys(keysOf(config))
  const db = await openDatabase(config, console)
  try {
    await admitKeys(db)
    const count = await rekey(db, (table, n) => console.log(`${table}: ${n}`))
    console.log(`${count} values written anew; everything is encrypted with the key ${keyInUse()}`)
  } finally {
    await db.close()
  }
}

main().catch((e) => {
  console.error(e instanceof StartError ? e.message : e)
  process.exitCode = 1
})
