import { queues, resources } from '../../../model/business.ts'
import { type Condition, is } from '../../../model/language/conditions/condition.ts'
import { leavesOf } from '../../../model/language/conditions/either.ts'
import { groupingOf } from '../../../model/language/derived/grouping.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { viewsFor } from '../../../model/queueViews.ts'
import { label } from '../../../model/values/label.ts'
import { matchRoute } from '../../../model/values/matchRoute.ts'
import { claimAt } from '../../../model/values/routes.ts'
import {
  ROLES_PER_VIEW_MAX,
  type SavedViewDraft,
  SHARE_PERMISSION,
  STANDING,
  type Standing,
  VIEW_ICONS,
  VIEW_KEYS,
  viewColumnsIn,
} from '../../../model/wire/savedView.ts'
import type { Actor } from '../../core/actor.ts'
import { AppError, forbidden } from '../../core/errors.ts'
import { isBound, may, maySee } from '../../core/permissions.ts'
import { parseConditions } from '../../lists/sql/conditions.ts'
import { parseSort } from '../../lists/sql/query.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'

/** List of an address, as far as a person may see it. */
export interface ViewedList {
  readonly of: AnyResource
  /** Conditions of the list itself. */
  readonly always: readonly Condition[]
}

/** The list at an address; null where there is none, or this person does not see it. Pure. */
export function listAt(actor: Pick<Actor, 'permissions'>, address: string): ViewedList | null {
  const [path = '', search = ''] = address.split('?', 2)
  const code = matchRoute('/desk/queues/:code', path)?.code
  if (code !== undefined) {
    const queue = queues.get(code)
    const named = new URLSearchParams(search).get('view')
    const view = queue && viewsFor(queue, (permission) => may(actor, permission)).find((v) => v.code === named)
    const of = view && resources.get(view.resource)
    return of ? { of, always: view.where } : null
  }
  const met = claimAt(resources.values(), path)
  if (search !== '' || met?.claim.screen !== 'list' || met.claim.to !== undefined || !maySee(actor, met.by)) return null
  const always = Object.entries(met.claim.where ?? {}).map(([field, value = '']) =>
    is(field, value.startsWith(':') ? (met.params[value.slice(1)] ?? '') : value),
  )
  return { of: met.by, always }
}

/** 400 by the field, in the language of whoever sent it. */
export const refused = ({ language }: Pick<Actor, 'language'>, name: string, zh: string, en: string): AppError =>
  new AppError(400, [zh, en], { [name]: label([zh, en], language) })

/**
 * Conditions and order, as the list itself would take them. Personal data is refused: a view keeps its conditions in
 * the clear, and may be shared.
 */
function checkSearch(actor: Actor, of: AnyResource, search: string): void {
  const { sort, group, ...conditions } = Object.fromEntries(new URLSearchParams(search))
  for (const { field } of leavesOf(parseConditions(actor, of, conditions, { strict: true })) ?? []) {
    const found = fieldOf(of, field)
    if (!found?.facts.masked) continue
    const [zh, en] = found.label
    throw refused(
      actor,
      'search',
      `${zh}是敏感信息，不能保存在视图中，请去掉该条件`,
      `${en} is personal data and is not kept in a view; remove this condition`,
    )
  }
  if (sort !== undefined) parseSort(of, { sort })
  if (group !== undefined && groupingOf(of, group) === null)
    throw refused(
      actor,
      'search',
      '列表不能按该列分组，请取消分组',
      'The list is not grouped by this column; remove the grouping',
    )
}

/** Aliases of a list of roles. @throws AppError 400 */
function rolesIn(actor: Actor, sent: unknown): string[] {
  const roles = sent ?? []
  if (!Array.isArray(roles) || !roles.every((r) => typeof r === 'string' && r !== '' && r.length <= 50))
    throw refused(actor, 'roles', '共享角色无效', 'The roles are not valid')
  if (roles.length > ROLES_PER_VIEW_MAX)
    throw refused(
      actor,
      'roles',
      `一个视图最多共享给 ${ROLES_PER_VIEW_MAX} 个角色`,
      `A view is shared with ${ROLES_PER_VIEW_MAX} roles at most`,
    )
  return [...new Set<string>(roles)].sort()
}

/** Body of a save as its call declares it. */
export type SentView = Readonly<Partial<Record<keyof SavedViewDraft, unknown>>>

/**
 * The view as it is to be kept. @throws AppError 400 by the field; 403 where it is shared and the person may not share,
 * 404 where its list is none of theirs.
 */
export function checkedView(actor: Actor, sent: SentView): SavedViewDraft {
  const list = String(sent.list)
  const found = listAt(actor, list)
  if (!found) throw new AppError(404, ['列表不存在', 'There is no such list'])
  const search = String(sent.search ?? '')
  checkSearch(actor, found.of, search)
  const columns = viewColumnsIn(sent.columns ?? {})
  if (!columns) throw refused(actor, 'columns', '列的设置无效，请恢复默认列', 'The columns are not valid: reset them')
  const icon = VIEW_ICONS.find((name) => name === (sent.icon || VIEW_ICONS[0]))
  if (!icon) throw refused(actor, 'icon', '没有这个图标', 'There is no such icon')
  const key = String(sent.key ?? '')
  if (key !== '' && !VIEW_KEYS.includes(key))
    throw refused(actor, 'key', '快捷键须为 g 1 至 g 9', 'The key is one of g 1 to g 9')
  const roles = rolesIn(actor, sent.roles)
  const standing = Object.values(STANDING).find((s): s is Standing => s === Number(sent.standing ?? 0))
  if (standing === undefined) throw refused(actor, 'standing', '默认方式无效', 'This default is not valid')
  if (roles.length > 0 && !mayShare(actor)) throw forbidden()
  const name = String(sent.name).trim()
  return {
    id: String(sent.id ?? ''),
    version: Number(sent.version ?? 0),
    list,
    name,
    search,
    columns,
    icon,
    key,
    roles,
    standing,
  }
}

/** Whether a person may share views: who administers the roles of the tenant, bound to no party. Pure. */
export const mayShare = (actor: Actor): boolean => may(actor, SHARE_PERMISSION) && !isBound(actor)
