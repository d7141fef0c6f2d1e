import { ledgerCheck } from '../../model/funds/ledgerCheck.ts'
import { statesOf } from '../../model/language/states.ts'
import { systemActor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import type { Tx } from '../core/database.ts'
import { isUnavailable } from '../core/errors.ts'
import { systemStep } from '../deciding/decideIn.ts'
import { endLeft, LEDGER_CHECK } from '../domains/funds/ledgerCheck.ts'
import type { Ending, Job } from '../jobs/queue.ts'
import type { Run } from '../jobs/runner.ts'
import { inEachTenant } from '../jobs/schedule.ts'
import { SqlUnitOfWork } from '../writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'
import { type Verified, verifyTenant } from './verify.ts'

const { checkStatus } = statesOf(ledgerCheck)

/** At night each tenant's ledgers are checked; of a check that was missed one is made up for. */
export const ledgerSchedule = inEachTenant({ id: LEDGER_CHECK, cron: '41 2 * * *' }, LEDGER_CHECK, () => ({
  key: LEDGER_CHECK,
}))

/** Writes of the system in a transaction of a tenant, recorded in history and trail. */
const bySystem = <T>(context: ServerContext, job: Job, fn: (work: UnitOfWork, tx: Tx) => Promise<T>): Promise<T> =>
  context.db.transaction({ tenantId: job.tenantId }, async (tx) => {
    const work = new SqlUnitOfWork(context, systemActor(job.tenantId, `${LEDGER_CHECK}:${job.id}`), tx, systemStep)
    const answer = await fn(work, tx)
    await work.flush()
    return answer
  })

/** The run that a job is for: the one that was asked for, or a new one at night. */
async function runOf(work: UnitOfWork, job: Job): Promise<string> {
  const requested = typeof job.payload.id === 'string' ? job.payload.id : null
  await endLeft(work, requested)
  if (requested) return requested
  const code = await work.code(ledgerCheck)
  return (await work.insert(ledgerCheck, { code, origin: 1, startedBy: '系统', startTime: work.time })).id
}

/** Ids of the first records that break a promise. */
const firstOf = ({ violations }: Verified): string => violations.flatMap((row) => row.id ?? []).join(',')

/** Keeps what a run found; of violations administrators are told, and finance has to say what became of them. */
async function keep(work: UnitOfWork, id: string, all: readonly Verified[], spendTime: number): Promise<void> {
  const [run] = await work.lock(ledgerCheck, [id])
  // another process was quicker
  if (run?.checkStatus !== checkStatus.running) return
  const wrong = all.filter((v) => v.count > 0)
  const violationCount = wrong.reduce((n, v) => n + v.count, 0)
  await work.step(ledgerCheck, id, wrong.length > 0 ? 'find' : 'hold')
  await work.amend(ledgerCheck, id, {
    spendTime,
    statementCount: all.length,
    brokenCount: wrong.length,
    violationCount,
    results: all.map((v) => ({
      invariant: v.id,
      violations: v.count,
      spendTime: Math.round(v.ms),
      ids: firstOf(v),
    })),
  })
  if (wrong.length === 0) return
  const named = wrong.map((v) => v.id).join('、')
  await work.alert({
    kind: 'ledgerBroken',
    subject: String(run.code ?? id),
    detail: [
      `资金核对 ${run.code} 发现 ${violationCount} 处违规：${named}`,
      `The ledger check ${run.code} found ${violationCount} violations: ${named}`,
    ],
  })
}

/** Checks everything that is promised of a tenant's money, and keeps what was found. */
export async function runLedgerCheck(context: ServerContext, job: Job, run: Run): Promise<Ending> {
  const id = await bySystem(context, job, (work) => runOf(work, job))
  const from = performance.now()
  try {
    const all = await verifyTenant(context.db, job.tenantId, run)
    if (all === null) return { state: 'later', after: 0 }
    await bySystem(context, job, (work) => keep(work, id, all, Math.round(performance.now() - from)))
    return { state: 'done' }
  } catch (e) {
    if (isUnavailable(e)) throw e
    const remark = (e instanceof Error ? e.message : String(e)).slice(0, 500)
    await bySystem(context, job, (work) => work.step(ledgerCheck, id, 'fail', { remark }))
    return { state: 'error', error: remark, final: true }
  }
}
