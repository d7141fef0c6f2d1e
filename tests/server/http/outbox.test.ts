import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database, Tx } from '../../../src/server/core/database.ts'
import { openDatabase } from '../../../src/server/database/open.ts'
import {
  happenedAfter,
  type Place,
  placeEvents,
  placeOf,
  placeOfNow,
  placeText,
} from '../../../src/server/database/outbox.ts'
import { sweep } from '../../../src/server/jobs/sweep.ts'
import { testContext } from '../app.ts'
import { newFolder, newTenantId, quiet, testDatabase, testUrl } from '../harness.ts'

/** Two instances of the server over one database; the embedded one belongs to one process. */
let one: Database
let two: Database
beforeAll(async () => {
  one = await testDatabase()
  const url = testUrl()
  if (!url) {
    two = one
    return
  }
  const [{ name } = { name: '' }] = await one.owner((tx) =>
    tx.query<{ name: string }>('select current_database() as name'),
  )
  two = await openDatabase(
    { dataDir: newFolder(), databaseUrl: Object.assign(new URL(url), { pathname: `/${name}` }).href },
    quiet,
  )
})
afterAll(async () => {
  if (two !== one) await two?.close()
})

const START: Place = { number: '0', id: '0' }
const write = (tx: Tx, record: number | string, version: number) =>
  tx.query(`insert into "outbox" (tenant_id, resource, record_id, version) values ($1, 'settlementOrder', $2, $3)`, [
    tx.tenantId,
    record,
    version,
  ])

/** One change of a record that several people change: its lock makes them wait for each other. */
async function change(db: Database, tenantId: string, record: number, wait: number): Promise<void> {
  await db.transaction({ tenantId }, async (tx) => {
    const [row] = await tx.query<{ last: number }>(
      `insert into "code_sequence" (tenant_id, prefix, day, last) values ($1, $2, '', 1)
       on conflict (tenant_id, prefix, day) do update set last = "code_sequence".last + 1 returning last`,
      [tenantId, `R${record}`],
    )
    await write(tx, record, row?.last ?? 0)
    await sleep(wait)
  })
}

/**
 * A reader that alternates between two instances, reads pieces of any size, and keeps only the last id as it goes on.
 */
function reader(tenantId: string, random: () => number) {
  const heard: string[] = []
  let last = placeText(START)
  const read = async (): Promise<number> => {
    const db = random() < 0.5 ? one : two
    if (random() < 0.7) await placeEvents(db, tenantId)
    const found = await happenedAfter(db, tenantId, placeOf(last) as Place, 1 + Math.floor(random() * 20))
    if (found === null) throw new Error(`lost after ${last}`)
    // cut off anywhere in what was sent
    const taken = found.slice(0, Math.ceil(random() * found.length))
    for (const h of taken) heard.push(`${h.recordId}/${h.version}`)
    const end = taken.at(-1)
    if (end) last = placeText(end)
    return found.length
  }
  return { heard, read, last: () => last }
}

/** Numbers from 0 to 1, the same every time. */
const randomFrom = (seed: number) => () => {
  seed = (seed * 1103515245 + 12345) % 2147483648
  return seed / 2147483648
}

describe('the outbox', () => {
  it('is sent completely, once and in one order to every reader, while writers overlap and commit late', {
    timeout: 120_000,
  }, async () => {
    const tenantId = newTenantId()
    const many = testUrl() ? 40 : 8
    let writing = true
    const writers = Array.from({ length: 12 }, async (_, w) => {
      const random = randomFrom(w + 1)
      for (let n = 0; n < many; n++)
        await change(n % 2 ? one : two, tenantId, Math.floor(random() * 5), Math.floor(random() * 12))
    })
    const readers = Array.from({ length: 6 }, (_, r) => reader(tenantId, randomFrom(100 + r)))
    const reading = readers.map(async (r) => {
      while (writing) {
        await r.read()
        await sleep(1)
      }
    })
    await Promise.all(writers).finally(() => {
      writing = false
    })
    await Promise.all(reading)
    const end = await placeOfNow(one, tenantId)
    for (const r of readers) while (r.last() !== placeText(end)) await r.read()
    expect(end.number).toBe(String(12 * many))
    const [first] = readers
    for (const r of readers) expect(r.heard).toEqual(first?.heard)
    expect(new Set(first?.heard).size).toBe(12 * many)
    // events of one record come in the order they happened
    const versions = new Map<string, number>()
    for (const [record = '', version] of (first?.heard ?? []).map((h) => h.split('/'))) {
      expect(Number(version)).toBe((versions.get(record) ?? 0) + 1)
      versions.set(record, Number(version))
    }
  })

  it('gives places again to the same rows when the placing process ended before it stored them', async () => {
    const tenantId = newTenantId()
    for (const n of [1, 2, 3]) await change(one, tenantId, n, 0)
    const died = one.transaction({ tenantId }, async (tx) => {
      const [row] = await tx.query('select * from rounds_place_events($1, 100)', [tenantId])
      expect(row).toMatchObject({ last_place: '3' })
      throw new Error('killed')
    })
    await expect(died).rejects.toThrow('killed')
    expect(await happenedAfter(two, tenantId, START, 10)).toEqual([])
    await placeOfNow(two, tenantId)
    expect((await happenedAfter(two, tenantId, START, 10))?.map((h) => [h.number, h.recordId])).toEqual([
      ['1', '1'],
      ['2', '2'],
      ['3', '3'],
    ])
  })

  it('places what is too much for one statement bite by bite, without a gap', async () => {
    const tenantId = newTenantId()
    await one.transaction({ tenantId }, (tx) =>
      tx.query(
        `insert into "outbox" (tenant_id, resource, record_id) select $1, 'settlementOrder', n from generate_series(1, 250) n`,
        [tenantId],
      ),
    )
    const bites: unknown[] = []
    for (let more = true; more; ) {
      const [row] = await one.scoped<{ last_place: string; more: boolean }>(
        { tenantId },
        { text: 'select * from rounds_place_events($1, 100)', values: [tenantId] },
      )
      bites.push(row?.last_place)
      more = row?.more === true
    }
    expect(bites).toEqual(['100', '200', '250'])
    await change(one, tenantId, 7, 0)
    expect((await placeOfNow(one, tenantId)).number).toBe('251')
    const found = await happenedAfter(one, tenantId, START, 300)
    expect(found?.map((h) => h.number)).toEqual(Array.from({ length: 251 }, (_, i) => String(i + 1)))
  })

  it('continues after a restore into a cluster that counts its transactions from the start', async () => {
    const tenantId = newTenantId()
    await change(one, tenantId, 1, 0)
    await placeOfNow(one, tenantId)
    await one.owner((tx) =>
      tx.query(`update "outbox" set txid = '900000000000', seen = '900000000001:900000000001:' where tenant_id = $1`, [
        tenantId,
      ]),
    )
    await change(one, tenantId, 2, 0)
    expect((await placeOfNow(one, tenantId)).number).toBe('2')
    await change(one, tenantId, 3, 0)
    expect((await placeOfNow(one, tenantId)).number).toBe('3')
  })

  it('says what is missing: swept rows, a place of the future, a row that has another place', async () => {
    const tenantId = newTenantId()
    for (const n of [1, 2, 3, 4]) await change(one, tenantId, n, 0)
    await placeOfNow(one, tenantId)
    const [, second, , fourth] = (await happenedAfter(one, tenantId, START, 10)) ?? []
    if (!second || !fourth) throw new Error('four were written')
    expect((await happenedAfter(one, tenantId, second, 10))?.length).toBe(2)
    expect(await happenedAfter(one, tenantId, { number: '99', id: '1' }, 10)).toBeNull()
    expect(await happenedAfter(one, tenantId, { number: '2', id: fourth.id }, 10)).toBeNull()
    await one.owner((tx) => tx.query(`delete from "outbox" where tenant_id = $1 and place = 3`, [tenantId]))
    expect(await happenedAfter(one, tenantId, second, 10)).toBeNull()
    expect(await happenedAfter(one, tenantId, fourth, 10)).toEqual([])
  })

  it('deletes old events, also those without listeners, and keeps its last place', async () => {
    const context = await testContext({}, one)
    const tenantId = newTenantId()
    await one.owner((tx) =>
      tx.query(`insert into "tenant" (id, code, tenant_name) values ($1, $2, 'x')`, [context.id(), tenantId]),
    )
    for (const n of [1, 2, 3]) await change(one, tenantId, n, 0)
    const heard = await placeOfNow(one, tenantId)
    for (const n of [4, 5]) await change(one, tenantId, n, 0)
    await one.owner((tx) =>
      tx.query(`update "outbox" set create_time = now() - interval '4 days' where tenant_id = $1`, [tenantId]),
    )
    await sweep(context)
    const left = await one.owner((tx) =>
      tx.query(`select place, record_id from "outbox" where tenant_id = $1`, [tenantId]),
    )
    expect(left).toEqual([{ place: '5', record_id: '5' }])
    // 4 was not sent and is gone: a reader at 3 is told so
    expect(await happenedAfter(one, tenantId, heard, 10)).toBeNull()
    await change(one, tenantId, 6, 0)
    expect((await placeOfNow(one, tenantId)).number).toBe('6')
  })
})
