import { calls, resourceOf, transitionsOf } from '../../../../model/business.ts'
import { FIRST_STEPS, type FirstStep, firstSteps, firstStepsCall } from '../../../../model/desk/firstSteps.ts'
import { creationOf } from '../../../../model/language/lifecycle.ts'
import type { Role } from '../../../../model/language/role.ts'
import { leaves } from '../../../../model/menus/menus.ts'
import { permissionsOf } from '../../../../model/roles/grants.ts'
import { roles } from '../../../../model/roles/roles.ts'
import { wallDate } from '../../../../model/values/dates.ts'
import { label } from '../../../../model/values/label.ts'
import type { Actor } from '../../../core/actor.ts'
import type { ServerContext } from '../../../core/context/context.ts'
import { forbidden } from '../../../core/errors.ts'
import { hasPlatformRights, may, maySee } from '../../../core/permissions.ts'
import { closedPorts } from '../../../ports/registry.ts'
import { handle } from '../../../records/handle.ts'

const all: readonly FirstStep[] = firstSteps
type Code = Exclude<(typeof firstSteps)[number]['code'], `users.${string}` | 'ports'>

const among = (table: string, where: string): string =>
  `exists (select 1 from "${table}" where tenant_id = $1 and is_deleted = 0 and ${where})`
const validToday = (from: string, to: string): string =>
  `(${from} is null or ${from} <= $2::date) and (${to} is null or ${to} >= $2::date)`

/** Whether a step is done, in SQL: $1 is the tenant, $2 the day. */
const DONE: Readonly<Record<Code, string>> = {
  partner: among('third_platform', `third_type = 1 and enable_status = 1 and bank_account <> ''`),
  taxRate: among(
    'tax_item_rate',
    `enable_status = 1 and fiscal_tax_id is not null and ${validToday('effective_from', 'effective_to')}`,
  ),
  platformUnit: among('trading_manager_info', 'holder_type = 2 and unit_status = 1'),
  company: among('entrusted_company', 'audit_status = 1 and enable_status = 1 and platform_fee_rate > 0'),
  account: among('entrusted_account', 'account_status = 1'),
  companyUnit: among('trading_manager_info', 'holder_type = 1 and unit_status = 1'),
  link: among('entrusted_third_rel', `third_type = 1 and audit_status = 1 and ${validToday('start_date', 'end_date')}`),
  employee: among('entrusted_employee', 'enable_status = 1'),
  product: among('base_product', 'enable_status = 1'),
  project: among('activity_service_project', 'enable_status = 1'),
  template: `(${among('case_collection_template', 'template_status = 1')} or ${among('clinical_research_template', 'template_status = 1')})`,
  budget: among('budget_order', 'budget_status = 2'),
  doctor: among(
    'authentication_doctor',
    `cert_status = 2 and protocol_status = 1 and black_status = 0 and bank_account <> ''`,
  ),
  balance: among('entrusted_account', 'account_status = 1 and available_amount > 0'),
}

/** The same of users: so many hold a role. */
const held = ({ role, least }: NonNullable<FirstStep['users']>): string =>
  `(select count(*) from "user" u where u.tenant_id = $1 and u.status = 1 and u.is_deleted = 0 and exists (select 1
     from "user_role" ur join "role" r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
     where ur.tenant_id = u.tenant_id and ur.user_id = u.id and r.role_alias = '${role}')) >= ${least}`

const ASKED = `select ${all
  .filter(({ code }) => code !== 'ports')
  .map(({ code, users }) => `${users ? held(users) : DONE[code as Code]} as "${code}"`)
  .join(',\n  ')}`

/** Steps of resources that a person may see: nobody learns of what they could not look at. */
const shownTo = (actor: Pick<Actor, 'permissions'>): FirstStep[] =>
  all.filter((step) => maySee(actor, resourceOf(step.of)))

/** Ports that nobody needs before a doctor is paid. */
const NOT_NEEDED = ['messagePush']

/** Which of the steps of a tenant are done, by code. */
async function doneOf(context: ServerContext, tenantId: string): Promise<Readonly<Record<string, boolean>>> {
  const [[found], closed] = await Promise.all([
    context.db.scoped<Record<string, boolean>>(
      { tenantId },
      { name: 'first-steps', text: ASKED, values: [tenantId, wallDate(context.now())] },
    ),
    closedPorts(context, tenantId),
  ])
  return { ...found, ports: closed.every((id) => NOT_NEEDED.includes(id)) }
}

const doing = new Map<string, readonly Role[]>()

/** The permission that doing a step asks for, as the model says it. */
export function permissionOf({ code, of, by }: FirstStep): string {
  const found =
    by === undefined
      ? (creationOf(transitionsOf(of))?.transition.permission ?? `${of}_add`)
      : 'call' in by
        ? calls.find(({ id }) => id === by.call)?.permission
        : transitionsOf(by.of)[by.step]?.permission
  if (!found) throw new Error(`the first step ${code} is done by nothing that people may do`)
  return found
}

/**
 * Roles that can do a step: the built-in roles that hold its permission, the administrator where nobody else does.
 * Found once: what a role holds is thousands of comparisons.
 */
function doersOf(step: FirstStep): readonly Role[] {
  const permission = permissionOf(step)
  const known = doing.get(permission)
  if (known) return known
  const administrators = roles.filter((role) => role.alias === 'administrator')
  const others = roles.filter((role) => !administrators.includes(role) && permissionsOf(role).has(permission))
  const found = others.length > 0 ? others : administrators
  doing.set(permission, found)
  return found
}

/** The key that goes to the list of a resource. */
const keyTo = (path: string): string => [...leaves()].find(({ leaf }) => leaf.path === path)?.leaf.go ?? ''

/** Is somebody to be led to the page: may they see it, and is anything missing? */
export async function hasFirstSteps(context: ServerContext, actor: Actor): Promise<boolean> {
  if (!may(actor, FIRST_STEPS.permission) || !hasPlatformRights(actor)) return false
  const done = await doneOf(context, actor.tenantId)
  return shownTo(actor).some(({ code }) => !done[code])
}

export const firstStepsHandlers = [
  handle(firstStepsCall, async ({ actor, context }) => {
    if (!hasPlatformRights(actor)) throw forbidden()
    const done = await doneOf(context, actor.tenantId)
    return shownTo(actor).map((step) => {
      const path = resourceOf(step.of).routes?.list ?? ''
      return {
        code: step.code,
        title: label(step.title, actor.language),
        needs: label(step.needs, actor.language),
        done: done[step.code] ? (1 as const) : (0 as const),
        by: doersOf(step)
          .map((role) => label(role.title, actor.language))
          .join(actor.language === 'zh' ? '、' : ', '),
        path,
        go: keyTo(path),
      }
    })
  }),
]
