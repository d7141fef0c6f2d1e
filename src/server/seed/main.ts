import { parseArgs } from 'node:util'
import { wallDate } from '../../model/values/dates.ts'
import { readConfig } from '../core/settings/config.ts'
import { keysOf, setKeys } from '../core/settings/secrets.ts'
import { StartError } from '../core/settings/startError.ts'
import { admitKeys } from '../database/keys/admit.ts'
import { openDatabase } from '../database/open.ts'
import { makeRoom, OccupiedError, seedLarge } from './large.ts'
import { seedSmall } from './small.ts'

/** Settlement orders of a demo whose copies still have numbers of their own. */
const SEED_ROWS_MAX = 3_000_000

const HELP = `npm run seed -- [--size small|large] [--rows N] [--replace]

  --size     small: what the first start makes (default); large: about 100,000 settlement orders with everything
             around them (27 million rows, 20 GB) on PostgreSQL, 10,000 on the embedded database
  --rows     settlement orders of the large demo's first tenant, about
  --replace  removes the demo's tenants (000000 to 000003) with everything in them first

Database, keys, day and passwords come from the environment: DATABASE_URL or DATA_DIR, SECRET_KEYS, DEMO_TODAY,
DEMO_PASSWORD.`

/** Reads the command line; throws a `StartError` for unknown arguments. */
function orders(args: readonly string[]): { size: 'small' | 'large'; rows?: number; replace: boolean; help: boolean } {
  const wrong = (text: string) => new StartError(`${text}\n\n${HELP}`)
  let values: { size?: string; rows?: string; replace?: boolean; help?: boolean }
  try {
    values = parseArgs({
      args: [...args],
      options: {
        size: { type: 'string' },
        rows: { type: 'string' },
        replace: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (e) {
    throw wrong(e instanceof Error ? e.message : String(e))
  }
  const { size = 'small', rows } = values
  if (size !== 'small' && size !== 'large') throw wrong(`--size must be small or large, not "${size}".`)
  if (rows !== undefined && !(/^[1-9]\d{0,6}$/.test(rows) && Number(rows) <= SEED_ROWS_MAX))
    throw wrong(`--rows must be a number from 1 to 3,000,000, not "${rows}".`)
  if (rows !== undefined && size === 'small') throw wrong('--rows belongs to --size large.')
  return { size, ...(rows ? { rows: Number(rows) } : {}), replace: values.replace ?? false, help: values.help ?? false }
}

async function main(): Promise<void> {
  const { size, rows, replace, help } = orders(process.argv.slice(2))
  if (help) return console.log(HELP)
  const config = readConfig(process.env)
  // of the same folder or variable as the server's: what is sealed here is read there
  setKeys(keysOf({ ...config, seed: 'small' }))
  const db = await openDatabase(config, console)
  try {
    await admitKeys(db)
    const today = config.demoToday ?? wallDate(Date.now())
    const common = { today, demoPassword: config.demoPassword, config, progress: (text: string) => console.log(text) }
    if (size === 'large') await seedLarge(db, { ...common, rows, replace })
    else {
      await makeRoom(db, replace, common.progress)
      await seedSmall(db, common)
    }
  } finally {
    await db.close()
  }
}

main().catch((e) => {
  const plain = e instanceof StartError || e instanceof OccupiedError || e instanceof RangeError
  console.error(plain ? e.message : e)
  process.exitCode = 1
})
