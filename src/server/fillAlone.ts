import { actorNow } from './auth/who.ts'
import { createServerContext } from './core/context/createContext.ts'
import { makeLog } from './core/context/log.ts'
import type { Config } from './core/settings/config.ts'
import { keysOf, setKeys } from './core/settings/secrets.ts'
import { admitKeys } from './database/keys/admit.ts'
import { openDatabase } from './database/open.ts'
import { domains } from './domains.ts'
import { firstStart } from './firstStart.ts'

/** Fills an empty database as the first start of the server does, and leaves the rest to the process that asked for it. */
export async function fillAlone(config: Config, say: (text: string) => void): Promise<void> {
  // nobody would wait for it; what was not written whole is not written
  process.on('disconnect', () => process.exit(1))
  const log = makeLog(config.logLevel)
  setKeys(keysOf(config))
  const db = await openDatabase(config, log)
  try {
    await admitKeys(db)
    await firstStart(createServerContext(config, db, domains, log, actorNow), say)
  } finally {
    await db.close()
  }
}
