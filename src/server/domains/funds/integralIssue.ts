import { integralAccount } from '../../../model/funds/integral.ts'
import { integralIssue, type integralIssueLifecycle } from '../../../model/funds/integralIssue.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { issueToPlatform, platformPointsOf } from './ledger/pointsLedger.ts'

const { accountStatus } = statesOf(integralAccount)

type Issue = RowOf<typeof integralIssue>

const reviewed = (remark: string | null | undefined, work: UnitOfWork): Partial<Issue> => ({
  reviewUserName: work.actor.name.slice(0, 50),
  reviewTime: work.time,
  reviewRemark: remark ?? null,
})

/** An approved issue goes to the points account of the platform. */
export const integralIssueRules: RulesOf<typeof integralIssue, typeof integralIssueLifecycle, UnitOfWork> = {
  'audit.pass': {
    lock: (_row, work) => platformPointsOf(work),
    guard: async (_row, _ask, work) =>
      (await work.rows(integralAccount, { holderType: 2 })).some(
        (account) => account.accountStatus !== accountStatus.normal,
      )
        ? ['平台积分账户已冻结或销户，不能发行', 'The points account of the platform is frozen or closed']
        : null,
    set: (_row, ask, work) => reviewed(ask.reviewRemark, work),
    effect: async (row, _ask, work) => {
      await issueToPlatform(work, row.points ?? 0, { type: integralIssue.id, id: row.id, code: row.code })
      return undefined
    },
  },
  'audit.reject': { set: (_row, ask, work) => reviewed(ask.reviewRemark, work) },
}
