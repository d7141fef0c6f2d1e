import { cmbBank } from '../../../model/funds/cmbBank.ts'
import { tradingManagerInfo, type tradingManagerInfoLifecycle } from '../../../model/funds/units.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import { statesOf } from '../../../model/language/states.ts'
import type { Label } from '../../../model/values/label.ts'
import { yurRefOf } from '../../writing/requests.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { reasonOf } from '../people/esignAnswers.ts'
import { PLATFORM, type Unit } from './ledger/units.ts'

const { unitStatus } = statesOf(tradingManagerInfo)

type Rules = RulesOf<typeof tradingManagerInfo, typeof tradingManagerInfoLifecycle, UnitOfWork>

/**
 * Reason why no unit of the platform is requested: one exists or is being opened. The index `one_platform_key` refuses
 * concurrent requests.
 */
async function openingProblem(work: UnitOfWork, unit: Unit): Promise<Label | null> {
  const live = await work.rows(tradingManagerInfo, { holderType: PLATFORM, unitStatus: { not: 3 } })
  const other = live.find(({ id }) => id !== unit.id)
  if (!other) return null
  const called = other.unitNo || other.unitName || ''
  return other.unitStatus === unitStatus.normal
    ? [`平台已有子单元 ${called}`, `The platform has the unit ${called} already`]
    : [
        `平台子单元 ${called} 已在申请中，请在该记录上继续`,
        `The unit ${called} was asked for already: go on with that one`,
      ]
}

/** Guards and effects of 3.19 up to the opening: two people ask the bank for the platform's unit. */
export const unitOpeningRules: Pick<
  Rules,
  'open' | 'resubmit' | 'audit.pass' | 'audit.reject' | 'opened' | 'notOpened'
> = {
  open: {
    guard: (unit, _ask, work) => openingProblem(work, unit),
    set: (_unit, ask) => ({ ...ask, holderType: PLATFORM }),
  },
  resubmit: {
    guard: (unit, _ask, work) => openingProblem(work, unit),
    set: (_unit, ask) => ({ ...ask, openMsg: null }),
  },
  'audit.pass': {
    effect: async (unit, _ask, work) => {
      await work.intend(
        cmbBank,
        'unitOpen',
        { unitName: unit.unitName, holderName: unit.holderName, creditCode: unit.creditCode },
        yurRefOf(work, 'UO'),
        { of: tradingManagerInfo, id: unit.id, code: unit.unitName, done: 'opened', failed: 'notOpened' },
      )
      return undefined
    },
  },
  'audit.reject': { set: (_unit, ask) => ({ openMsg: ask.remark }) },
  opened: {
    set: (_unit, ask: { readonly unitNo?: string; readonly bankAccount?: string }, work) => ({
      unitNo: ask.unitNo,
      bankAccount: ask.bankAccount,
      openTime: work.time,
    }),
  },
  notOpened: { set: (_unit, ask: { readonly remark?: string | null }) => ({ openMsg: reasonOf(ask) }) },
}
