import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import type { Kind, Of } from './kinds.ts'

// What the walk itself knows of companies, doctors, budgets and activities: written down after domain §3.2 to 3.9 from what was
// done, and never read from the product. Amounts in fen.

export interface Company {
  readonly id: string
  readonly name: string
  readonly employeeId: string
  /** The platform's rate of its fees, per cent. */
  readonly rate: number
  /** True of a company that the walk entered: its accounts come with its admission. */
  readonly entered: boolean
  audit: 0 | 1 | 2
  enabled: boolean
  /** What an admission is decided by is there: the licence. */
  complete: boolean
  /** True from its first admission on. */
  admitted: boolean
  /** An administrator switched it off. */
  switchedOff: boolean
  /** Who entered or corrected it, and does not review it. */
  readonly makers: Set<string>
}

export interface Doctor {
  readonly id: string
  readonly name: string
  readonly phone: string
  /** certStatus 0 to 3 (3.8). */
  cert: number
  /** Of the frame agreement: 0 to sign, 1 agreed, 2 refused, 3 void. */
  frame: number
  /** The entry of the blacklist in force. */
  listed: string | null
  /** Who entered the doctor. */
  readonly maker: string
  /** The record that waits for its review, and whether its checks have passed. */
  record: { readonly id: string; checked: boolean } | null
  library: boolean
}

export interface Budget {
  readonly id: string
  readonly company: Company
  total: number
  planned: number
  accepted: number
  status: 0 | 1 | 2 | 3 | 4
  /** Who made, edited or submitted it. */
  readonly makers: Set<string>
  gone: boolean
}

export interface Content {
  readonly id: string
  status: number
  readonly makers: string[]
  readonly author: Doctor | null
  /** Whom it is for alone; null where everybody reads it. */
  readonly readers: readonly Doctor[] | null
  readonly likes: Set<Doctor>
}

/** What a doctor has earned by an event. */
export interface Award {
  readonly type: number
  readonly doctor: string
  readonly bizId: string
  readonly day: string
  readonly nth: number
  readonly points: number
  given: boolean
}

export interface Template {
  readonly id: string
  readonly of: AnyResource
  attributes: number
  status: 0 | 1 | 2
  gone: boolean
}

export interface Project {
  readonly id: string
  readonly taxItem: string
  readonly min: number
  readonly max: number
  readonly fee: number
  readonly points: number
  enabled: boolean
  gone: boolean
}

export interface Plan {
  readonly id: string
  readonly kind: Kind
  readonly company: Company
  readonly points: boolean
  readonly project: Project
  readonly template: Template | null
  /** What one costs, fen or points. */
  readonly unit: number
  readonly perDoctor: number | null
  budget: Budget | null
  many: number
  done: number
  status: 0 | 1 | 2
  mark: number | null
  /** yyyy-MM-dd */
  lastDay: string
  readonly releaseTime: string | null
  /** Of a meeting or a lecture. */
  readonly startTime: string | null
  readonly endTime: string | null
  /** What it costs as planned, and what it holds of its budget. */
  amount: number
  held: number
  accepted: number
  /** The company's order: none before it started, 0 runs, 1 completed, 9 cancelled. */
  order: 0 | 1 | 9 | null
  readonly parts: Part[]
  readonly works: Work[]
  /** Some protocol or bid names it. */
  named: boolean
  gone: boolean
  meeting: Held | null
}

/** What a meeting is besides an activity (3.5). */
export interface Held {
  status: 0 | 1 | 2 | 3
  handedIn: boolean
  review: Review
  /** Pieces of evidence there are, by kind. */
  readonly evidence: { id: string; type: number; by: string }[]
  readonly agenda: { id: string; by: string }[]
  readonly signed: { id: string; phone: string; by: string }[]
}

/** The agreement of a doctor with an activity, and what they are to deliver under it. */
export interface Part {
  readonly id: string
  readonly of: Of
  readonly plan: Plan
  readonly doctor: Doctor
  readonly fee: number
  readonly points: number
  allotted: number
  done: number
  agreement: 0 | 1 | 2 | 3
  readonly protocol: string
  /** The partner has the protocol to be signed. */
  signing: boolean
  /** A cancellation of the protocol waits for its review: who asked for it. */
  cancelling: { readonly id: string; readonly by: string } | null
  attended: boolean
  gone: boolean
}

/** How far something delivered is: review, acceptance, and who had their hands on it (3.4). */
export interface Review {
  approval: 0 | 1 | 2
  confirm: 0 | 1 | 2
  /** Who handed it in first; whoever did again; whoever passed its review, taken back since or not. */
  makers: string[]
  again: string[]
  passedBy: string[]
  /** The last decision of it. */
  last: { readonly step: string; readonly by: string; readonly at: number } | null
}

/** A report, an article or the interpretation of a case. */
export interface Work {
  readonly id: string
  readonly of: Of
  readonly plan: Plan
  readonly doctor: Doctor
  /** The part that it is itself; null of a report. */
  readonly part: Part | null
  /** Of an interpretation: the case. */
  readonly about: Work | null
  handedIn: boolean
  readonly fee: number
  readonly points: number
  complete: boolean
  /** Its link is that of another one. */
  readonly double: boolean
  review: Review
}

/** A doctor's order as it must stand. */
export interface Order {
  readonly bizType: string
  readonly bizId: string
  readonly planId: string
  readonly companyId: string
  readonly doctorId: string
  readonly doctorName: string
  /** yuan */
  readonly fee: string
  readonly points: number
  /** The cost of the points, and the platform's fee on either, yuan. */
  readonly cost: string
  readonly platform: string
  /** The tax item and the partner of a fee; null of points. */
  readonly taxItem: string | null
  readonly partner: string | null
}

export interface Bid {
  readonly id: string
  readonly plan: Plan
  readonly doctor: Doctor
  readonly price: number
  status: 0 | 1 | 2 | 3
}

export const unreviewed = (maker: string): Review => ({
  approval: 0,
  confirm: 0,
  makers: [maker],
  again: [],
  passedBy: [],
  last: null,
})

/** Everything there is. */
export class Mind {
  /** The partner that takes every tax item there is from the beginning. */
  readonly partner: string
  readonly companies: Company[] = []
  readonly doctors: Doctor[] = []
  readonly budgets: Budget[] = []
  readonly templates: Template[] = []
  readonly projects: Project[] = []
  readonly plans: Plan[] = []
  readonly orders: Order[] = []
  readonly bids: Bid[] = []
  readonly research: { id: string; company: Company; template: Template | null; status: number; gone: boolean }[] = []
  readonly contents: Content[] = []
  readonly comments: { id: string; shown: boolean }[] = []
  readonly awards: Award[] = []
  /** Points of the platform that are not given yet. */
  issued = 0

  constructor(partner: string) {
    this.partner = partner
  }

  get parts(): Part[] {
    return this.plans.flatMap((p) => p.parts).filter((p) => !p.gone)
  }

  get works(): Work[] {
    return this.plans.flatMap((p) => p.works)
  }
}

/** What events earn (3.25), by the number of their kind: points, and how often a day; null: as often as it happens. */
export const EARNS: readonly (readonly [points: number, daily: number | null])[] = [
  ...([
    [10, null],
    [100, null],
    [30, 1],
    [2, 1],
    [1, 2],
    [3, 1],
    [1, 1],
  ] as const),
]

/** A doctor did something: it earns once, within the limit of the day, and nothing while the doctor is blacklisted. */
export function earn({ awards }: Mind, type: number, doctor: Doctor, bizId: string, day: string): void {
  if (doctor.listed || awards.some((a) => a.type === type && a.doctor === doctor.id && a.bizId === bizId)) return
  const [points = 0, daily = null] = EARNS[type] ?? []
  const nth = awards.filter((a) => a.type === type && a.doctor === doctor.id && a.day === day).length + 1
  if (daily === null || nth <= daily) awards.push({ type, doctor: doctor.id, bizId, day, nth, points, given: false })
}

/** Parts of an activity that are there. */
export const partsOf = (plan: Plan): Part[] => plan.parts.filter((p) => !p.gone)

/** Parts that count: neither refused nor void. */
export const counting = (plan: Plan): Part[] => partsOf(plan).filter((p) => p.agreement <= 1)

/** How many of an activity are allotted. */
export const allottedOf = (plan: Plan, but?: Part): number =>
  counting(plan).reduce((n, p) => n + (p === but ? 0 : p.allotted), 0)

/** What points cost, fen: ten of them a yuan. */
export const worthOf = (plan: Plan, fee: number, points: number): number => (plan.points ? points * 10 : fee)

/** What an activity costs as it is planned (3.3), fen. */
export const costOf = (plan: Plan): number =>
  plan.kind.together
    ? counting(plan).reduce((sum, p) => sum + worthOf(plan, p.fee, p.points), 0)
    : worthOf(plan, plan.unit, plan.unit) * plan.many

/** Of what was handed in: neither its review nor its acceptance was refused. */
export const stands = (w: Work): boolean => w.handedIn && w.review.approval <= 1 && w.review.confirm <= 1

/** It waits for its review or its acceptance. */
export const waits = (r: Review): boolean => r.approval <= 1 && r.confirm === 0

/** Something of an activity waits (3.3). */
export const pending = (plan: Plan): boolean =>
  plan.works.some((w) => w.handedIn && waits(w.review)) || Boolean(plan.meeting?.handedIn && waits(plan.meeting.review))

/** More of a budget is planned, fen. */
export function hold(plan: Plan, by: number): void {
  plan.held += by
  if (plan.budget) plan.budget.planned += by
}

/** The doctors of an activity have changed: where they are what it costs, it follows until it has ended. */
export function follow(plan: Plan): void {
  if (!plan.kind.together || plan.status === 2) return
  const cost = costOf(plan)
  hold(plan, cost - plan.amount)
  plan.amount = cost
}

/** 3.3: on its end, once nothing waits, the company's order is completed and the budget has back what was not accepted. */
export function settle(mind: Mind, plan: Plan): void {
  if (plan.status !== 2 || pending(plan)) return
  const any = mind.orders.some((o) => o.planId === plan.id)
  if (plan.order === 0) plan.order = plan.mark === 3 && !any ? 9 : 1
  if (plan.budget) hold(plan, plan.accepted - plan.held)
}

/** An activity ends. */
export function end(mind: Mind, plan: Plan, mark: number): void {
  plan.status = 2
  plan.mark = mark
  // a meeting is its own activity: its review is not the last that was decided of it any more
  if (plan.meeting) plan.meeting.review.last = null
  settle(mind, plan)
}
