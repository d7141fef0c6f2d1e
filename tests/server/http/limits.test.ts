import { beforeAll, describe, expect, it } from 'vitest'
import { pages } from '../../../src/model/business.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { Limiter } from '../../../src/server/core/limits/limiter.ts'
import { LIMITS, type Limit, type LimitName, type Limits, limitOfCall } from '../../../src/server/core/limits/limits.ts'
import { routes } from '../../../src/server/http/routes.ts'
import { quiet, testDatabase } from '../harness.ts'

/** The declared limits, one of them changed. */
const but = (name: LimitName, change: Partial<Limit>): Limits => ({ ...LIMITS, [name]: { ...LIMITS[name], ...change } })
/** A database that counts its statements. */
function counted(db: Database): { db: Database; asked: () => number } {
  let asked = 0
  const scoped: Database['scoped'] = (scope, statement) => {
    asked += 1
    return db.scoped(scope, statement)
  }
  return { db: Object.assign(Object.create(db) as Database, { scoped }), asked: () => asked }
}
const outcome = (p: Promise<void>): Promise<AppError | null> =>
  p.then(
    () => null,
    (e: unknown) => {
      if (e instanceof AppError) return e
      throw e
    },
  )

beforeAll(() => testDatabase())

describe('a limit', () => {
  it('is shared by instances: what one used is missing in the other', async () => {
    const db = await testDatabase()
    const [one, two] = [
      new Limiter(db, quiet, but('search', { points: 5 })),
      new Limiter(db, quiet, but('search', { points: 5 })),
    ]
    const key = newId()
    for (let i = 0; i < 5; i++) expect(await outcome((i % 2 ? one : two).consume('search', key))).toBeNull()
    for (const limiter of [one, two]) {
      const refused = await outcome(limiter.consume('search', key))
      expect(refused).toMatchObject({ code: 429 })
      expect(refused?.retryAfter).toBeGreaterThan(0)
      expect(refused?.retryAfter).toBeLessThanOrEqual(60)
      expect(refused?.text[0]).toContain(String(refused?.retryAfter))
    }
    expect(await outcome(one.consume('search', newId()))).toBeNull()
    expect(await outcome(one.consume('selection', key))).toBeNull()
  })

  it('lets exactly its points through when all come at once', async () => {
    const limiter = new Limiter(await testDatabase(), quiet, but('captcha', { points: 7 }))
    const key = newId()
    const refused = await Promise.all(Array.from({ length: 30 }, () => outcome(limiter.consume('captcha', key))))
    expect(refused.filter((r) => r === null)).toHaveLength(7)
  })

  it('costs a refused key no statement', async () => {
    const { db, asked } = counted(await testDatabase())
    const limiter = new Limiter(db, quiet, but('search', { points: 2 }))
    const key = newId()
    for (let i = 0; i < 2; i++) await limiter.consume('search', key)
    const before = asked()
    for (let i = 0; i < 50; i++) expect(await outcome(limiter.consume('search', key))).toMatchObject({ code: 429 })
    expect(asked()).toBe(before)
  })

  it('ends with its window, by the clock of the database', async () => {
    const db = await testDatabase()
    const limits = but('search', { points: 1 })
    const key = newId()
    await new Limiter(db, quiet, limits).consume('search', key)
    expect(await outcome(new Limiter(db, quiet, limits).consume('search', key))).toMatchObject({ code: 429 })
    // moves every window of the suite's database: those of other tests are their own keys of a minute ago
    await db.owner((tx) =>
      tx.query(`update "rate_limit" set expire = now() - interval '1 second' where key like 'search:%'`),
    )
    expect(await outcome(new Limiter(db, quiet, limits).consume('search', key))).toBeNull()
  })

  it('counts points of any number, and never past what the column keeps', async () => {
    const limiter = new Limiter(await testDatabase(), quiet, but('errorBytes', { points: 100 }))
    const key = newId()
    expect(await outcome(limiter.consume('errorBytes', key, 60))).toBeNull()
    expect(await outcome(limiter.consume('errorBytes', key, 60))).toMatchObject({ code: 429 })
    const other = newId()
    for (const points of [2e9, 2e9])
      expect(
        await outcome(new Limiter(await testDatabase(), quiet).consume('errorBytes', other, points)),
      ).toMatchObject({ code: 429 })
    await limiter.forget('errorBytes', key)
    expect(await outcome(limiter.consume('errorBytes', key, 60))).toBeNull()
  })

  it('is counted in memory while the database is away, said once each way', async () => {
    const db = await testDatabase()
    let away = true
    const flaky = Object.assign(Object.create(db) as Database, {
      scoped: ((scope, statement) =>
        away
          ? Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }))
          : db.scoped(scope, statement)) as Database['scoped'],
    })
    const said: string[] = []
    const log = { info: (text: string) => said.push(text), warn: (text: string) => said.push(text) }
    const limiter = new Limiter(flaky, log, but('search', { points: 3 }))
    const key = newId()
    for (let i = 0; i < 3; i++) expect(await outcome(limiter.consume('search', key))).toBeNull()
    expect(await outcome(limiter.consume('search', key))).toMatchObject({ code: 429 })
    away = false
    for (let i = 0; i < 3; i++) expect(await outcome(limiter.consume('search', key))).toBeNull()
    expect(said).toEqual([
      'rate limits are counted by this instance alone: the database does not answer',
      'rate limits are counted in the database again',
    ])
  })

  it('kept by the process costs no statement at all', async () => {
    const { db, asked } = counted(await testDatabase())
    const limiter = new Limiter(db, quiet, but('session', { points: 3 }))
    const outcomes: (AppError | null)[] = []
    for (let i = 0; i < 4; i++) outcomes.push(await outcome(limiter.consume('session', 'a token')))
    expect(outcomes.map((o) => o?.code ?? null)).toEqual([null, null, null, 429])
    expect(asked()).toBe(0)
  })

  it('keeps no token and no address in its table', async () => {
    const db = await testDatabase()
    const secret = `000000.${'s'.repeat(43)}${newId()}`
    await new Limiter(db, quiet).consume('search', secret)
    const rows = await db.scoped<{ key: string }>({ tenantId: null }, { text: 'select key from "rate_limit"' })
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((r) => r.key.includes(secret) || r.key.length > 80)).toEqual([])
  })
})

describe('the declared limits', () => {
  it('name calls that exist, each once', () => {
    const known = new Set([...routes().values()].map((r) => r.call?.id ?? r.path))
    const named = Object.values<Limit>(LIMITS).flatMap((l) => l.calls ?? [])
    expect(named.filter((c) => !known.has(c))).toEqual([])
    expect(new Set(named).size).toBe(named.length)
    expect(limitOfCall(LIMITS, 'auth.captcha')).toBe('captcha')
    expect(limitOfCall(LIMITS, 'rounds.window')).toBeNull()
  })
  it('hold every public page, whose tokens a stranger might try', () => {
    expect(pages.length).toBeGreaterThan(0)
    for (const { id, call } of pages) expect(limitOfCall(LIMITS, call.id), id).toBe('shared')
  })
  it('count by a session only where there is one', () => {
    for (const limit of Object.values<Limit>(LIMITS))
      for (const call of limit.calls ?? []) {
        const route = [...routes().values()].find((r) => r.call?.id === call)
        const isPublic = route && 'open' in route.access && route.access.open === 'public'
        if (limit.by === 'session') expect(isPublic, call).toBe(false)
      }
  })
})
