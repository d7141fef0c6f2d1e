import { beforeEach, expect, test } from 'vitest'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { enqueue, type Job, type JobOptions } from '../../../src/server/jobs/queue.ts'
import { type JobHandler, startRunner } from '../../../src/server/jobs/runner.ts'
import { cancelJob, jobState } from '../../../src/server/jobs/states.ts'
import { testContext } from '../decisions/fixture.ts'
import { newTenantId, quiet } from '../harness.ts'

let context: ServerContext
let tenantId: string
let kind: string
beforeEach(async () => {
  context = { ...(await testContext('a')), log: { ...quiet, warn() {}, error() {} } }
  tenantId = newTenantId()
  kind = `r${tenantId}`
})

const add = (lane: string, options: JobOptions = {}): Promise<string> =>
  context.db.transaction({ tenantId }, (tx) => enqueue(context, tx, kind, { lane }, { ...options, lane }))

/** A promise and how to keep it. */
const gate = () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((go) => {
    open = go
  })
  return { open, opened }
}

/** Asks until a fact holds. */
async function until(fact: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; !(await fact()); n++) {
    if (n > 2_000) throw new Error('it never came true')
    await new Promise((go) => setTimeout(go, 5))
  }
}

test('a blocked lane delays no other, and takes no more than its places', async () => {
  const [slow, quick] = [`${kind}.bank`, `${kind}.batch`]
  const stuck = gate()
  const begun: string[] = []
  const handler: JobHandler = async (_c, job) => {
    begun.push(job.lane)
    if (job.lane === slow) await stuck.opened
  }
  for (let n = 0; n < 5; n++) await add(slow)
  for (let n = 0; n < 5; n++) await add(quick)
  const runner = startRunner(context, { kinds: { [kind]: handler }, lanes: { [slow]: 2, [quick]: 1 } }, 10)
  try {
    await until(() => begun.filter((l) => l === quick).length === 5)
    expect(begun.filter((l) => l === slow)).toHaveLength(2)
    stuck.open()
    await until(() => begun.length === 10)
  } finally {
    stuck.open()
    await runner.stop()
  }
})

test('two runners do each job once', async () => {
  const seen: string[] = []
  const handler: JobHandler = async (_c, job) => void seen.push(job.id)
  const ids = []
  for (let n = 0; n < 12; n++) ids.push(await add(kind))
  const works = { kinds: { [kind]: handler }, lanes: { [kind]: 2 } }
  const runners = [startRunner(context, works, 10), startRunner({ ...context, instance: 'b' }, works, 10)]
  await until(() => seen.length >= 12)
  await Promise.all(runners.map((r) => r.stop()))
  expect(seen.sort()).toEqual(ids.sort())
})

test('a job that throws is tried again later, and logged when it is given up', async () => {
  const told: string[] = []
  const log = { ...quiet, warn() {}, error: (text: string) => void told.push(text) }
  const id = await add(kind, { most: 1 })
  const handler: JobHandler = async () => {
    throw new Error('the bank is closed')
  }
  const runner = startRunner({ ...context, log }, { kinds: { [kind]: handler }, lanes: { [kind]: 1 } }, 10)
  await until(async () => (await jobState(context, tenantId, id))?.state === 'failed')
  await runner.stop()
  expect((await jobState(context, tenantId, id))?.error).toBe('the bank is closed')
  expect(told.join()).toContain('the bank is closed')
})

test('a job that killed its runner each time is given up without being run again', async () => {
  const id = await add(kind, { most: 2 })
  await context.db.owner((tx) =>
    tx.query(`update "job" set state = 'running', attempts = 2, due = now() - interval '1 s' where id = $1`, [id]),
  )
  let runs = 0
  const runner = startRunner(
    context,
    {
      kinds: {
        [kind]: async () => {
          runs += 1
        },
      },
      lanes: { [kind]: 1 },
    },
    10,
  )
  await until(async () => (await jobState(context, tenantId, id))?.state === 'failed')
  await runner.stop()
  expect(runs).toBe(0)
})

test('what a given-up job leaves is ended before that is recorded, also where its runners died; what does not end it is tried again', async () => {
  const died = await add(kind, { most: 2 })
  const threw = await add(kind, { most: 1 })
  const later = await add(kind, { most: 3 })
  await context.db.owner((tx) =>
    tx.query(`update "job" set state = 'running', attempts = 2, due = now() - interval '1 s' where id = $1`, [died]),
  )
  const ended: string[] = []
  let refusals = 1
  const works = {
    kinds: {
      [kind]: async () => {
        throw new Error('no')
      },
    },
    givenUp: {
      [kind]: async (c: ServerContext, { id }: Pick<Job, 'id'>) => {
        if (id === threw && refusals-- > 0) throw new Error('the database is away')
        ended.push(`${id} ${(await jobState(c, tenantId, id))?.state}`)
      },
    },
    lanes: { [kind]: 1 },
  }
  const runner = startRunner(context, works, 10)
  try {
    await until(() => ended.length === 1)
    await until(() => refusals === 0)
    expect((await jobState(context, tenantId, threw))?.state).toBe('running')
    // its lease is over
    await context.db.owner((tx) => tx.query(`update "job" set due = now() - interval '1 s' where id = $1`, [threw]))
    await until(async () => (await jobState(context, tenantId, threw))?.state === 'failed')
    await until(async () => (await jobState(context, tenantId, later))?.attempts === 1)
  } finally {
    await runner.stop()
  }
  expect(ended).toEqual([`${died} running`, `${threw} running`])
})

test('stopping waits for a safe point; what was stopped continues on another instance', async () => {
  const id = await add(kind)
  const begun = gate()
  const handler: JobHandler = async (_c, _job, run) => {
    begun.open()
    for (let n = 0; n < 100 && !run.stopped(); n++) await new Promise((go) => setTimeout(go, 5))
    run.progress(7, 10)
    return run.stopped() ? { state: 'later', after: 0 } : undefined
  }
  const runner = startRunner(context, { kinds: { [kind]: handler }, lanes: { [kind]: 1 } }, 10)
  await begun.opened
  await runner.stop()
  expect(await jobState(context, tenantId, id)).toMatchObject({ state: 'queued', done: 7, total: 10 })
  await cancelJob(context, tenantId, id)
})
