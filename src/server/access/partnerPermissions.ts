import type { PartnerScope } from '../../model/access/partnerScopes.ts'
import { lifecycles, resources } from '../../model/all.ts'
import { permissionCodes } from '../../model/grants.ts'
import type { Lifecycle } from '../../model/kernel/lifecycle.ts'

/** Kinds of activities that are no demonstration: of a table of all, by the number of each. */
const plans = [...resources.values()].filter(
  (r) =>
    r.variantOf?.resource === 'activityPlan' &&
    r.variantOf.where.planType !== undefined &&
    r.variantOf.where.demo === 0,
)

const steps = (names: readonly string[]): string[] =>
  [...(lifecycles.values() as Iterable<Lifecycle>)].flatMap((l) =>
    names.flatMap((name) => l.transitions[name]?.permission ?? []),
  )

/**
 * What people hold who do by hand what a scope stands for, found in the model. Rules and saves ask for these as they ask of
 * people; what a scope closes by the system (`plan.close`) needs none.
 */
const PERMISSIONS: Readonly<Record<PartnerScope, readonly string[]>> = {
  'doctor.register': ['authenticationDoctor_add'],
  'certification.submit': ['authenticationDoctor_edit', 'authenticationDoctor_certify'],
  'invitation.answer': [],
  'report.submit': steps(['handIn', 'resubmit', 'resubmit.refused']),
  'meeting.attend': ['meetingAttend_add'],
  'plan.create': plans.map((r) => `${r.id}_add`),
  'plan.close': [],
  'settlement.read': ['settlementOrder_view'],
}

/** The permissions of all that these scopes allow; of those that exist. */
export const permissionsOfScopes = (scopes: Iterable<PartnerScope>): ReadonlySet<string> =>
  new Set([...scopes].flatMap((scope) => PERMISSIONS[scope]).filter((code) => permissionCodes.has(code)))
