import { ledgerCheck, type ledgerCheckLifecycle } from '../../../model/funds/ledgerCheck.ts'
import { NONE, type RulesOf } from '../../../model/language/lifecycle.ts'
import { statesOf } from '../../../model/language/states.ts'
import { AppError } from '../../core/errors.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

const { checkStatus } = statesOf(ledgerCheck)

/** The kind, lane and key of the jobs that check the ledgers: one open job a tenant. */
export const LEDGER_CHECK = 'ledgerCheck'

const CUT = '核对进程中断'

/** Runs that no job is at any more: their process ended each time. */
export async function endLeft(work: UnitOfWork, but: string | null): Promise<void> {
  const left = (await work.rows(ledgerCheck, { checkStatus: checkStatus.running }))
    .map((row) => row.id)
    .filter((id) => id !== but)
  if (left.length > 0) await work.step(ledgerCheck, left, 'fail', { remark: CUT })
}

/** Runs are exclusive: a second request is refused with the id and code of the running one (409). */
export const ledgerCheckRules: RulesOf<typeof ledgerCheck, typeof ledgerCheckLifecycle, UnitOfWork> = {
  run: {
    set: (_row, _ask, work) => ({ origin: 2, startedBy: work.actor.name.slice(0, 50), startTime: work.time }),
    effect: async (row, _ask, work) => {
      if (await work.queueJob(LEDGER_CHECK, { id: row.id }, LEDGER_CHECK)) {
        await endLeft(work, row.id)
        return undefined
      }
      const under = (await work.rows(ledgerCheck, { checkStatus: checkStatus.running })).find(
        (one) => one.id !== row.id,
      )
      throw new AppError(
        409,
        [
          `核对${under ? ` ${under.code} ` : ''}正在进行，请等待其结果`,
          `The check ${under ? `${under.code} ` : ''}is on its way; please wait for its result`,
        ],
        under ? { id: under.id, code: under.code } : null,
      )
    },
  },
  hold: NONE,
  find: NONE,
  fail: { set: (_row, ask) => ({ lastError: ask.remark }) },
  resolve: { set: (_row, ask) => ({ resolveRemark: ask.remark }) },
}
