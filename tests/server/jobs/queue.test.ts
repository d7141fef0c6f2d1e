import { beforeEach, describe, expect, test } from 'vitest'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { backOff, claim, enqueue, finish, type JobOptions, renew } from '../../../src/server/jobs/queue.ts'
import { cancelJob, deadLetters, jobState, revive } from '../../../src/server/jobs/states.ts'
import { testContext } from '../decisions/fixture.ts'
import { newTenantId } from '../harness.ts'

let context: ServerContext
let other: ServerContext
let tenantId: string
let kind: string
beforeEach(async () => {
  context = await testContext('a')
  other = { ...context, instance: 'b' }
  tenantId = newTenantId()
  kind = `k${tenantId}`
})

const add = (options: JobOptions = {}, payload: Record<string, unknown> = {}): Promise<string> =>
  context.db.transaction({ tenantId }, (tx) => enqueue(context, tx, kind, payload, { lane: kind, ...options }))
const take = (by = context, places = 1, lanes = [kind]) =>
  claim(by, [kind], Object.fromEntries(lanes.map((lane) => [lane, places])))
/** The moment a job waits for has come. */
const come = (id: string) =>
  context.db.owner((tx) => tx.query(`update "job" set due = now() - interval '1 s' where id = $1`, [id]))
/** The moment it waits for is an hour later, so that a slow machine does not come to it. */
const later = (id: string) =>
  context.db.owner((tx) => tx.query(`update "job" set due = due + interval '1 hour' where id = $1`, [id]))
const state = async (id: string) => (await jobState(context, tenantId, id))?.state
const seconds = async (sql: string, values: unknown[] = []): Promise<number> => {
  const [found] = await context.db.owner((tx) => tx.query<{ s: number }>(`select ${sql}`, values))
  return found?.s ?? Number.NaN
}
/** What the database's clock says, seconds. */
const clock = () => seconds('extract(epoch from now())::float8 as s')
/** How long after a moment of that clock a job is due, however long ago that was. */
const waits = async (id: string, since: number): Promise<number> =>
  (await seconds('extract(epoch from due)::float8 as s from "job" where id = $1', [id])) - since

describe('the queue', () => {
  test('two instances do not get the same job; a job of an ended one is taken over, and its late reports are ignored', async () => {
    const id = await add()
    const [mine] = await take()
    expect(mine?.id).toBe(id)
    expect(await take(other)).toEqual([])
    await come(id)
    const [theirs] = await take(other)
    expect(theirs).toMatchObject({ id, attempts: 2 })
    if (!mine || !theirs) throw new Error('not taken')
    expect(await renew(context, mine)).toBe('lost')
    expect(await finish(context, mine, { state: 'done' })).toBe('lost')
    expect(await state(id)).toBe('running')
    expect(await finish(other, theirs, { state: 'done' })).toBe('done')
    expect(await take()).toEqual([])
  })

  test('many are shared out, each once, oldest first', async () => {
    const ids: string[] = []
    for (let n = 0; n < 20; n++) ids.push(await add({}, { n }))
    const [first, second] = await Promise.all([take(context, 8), take(other, 8)])
    expect(first).toHaveLength(8)
    expect(second).toHaveLength(8)
    const rest = await take(context, 50)
    const got = [...first, ...second, ...rest].map((j) => j.id)
    expect(new Set(got).size).toBe(20)
    expect(got.sort()).toEqual([...ids].sort())
    expect(rest.every((j) => Number(j.payload.n) >= 8)).toBe(true)
  })

  test('what is not due yet waits', async () => {
    const began = await clock()
    const id = await add({ after: 600 })
    expect(await take()).toEqual([])
    expect(await waits(id, began)).toBeGreaterThanOrEqual(600)
    await come(id)
    expect(await take()).toMatchObject([{ id }])
  })

  test('an error waits longer each time and ends as a dead letter, which can be revived', async () => {
    expect([1, 2, 3, 20].map(backOff)).toEqual([5, 10, 20, 3600])
    const id = await add({ most: 2 })
    const [one] = await take()
    if (!one) throw new Error('not taken')
    const began = await clock()
    expect(await finish(context, one, { state: 'error', error: 'broken' })).toBe('queued')
    expect(await waits(id, began)).toBeGreaterThanOrEqual(5)
    await later(id)
    expect(await take()).toEqual([])
    await come(id)
    const [two] = await take()
    if (!two) throw new Error('not taken')
    expect(two.attempts).toBe(2)
    expect(await finish(context, two, { state: 'error', error: 'still broken' })).toBe('failed')
    await come(id)
    expect(await take()).toEqual([])
    expect(await deadLetters(context, tenantId)).toMatchObject([{ id, attempts: 2, error: 'still broken' }])
    expect(await deadLetters(context, newTenantId())).toEqual([])

    expect(await revive(context, newTenantId(), id)).toBe(false)
    expect(await revive(context, tenantId, id)).toBe(true)
    expect(await revive(context, tenantId, id)).toBe(false)
    expect(await take()).toMatchObject([{ id, attempts: 1 }])
  })

  test('an error that will not pass is a dead letter at once', async () => {
    const id = await add({ most: 5 })
    const [one] = await take()
    if (!one) throw new Error('not taken')
    expect(await finish(context, one, { state: 'error', error: 'hopeless', final: true })).toBe('failed')
    expect((await deadLetters(context, tenantId)).map((j) => j.id)).toEqual([id])
  })

  test('going on later is no error and does not count', async () => {
    const id = await add({ most: 1 })
    for (let n = 0; n < 3; n++) {
      const [one] = await take()
      expect(one).toMatchObject({ id, attempts: 1 })
      const began = await clock()
      if (one) expect(await finish(context, one, { state: 'later', after: 30 })).toBe('queued')
      expect(await waits(id, began)).toBeGreaterThanOrEqual(30)
      await come(id)
    }
  })

  test('one open job a key, and a new one when that has ended', async () => {
    const id = await add({ key: 'x' })
    expect(await add({ key: 'x' })).toBe(id)
    expect(await add({ key: 'y' })).not.toBe(id)
    const [one] = await take()
    expect(await add({ key: 'x' })).toBe(id)
    if (one) await finish(context, one, { state: 'done' })
    expect(await add({ key: 'x' })).not.toBe(id)
  })

  test('what is rolled back was never queued', async () => {
    const failed = context.db.transaction({ tenantId }, async (tx) => {
      await enqueue(context, tx, kind, {}, { lane: kind })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await take()).toEqual([])
  })

  test('cancelled: at once while it waits, at its next safe place while it runs, not once it has ended', async () => {
    const waiting = await add()
    expect(await cancelJob(context, newTenantId(), waiting)).toBe(false)
    expect(await cancelJob(context, tenantId, waiting)).toBe(true)
    expect(await state(waiting)).toBe('cancelled')
    expect(await take()).toEqual([])

    const running = await add()
    const [one] = await take()
    if (!one) throw new Error('not taken')
    expect(await renew(context, one)).toBe('kept')
    expect(await cancelJob(context, tenantId, running)).toBe(true)
    expect(await renew(context, one)).toBe('cancel')
    expect(await finish(context, one, { state: 'later', after: 0 })).toBe('cancelled')
    expect(await cancelJob(context, tenantId, running)).toBe(false)
    expect(await take()).toEqual([])
  })

  test('progress is reported while it runs', async () => {
    const id = await add()
    expect(await jobState(context, tenantId, id)).toMatchObject({ done: 0, total: null })
    const [one] = await take()
    if (!one) throw new Error('not taken')
    await renew(context, one, { done: 3, total: 9 })
    await renew(context, one)
    expect(await jobState(context, tenantId, id)).toMatchObject({ state: 'running', done: 3, total: 9 })
  })
})
