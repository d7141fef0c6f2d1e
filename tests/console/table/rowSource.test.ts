import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../src/console/api/error.ts'
import { PAGE } from '../../../src/console/lists/rows/rowPage.ts'
import { RowSource } from '../../../src/console/lists/rows/rowSource.ts'
import type { Slice, WireRow } from '../../../src/model/wire/wire.ts'
import { tableOf } from '../../wireTable.ts'
import { Refusal } from '../server/envelope.ts'
import { server } from '../server/server.ts'

/** A server whose list is an array of ids. */
let list: number[]
let exact = true
let estimate = 0
let asked: { offset: number; size: number }[]
let aborted = 0
let failing = 0
let client: QueryClient
let latency = 2
const rowOf = (n: number): WireRow => ({ id: String(n), version: 1, code: `C${n}`, name: `n${n}` })
/** Lets this much of the test's own time pass: latency and delays are exact, however busy the machine is. */
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const inTime = async <T>(answer: Promise<T>): Promise<T> => {
  let came = false
  void answer.finally(() => (came = true))
  while (!came) await settle(latency)
  return answer
}

beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  list = Array.from({ length: 1_000 }, (_, i) => i)
  asked = []
  aborted = 0
  failing = 0
  latency = 2
  exact = true
  estimate = 0
  server.before = async (_path, _values, { signal }) => {
    await new Promise<void>((done) => {
      const timer = setTimeout(done, latency)
      signal?.addEventListener('abort', () => {
        clearTimeout(timer)
        aborted += 1
        done()
      })
    })
    if (signal?.aborted || failing === 0) return
    failing -= 1
    throw new Refusal(500, '服务器异常')
  }
  server.answer({
    'rounds/total': () => ({ total: exact ? list.length : estimate, exact }),
    'rounds/rows': ({ ids, columns }) =>
      tableOf(
        String(ids)
          .split(',')
          .map((id) => ({ ...rowOf(Number(id)), version: 9 })),
        columns,
      ),
    'rounds/window': ({ around, columns, ...at }) => {
      const offset = Number(at.offset)
      const size = Number(at.size)
      if (size > 1) asked.push({ offset, size })
      return {
        ...tableOf(list.slice(offset, offset + size).map(rowOf), columns),
        offset,
        position: around === undefined ? undefined : list.indexOf(Number(around)),
      } satisfies Slice
    },
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  client.clear()
  vi.useRealTimers()
})

const open = () =>
  new RowSource(
    {
      resource: 'settlementOrder',
      columns: ['id', 'code', 'version'],
      conditions: [{ field: 'settlementStatus', op: 'equal', value: '0' }],
      sort: '+createTime',
    },
    client,
  )
const names = (s: RowSource, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => s.rowAt(from + i)?.id ?? '-')

describe('rows by position', () => {
  it('fetches what is in sight first, then its neighbours, a page once', async () => {
    const s = open()
    s.need(0, 40)
    await inTime(s.count())
    await settle(5)
    expect(s.total).toBe(1_000)
    expect(s.rowAt(0)?.id).toBe('0')
    s.need(150, 190)
    await settle(70)
    s.need(160, 200)
    await settle(20)
    expect(asked).toEqual([
      { offset: 0, size: 100 },
      { offset: 100, size: 100 },
      { offset: 200, size: 100 },
    ])
    expect(s.indexOf('150')).toBe(150)
    expect(s.indexOf('900')).toBe(-1)
    s.dispose()
  })

  it('asks for nothing while pages race by, and lets far ones go', async () => {
    const s = open()
    s.need(0, 40)
    await inTime(s.count())
    await settle(60)
    asked.length = 0
    for (const at of [300, 400, 500, 600, 700]) s.need(at, at + 40)
    await settle(100)
    // The first jump at once, then nothing until it rests.
    expect(asked.map((a) => a.offset)).toEqual([300, 400, 200, 700, 800, 600])
    expect(s.rowAt(0)).toBeUndefined()
    s.dispose()
  })

  it('tells of rows that it still had when somebody jumps away and back', async () => {
    list = list.slice(0, 3 * PAGE)
    const s = open()
    s.need(0, 30)
    await inTime(s.count())
    await settle(60)
    s.need(2 * PAGE, 2 * PAGE + 30)
    await settle(60)
    expect(s.rowAt(0)).toBeUndefined()
    s.need(PAGE, PAGE + 30)
    s.need(2 * PAGE, 2 * PAGE + 30)
    await settle(60)
    s.need(2 * PAGE - 1, 2 * PAGE + 30)
    s.need(0, 30)
    let told = 0
    s.subscribe(() => {
      if (s.rowAt(0)) told += 1
    })
    await settle(60)
    expect(s.rowAt(0)?.id).toBe('0')
    expect(told).toBeGreaterThan(0)
    s.dispose()
  })

  it('calls off what is far away before it came', async () => {
    const s = open()
    s.need(0, 40)
    await inTime(s.count())
    await settle(60)
    latency = 300
    s.need(300, 340)
    s.need(800, 840)
    await settle(80)
    expect(aborted).toBe(3)
    s.dispose()
    await settle(10)
    expect(aborted).toBe(6)
    await settle(10)
    expect(client.getQueryCache().getAll()).toEqual([])
  })

  it('reports what failed and fetches again on request', async () => {
    const s = open()
    failing = 2
    s.need(0, 40)
    await inTime(s.count())
    await settle(10)
    expect(s.failure).toBeInstanceOf(ApiError)
    s.retry()
    await settle(20)
    expect(s.failure).toBeNull()
    expect(s.rowAt(3)?.id).toBe('3')
    expect(s.total).toBe(1_000)
    s.dispose()
  })

  it('finds the true end of an estimated list, short or long', async () => {
    exact = false
    estimate = 1_900
    const s = open()
    await inTime(s.count())
    expect([s.total, s.exact]).toEqual([1_900, false])
    s.need(1_860, 1_900)
    await settle(150)
    s.need(s.total - 40, s.total)
    await settle(120)
    expect([s.total, s.exact]).toEqual([1_000, true])
    expect(s.rowAt(999)?.id).toBe('999')
    estimate = 950
    const t = open()
    await inTime(t.count())
    t.need(900, 950)
    await settle(30)
    expect(t.total).toBe(1_000)
    s.dispose()
    t.dispose()
  })
})

describe('a list that moves underneath', () => {
  it('places do not move when rows leave; later pages are asked for where they are now', async () => {
    const s = open()
    s.need(0, 40)
    await inTime(s.count())
    await settle(10)
    for (const n of [3, 4, 5]) {
      list.splice(list.indexOf(n), 1)
      s.leaves(n, true)
    }
    s.need(400, 440)
    await settle(80)
    expect(names(s, 400, 403)).toEqual(['400', '401', '402'])
    expect(names(s, 499, 501)).toEqual(['499', '500'])
    s.dispose()
  })

  it('finds by its neighbours how far others moved it', async () => {
    const s = open()
    s.need(0, 40)
    await inTime(s.count())
    await settle(10)
    // Another user removed six rows, without an event that names them.
    list.splice(50, 6)
    s.stirred()
    s.need(100, 240)
    await settle(80)
    expect(names(s, 198, 202)).toEqual(['198', '199', '200', '201'])
    s.dispose()
  })

  it('leaves holes for rows that left a page that is fetched again', async () => {
    const s = open()
    s.need(0, 40)
    await inTime(s.count())
    await settle(10)
    list.splice(10, 1)
    s.leaves(10, true)
    s.need(700, 740)
    await settle(80)
    client.getQueryCache().clear()
    s.need(0, 40)
    await settle(80)
    expect(names(s, 8, 13)).toEqual(['8', '9', '-', '11', '12'])
    s.leaves(10, false)
    s.dispose()
  })

  it('keeps the total of places when it is counted again', async () => {
    const s = open()
    s.need(0, 40)
    await inTime(s.count())
    await settle(10)
    list.splice(3, 1)
    s.leaves(3, true)
    await inTime(s.count())
    expect(s.total).toBe(1_000)
    s.dispose()
  })

  it('puts rows as they are now into the pages that show them', async () => {
    const s = open()
    s.need(0, 40)
    await inTime(s.count())
    await settle(10)
    let told = 0
    s.subscribe(() => {
      told += 1
    })
    // rows in the answer of a conflict have fewer columns than those of the list
    s.patch([{ id: '7', version: 9 }])
    await settle()
    expect(s.rowAt(7)).toEqual({ id: '7', version: 9, code: 'C7' })
    expect(told).toBe(1)
    s.dispose()
  })

  it('loads a stretch over many pages and says where a row is', async () => {
    const s = open()
    await inTime(s.count())
    const rows = await inTime(s.load(95, 305))
    expect(rows.map((r) => r?.id)).toEqual(Array.from({ length: 211 }, (_, i) => String(95 + i)))
    expect(await inTime(s.position('640'))).toBe(640)
    expect(await inTime(s.position('99999'))).toBe(-1)
    expect(PAGE).toBe(100)
    s.dispose()
  })
})
