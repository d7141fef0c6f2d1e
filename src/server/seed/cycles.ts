import { fen, yuan } from '../../model/kernel/money.ts'
import { shareOf } from '../../model/kernel/tax.ts'
import { orderDoctor } from '../../model/orders/orderDoctor.ts'
import { settlementCycle, settlementCycleLifecycle } from '../../model/settlement/settlementCycle.ts'
import { DISEASES, PLAN_NAMES } from './names.ts'
import { type Company, type Doctor, type Partner, TAX_ITEMS } from './parties.ts'
import type { Prng } from './prng.ts'
import { type Person, type Story, SYSTEM, type Told } from './story.ts'
import { atTime, daysOf, plusDays, working } from './times.ts'

export type Cycle = Told<typeof settlementCycle>
export type DoctorOrder = Told<typeof orderDoctor>

/** What a company settles with: its doctors, and which of its fiscal-tax companies takes which tax item. */
export interface Client {
  readonly company: Company
  readonly doctors: readonly Doctor[]
  readonly partners: readonly Partner[]
  readonly nth: number
}

/** The fiscal-tax company of a client for its `item`-th tax item: each takes its share of the items. */
const partnerOf = (client: Client, item: number): Partner =>
  client.partners[(client.nth + item) % client.partners.length] as Partner

/** A fee in fen: mostly some thousands, a few small, large and very large ones. */
function fee(prng: Prng): bigint {
  const kind = prng.int(1, 100)
  const whole =
    kind <= 15
      ? prng.int(30, 90) * 10
      : kind <= 80
        ? prng.int(10, 65) * 100
        : kind <= 96
          ? prng.int(70, 300) * 100
          : prng.int(350, 1300) * 100
  return BigInt(whole) * 100n + (prng.chance(20) ? BigInt(prng.int(1, 99)) : 0n)
}

/** One accepted deliverable: a doctor order of that tax item, status 0. */
export function addDoctorOrder(
  story: Story,
  prng: Prng,
  client: Client,
  doctor: Doctor,
  item: number,
  at: string,
): DoctorOrder {
  const tax = TAX_ITEMS[item % TAX_ITEMS.length] as (typeof TAX_ITEMS)[number]
  const planType = prng.pick(tax.planTypes)
  const partner = partnerOf(client, item)
  const gross = fee(prng)
  return story.add(orderDoctor, at, SYSTEM, {
    code: story.codes.next('OD', at),
    planName: `${prng.pick(DISEASES)}${PLAN_NAMES[planType]}`,
    planType,
    ...who(client.company),
    ...person(doctor),
    taxItemCode: tax.code,
    fiscalTaxId: partner.id,
    fiscalTaxName: partner.name,
    feeAmount: yuan(gross),
    platformFee: yuan(shareOf(gross, client.company.platformFeeRate ?? '0')),
    acceptTime: at,
    orderStatus: 0,
  })
}

/** The company columns of a record (@co). */
export const who = (c: Company) => ({
  entrustedCompanyId: c.id,
  entrustedCompanyName: c.name,
  socialCreditCode: c.socialCreditCode,
})

/** The doctor columns of a record (@doc). */
export const person = (d: Doctor) => ({
  doctorId: d.id,
  doctorName: d.doctorName,
  phone: d.phone,
  idCardNumber: d.idCardNumber,
  hospitalName: d.hospitalName,
  departmentName: d.departmentName,
})

/**
 * A month of a client: the doctor orders accepted in it, per fiscal-tax company two to seven lines of a few doctors,
 * some of them with several lines of one tax item (so that the cumulative rule shows).
 */
export function addMonth(story: Story, prng: Prng, client: Client, month: string): DoctorOrder[] {
  const { first, last } = daysOf(month)
  const days = Number(last.slice(8))
  const taken: DoctorOrder[] = []
  client.partners.forEach((partner) => {
    const items = TAX_ITEMS.map((_, i) => i).filter((i) => partnerOf(client, i) === partner)
    const doctors = prng.some(client.doctors, prng.int(2, 4))
    for (let n = prng.int(2, 7); n > 0; n -= 1) {
      const at = working(prng, plusDays(first, prng.int(0, days - 1)))
      taken.push(addDoctorOrder(story, prng, client, prng.pick(doctors), prng.pick(items), at))
    }
  })
  return taken
}

/** An open cycle of a client's month: nothing is in it yet. */
export function openCycle(story: Story, client: Client, month: string): Cycle {
  const { first, last } = daysOf(month)
  const at = atTime(first, 0, 5)
  return story.add(settlementCycle, at, SYSTEM, {
    code: story.codes.next('SC', at),
    ...who(client.company),
    cycleMonth: month,
    startDate: first,
    endDate: last,
    cycleStatus: 0,
  })
}

/**
 * The month has ended: its doctor orders are in result orders, the cycle has their totals and waits for confirmation.
 */
export function closeCycle(
  story: Story,
  prng: Prng,
  cycle: Cycle,
  orders: readonly DoctorOrder[],
  operations: Person,
): void {
  const end = String(cycle.endDate)
  const doctor = orders.reduce((n, o) => n + fen(o.feeAmount ?? '0'), 0n)
  const platform = orders.reduce((n, o) => n + fen(o.platformFee ?? '0'), 0n)
  const collected = atTime(end, 18, prng.int(0, 59), prng.int(0, 59))
  for (const o of orders) story.edit<typeof orderDoctor>(o, collected, operations, { orderStatus: 1 })
  story.edit<typeof settlementCycle>(cycle, collected, operations, {
    resultOrderCount: 1 + (orders.length > 12 ? 1 : 0),
    doctorAmount: yuan(doctor),
    platformAmount: yuan(platform),
    totalAmount: yuan(doctor + platform),
  })
  story.move(settlementCycle, settlementCycleLifecycle, cycle, 'close', {
    who: SYSTEM,
    at: atTime(plusDays(end, 1), 0, 10),
  })
}

/** Finance confirms the cycle on one of the first days after it. */
export function confirmCycle(story: Story, prng: Prng, cycle: Cycle, finance: Person): string {
  const at = working(prng, plusDays(String(cycle.endDate), prng.int(2, 4)))
  story.move(settlementCycle, settlementCycleLifecycle, cycle, 'confim', {
    who: finance,
    at,
    patch: { confirmUser: finance.id, confirmUserName: finance.name, confirmTime: at },
  })
  return at
}
