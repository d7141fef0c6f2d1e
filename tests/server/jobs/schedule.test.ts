import { beforeEach, describe, expect, test } from 'vitest'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { enqueue } from '../../../src/server/jobs/queue.ts'
import { cronOf, type Schedule, serve, slotBefore } from '../../../src/server/jobs/schedule.ts'
import { type Clock, testContext } from '../decisions/fixture.ts'
import { newTenantId } from '../harness.ts'

let context: ServerContext & { clock: Clock }
let kind: string
let schedule: Schedule
beforeEach(async () => {
  context = await testContext('a')
  kind = `s${newTenantId()}`
  schedule = {
    id: kind,
    cron: '10 1 * * *',
    jobs: async (c, tx, slot) => void (await enqueue(c, tx, kind, { slot: slot.toISOString() })),
  }
})

const queued = () =>
  context.db.scoped<{ slot: string }>(
    { tenantId: null },
    { text: `select payload ->> 'slot' as slot from "job" where kind = $1 order by id`, values: [kind] },
  )

describe('schedules', () => {
  test('are meant in Shanghai time', () => {
    const at = (iso: string) => slotBefore('10 1 * * *', new Date(iso))?.toISOString()
    expect(at('2024-06-15T02:00:00Z')).toBe('2024-06-14T17:10:00.000Z')
    expect(at('2024-06-15T17:09:59Z')).toBe('2024-06-14T17:10:00.000Z')
    expect(at('2024-06-15T17:10:00Z')).toBe('2024-06-15T17:10:00.000Z')
    expect(at('2024-06-15T17:10:00.400Z')).toBe('2024-06-15T17:10:00.000Z')
    // the first of a month begins at 16:00 of the last in universal time
    expect(slotBefore('0 0 1 * *', new Date('2024-05-31T16:00:00Z'))?.toISOString()).toBe('2024-05-31T16:00:00.000Z')
    expect(() => cronOf('61 * * * *')).toThrow()
    expect(() => cronOf('* * * * * *')).toThrow()
  })

  test('seen for the first time, nothing was missed', async () => {
    expect(await serve(context, schedule)).toBe(false)
    expect(await queued()).toEqual([])
  })

  test('each moment is served once, whichever instance asks first', async () => {
    await serve(context, schedule)
    for (let day = 0; day < 3; day++) {
      context.clock.pass(24 * 60)
      const asked = await Promise.all(
        ['a', 'b', 'c'].map((instance) => serve({ ...context, instance, now: context.now }, schedule)),
      )
      expect(asked.filter(Boolean)).toHaveLength(1)
      expect(await serve(context, schedule)).toBe(false)
    }
    expect((await queued()).map((j) => j.slot)).toEqual([
      '2024-06-15T17:10:00.000Z',
      '2024-06-16T17:10:00.000Z',
      '2024-06-17T17:10:00.000Z',
    ])
  })

  test('what was missed while no instance ran is run once, for the latest moment', async () => {
    await serve(context, schedule)
    context.clock.pass(10 * 24 * 60)
    expect(await serve(context, schedule)).toBe(true)
    expect((await queued()).map((j) => j.slot)).toEqual(['2024-06-24T17:10:00.000Z'])
  })

  test('a moment whose jobs could not be queued is not served', async () => {
    await serve(context, schedule)
    context.clock.pass(24 * 60)
    const broken = { ...schedule, jobs: () => Promise.reject(new Error('no')) }
    await expect(serve(context, broken)).rejects.toThrow('no')
    expect(await serve(context, schedule)).toBe(true)
  })
})
