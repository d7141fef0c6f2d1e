// A process that writes 125 MB to the embedded database and is killed behind the last of it (checkpoint.test.ts). Says on
// stdout which transactions are kept.

import { openDatabase } from '../../../src/server/database/open.ts'

const [dataDir = '', last = '0'] = process.argv.slice(2)
const db = await openDatabase({ dataDir, databaseUrl: null }, { info() {}, warn: console.warn, error: console.error })
await db.owner((tx) => tx.query('create table written (n integer, filling text)'))
for (let n = 1; n <= Number(last); n++) {
  await db.owner((tx) =>
    tx.query(`insert into written select $1::integer, repeat('x', 1000) from generate_series(1, 4500)`, [n]),
  )
  process.stdout.write(`${n}\n`)
}
setInterval(() => {}, 1_000)
