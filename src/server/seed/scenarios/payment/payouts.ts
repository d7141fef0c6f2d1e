import { statesOf } from '../../../../model/language/states.ts'
import { servicePaymentOrder } from '../../../../model/payment/payments.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { feeOf } from '../../../domains/payment/paymentOf.ts'
import { moneySettlement } from '../../../domains/settlement/moneySettlement.ts'
import { linesApproved, linesReleased, linesStepped, lockOrder, paidOut } from '../../../domains/settlement/outcomes.ts'
import { plusDays } from '../../values/times.ts'
import type { Doctor } from '../people/parties.ts'
import { liveRows, type Stage } from '../stage/stage.ts'
import { ENDS, type Line, type Order, OUTCOMES, type Outcome } from './payoutOutcomes.ts'
import { type Payers, Payouts, timesOf } from './payoutRecords.ts'

const { settleStatus: settleStates } = statesOf(orderDoctorSettlement)
const { settlementStatus } = statesOf(settlementOrder)

/** How many doctors are paid in part. */
const PARTS = 4

const byPayTime = (lines: readonly Line[]): Line[][] => {
  const groups = new Map<string, Line[]>()
  for (const line of lines) {
    const key = line.payTime ?? ''
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return [...groups.values()]
}

/** Taxes with which lines were reviewed, by line id, where they were released since: their payments keep them. */
type Reviewed = Map<string, ReturnType<typeof feeOf>>

/** Sum of a doctor's open lines of an order; marks the lines, and fixes their taxes where finance approved them. */
async function open(
  stage: Stage,
  who: Payers,
  {
    order,
    doctorId,
    outcome,
    at,
  }: { readonly order: Order; readonly doctorId: string; readonly outcome: Outcome; readonly at: string },
  reviewed: Reviewed,
): Promise<void> {
  if (outcome === 'payable') return
  const { line: settleStatus, fixed } = ENDS[outcome]
  if (settleStatus === undefined) return
  stage.agenda.at(at, () =>
    stage.as(who.cashier).work(async (work) => {
      await lockOrder(work, moneySettlement, order.id)
      const lines = (await work.rows(orderDoctorSettlement, { settlementOrderId: order.id, doctorId })).filter(
        (l) => l.settleStatus === settleStates.payable,
      )
      const blackFlag = (await work.row(authenticationDoctor, doctorId))?.blackStatus === 1 ? 1 : 0
      await linesStepped(
        work,
        moneySettlement,
        'applyForPayment',
        lines.map((l) => ({ id: l.id, ...(fixed ? {} : { blackFlag }) })),
      )
      const first = outcome === 'partly' ? lines.slice(0, 1) : []
      const rest = lines.slice(first.length)
      if (first.length > 0) await paidOut(work, order.id, first)
      if (fixed && rest.length > 0) await linesApproved(work, order.id, rest)
      if (settleStatus !== settleStates.failed) return
      const held = await work.rows(orderDoctorSettlement, { id: rest.map((l) => l.id) })
      for (const line of held) reviewed.set(line.id, feeOf(line))
      await linesReleased(work, order.id, held, 'fail')
    }),
  )
}

/**
 * Pays doctors: every line that was paid has a payment with its way through the bank; of the payable lines of paid orders
 * some wait, are on their way, failed or came back. Runs when the settlement has been played.
 */
export async function addPayouts(
  stage: Stage,
  who: Payers,
  parties: { readonly doctors: readonly Doctor[]; readonly units: ReadonlyMap<string, string> },
): Promise<void> {
  const doctors = new Map(parties.doctors.map((d) => [d.id, d]))
  const payouts = new Payouts(stage, who, doctors, parties.units)
  const orders = liveRows(stage, settlementOrder).filter(
    (o) => o.settlementStatus === settlementStatus.paid || o.settlementStatus === settlementStatus.settled,
  )
  const linesOf = (order: Order) => liveRows(stage, orderDoctorSettlement, { settlementOrderId: order.id })
  const since = new Map(liveRows(stage, servicePaymentOrder).map((p) => [p.settlementOrderId, p.payTime ?? '']))
  const yesterday = plusDays(stage.today, -1)
  let [n, parts] = [0, 0]
  const reviewed: Reviewed = new Map()
  const planned: { order: Order; lines: ReadonlySet<string>; outcome: Outcome }[] = []
  for (const order of orders) {
    const payable = linesOf(order).filter((l) => l.settleStatus === settleStates.payable)
    for (const doctorId of new Set(payable.map((l) => l.doctorId))) {
      const own = payable.filter((l) => l.doctorId === doctorId)
      const several = own.length > 1
      const black = doctors.get(doctorId)?.blackStatus === 1
      const next = OUTCOMES[n++ % OUTCOMES.length] as Outcome
      // whoever has several lines is paid some of them, until enough were
      const outcome = black ? 'frozen' : several && parts < PARTS ? 'partly' : next
      if (outcome === 'partly') parts += 1
      planned.push({ order, lines: new Set(own.map((l) => l.id)), outcome })
      const at = `${yesterday} 16:${String(n % 60).padStart(2, '0')}:00`
      await open(stage, who, { order, doctorId, outcome, at }, reviewed)
    }
  }
  await stage.run()
  const inPart = (l: Line) => planned.some((p) => p.outcome === 'partly' && p.lines.has(l.id))
  for (const order of orders)
    for (const lines of byPayTime(linesOf(order).filter((l) => l.settleStatus === settleStates.paid && !inPart(l))))
      await payouts.pay(order, lines, 'paid', timesOf(since.get(order.id) ?? '', lines[0]?.payTime ?? ''))
  for (const { order, lines: own, outcome } of planned) {
    if (outcome === 'payable') continue
    // not those that the client asked to void, say
    const lines = linesOf(order)
      .filter((l) => own.has(l.id))
      .map((l) => ({ ...l, ...reviewed.get(l.id) }))
    // those that were paid in part ended when the first line was paid
    const paid = outcome === 'partly' ? lines.find((l) => l.settleStatus === settleStates.paid)?.payTime : null
    await payouts.pay(order, lines, outcome, timesOf(since.get(order.id) ?? '', paid ?? `${yesterday} 17:30:00`))
  }
}
