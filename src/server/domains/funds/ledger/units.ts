import { handleApply } from '../../../../model/funds/handle.ts'
import { handleApplyInfo } from '../../../../model/funds/handleInfo.ts'
import { transferAccount } from '../../../../model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../../model/funds/units.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { entrustedTaxPaymentOrder, platServiceFee } from '../../../../model/payment/payments.ts'
import { platServiceFeePoint } from '../../../../model/payment/platServiceFeePoint.ts'
import type { Label } from '../../../../model/values/label.ts'
import { fen, readable, yuan } from '../../../../model/values/money.ts'
import { AppError } from '../../../core/errors.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { finder } from './found.ts'

const { unitStatus } = statesOf(tradingManagerInfo)
const { handleStatus } = statesOf(handleApply)
const { againStatus, transferStatus } = statesOf(transferAccount)
const { infoStatus } = statesOf(handleApplyInfo)
const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)
const { feeStatus } = statesOf(platServiceFee)

export type Unit = RowOf<typeof tradingManagerInfo>

/** Whether a unit is the one that a company's money is in. */
const isOf = (unit: Unit, companyId: string): boolean =>
  unit.holderType === 1 && unit.holderId === companyId && unit.unitStatus === unitStatus.normal

const found = finder(tradingManagerInfo, isOf, (companyId) => ({
  holderType: 1,
  holderId: companyId,
  unitStatus: unitStatus.normal,
}))

/** The sub-unit that a company's money is in; null where it has none in use. */
export const companyUnit = (work: UnitOfWork, companyId: string | null): Promise<Unit | null> =>
  companyId ? found(work, companyId) : Promise.resolve(null)

/** The kind of holder that the platform is. */
export const PLATFORM = 2

/** The sub-unit of the platform; null where it has none in use. */
export const platformUnit = (work: UnitOfWork): Promise<Unit | null> =>
  work.any(tradingManagerInfo, { holderType: PLATFORM, unitStatus: unitStatus.normal })

/** Ids of a company's unit, for `lock`. */
export const unitIds = async (work: UnitOfWork, companyId: string | null): Promise<string[]> => {
  const unit = await companyUnit(work, companyId)
  return unit ? [unit.id] : []
}

/** Amount of requests to the bank to pay out of a company's unit that it has not answered yet, fen. */
export async function onItsWay(work: UnitOfWork, entrustedCompanyId: string): Promise<bigint> {
  const [batches, again, unit] = await Promise.all([
    work.rows(handleApply, { entrustedCompanyId, handleStatus: [handleStatus.approving, handleStatus.processing] }),
    work.rows(transferAccount, { againStatus: againStatus.onItsWay }),
    companyUnit(work, entrustedCompanyId),
  ])
  const sums = await work.sums([
    {
      of: handleApplyInfo,
      fields: ['amount'],
      where: { handleApplyId: batches.map((b) => b.id), infoStatus: [infoStatus.pending, infoStatus.processing] },
    },
    {
      of: entrustedTaxPaymentOrder,
      fields: ['amount'],
      where: { entrustedCompanyId, taxPayStatus: taxPayStatus.paying },
    },
    {
      of: transferAccount,
      fields: ['amount'],
      where: {
        againOfId: again.map((t) => t.id),
        transferStatus: [transferStatus.accepted, transferStatus.processing],
        payAccount: unit?.bankAccount ?? '',
      },
    },
    { of: platServiceFee, fields: ['feeAmount'], where: { entrustedCompanyId, feeStatus: feeStatus.transferring } },
    {
      of: platServiceFeePoint,
      fields: ['feeAmount'],
      where: { entrustedCompanyId, feeStatus: feeStatus.transferring },
    },
  ])
  return sums.reduce((all, [found]) => all + fen(found?.sums.amount ?? found?.sums.feeAmount ?? '0'), 0n)
}

/**
 * Reason why an amount cannot be moved out of a company's unit: amounts under way count as spent, so that concurrent
 * moves never exceed the balance. Called with the unit locked.
 */
export async function unitShort(work: UnitOfWork, companyId: string | null, amount: bigint): Promise<Label | null> {
  const unit = await companyUnit(work, companyId)
  if (!unit || !companyId) return ['该企业没有正常的交易管家子单元', 'This company has no trading-manager unit in use']
  if (amount === 0n) return null
  const left = fen(unit.balance ?? '0') - (await onItsWay(work, companyId))
  if (left >= amount) return null
  const [has, needs] = [readable(yuan(left)), readable(yuan(amount))]
  return [`子单元可用余额 ${has}，不足以支付 ${needs}`, `Only ${has} is available in the sub-unit; ${needs} is needed`]
}

/** Moves the balance of a locked unit by an amount, which may be negative. A unit is never below nothing. */
export async function moveUnit(work: UnitOfWork, unitId: string, by: bigint): Promise<void> {
  const unit = await work.row(tradingManagerInfo, unitId)
  if (!unit) throw new AppError(409, ['交易管家子单元不存在', 'There is no such trading-manager unit'])
  const balance = fen(unit.balance ?? '0') + by
  if (balance < 0n)
    throw new AppError(409, [
      `子单元 ${unit.unitNo ?? ''} 余额不足，不能入账`,
      `Sub-unit ${unit.unitNo ?? ''} has too little for this posting`,
    ])
  await work.update(tradingManagerInfo, unitId, { balance: yuan(balance) })
}
