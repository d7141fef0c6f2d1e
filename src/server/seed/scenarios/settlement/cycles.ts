import type { RowOf } from '../../../../model/language/resource.ts'
import { orderDoctor } from '../../../../model/orders/orderDoctor.ts'
import { orderEntrustedRel } from '../../../../model/orders/orderEntrusted.ts'
import { settlementCycle } from '../../../../model/settlement/results/settlementCycle.ts'
import { yuan } from '../../../../model/values/money.ts'
import { shareOf } from '../../../../model/values/tax.ts'
import { pointCost, priced } from '../../../domains/activities/pointPrice.ts'
import { TAX_ITEMS } from '../../../domains/administration/access/outfit/taxItems.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import type { Prng } from '../../values/prng.ts'
import { atTime, daysOf, plusDays, workdayAfter, workdayBefore, working } from '../../values/times.ts'
import { type Book, type PlanDraft, type Planner, type PlanType, partOf } from '../activities/book.ts'
import { acceptedOf } from '../activities/deliveries.ts'
import { ofPlan, productOf } from '../activities/plans.ts'
import { pointsPerYuanOf } from '../funds/integral.ts'
import type { Company, Doctor, Partner } from '../people/parties.ts'
import { partnerAt } from '../stage/plan.ts'
import { type Stage, SYSTEM } from '../stage/stage.ts'
import { acceptedIn, putTogether, type ResultDeciders } from './results.ts'

/** Settlement partners of a company: its doctors, and which of its fiscal-tax companies takes which tax item. */
export interface Client {
  readonly company: Company
  readonly doctors: readonly Doctor[]
  readonly partners: readonly Partner[]
  readonly nth: number
  /** Planner of the activities that its doctors deliver for. */
  readonly planner: Planner
  readonly book: Book
}

/** A client's month, with the cycle it is settled in once that is open. */
export interface Month {
  readonly client: Client
  readonly month: string
  cycleId: string
}

/** The fiscal-tax company of a client for its `item`-th tax item. */
const partnerOf = (client: Client, item: number): Partner => client.partners[partnerAt(client.nth, item)] as Partner

/** Fees in yuan, as contracts have them: mostly some thousands, a few small, large and very large ones. */
const FEES = [500, 800, 800, 1200, 1200, 1500, 2000, 2000, 2400, 3000, 3000, 3600, 5000, 6000, 8000, 12_000]
const LARGE_FEE = 120_000

/** The company columns of a record (@co). */
const ofCompany = (c: Company) => ({
  entrustedCompanyId: c.id,
  entrustedCompanyName: c.name,
  socialCreditCode: c.socialCreditCode,
})

/** The doctor columns of a record (@doc). */
const ofDoctor = (d: Doctor) => ({
  doctorId: d.id,
  doctorName: d.doctorName,
  phone: d.phone,
  idCardNumber: d.idCardNumber,
  hospitalName: d.hospitalName,
  departmentName: d.departmentName,
})

/** A deliverable is accepted: a doctor order of that tax item. */
export function acceptDeliverable(stage: Stage, client: Client, doctor: Doctor, item: number, at: string): void {
  const { prng } = stage
  const tax = TAX_ITEMS[item % TAX_ITEMS.length] as (typeof TAX_ITEMS)[number]
  const type = prng.pick(tax.planTypes)
  const fee = prng.int(1, 60) === 1 ? LARGE_FEE : prng.pick(FEES)
  acceptFor(stage, client, { doctor, item, at, type, fee, nth: prng.int(0, 9) })
}

/** Accepted deliverable: of whom, for which tax item and kind of plan, the `nth` of such plans, and the fee in yuan. */
interface Accepted {
  readonly doctor: Doctor
  readonly item: number
  readonly at: string
  readonly type: PlanType
  readonly fee: number
  readonly nth: number
  /** Its activity has ended since. */
  readonly ended?: boolean
}

/** The same of a deliverable that is settled beforehand. */
export function acceptFor(stage: Stage, client: Client, { doctor, item, at, type, nth, ...of }: Accepted): void {
  const tax = TAX_ITEMS[item % TAX_ITEMS.length] as (typeof TAX_ITEMS)[number]
  const partner = partnerOf(client, item)
  const gross = BigInt(of.fee) * 100n
  const draft = of.ended
    ? client.book.endedFor(type, client.planner, doctor, nth)
    : client.book.planFor(type, client.planner, doctor, nth)
  const fee = yuan(gross)
  const platformFee = yuan(shareOf(gross, client.company.platformFeeRate ?? '0'))
  accept(stage, { draft, doctor, tax, at }, { fee, points: 0, worth: fee }, async () => ({
    fiscalTaxId: partner.id,
    fiscalTaxName: partner.name,
    feeAmount: fee,
    platformFee,
  }))
}

/** The same in an activity that is settled in points: what they cost, no fee and no fiscal-tax company. */
export function acceptForPoints(stage: Stage, client: Client, doctor: Doctor, nth: number, at: string): void {
  const tax = TAX_ITEMS[nth % TAX_ITEMS.length] as (typeof TAX_ITEMS)[number]
  const planType = tax.planTypes.find((type) => type !== 1) ?? 3
  const draft = client.book.planFor(planType, client.planner, doctor, nth, true)
  const points = 500 * (1 + (nth % 6))
  const worth = pointCost(points, pointsPerYuanOf(client.company))
  accept(stage, { draft, doctor, tax, at }, { fee: '0.00', points, worth }, async (work) => {
    const of = { entrustedCompanyId: client.company.id, acceptTime: work.time, pointAmount: points }
    return { feeAmount: '0.00', pointAmount: points, ...(await priced(work, of)) }
  })
}

interface Delivered {
  readonly draft: PlanDraft
  readonly doctor: Doctor
  readonly tax: (typeof TAX_ITEMS)[number]
  readonly at: string
}

/** Creates the doctor order of an accepted deliverable. */
function accept(
  stage: Stage,
  { draft, doctor, tax, at }: Delivered,
  reward: { readonly fee: string; readonly points: number; readonly worth: string },
  amounts: (work: UnitOfWork) => Promise<Partial<RowOf<typeof orderDoctor>>>,
): void {
  const part = partOf(draft, doctor)
  part.accepted.push({ fee: reward.fee, worth: reward.worth, at })
  stage.agenda.at(at, async () => {
    await stage.as(SYSTEM).load(async (work) => {
      const order = await work.insert(orderDoctor, {
        code: await work.code(orderDoctor),
        ...(await acceptedOf(work, draft, part, reward, at)),
        planId: draft.id,
        planCode: draft.code,
        planName: draft.name,
        planType: draft.type,
        ...ofPlan(draft),
        ...productOf(draft),
        ...ofDoctor(doctor),
        taxItemCode: tax.code,
        taxItemName: tax.name,
        ...(await amounts(work)),
        acceptTime: work.time,
      })
      await work.insert(orderEntrustedRel, {
        orderEntrustedId: draft.orderId,
        orderDoctorId: order.id,
        orderDoctorCode: order.code,
        doctorName: doctor.doctorName,
        amount: reward.worth,
      })
    })
  })
}

/** Some moment of a day's work: mostly of a working day, as conferences are held at week-ends too. */
const someday = (prng: Prng, first: string, days: number): string => {
  const day = plusDays(first, prng.int(0, days - 1))
  const kept = prng.chance(85) ? workdayBefore(day) : day
  return working(prng, kept < first ? day : kept)
}

/** The tax items that a partner takes for a client. */
const itemsOf = (client: Client, partner: Partner): number[] =>
  TAX_ITEMS.map((_, i) => i).filter((i) => partnerOf(client, i) === partner)

/**
 * A month of a client: the deliverables accepted in it, per fiscal-tax company two to seven of a few doctors, some of
 * them with several of one tax item (so that the cumulative rule shows).
 */
export function acceptMonth(stage: Stage, client: Client, month: string): void {
  const { prng } = stage
  const { first, last } = daysOf(month)
  const days = Number(last.slice(8))
  for (const partner of client.partners) {
    const items = itemsOf(client, partner)
    const doctors = prng.some(client.doctors, prng.int(2, 4))
    for (let n = prng.int(2, 7); n > 0; n -= 1)
      acceptDeliverable(stage, client, prng.pick(doctors), prng.pick(items), someday(prng, first, days))
  }
}

/** How many more deliverables a partner settles for a client in a busy month, and of how many doctors. */
const BUSY = { deliverables: 7, doctors: 5 } as const

/**
 * Further deliverables of a month that is long settled: reports and lectures of more doctors, who were paid since; of
 * the first months for activities that ended with them (`ended`). Chance of its own (`prng`), so that the months whose
 * work is still open stay as they are.
 */
export function acceptMore(stage: Stage, client: Client, month: string, prng: Prng, ended: boolean): void {
  const { first, last } = daysOf(month)
  for (const partner of client.partners) {
    const items = itemsOf(client, partner)
    const doctors = prng.some(client.doctors, BUSY.doctors)
    for (let n = 0; n < BUSY.deliverables; n += 1) {
      const item = prng.pick(items)
      const types = (TAX_ITEMS[item] as (typeof TAX_ITEMS)[number]).planTypes.filter((type) => type !== 1)
      acceptFor(stage, client, {
        doctor: prng.pick(doctors),
        item,
        at: someday(prng, first, Number(last.slice(8))),
        type: prng.pick(types),
        fee: prng.pick(FEES),
        nth: n,
        ended,
      })
    }
  }
}

/** The cycle of a client's month opens by itself: nothing is in it yet. */
export function openCycle(stage: Stage, client: Client, month: string): Month {
  const { first, last } = daysOf(month)
  const opened: Month = { client, month, cycleId: '' }
  stage.agenda.at(atTime(first, 0, 5, client.nth), async () => {
    const cycle = await stage.as(SYSTEM).work(async (work) =>
      work.insert(settlementCycle, {
        code: await work.code(settlementCycle),
        ...ofCompany(client.company),
        cycleMonth: month,
        startDate: first,
        endDate: last,
      }),
    )
    opened.cycleId = cycle.id
  })
  return opened
}

/**
 * The month ends: its doctor orders are in result orders, the cycle has their totals; after midnight it closes by
 * itself and waits for confirmation.
 */
export function closeCycle(stage: Stage, month: Month, deciders: ResultDeciders): void {
  const { last } = daysOf(month.month)
  const { nth } = month.client
  const at = atTime(workdayBefore(last), 18, 20 + nth, stage.prng.int(1, 59))
  stage.agenda.at(at, async () => {
    const [sources = [], granted = []] = await acceptedIn(stage, month)
    for (const part of [sources.slice(0, 12), sources.slice(12)])
      await putTogether(stage, deciders, month, part, { at, status: 4 })
    await putTogether(stage, deciders, month, granted, { at, status: 4, points: true })
  })
  stage.agenda.at(atTime(plusDays(last, 1), 0, 10, nth), async () => {
    await stage.as(SYSTEM).work(async (work) => {
      await work.lock(settlementCycle, [month.cycleId])
      await work.step(settlementCycle, month.cycleId, 'close')
    })
  })
}

/** Some moment of a working day, so many days after the end of a month. */
export const afterMonth = (stage: Stage, month: string, from: number, to: number): string =>
  working(stage.prng, workdayAfter(plusDays(daysOf(month).last, stage.prng.int(from, to))))
