import type { PartnerScope } from '../../model/administration/access/partnerScopes.ts'
import { resources } from '../../model/business.ts'
import { permissionCodes } from '../../model/roles/grants.ts'

/** Kinds of activities that are no demonstration: of a table of all, by the number of each. */
const plans = [...resources.values()].filter(
  (r) =>
    r.variantOf?.resource === 'activityPlan' &&
    r.variantOf.where.planType !== undefined &&
    r.variantOf.where.demo === 0,
)

/**
 * Permissions of the people whose manual work a scope stands for, found in the model. Rules and saves ask for these as
 * they ask of people. Steps of the doctor's side and what the system does, too, ask for none: who lets a client in
 * looks at its scope.
 */
const PERMISSIONS: Readonly<Record<PartnerScope, readonly string[]>> = {
  'doctor.register': ['authenticationDoctor_add'],
  'certification.submit': ['authenticationDoctor_edit', 'authenticationDoctor_certify'],
  'invitation.answer': ['bidRecord_add'],
  'report.submit': [],
  'meeting.attend': [],
  'plan.create': plans.map((r) => `${r.id}_add`),
  'plan.close': [],
  'content.event': [],
  'settlement.read': ['settlementOrder_view'],
}

/** The permissions of all that these scopes allow; of those that exist. */
export const permissionsOfScopes = (scopes: Iterable<PartnerScope>): ReadonlySet<string> =>
  new Set([...scopes].flatMap((scope) => PERMISSIONS[scope]).filter((code) => permissionCodes.has(code)))
