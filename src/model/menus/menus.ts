import { activitiesMenu } from '../activities/menu.ts'
import { administrationMenu } from '../administration/menu.ts'
import { contentMenu } from '../content/menu.ts'
import { deskMenu } from '../desk/menu.ts'
import { filesMenu } from '../files/menu.ts'
import { fundsMenu } from '../funds/menu.ts'
import type { AnyCall } from '../language/domain/call.ts'
import { isByPeople, type Transition } from '../language/lifecycle.ts'
import { composeMenus, type Leaf, type TopMenu } from '../language/menu.ts'
import { hasMasked, type Operation, othersCode, type Resource, unmaskCode } from '../language/resource.ts'
import { ordersMenu } from '../orders/menu.ts'
import { paymentMenu } from '../payment/menu.ts'
import { peopleMenu } from '../people/menu.ts'
import { pointsMenu } from '../points/menu.ts'
import { settlementMenu } from '../settlement/menu.ts'
import { taxMenu } from '../tax/menu.ts'
import { tenderMenu } from '../tender/menu.ts'
import type { Label } from '../values/label.ts'
import { workflowMenu } from '../workflow/menu.ts'
import { tree } from './tree.ts'

/** The menu tree (domain §1): only leaves whose screens exist. Top menu → group → leaf → buttons. */
export const menus: readonly TopMenu[] = composeMenus(tree, [
  peopleMenu,
  activitiesMenu,
  tenderMenu,
  ordersMenu,
  settlementMenu,
  paymentMenu,
  fundsMenu,
  taxMenu,
  pointsMenu,
  contentMenu,
  deskMenu,
  filesMenu,
  workflowMenu,
  administrationMenu,
])

const OPERATION: Readonly<Record<Operation, Label>> = {
  view: ['查看', 'View'],
  add: ['新增', 'Add'],
  edit: ['修改', 'Edit'],
  delete: ['删除', 'Delete'],
  export: ['导出', 'Export'],
  import: ['导入', 'Import'],
}

/**
 * Permission codes of a resource with their words: its operations, its personal data, then what its lifecycle and its calls ask for.
 */
export function buttonsOfResource(
  r: Pick<Resource, 'id' | 'fields' | 'operations' | 'own'>,
  transitions: readonly Transition[],
  calls: readonly Pick<AnyCall, 'permission' | 'title'>[] = [],
): Map<string, Label> {
  const buttons = new Map<string, Label>()
  for (const o of r.operations) buttons.set(`${r.id}_${o}`, OPERATION[o])
  if (hasMasked(r) && r.operations.includes('view')) buttons.set(unmaskCode(r), ['查看敏感信息', 'See personal data'])
  if (r.own?.others) buttons.set(othersCode(r), ['查看全部', "See everybody's"])
  for (const t of transitions)
    if (isByPeople(t) && t.permission && !buttons.has(t.permission)) buttons.set(t.permission, t.label)
  for (const c of calls)
    if (c.permission?.startsWith(`${r.id}_`) && !buttons.has(c.permission)) buttons.set(c.permission, c.title)
  return buttons
}

/** Every leaf with its top menu and group, in menu order. */
export function* leaves(): Generator<{ top: TopMenu; group: TopMenu['groups'][number]; leaf: Leaf }> {
  for (const top of menus) for (const group of top.groups) for (const leaf of group.leaves) yield { top, group, leaf }
}
