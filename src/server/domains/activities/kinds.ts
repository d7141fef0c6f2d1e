import { invited } from '../../../model/activities/invited.ts'
import { lifecycles, resources } from '../../../model/business.ts'
import { type Field, isRef } from '../../../model/language/fields/field.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import type { orderEntrusted } from '../../../model/orders/orderEntrusted.ts'
import type { AnyResource, Row } from '../../writing/unitOfWork/rows.ts'

/** Records that belong to an activity, and the field that names it. */
export interface Belonging {
  readonly of: AnyResource
  readonly plan: string
}

/** A kind of activity: its resource, and whom it invites. */
export interface PlanKind {
  readonly of: AnyResource
  /** Doctors of the activity; null where the delivered records name them. */
  readonly doctors: Belonging | null
  /** All invited persons: doctors and interpreters of cases. */
  readonly parts: readonly Belonging[]
  /** Whether its doctors share what is planned; to a meeting and a lecture all of its doctors come. */
  readonly shared: boolean
  /** Resources delivered for it; a meeting is delivered itself. */
  readonly deliverables: readonly Belonging[]
}

const PLAN = 'activityPlan'
/** Kinds whose doctors are all of its doctors, each with a fee of their own. */
const TOGETHER = ['meeting', 'lecture', 'demoMeeting', 'demoLecture']

/** Is it accepted by its client? */
const isAccepted = (id: string): boolean => lifecycles.get(id)?.transitions['confirm.pass'] !== undefined

const all = [...(resources.values() as Iterable<AnyResource>)]

/** The resources that name an activity of a kind, with the field that does. */
const belongingTo = (kind: string, which: (r: AnyResource) => boolean): Belonging[] =>
  all
    .filter(which)
    .flatMap((of) =>
      Object.entries<Field>(of.fields).flatMap(([plan, f]) => (isRef(f) && f.to === kind ? [{ of, plan }] : [])),
    )

function kindOf(of: AnyResource): PlanKind {
  const own = isAccepted(of.id) ? [{ of, plan: 'id' }] : []
  const delivered = belongingTo(of.id, ({ id, fields }) => isAccepted(id) && Boolean(fields.approvalStatus))
  const parts = invited.flatMap(([part, plan, kind]): Belonging[] =>
    kind === of.id ? [{ of: part as AnyResource, plan }] : [],
  )
  return {
    of,
    doctors: parts[0] ?? null,
    parts,
    shared: !TOGETHER.includes(of.id),
    deliverables: [...own, ...delivered],
  }
}

/** Kinds of activities by the resource of each, those of the demonstration among them. */
export const kinds: ReadonlyMap<string, PlanKind> = new Map(
  all.filter((r) => r.variantOf?.resource === PLAN && lifecycles.has(r.id)).map((r) => [r.id, kindOf(r)]),
)

/** Is a kind of activity none of the demonstration? */
export const isReal = ({ of }: PlanKind): boolean =>
  Object.entries(of.variantOf?.where ?? {}).every(([name, value]) => name !== 'demo' || value === 0)

/** Is an activity, or what belongs to one, of the demonstration? No order and no money comes of it (INV-44). */
export const isShown = (row: Readonly<Record<string, unknown>>): boolean => row.demo === 1

/** A kind of activity by the number that all plans have of it. */
export const kindOfPlan = (planType: unknown): PlanKind | undefined =>
  [...kinds.values()].find((kind) => isReal(kind) && kind.of.variantOf?.where.planType === planType)

/** Parties of an activity, as its orders carry them: its company and the employee in charge of it. */
export const partiesOf = (plan: Row) => {
  const of = plan as Row & Partial<RowOf<typeof orderEntrusted>>
  return {
    entrustedCompanyId: of.entrustedCompanyId,
    entrustedCompanyName: of.entrustedCompanyName,
    socialCreditCode: of.socialCreditCode,
    baseEmployeeId: of.baseEmployeeId,
    baseEmployeeNumber: of.baseEmployeeNumber,
    baseEmployeeName: of.baseEmployeeName,
    baseDepartment: of.baseDepartment,
    baseDepartmentName: of.baseDepartmentName,
  }
}

/** The kind of an activity that something delivered is for. */
export interface Delivering {
  readonly kind: PlanKind
  readonly of: AnyResource
  /** The field that names the activity; the record itself for a meeting. */
  readonly plan: string
}

/** Everything that is delivered, by its resource. */
export const delivering: ReadonlyMap<string, Delivering> = new Map(
  [...kinds.values()].flatMap((kind) =>
    kind.deliverables.map(({ of, plan }): [string, Delivering] => [of.id, { kind, of, plan }]),
  ),
)
