import { dmanInternalTransfer, transferAccount } from '../../../../model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../../model/funds/units.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { entrustedTaxPaymentOrder, platServiceFee } from '../../../../model/payment/payments.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { fen, yuan } from '../../../../model/values/money.ts'
import { moneySettlement } from '../../../domains/settlement/moneySettlement.ts'
import { pointsSettlement } from '../../../domains/settlement/pointsSettlement.ts'
import type { Settlement, SettlementFee } from '../../../domains/settlement/settlement.ts'
import { bankAccountOf, creditCodeOf } from '../../values/numbers.ts'
import { atTime, plusDays, plusSeconds, workdayBefore } from '../../values/times.ts'
import type { Company, Partner } from '../people/parties.ts'
import { addUnanswered, nextQueryTomorrow, unitAnswered } from '../stage/bankRequests.ts'
import { type Character, liveRows, type Stage, SYSTEM } from '../stage/stage.ts'

const { taxPayStatus } = statesOf(entrustedTaxPaymentOrder)
const { feeStatus } = statesOf(platServiceFee)
const { settlementStatus } = statesOf(settlementOrder)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { unitStatus } = statesOf(tradingManagerInfo)
const { transferStatus: transferStates } = statesOf(dmanInternalTransfer)
const { transferStatus: passedStatus } = statesOf(transferAccount)

type Transfer = RowOf<typeof dmanInternalTransfer>

/** The bank account of the sub-unit of the `n`-th company. */
export const unitAccountOf = (n: number): string => bankAccountOf(700_000 + n)
export const unitNoOf = (n: number): string => `DM${String(1000 + n)}`
const PLATFORM = { unitNo: 'DM0001', unitName: '平台服务费子单元' }

/** Transfer state of a tax payment, by the payment's state. */
const TAX_TRANSFERS: Readonly<Record<number, 1 | 2 | 3>> = { 2: 1, 3: 2, 4: 3 }

/** Taxes that were passed on, each by a transfer of its own; a few are on their way or came back. */
export async function addTaxTransfers(
  stage: Stage,
  who: Character,
  companies: readonly Company[],
  fiscal: readonly Partner[],
) {
  const paid = liveRows(stage, entrustedTaxPaymentOrder).filter(
    (t) => TAX_TRANSFERS[t.taxPayStatus ?? taxPayStatus.toFix] && fen(t.amount ?? '0') > 0n,
  )
  for (const [i, t] of paid.entries()) {
    const payee = fiscal.find((f) => f.id === t.fiscalTaxId)
    const at = t.payTime ?? t.updateTime
    const transferStatus = TAX_TRANSFERS[t.taxPayStatus ?? taxPayStatus.toFix] ?? 2
    const submitTime = plusSeconds(at, -600)
    const yurRef = `YT${at.slice(0, 10).replaceAll('-', '')}${String(i).padStart(6, '0')}`
    const { id } = await stage.existing(transferAccount, submitTime, who, {
      yurRef,
      bizType: 'entrustedTaxPaymentOrder',
      bizId: t.id,
      bizCode: t.code,
      payAccount: unitAccountOf(companies.findIndex((c) => c.id === t.entrustedCompanyId)),
      payeeName: t.fiscalTaxName,
      payeeAccount: payee?.bankAccount,
      amount: t.amount,
      purpose: `代扣税款 ${t.taxMonth ?? ''}`,
      bankSerialNo: transferStatus === passedStatus.succeeded ? `CMB${yurRef.slice(2)}T` : null,
      bankMsg: transferStatus === passedStatus.failed ? '收款户名不符' : null,
      submitTime,
      finishTime: transferStatus === passedStatus.processing ? null : at,
      queryCount: 1,
      nextQueryTime: transferStatus === passedStatus.processing ? nextQueryTomorrow(stage) : null,
    })
    await stage.stepped(transferAccount, plusSeconds(submitTime, 2), SYSTEM, id, 'process')
    if (transferStatus !== passedStatus.processing)
      await stage.stepped(
        transferAccount,
        at,
        SYSTEM,
        id,
        transferStatus === passedStatus.succeeded ? 'succeed' : 'fail',
      )
  }
}

/** States of the fees of orders that are not settled yet: on its way, failed, or only written down. */
const OPEN_FEES = [1, 3, 0] as const

/** Transfers of the platform's fee between sub-units; some failed before, some are on their way. */
export async function addFeeTransfers(
  stage: Stage,
  who: Character,
  companies: readonly Company[],
  settlement: Settlement,
  reference: string,
): Promise<void> {
  const fees = liveRows(stage, settlement.fee).filter((fee) => fen(fee.feeAmount ?? '0') > 0n)
  const orders = new Map(liveRows(stage, settlement.order).map((o) => [o.id, o.settlementStatus]))
  let count = 0
  const transfer = async (fee: SettlementFee, at: string, transferStatus: Transfer['transferStatus']) => {
    const n = companies.findIndex((c) => c.id === fee.entrustedCompanyId)
    count += 1
    const over = transferStatus === transferStates.succeeded || transferStatus === transferStates.failed
    const yurRef = `${reference}${at.slice(0, 10).replaceAll('-', '')}${String(count).padStart(6, '0')}`
    const made = await stage.existingWithCode(settlement.move, at, who, {
      yurRef: transferStatus === transferStates.pending ? null : yurRef,
      platServiceFeeId: fee.id,
      platServiceFeeCode: fee.code,
      outUnitNo: unitNoOf(n),
      outUnitName: `${fee.entrustedCompanyName ?? ''}子单元`,
      inUnitNo: PLATFORM.unitNo,
      inUnitName: PLATFORM.unitName,
      amount: fee.feeAmount ?? '0.00',
      bankMsg: transferStatus === transferStates.failed ? '子单元余额不足' : null,
      finishTime: over ? plusSeconds(at, 90) : null,
    })
    const { id } = made
    if (transferStatus !== transferStates.pending)
      await stage.stepped(settlement.move, plusSeconds(at, 1), SYSTEM, id, 'send')
    if (transferStatus === transferStates.processing)
      await addUnanswered(
        stage,
        plusSeconds(at, 2),
        'internalTransfer',
        { outUnitNo: unitNoOf(n), inUnitNo: PLATFORM.unitNo, amount: fee.feeAmount ?? '0.00' },
        yurRef,
        { of: settlement.move, id, code: made.code, done: 'succeed', failed: 'fail' },
      )
    if (over)
      await stage.stepped(
        settlement.move,
        plusSeconds(at, 90),
        SYSTEM,
        id,
        transferStatus === transferStates.succeeded ? 'succeed' : 'fail',
      )
  }
  const last = workdayBefore(plusDays(stage.today, -1))
  let nth = 0
  for (const fee of fees) {
    if (fee.feeStatus === feeStatus.transferred) {
      const at = plusSeconds(fee.transferTime ?? '', -90)
      if (nth % 7 === 3) await transfer(fee, plusSeconds(at, -7200), 3)
      await transfer(fee, at, 2)
      nth += 1
    } else if (orders.get(fee.settlementOrderId ?? '') === 5 && nth++ % 3 !== 2) {
      const status = OPEN_FEES[count % OPEN_FEES.length] ?? 0
      await transfer(fee, atTime(last, 15, count % 60), status)
      if (status === 0) continue
      await stage.stepped(settlement.fee, atTime(last, 15, count % 60), who, fee.id, 'transfer')
      if (status === 3) await stage.stepped(settlement.fee, atTime(last, 16, count % 60), SYSTEM, fee.id, 'fail')
    }
  }
}

/** Outgoing amounts of a company's unit: to doctors, as taxes and as fees (INV-22), fees of points too. */
function spentOf(stage: Stage, companyId: string): bigint {
  let spent = 0n
  for (const o of liveRows(stage, settlementOrder, { entrustedCompanyId: companyId })) {
    if (o.settlementStatus !== settlementStatus.paid && o.settlementStatus !== settlementStatus.settled) continue
    for (const l of liveRows(stage, orderDoctorSettlement, { settlementOrderId: o.id }))
      if (l.settleStatus === settleStatus.paid) spent += fen(l.netAmount ?? '0')
    for (const t of liveRows(stage, entrustedTaxPaymentOrder, { settlementOrderId: o.id }))
      if (t.taxPayStatus === taxPayStatus.paid) spent += fen(t.amount ?? '0')
  }
  for (const settlement of [moneySettlement, pointsSettlement])
    for (const fee of liveRows(stage, settlement.fee, { entrustedCompanyId: companyId }))
      if (fee.feeStatus === feeStatus.transferred) spent += fen(fee.feeAmount ?? '0')
  return spent
}

const openedAt = (c: Company, n: number): string => atTime(plusDays(c.createTime, 8), 14, n)

/** The bank opens the units of companies that work, each before anything is paid in. */
export async function openUnits(stage: Stage, companies: readonly Company[]): Promise<void> {
  for (const [n, c] of companies.entries())
    await unitAnswered(stage, openedAt(c, n), c.id, { unitNo: unitNoOf(n), bankAccount: unitAccountOf(n) })
}

/** Unit of the platform: requested by finance, checked by a second person of finance, opened by the bank. */
export async function openPlatformUnit(
  stage: Stage,
  at: string,
  { finance, second }: { readonly finance: Character; readonly second: Character },
): Promise<void> {
  stage.idAt(at)
  const [unit] = await stage.as(finance).decideAll({
    resource: tradingManagerInfo.id,
    transition: 'open',
    ids: [],
    ask: { holderName: '医联结算平台', creditCode: creditCodeOf(8_999), unitName: PLATFORM.unitName },
  })
  if (!unit) throw new Error('no unit of the platform was asked for')
  await stage.decided(tradingManagerInfo, plusSeconds(at, 1800), second, unit.id, 'audit.pass')
  const answer = { unitNo: PLATFORM.unitNo, bankAccount: bankAccountOf(690_000) }
  await unitAnswered(stage, plusSeconds(at, 3600), unit.id, answer, tradingManagerInfo)
}

/** Sets the balance of a unit to what came of everything that went in and out. */
async function balanced(stage: Stage, who: Character, unitNo: string, balanceOf: (was: bigint) => bigint) {
  await stage.as(who).load(async (work) => {
    const unit = await work.any(tradingManagerInfo, { unitNo })
    if (!unit) throw new Error(`there is no unit ${unitNo}`)
    await work.lock(tradingManagerInfo, [unit.id])
    await work.update(tradingManagerInfo, unit.id, { balance: yuan(balanceOf(fen(unit.balance ?? '0'))) })
  })
}

/**
 * Fees that came in are in the platform's unit, what companies paid out has left theirs. The other sub-units: those of taxes,
 * and earlier ones of companies, closed or being closed.
 */
export async function addUnits(
  stage: Stage,
  who: Character,
  parties: { readonly companies: readonly Company[]; readonly working: number; readonly fiscal: readonly Partner[] },
  since: string,
): Promise<void> {
  const unit = (at: string, values: Partial<RowOf<typeof tradingManagerInfo>>) =>
    stage.existing(tradingManagerInfo, at, who, { openTime: at, unitStatus: unitStatus.normal, ...values })
  const moved = [...liveRows(stage, moneySettlement.move), ...liveRows(stage, pointsSettlement.move)].filter(
    (t) => t.transferStatus === transferStates.succeeded,
  )
  const brought = moved.reduce((sum, t) => sum + fen(t.amount), 0n)
  await balanced(stage, who, PLATFORM.unitNo, () => brought)
  for (const [i, f] of parties.fiscal.entries())
    await unit(atTime(plusDays(since, 2), 11, i), {
      unitNo: `DM01${String(i + 1).padStart(2, '0')}`,
      unitName: `${f.name}税款子单元`,
      holderType: 3,
      holderName: f.name,
      bankAccount: bankAccountOf(690_010 + i),
    })
  for (const [n, c] of parties.companies.slice(0, parties.working).entries()) {
    const opened = openedAt(c, n)
    const holder = { holderType: 1, holderId: c.id, holderName: c.name } as const
    await balanced(stage, who, unitNoOf(n), (was) => was - spentOf(stage, c.id))
    if (n >= 6) continue
    // the unit that it had before
    const closing = n % 2 === 1
    const closed = atTime(workdayBefore(plusDays(stage.today, -40 - n)), 11)
    const { id } = await unit(plusSeconds(opened, -86_400), {
      unitNo: `DM9${String(100 + n)}`,
      unitName: `${c.name}旧子单元`,
      ...holder,
      bankAccount: bankAccountOf(710_000 + n),
      closeTime: closing ? null : closed,
      closeReason: '更换子单元',
    })
    await stage.stepped(tradingManagerInfo, plusSeconds(closed, -3_600), who, id, 'close')
    if (!closing) await stage.stepped(tradingManagerInfo, closed, SYSTEM, id, 'closed')
    else
      await addUnanswered(
        stage,
        plusSeconds(closed, -3_590),
        'unitClose',
        { unitNo: `DM9${String(100 + n)}` },
        `UC${id}`,
        { of: tradingManagerInfo, id, code: `DM9${String(100 + n)}`, done: 'closed', failed: 'refused' },
      )
  }
}
