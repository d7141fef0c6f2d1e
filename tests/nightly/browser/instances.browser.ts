import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { BatchState } from '../../../src/model/wire/batchWire.ts'
import type { Selection } from '../../../src/model/wire/wire.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { askSignIn, askToken, client, speak } from '../../browser/api.ts'
import { enter, openContext, sharedBrowser, watch } from '../../browser/browser.ts'
import { orderOf, queueOf } from '../../browser/queue.ts'
import { type Running, startServer } from '../../browser/server.ts'
import { wait } from '../../browser/wait.ts'
import { dropPostgresDatabase, newPostgresDatabase } from '../../server/harness.ts'
import { moreToDo, openData, standings, toDo } from './more.ts'

/** A cluster to make a database in; without one there is nothing two instances could share. */
const cluster = process.env.TEST_DATABASE_URL ?? ''
/** More rows than a batch decides in the process that was asked: a job. */
const JOB = 1_001

if (!cluster)
  console.warn('!! SKIPPED: two instances on one PostgreSQL. TEST_DATABASE_URL names no cluster to make a database in.')

describe.skipIf(!cluster)('two instances on one PostgreSQL', () => {
  let databaseUrl = ''
  let dataDir = ''
  let db: Database
  let a: Running
  let b: Running
  let browser: Browser
  let mine: readonly string[]

  beforeAll(async () => {
    const seeded = inject('seeded')
    databaseUrl = await newPostgresDatabase(cluster, seeded.databaseUrl)
    dataDir = join(mkdtempSync(join(tmpdir(), 'server-')), 'data')
    cpSync(seeded.dataDir, dataDir, { recursive: true })
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
    const run = inject('run')
    ;[a, browser] = await Promise.all([startServer(env, run), sharedBrowser()])
    db = await openData({ databaseUrl })
    ;[b, mine] = await Promise.all([startServer(env, run), moreToDo(db, JOB)])
  })
  afterAll(async () => {
    await Promise.all([a?.stop(), b?.stop()])
    await db?.close()
    await dropPostgresDatabase(databaseUrl)
    rmSync(join(dataDir, '../../nig'), { recursive: true, force: true })
  })

  test('who signs in at one is signed in at the other; who signs out at one is out at both', async () => {
    const given = await askSignIn(a.url, 'ops')
    const token = given.access_token ?? ''
    const refresh = given.refresh
    const [atA, atB] = [speak(a.url, token), speak(b.url, token)]
    expect((await atB.get<{ account: string }>('blade-system/user/info')).data).toMatchObject({ account: 'ops' })
    // Two tabs at two instances renew with the same token at the same moment: one renewal, one pair.
    const renewed = await Promise.all(
      [a, b].map((s) => askToken(s.url, { tenantId: '000000', grant_type: 'refresh_token' }, refresh)),
    )
    expect(renewed[0]?.access_token).toBeTruthy()
    expect(renewed[1]?.access_token).toBe(renewed[0]?.access_token)
    const next = renewed[0]?.access_token ?? ''
    expect((await speak(b.url, next).get('blade-system/user/info')).code).toBe(200)
    expect((await atA.get('blade-auth/oauth/logout')).status).toBe(200)
    expect((await speak(a.url, next).get('blade-system/user/info')).status).toBe(401)
    expect((await speak(b.url, next).get('blade-system/user/info')).status).toBe(401)
  })

  test('fifty guesses at once at two instances get no further than the ladder lets one place', async () => {
    const began = Date.now()
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, i) => askSignIn((i % 2 ? a : b).url, 'content', `guess${i}`)),
    )
    const verified = guesses.filter((g) => g.msg === '用户名或密码错误').length
    const elapsed = (Date.now() - began) / 1000
    // three are free, a fourth starts the waiting; each one more has waited its second, two, four …
    let allowed = 4
    for (let [wait, sum] = [1, 1]; sum <= elapsed; wait *= 2, sum += wait) allowed++
    expect(verified).toBeGreaterThanOrEqual(3)
    expect(verified).toBeLessThanOrEqual(allowed)
    expect(guesses.filter((g) => g.msg?.startsWith('用户登录失败次数过多，请稍后再试'))).toHaveLength(50 - verified)
    expect((await askSignIn(b.url, 'tax')).access_token).toBeTruthy()
  })

  test('a decision at one is seen in a browser at the other', async () => {
    const seen: string[] = []
    const context = await openContext(browser, 'zh', b.url)
    await enter(context, b.url, 'fin')
    const page = watch(await context.newPage(), seen)
    await page.goto('/desk/queues/settlementOrder')
    const q = queueOf(page)
    await q.ready()
    const other = await client(a.url, 'admin')
    for (let n = 0; n < 3; n++) {
      const code = await q.cursor()
      const order = await orderOf(other, code)
      const told = page.waitForFunction(
        (c) => {
          const row = [...document.querySelectorAll('[role=grid] [role=row]')].find((r) => r.textContent?.includes(c))
          return !row || row.classList.contains('other')
        },
        code,
        { polling: 20 },
      )
      const done = await other.post('blade-svc/settlementOrder/audit', {
        id: order.id,
        status: 1,
        version: order.version,
      })
      expect(done.code).toBe(200)
      await told
      await page.keyboard.press('j')
      await q.cursorLeaves(code)
    }
    await context.close()
    expect(seen).toEqual([])
  })

  test('a job runs once, whichever instance takes it and however often it is ordered', async () => {
    const { ids } = await toDo(db, 'fin')
    const before = await standings(db, ids)
    expect(ids.length).toBeGreaterThanOrEqual(JOB)
    const [atA, atB] = [await client(a.url, 'fin'), await client(b.url, 'fin')]
    const conditions = [{ field: 'settlementStatus', op: 'equal', value: '0' }]
    const selection = (await atA.post<Selection>('rounds/selection', { resource: 'settlementOrder', conditions })).data
    expect(selection.count).toBe(ids.length)
    // The same order at both at once, under one key, as a client sends it again when its instance is gone.
    const order = { resource: 'settlementOrder', transition: 'audit.pass', selection: selection.id }
    const typed = { ...order, typedAmount: selection.amount }
    const key = { 'Idempotency-Key': crypto.randomUUID() }
    const ordered = await Promise.all([atA, atB].map((c) => c.post<BatchState>('rounds/batch', typed, {}, key)))
    const id = ordered.find((x) => x.code === 200)?.data.id ?? ''
    for (const x of ordered) if (x.code === 200) expect(x.data.id).toBe(id)
    // Both report the same progress.
    const states = () =>
      Promise.all([atA, atB].map(async (c) => (await c.get<BatchState>('rounds/batch/state', { id })).data))
    const ended = await wait.poll(states, (both) => both.every((s) => s.state === 'done'), 'the job does not end')
    expect(ended[0]).toMatchObject({ total: ids.length, done: ended[1]?.done, failed: ended[1]?.failed })
    // the batch says that it ended before its job does
    const jobs = await wait.poll(
      () =>
        db.owner((tx) =>
          tx.query<{ attempts: number; state: string }>(
            `select attempts::int as attempts, state from job where kind = 'batch'`,
          ),
        ),
      (all) => all.every((job) => job.state !== 'running'),
      'the job does not end',
    )
    expect(jobs).toEqual([{ attempts: 1, state: 'done' }])
    const after = await standings(db, ids)
    const odd = ids.filter((row) => {
      const [was, is] = [before.get(row), after.get(row)]
      return (
        !was || !is || !(is.status === 2 ? is.audits === was.audits + 1 : is.status === 0 && is.audits === was.audits)
      )
    })
    expect(odd).toEqual([])
    // All orders that the user may audit were decided; those of the user's own cycles were not.
    const untouched = new Set(ids.filter((row) => after.get(row)?.status === 0))
    expect(mine.filter((row) => untouched.has(row))).toEqual([])
    expect(ended[0]?.failed).toBe(untouched.size)
    expect(broken(await db.owner((tx) => checkInvariants(tx)))).toEqual([])
  })
})
