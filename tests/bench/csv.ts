import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { resourceOf } from '../../src/model/business.ts'
import type { ExportState } from '../../src/model/wire/wire.ts'
import type { Database } from '../../src/server/core/database.ts'
import { columnOf, quoted } from '../../src/server/database/names.ts'
import { openDatabase } from '../../src/server/database/open.ts'
import { realParts } from '../../src/server/parts.ts'
import { client } from '../browser/api.ts'
import { testApp } from '../server/app.ts'
import { order, world } from '../server/decisions/fixture.ts'
import { newPostgresDatabase, quiet } from '../server/harness.ts'
import { startPostgres } from '../server/postgres.ts'
import { startCompiled } from './compiled.ts'
import { atMost } from './goals.ts'
import { busy } from './load.ts'
import { cpuOf, median } from './measure.ts'
import { memoryOf } from './processes.ts'

/** Rows of the list (BENCH_EXPORTED changes them). */
const ROWS = Number(process.env.BENCH_EXPORTED ?? 100_000)
const RUNS = 3
/** Columns of the list, and rows that bare SQL reads by one statement. */
const columns = Object.keys(resourceOf('settlementOrder').fields).slice(0, 19)
const bareRowsPerPage = 2_000
/** Time of an export beside that of bare SQL, at most; and on a machine without other work, s. */
const ratioMax = 1.9
const secondsMax = 1.6

/** Settlement orders like one that was made by the rules, with numbers and times of their own. */
async function copyOrder(db: Database, id: string): Promise<void> {
  await db.owner(async (tx) => {
    await tx.query(`set local session_replication_role = replica`)
    await tx.query(
      `insert into "settlement_order" select (jsonb_populate_record(o, jsonb_build_object('id', 9000000000000000 + n, 'code', 'SX' || n,
         'entrusted_company_name', '杭州康泰医药有限公司' || n % 600, 'create_time', o.create_time - n * interval '1 minute'))).*
       from "settlement_order" o, generate_series(1, $2::int) n where o.id = $1`,
      [id, ROWS],
    )
  })
  await db.owner((tx) => tx.query('analyze'))
}

/** The least of it: rows by their keys as they come, joined by commas, to a file. */
async function bareExport(db: Database, tenantId: string, path: string): Promise<number> {
  const from = performance.now()
  const names = columns.map((name) => quoted(columnOf(name))).join(', ')
  async function* lines() {
    let last = '0'
    for (;;) {
      const rows = await db.scoped<Record<string, unknown>>(
        { tenantId },
        {
          text: `select id, ${names} from "settlement_order" where tenant_id = $1 and id > $2 and is_deleted = 0 order by id limit $3`,
          values: [tenantId, last, bareRowsPerPage],
        },
      )
      if (rows.length === 0) return
      last = String(rows.at(-1)?.id)
      yield rows
        .map((row) => Object.values(row).map((value) => (value instanceof Date ? value.toISOString() : (value ?? ''))))
        .join('\r\n')
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path))
  return (performance.now() - from) / 1000
}

/** Export of a long list as CSV on PostgreSQL, beside bare SQL in turn. */
export async function csv(): Promise<void> {
  const cluster = process.env.TEST_DATABASE_URL ? null : await startPostgres()
  const home = mkdtempSync(join(tmpdir(), 'rounds-bench-'))
  try {
    const url = await newPostgresDatabase(process.env.TEST_DATABASE_URL ?? cluster?.url ?? '')
    const env = {
      DATABASE_URL: url,
      DATA_DIR: join(home, 'data'),
      SECRET_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      SEED: 'none',
    }
    const db = await openDatabase({ dataDir: '', databaseUrl: url }, quiet)
    const t = await testApp({ dataDir: env.DATA_DIR }, realParts, db)
    const tenantId = await t.newTenant()
    await t.addUser(tenantId, { account: 'admin', roles: ['administrator'] })
    const { id } = await order(await world('bench', tenantId, db))
    await copyOrder(db, id)
    const server = await startCompiled(env)
    const [took, cpu, bare, memory] = [[] as number[], [] as number[], [] as number[], [] as number[]]
    try {
      const c = await client(server.url, 'admin', 'admin', tenantId)
      for (let n = 0; n < RUNS; n++) {
        bare.push(await bareExport(db, tenantId, join(home, `bare${n}.csv`)))
        const before = cpuOf(server.child.pid)
        const from = performance.now()
        const asked = { resource: 'settlementOrder', format: 'csv', columns: columns.join() }
        const made = await c.post<ExportState>('rounds/export', asked)
        if (made.code !== 200) throw new Error(`the export was refused: ${made.msg}`)
        let state = made.data
        while (state.state === 'running') {
          await sleep(50)
          memory.push(memoryOf(server.child.pid ?? 0))
          state = (await c.get<ExportState>('rounds/export/state', { id: state.id })).data
        }
        if (state.done < ROWS) throw new Error(`${state.state}: ${state.done} rows of ${ROWS}`)
        took.push((performance.now() - from) / 1000)
        cpu.push((cpuOf(server.child.pid) - before) / 1000)
      }
    } finally {
      await server.stop()
      await t.app.close()
      await db.close()
    }
    const [seconds, floor] = [median(took), median(bare)]
    console.log(
      `\n## A list of ${ROWS} rows as CSV on PostgreSQL, ${busy()}\n\n| what | s | note |\n| --- | --- | --- |`,
    )
    console.log(
      `| bare SQL, ${bareRowsPerPage} rows a statement | ${floor.toFixed(2)} | ${bare.map((x) => x.toFixed(2)).join(', ')} |`,
    )
    console.log(
      `| export of ${columns.length} columns with its history | ${seconds.toFixed(2)} (${atMost(`CSV of ${ROWS} rows, s`, seconds, secondsMax)}; beside bare SQL ${(seconds / floor).toFixed(2)}, ${atMost('CSV beside bare SQL', seconds / floor, ratioMax)}) | ${took.map((x) => x.toFixed(2)).join(', ')}; ${median(cpu).toFixed(2)} s of the server’s processor; at most ${Math.max(...memory).toFixed(0)} MB |`,
    )
  } finally {
    await cluster?.stop()
    rmSync(home, { recursive: true, force: true })
  }
}
