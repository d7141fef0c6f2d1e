import { afterEach, beforeEach, expect, test } from 'vitest'
import { JOBS_CHANNEL, setRunner } from '../../../src/server/jobs/kick.ts'
import { enqueue } from '../../../src/server/jobs/queue.ts'
import { type Runner, startRunner } from '../../../src/server/jobs/runner.ts'
import { testContext } from '../decisions/fixture.ts'
import { newTenantId } from '../harness.ts'

// A runner that hardly ever looks by itself: what it does, it was told of.
const HARDLY_EVER = 3_600_000

let context: Awaited<ReturnType<typeof testContext>>
let tenantId: string
let kind: string
let runner: Runner
let begin: (lane: string) => void
let begun: Promise<string>
beforeEach(async () => {
  tenantId = newTenantId()
  kind = `k${tenantId}`
  context = await testContext(kind)
  begun = new Promise((done) => {
    begin = done
  })
  const works = { kinds: { [kind]: async () => begin('begun') }, lanes: { [kind]: 1 } }
  runner = startRunner(context, works, HARDLY_EVER)
  setRunner(context, runner)
})
afterEach(async () => {
  setRunner(context, null)
  await runner.stop()
})

test('a job begins when its transaction is kept, however seldom the runner looks', async () => {
  await context.db.transaction({ tenantId }, (tx) => enqueue(context, tx, kind, {}))
  expect(await begun).toBe('begun')
})

test('nobody is told of a transaction that is not kept', async () => {
  const told: string[] = []
  const write = (fail: boolean) =>
    context.db.transaction({ tenantId }, async (tx) => {
      tx.committed(() => told.push(fail ? 'lost' : 'kept'))
      await tx.query('select 1')
      expect(told).toEqual([])
      if (fail) throw new Error('no')
    })
  await expect(write(true)).rejects.toThrow('no')
  expect(told).toEqual([])
  await write(false)
  expect(told).toEqual(['kept'])
})

test('other instances are told of it', async () => {
  if (context.db.kind !== 'postgresql') return
  let hear: () => void = () => undefined
  const heard = new Promise<void>((done) => {
    hear = done
  })
  // an instance that shares the database has just told of a job: its hint is not this one's
  await context.db.transaction({ tenantId }, (tx) => enqueue({ ...context, instance: 'b' }, tx, kind, {}))
  const unlisten = await context.db.listen(JOBS_CHANNEL, (from) => {
    if (from === context.instance) hear()
  })
  await context.db.transaction({ tenantId }, (tx) => enqueue(context, tx, kind, {}))
  await heard
  await unlisten()
})
