import { orderDoctorPaymentPoint } from '../../../model/funds/payments.ts'
import { dmanInternalTransferPoint } from '../../../model/funds/transfers.ts'
import { fen, yuan } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { platServiceFeePoint } from '../../../model/settlement/platServiceFeePoint.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import { personOf } from '../../modules/settlement/personOf.ts'
import { plusSeconds } from '../times.ts'
import { PLATFORM, unitNoOf } from './bank.ts'
import type { Company } from './parties.ts'
import { type Character, liveRows, type Stage } from './stage.ts'

type Line = RowOf<typeof orderDoctorSettlementPoint>
type Payment = RowOf<typeof orderDoctorPaymentPoint>['paymentStatus']

/** Who applies for payments and reviews them, and who transfers fees. */
export interface PointPayers {
  readonly operations: Character
  readonly reviewer: Character
  readonly cashier: Character
}

/** What the payment of a line has come to, by the line's state; the `n`-th of its kind. None where nobody applied. */
const paymentOf = (line: Line, n: number): Payment | null => {
  if (line.settleStatus === 3) return 4
  if (line.settleStatus === 2) return n % 2 === 0 ? 0 : 6
  // who was rejected may be applied for again
  return line.settleStatus === 1 && n % 2 === 0 ? 2 : null
}

/** Payments of points that doctors were granted: there is no bank between review and doctor (3.15). */
async function payDoctors(stage: Stage, { operations, reviewer }: PointPayers): Promise<void> {
  const met = new Map<number, number>()
  for (const line of liveRows(stage, orderDoctorSettlementPoint)) {
    const state = line.settleStatus ?? 0
    const n = met.get(state) ?? 0
    met.set(state, n + 1)
    const status = paymentOf(line, n)
    if (status === null) continue
    const at = line.payTime ?? line.createTime
    const [applied, reviewed] = [plusSeconds(at, -5400), plusSeconds(at, -1800)]
    const decided = status === 4 || status === 2
    await stage.bornWithCode(orderDoctorPaymentPoint, applied, operations, {
      orderDoctorSettlementId: line.id,
      orderDoctorSettlementCode: line.code,
      settlementOrderId: line.settlementOrderId,
      settlementOrderCode: line.settlementOrderCode,
      entrustedCompanyId: line.entrustedCompanyId,
      entrustedCompanyName: line.entrustedCompanyName,
      socialCreditCode: line.socialCreditCode,
      ...personOf(line),
      pointAmount: line.pointAmount,
      pointCost: line.pointCost,
      platformFee: line.platformFee,
      channel: 3,
      paymentStatus: status,
      freezeReason: status === 6 ? '医生身份待核实' : null,
      applyUserName: operations.name,
      applyTime: applied,
      approvalStatus: status === 4 ? 1 : status === 2 ? 2 : 0,
      approvalOfficer: decided ? reviewer.name : null,
      approvalDate: decided ? reviewed : null,
      approvalRemark: status === 2 ? '活动验收材料不完整' : null,
      payTime: status === 4 ? at : null,
    })
  }
}

/** Where the fee of a paid order stands in turn while its points are not all granted. */
const FEES = [1, 3, 0] as const

/** Fees of orders in points that were settled, with the transfers between sub-units that they went by (3.18). */
async function transferFees(stage: Stage, { cashier }: PointPayers, companies: readonly Company[]): Promise<void> {
  const orders = liveRows(stage, settlementOrderPoint).filter((o) => [4, 5, 6].includes(o.settlementStatus ?? 0))
  let open = 0
  let count = 0
  for (const order of orders) {
    const n = companies.findIndex((c) => c.id === order.entrustedCompanyId)
    const company = companies[n]
    const { settlementStatus } = order
    const lines = liveRows(stage, orderDoctorSettlementPoint, { settlementOrderId: order.id })
    const voided = lines.filter((l) => l.settleStatus === 9)
    const less = (total: string | null, part: (l: Line) => string | null) =>
      fen(total ?? '0') - voided.reduce((sum, l) => sum + fen(part(l) ?? '0'), 0n)
    const base = less(order.doctorAmount, (l) => l.pointCost)
    const amount = yuan(base + less(order.platformAmount, (l) => l.platformFee))
    const feeStatus = settlementStatus === 6 ? 2 : settlementStatus === 5 ? (FEES[open++ % FEES.length] ?? 0) : 0
    const at = plusSeconds(order.createTime, 9_000)
    const fee = await stage.bornWithCode(platServiceFeePoint, at, cashier, {
      settlementOrderId: order.id,
      settlementOrderCode: order.code,
      entrustedCompanyId: order.entrustedCompanyId,
      entrustedCompanyName: order.entrustedCompanyName,
      socialCreditCode: order.socialCreditCode,
      feeRate: company?.platformFeeRate ?? '0.000000',
      baseAmount: yuan(base),
      feeAmount: amount,
      feeStatus,
      transferTime: feeStatus === 2 ? plusSeconds(at, 90) : null,
    })
    if (settlementStatus === 4) continue
    count += 1
    await stage.bornWithCode(dmanInternalTransferPoint, at, cashier, {
      yurRef: feeStatus === 0 ? null : `YP${at.slice(0, 10).replaceAll('-', '')}${String(count).padStart(6, '0')}`,
      platServiceFeeId: fee.id,
      platServiceFeeCode: fee.code,
      outUnitNo: unitNoOf(n),
      outUnitName: `${order.entrustedCompanyName ?? ''}子单元`,
      inUnitNo: PLATFORM.unitNo,
      inUnitName: PLATFORM.unitName,
      amount,
      transferStatus: feeStatus,
      bankMsg: feeStatus === 3 ? '子单元余额不足' : null,
      finishTime: feeStatus >= 2 ? plusSeconds(at, 90) : null,
    })
  }
}

/** What became of orders in points once they were settled: payments of the doctors, and what the platform takes. */
export async function addPointPayouts(stage: Stage, who: PointPayers, companies: readonly Company[]): Promise<void> {
  await payDoctors(stage, who)
  await transferFees(stage, who, companies)
}
