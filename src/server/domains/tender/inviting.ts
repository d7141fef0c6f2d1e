import { type Belonging, kinds, type PlanKind } from '../activities/kinds.ts'

/** Those who are invited to a kind of activity: its doctors, or who is invited beside them. */
export type Inviting = PlanKind & { readonly doctors: Belonging }

export const inviting: readonly Inviting[] = [...kinds.values()].flatMap((kind) =>
  kind.parts.map((doctors): Inviting => ({ ...kind, doctors })),
)

/** Does a part interpret a case of the activity? */
export const isOfCase = ({ doctors }: Inviting): boolean => Boolean(doctors.of.fields.caseReportId)

/** Is a part the one work that its doctor hands in? */
export const isWork = ({ doctors }: Inviting): boolean => Boolean(doctors.of.fields.submitStatus)
