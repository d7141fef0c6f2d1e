import { cmbBank } from '../../../model/funds/cmbBank.ts'
import { tradingManagerInfo, type tradingManagerInfoLifecycle } from '../../../model/funds/units.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import { statesOf } from '../../../model/language/states.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import type { Label } from '../../../model/values/label.ts'
import { fen, readable } from '../../../model/values/money.ts'
import { yurRefOf } from '../../writing/requests.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { movingProblem } from './bank/stillMoving.ts'
import { accountOf } from './ledger/ledger.ts'
import { companyUnit, PLATFORM, type Unit } from './ledger/units.ts'
import { reconcileYesterday, yesterdayOf } from './reconciliation.ts'
import { unitOpeningRules } from './unitOpening.ts'

const { unitProgress } = statesOf(entrustedCompany)

/** Why a unit stays open: there is money in it, or its company's money would have no place. */
async function openProblem(work: UnitOfWork, unit: Unit): Promise<Label | null> {
  if (unit.holderType === PLATFORM)
    return ['平台子单元用于收取服务费，不能关闭', "Fees go to the platform's unit: it is never closed"]
  if (fen(unit.balance ?? '0') !== 0n)
    return [
      `子单元余额 ${readable(unit.balance)}，余额为零方可关闭`,
      `${readable(unit.balance)} is left in the unit: only an empty one is closed`,
    ]
  const companyId = unit.holderId
  if (!companyId) return null
  const account = await accountOf(work, companyId)
  if (fen(account?.balance ?? '0') !== 0n)
    return [
      `预存账户余额 ${readable(account?.balance)}，余额为零方可关闭`,
      `${readable(account?.balance)} is left in the prepaid account: it must be empty first`,
    ]
  const moving = await movingProblem(work, companyId)
  return moving && [`${moving[0]}，不能关闭`, `${moving[1]}: the unit stays open`]
}

/** Guards and effects of lifecycle 3.19: the bank opens and closes the unit, or says why not. */
export const unitRules: RulesOf<typeof tradingManagerInfo, typeof tradingManagerInfoLifecycle, UnitOfWork> = {
  ...unitOpeningRules,
  close: {
    lock: async (unit, work) => {
      const account = await accountOf(work, unit.holderId)
      return { entrustedAccount: account ? [account.id] : [] }
    },
    guard: (unit, _ask, work) => openProblem(work, unit),
    set: (_unit, ask) => ({ closeReason: ask.reason }),
    effect: async (unit, _ask, work) => {
      await work.intend(cmbBank, 'unitClose', { unitNo: unit.unitNo ?? '' }, yurRefOf(work, 'UC'), {
        of: tradingManagerInfo,
        id: unit.id,
        code: unit.unitNo,
        done: 'closed',
        failed: 'refused',
      })
      return undefined
    },
  },
  closed: {
    lock: async (unit) => ({ entrustedCompany: unit.holderId ? [unit.holderId] : [] }),
    set: (_unit, _ask, work) => ({ closeTime: work.time }),
    effect: async (unit, _ask, work) => {
      // the company may ask for another one
      if (unit.holderId && !(await companyUnit(work, unit.holderId)))
        await work.update(entrustedCompany, unit.holderId, { unitProgress: unitProgress.none })
      return undefined
    },
  },
  refused: { set: () => ({ closeReason: null }) },
  reconcile: {
    lock: async (unit, work) => ({ reconciliationInfo: await yesterdayOf(work, unit) }),
    effect: (unit, _ask, work) => reconcileYesterday(unit, work),
  },
}
