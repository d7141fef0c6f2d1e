import { doctorAward } from '../../../model/points/award.ts'
import { systemActor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { AppError, isUnavailable } from '../../core/errors.ts'
import { CLOCK_LANE } from '../../deciding/clockEdges.ts'
import { decideAsSystem } from '../../deciding/engine.ts'
import type { Ending, Job } from '../../jobs/queue.ts'
import type { Run } from '../../jobs/runner.ts'
import { inEachTenant } from '../../jobs/schedule.ts'
import { readIn } from '../../records/readIn.ts'
import { givingProblem } from './awards.ts'
import { waitingAwards } from './waitingAwards.ts'

/** The kind of job that gives awards. */
export const DOCTOR_AWARDS = 'doctorAwards'

/** Awards given by one job, most: the next minute gives the next. */
const AWARDS_PER_JOB_MAX = 500

/** Each minute awards that wait are given. */
export const awardSchedule = inEachTenant({ id: DOCTOR_AWARDS, cron: '* * * * *' }, DOCTOR_AWARDS, (slot) => ({
  lane: CLOCK_LANE,
  key: `${DOCTOR_AWARDS}:${slot.toISOString()}`,
}))

/** Whether the platform has no points to give at all. */
const isShort = (context: ServerContext, tenantId: string): Promise<boolean> =>
  readIn(context, systemActor(tenantId, DOCTOR_AWARDS), async (work) => (await givingProblem(work, 1)) !== null)

/**
 * Gives awards of a tenant, each in a transaction of its own, the oldest first, until the platform is out of points: what is
 * left waits, and is no failure; one that is refused holds up none of the others. Each once, also where another instance gives
 * them too: it is a step of the award.
 */
export async function runAwards(context: ServerContext, job: Job, run: Run): Promise<Ending> {
  let done = 0
  for (const id of await waitingAwards(context, job.tenantId, AWARDS_PER_JOB_MAX)) {
    if (run.stopped()) return { state: 'later', after: 0 }
    try {
      await decideAsSystem(context, job.tenantId, {
        resource: doctorAward.id,
        transition: 'give',
        id,
        key: `give:${id}`,
      })
    } catch (e) {
      // more than the platform has, of a doctor who is no more, or taken by another instance
      if (isUnavailable(e) || !(e instanceof AppError)) throw e
      if (await isShort(context, job.tenantId)) break
      continue
    }
    done += 1
    run.progress(done, null)
  }
  run.progress(done, done)
  return { state: 'done' }
}
