import { reconciliationInfo } from '../../../../model/funds/reconciliation.ts'
import { suspenseEntry } from '../../../../model/funds/suspense.ts'
import { transferAccount } from '../../../../model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../../model/funds/units.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctorPayment } from '../../../../model/payment/orderDoctorPayment.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { fen, yuan } from '../../../../model/values/money.ts'
import { atTime, plusDays, plusSeconds, workdayAfter } from '../../values/times.ts'
import type { Company } from '../people/parties.ts'
import { nextQueryTomorrow } from '../stage/bankRequests.ts'
import { type Character, liveRows, type Stage, SYSTEM } from '../stage/stage.ts'
import { unitAccountOf, unitNoOf } from './bank.ts'

const { settlementStatus } = statesOf(settlementOrder)
const { paymentStatus } = statesOf(orderDoctorPayment)
const { transferStatus } = statesOf(transferAccount)

type Transfer = RowOf<typeof transferAccount>

/**
 * Returns of each kind: to be paid again, on their way again, paid again; in suspense, with its clearing proposed, cleared.
 */
const EACH = 3
const KINDS = 6

/** A transfer that comes back on a day, from a unit that was not compared on that day. */
interface Returned {
  readonly transfer: Transfer
  readonly unitNo: string
  readonly day: string
}

/** How many days after they were made the earliest come back. */
const AFTER = 2

/** The newest transfers of settled orders to doctors, each with a day on which it comes back. */
function chosen(stage: Stage, companies: readonly Company[]): readonly Returned[] {
  const settled = new Set(
    liveRows(stage, settlementOrder).flatMap((o) => (o.settlementStatus === settlementStatus.settled ? [o.id] : [])),
  )
  const late = new Set(
    liveRows(stage, orderDoctorPayment)
      .filter((p) => p.paymentStatus === paymentStatus.paid && settled.has(p.settlementOrderId ?? ''))
      .map((p) => p.id),
  )
  const units = new Map(companies.map((_, n) => [unitAccountOf(n), unitNoOf(n)]))
  const compared = new Set(liveRows(stage, reconciliationInfo).map((r) => `${r.accountNo} ${r.reconDate}`))
  const found: Returned[] = []
  const newest = liveRows(stage, transferAccount)
    .filter(
      (t) => t.transferStatus === transferStatus.succeeded && late.has(t.bizId ?? '') && units.has(t.payAccount ?? ''),
    )
    .sort((a, b) => (b.finishTime ?? '').localeCompare(a.finishTime ?? '') || b.id.localeCompare(a.id))
  for (const transfer of newest) {
    const unitNo = units.get(transfer.payAccount ?? '') ?? ''
    for (let day = plusDays(transfer.finishTime ?? '', AFTER); day < stage.today; day = plusDays(day, 1)) {
      if (compared.has(`${unitNo} ${day}`) || workdayAfter(day) !== day) continue
      compared.add(`${unitNo} ${day}`)
      found.push({ transfer, unitNo, day })
      break
    }
    if (found.length === KINDS * EACH) break
  }
  return found
}

/** Returned transfers, as the reconciliation of that day lists them; finance has not handled the newest yet. */
async function bounced(stage: Stage, finance: Character, of: Returned, handled: boolean): Promise<string> {
  const at = atTime(of.day, 16, 20)
  const { yurRef, amount, id } = of.transfer
  await stage.stepped(transferAccount, at, SYSTEM, id, 'bounce', { bankMsg: '退票：账户已注销' })
  await stage.stepped(transferAccount, at, SYSTEM, id, 'again.owe')
  const taskid = await stage.codeAt(reconciliationInfo, at, SYSTEM)
  const task = await stage.existing(reconciliationInfo, at, SYSTEM, { taskid, accountNo: of.unitNo, reconDate: of.day })
  await stage.stepped(reconciliationInfo, at, SYSTEM, task.id, 'bounced', {
    ourCount: 1,
    ourAmount: amount,
    diffCount: 1,
    diffAmount: amount,
    resultDetail: [{ yurRef, our: amount, bank: null, diffType: 4, handle: '', remark: '退票' }],
  })
  if (!handled) return at
  const then = plusSeconds(at, 1_800)
  stage.idAt(then)
  const [found] = liveRows(stage, reconciliationInfo, { taskid })
  await stage.as(finance).decide({
    resource: reconciliationInfo.id,
    transition: 'resolve',
    id: task.id,
    ask: { resultDetail: found?.resultDetail?.map((d) => ({ ...d, handle: '医生已更新账户，重新付款' })) },
  })
  return then
}

/** Returned transfers that are not paid again: in suspense (3), a use is proposed (4), a second person agrees (5). */
async function givenUp(
  stage: Stage,
  who: { readonly cashier: Character; readonly finance: Character; readonly second: Character },
  id: string,
  at: string,
  kind: number,
): Promise<void> {
  stage.idAt(plusSeconds(at, 300))
  const reason = '医生账户已注销，多次联系未果'
  await stage.as(who.cashier).decide({ resource: transferAccount.id, transition: 'toSuspense', id, ask: { reason } })
  const [entry] = liveRows(stage, suspenseEntry, { bizId: id })
  if (!entry || kind === 3) return
  const decide = (whom: Character, seconds: number, transition: string, ask: Readonly<Record<string, unknown>>) => {
    stage.idAt(plusSeconds(at, seconds))
    return stage.as(whom).decide({ resource: suspenseEntry.id, transition, id: entry.id, ask })
  }
  const clearing = { clearMode: 2, payeeName: entry.entrustedCompanyName, clearRemark: '退回企业原付款账户' }
  await decide(who.finance, 900, 'apply', clearing)
  if (kind === 5) await decide(who.second, 1_500, 'audit.pass', { paidSerialNo: `CMBR${entry.id.slice(-8)}` })
}

/**
 * Payments that came back after their order was settled (3.14): some wait for finance, others are paid once more, the
 * first of these with success, and some are given up and in suspense. The units have what is not paid again.
 */
export async function addLateReturns(
  stage: Stage,
  who: { readonly cashier: Character; readonly finance: Character; readonly second: Character },
  companies: readonly Company[],
): Promise<void> {
  for (const [n, of] of chosen(stage, companies).entries()) {
    const kind = n % KINDS
    const at = await bounced(stage, who.finance, of, kind > 0)
    const { id, yurRef, finishTime: _finished, ...before } = of.transfer
    if (kind !== 2)
      await stage.as(who.cashier).load(async (work) => {
        const unit = await work.any(tradingManagerInfo, { unitNo: of.unitNo })
        if (!unit) throw new Error(`there is no unit ${of.unitNo}`)
        await work.lock(tradingManagerInfo, [unit.id])
        await work.update(tradingManagerInfo, unit.id, {
          balance: yuan(fen(unit.balance ?? '0') + fen(of.transfer.amount ?? '0')),
        })
      })
    if (kind === 0) continue
    if (kind > 2) {
      await givenUp(stage, who, id, at, kind)
      continue
    }
    const sent = plusSeconds(at, 600)
    const paid = plusSeconds(sent, 90)
    await stage.stepped(transferAccount, sent, who.cashier, id, 'payAgain')
    const { bizType, bizId, bizCode, payAccount, payeeName, payeeAccount, payeeBankNo, amount, purpose } = before
    const again = await stage.existing(transferAccount, sent, who.cashier, {
      ...{ bizType, bizId, bizCode, payAccount, payeeName, payeeAccount, payeeBankNo, amount, purpose },
      yurRef: `${yurRef ?? ''}A`,
      againOfId: id,
      bankSerialNo: kind === 2 ? `CMB${(yurRef ?? '').slice(2)}A` : null,
      submitTime: sent,
      finishTime: kind === 2 ? paid : null,
      queryCount: kind === 2 ? 1 : 0,
      nextQueryTime: kind === 2 ? null : nextQueryTomorrow(stage),
    })
    await stage.stepped(transferAccount, plusSeconds(sent, 2), SYSTEM, again.id, 'process')
    if (kind < 2) continue
    await stage.stepped(transferAccount, paid, SYSTEM, again.id, 'succeed')
    await stage.stepped(transferAccount, paid, SYSTEM, id, 'again.paid')
  }
}
