import type { clinicalResearchProject } from '../../../../model/activities/clinicalResearchProject.ts'
import type { professionalReviewResource } from '../../../../model/activities/professionalReviewResource.ts'
import type { activityServiceProject } from '../../../../model/activities/projects.ts'
import type { caseCollectionTemplate, clinicalResearchTemplate } from '../../../../model/activities/templates.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import type { baseProduct } from '../../../../model/people/baseProduct.ts'
import type { entrustedEmployee } from '../../../../model/people/entrustedEmployee.ts'
import { fen } from '../../../../model/values/money.ts'
import { DISEASES, PLAN_NAMES } from '../../values/names.ts'
import type { Company, Doctor } from '../people/parties.ts'

/** The kinds of plans, by planType. */
export type PlanType = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
export const PLAN_TYPES: readonly PlanType[] = [1, 2, 3, 4, 5, 6, 7, 8]

export type Employee = RowOf<typeof entrustedEmployee>
export type Product = RowOf<typeof baseProduct>

/** Resources of a company's plans. */
export interface Planner {
  readonly company: Company
  readonly employees: readonly Employee[]
  readonly products: readonly Product[]
}

/** Records that the platform prepared for all plans. */
export interface Prepared {
  readonly projects: ReadonlyMap<PlanType, RowOf<typeof activityServiceProject>>
  readonly caseTemplates: readonly RowOf<typeof caseCollectionTemplate>[]
  readonly researchTemplates: readonly RowOf<typeof clinicalResearchTemplate>[]
  readonly researchProjects: readonly RowOf<typeof clinicalResearchProject>[]
  readonly articles: readonly RowOf<typeof professionalReviewResource>[]
}

/** Role of a doctor in a plan. */
export interface Part {
  readonly doctor: Doctor
  /** Deliverables that were accepted, each with its fee, what it is worth to the company, and the moment. */
  readonly accepted: { readonly fee: string; readonly worth: string; readonly at: string }[]
  /** Deliverables in other states, by what became of them. */
  readonly others: ('waiting' | 'passed' | 'rejected' | 'refused')[]
  /** Id of the doctor's row in the plan, once it is there. */
  id: string
}

/** A plan of the demo: what is known of it before it is written. */
export interface PlanDraft {
  readonly type: PlanType
  readonly planner: Planner
  readonly name: string
  readonly nth: number
  readonly demo: boolean
  /** Is it settled in points? */
  readonly points: boolean
  /** How it stands today. */
  readonly state: 'planning' | 'running' | 'ended'
  readonly mark: 1 | 2 | 3 | 4 | 5 | null
  readonly parts: Map<string, Part>
  /** Id and code, once it is written. */
  id: string
  code: string
  /** Order of the company for a running plan, and an article that is reviewed for it. */
  orderId: string
  article: { readonly id: string; readonly title: string } | null
  /** The template that its deliverables are filled in by. */
  templateId: string | null
  /** How many deliverables of the book were submitted so far. */
  readonly submitted: { count: number }
}

/** The budget of a company that its plans are in, with what they add up to, fen. */
export interface Budget {
  readonly id: string
  readonly code: string
  planned: bigint
  accepted: bigint
}

/** Adds a plan to the budget of its company. */
export function planIn(budget: Budget, budgetAmount: string, accepted: string): void {
  budget.planned += fen(budgetAmount)
  budget.accepted += fen(accepted)
}

/** Kinds of plans for which a doctor delivers once: a meeting is one, an article is their part in it. */
const ONCE: readonly PlanType[] = [1, 8]

/** May a doctor deliver for a plan besides what they did? */
const isFree = (draft: PlanDraft, doctor: Doctor): boolean => !ONCE.includes(draft.type) || !draft.parts.has(doctor.id)

/** Every plan of the demo, as deliverables are promised to them: whoever accepts one needs no plan of their own. */
export class Book {
  readonly drafts: PlanDraft[] = []
  private readonly submitted = { count: 0 }
  private readonly open = new Map<string, PlanDraft[]>()

  /** A new plan of a company. */
  add(
    type: PlanType,
    planner: Planner,
    {
      state,
      mark = null,
      demo = false,
      points = false,
    }: Pick<PlanDraft, 'state'> & Partial<Pick<PlanDraft, 'mark' | 'demo' | 'points'>>,
  ): PlanDraft {
    const nth = this.drafts.length
    const disease = DISEASES[(nth * 3 + type) % DISEASES.length] as string
    const draft: PlanDraft = {
      type,
      planner,
      name: `${disease}${PLAN_NAMES[type]}`,
      nth,
      demo,
      points,
      state,
      mark,
      parts: new Map(),
      id: '',
      code: '',
      orderId: '',
      article: null,
      templateId: null,
      submitted: this.submitted,
    }
    this.drafts.push(draft)
    return draft
  }

  /**
   * The plan of a company and kind that ended when all of its doctors had delivered; `n` says how.
   */
  endedFor(type: PlanType, planner: Planner, doctor: Doctor, n: number): PlanDraft {
    const key = `${planner.company.id}/${type}/ended`
    const known = (this.open.get(key) ?? []).find((p) => isFree(p, doctor))
    if (known) return known
    const draft = this.add(type, planner, { state: 'ended', mark: ([1, 2, 5] as const)[n % 3] ?? 1 })
    this.open.set(key, [...(this.open.get(key) ?? []), draft])
    return draft
  }

  /**
   * The running plan of a company and kind that a doctor delivers for; `n` chooses among its plans. A meeting is attended,
   * and an article written, once: who was there already is at the next one.
   */
  planFor(type: PlanType, planner: Planner, doctor: Doctor, n: number, points = false): PlanDraft {
    const key = `${planner.company.id}/${type}/${points}`
    const plans = this.open.get(key) ?? []
    this.open.set(key, plans)
    while (plans.length < 2) plans.push(this.add(type, planner, { state: 'running', points }))
    if (!ONCE.includes(type)) return plans[n % 2] as PlanDraft
    const free = plans.find((p) => isFree(p, doctor))
    if (free) return free
    const more = this.add(type, planner, { state: 'running', points })
    plans.push(more)
    return more
  }
}

/** A doctor's part in a plan; invited with the first deliverable. */
export function partOf(draft: PlanDraft, doctor: Doctor): Part {
  const part = draft.parts.get(doctor.id) ?? { doctor, accepted: [], others: [], id: '' }
  draft.parts.set(doctor.id, part)
  return part
}

/** How plans ended, three of each kind. */
const MARKS = [1, 2, 3, 4, 5] as const
const OTHERS = ['waiting', 'passed', 'waiting', 'rejected', 'passed', 'refused', 'waiting'] as const

/**
 * Adds what nobody was paid for yet: plans that are prepared or ended, those of the demonstration, and deliverables that
 * wait, were rejected or refused. `many`: every state several times, else a few.
 */
export function fillBook(book: Book, planners: readonly Planner[], doctors: readonly Doctor[], many: boolean): void {
  const planner = (n: number) => planners[n % planners.length] as Planner
  const doctor = (n: number) => doctors[n % doctors.length] as Doctor
  const met = new Map<PlanType, number>()
  for (const [i, { type, state }] of [...book.drafts].map((d, n) => [n, d] as const).filter(([, d]) => d.type !== 1)) {
    if (state !== 'running') continue
    for (let k = 0; k < (many ? 3 : 1); k += 1) {
      const draft = book.drafts[i] as PlanDraft
      const who = doctor(i * 7 + k * 3 + type)
      if (isFree(draft, who))
        partOf(draft, who).others.push(OTHERS[((met.get(type) ?? 0) + k * 3) % OTHERS.length] ?? 'waiting')
    }
    met.set(type, (met.get(type) ?? 0) + 1)
  }
  for (const type of PLAN_TYPES)
    for (let n = 0; n < (many ? 3 : 1); n += 1) {
      for (const extra of [0, 1]) {
        const draft = book.add(type, planner(type + n + extra), { state: extra === 0 ? 'planning' : 'running' })
        for (let k = 0; k < 2 + n; k += 1) partOf(draft, doctor(type * 11 + n * 5 + k + extra * 50))
      }
      if (!many) continue
      for (const mark of MARKS) {
        const draft = book.add(type, planner(type + n + mark), { state: 'ended', mark })
        for (let k = 0; k < 2; k += 1) partOf(draft, doctor(type * 13 + n * 5 + mark * 3 + k))
      }
    }
  if (many) for (let n = 0; n < 24; n += 1) partOf(book.add(1, planner(n), { state: 'running' }), doctor(n * 9 + 4))
  // four in a row: of lectures one of each type
  for (const type of [1, 2, 3, 4, 5, 6] as const)
    for (const state of many ? (['running', 'running', 'planning', 'running'] as const) : (['running'] as const)) {
      const draft = book.add(type, planner(type), { state, demo: true })
      const part = partOf(draft, doctor(type * 17))
      if (state === 'running' && type !== 1) part.others.push('waiting', 'passed', 'rejected')
    }
}
