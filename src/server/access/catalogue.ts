import { createHash } from 'node:crypto'
import { calls, editableIn, queues, resources, transitionsOf } from '../../model/all.ts'
import { addressOf, pathsOf } from '../../model/kernel/address.ts'
import type {
  Catalogue,
  CatalogueDecision,
  CatalogueMenu,
  CatalogueQueue,
  CatalogueResource,
  CatalogueTransition,
  Findable,
  States,
} from '../../model/kernel/catalogue.ts'
import { wallDate } from '../../model/kernel/dates.ts'
import { type Label, type Language, label } from '../../model/kernel/label.ts'
import { isByPeople, type Transition } from '../../model/kernel/lifecycle.ts'
import type { Leaf } from '../../model/kernel/menu.ts'
import type { Decision, Queue, QueueView } from '../../model/kernel/queue.ts'
import type { Coming, Operation, Resource } from '../../model/kernel/resource.ts'
import { menus } from '../../model/menus.ts'
import { type May, sees, viewsFor } from '../../model/queueViews.ts'
import type { Actor } from '../core/actor.ts'
import type { Handler, ServerContext } from '../core/context.ts'
import { closedWhy } from '../writes/rules.ts'
import type { Grants } from './permissions.ts'
import { readings } from './pinyin.ts'
import { profileOf } from './profile.ts'
import { grantsOfActor } from './who.ts'

const findable = (text: Label, language: Language): Findable => ({
  title: label(text, language),
  alias: label(text, language === 'zh' ? 'en' : 'zh'),
  pinyin: readings(text[0]),
})

const leafOf = (leaf: Leaf, language: Language): CatalogueMenu => ({
  code: leaf.code,
  ...findable(leaf.title, language),
  path: leaf.path,
  icon: leaf.icon,
  resource: leaf.resource ?? '',
  ...(leaf.go ? { go: leaf.go } : {}),
  newWindow: leaf.newWindow ?? false,
  children: [],
})

const branch = (
  of: { code: string; title: Label; icon: string },
  language: Language,
  children: readonly CatalogueMenu[],
): CatalogueMenu => ({
  code: of.code,
  ...findable(of.title, language),
  path: '',
  icon: of.icon,
  resource: '',
  newWindow: false,
  children,
})

const filled = (menu: CatalogueMenu): boolean => menu.children.length > 0

function transitionOf(r: Resource, id: string, t: Transition, language: Language): CatalogueTransition {
  const { method, paths } = addressOf(t.call ?? '')
  return {
    id,
    ...findable(t.label, language),
    from: t.from as States,
    method,
    path: pathsOf(r.calls, paths)[0] ?? '',
    match: { ...t.match, ...t.matchIf },
    select: t.select ?? 'one',
    asks: Object.keys(t.ask ?? {}).length > 0,
    mustAsk: Object.values(t.ask ?? {}).some((f) => f.facts.required !== undefined),
    undo: t.undo ?? '',
    takesBack: t.takesBack ?? [],
    money: t.money ?? false,
    danger: t.danger ?? false,
    result: t.result ?? 'other',
    key: t.key ?? '',
    closed: label(closedWhy(r.id, id) ?? ['', ''], language),
  }
}

const comingOf = (c: Coming, language: Language): NonNullable<CatalogueResource['closed']>[number] => ({
  code: c.code,
  ...findable(c.title, language),
  key: c.key ?? '',
  why: label(c.why, language),
})

function resourceOf(r: Resource, may: (code: string) => boolean, language: Language): CatalogueResource {
  const editable = { edit: editableIn(r, 'edit'), delete: editableIn(r, 'delete') } as Readonly<
    Record<'edit' | 'delete', States | null>
  >
  const possible = (o: Operation): boolean => (o !== 'edit' && o !== 'delete') || editable[o] !== null
  const operations = r.operations.filter(
    (o) => possible(o) && (may(`${r.id}_${o}`) || (o === 'view' && r.open === true)),
  )
  const asked = Object.entries(editable).filter(
    ([o, from]) => operations.includes(o as Operation) && Object.keys(from ?? {}).length > 0,
  )
  return {
    id: r.id,
    module: r.module ?? '',
    ...findable(r.title, language),
    call: r.calls[0] ?? '',
    listMethod: r.list.method ?? 'GET',
    operations,
    ...(asked.length > 0 ? { editable: Object.fromEntries(asked) } : {}),
    routes: r.routes ?? {},
    // One that creates its record is no decision on a row: offered as one, it would be run on whatever row is in hand.
    transitions: Object.entries(transitionsOf(r.id))
      .filter(([, t]) => isByPeople(t) && t.from !== 'new' && t.permission !== undefined && may(t.permission))
      .map(([id, t]) => transitionOf(r, id, t, language)),
    ...(r.closed ? { closed: r.closed.map((c) => comingOf(c, language)) } : {}),
  }
}

/** A decision of a view as the catalogue tells it, null where this person may not take it. */
function decisionOf(v: QueueView, d: Decision, may: (code: string) => boolean): CatalogueDecision | null {
  if (typeof d === 'string') {
    const code = transitionsOf(v.resource)[d]?.permission
    return code !== undefined && may(code) ? { kind: 'transition', id: d } : null
  }
  const code = calls.find((c) => c.id === d.call)?.permission
  return code !== undefined && may(code) ? { kind: 'call', id: d.call } : null
}

/** Views of which somebody may see the records and do the work. */
function queueOf(q: Queue, may: May, language: Language): CatalogueQueue {
  return {
    code: q.code,
    ...findable(q.title, language),
    icon: q.icon,
    ...(q.go ? { go: q.go } : {}),
    module: q.module ?? '',
    views: viewsFor(q, may).map((v) => ({
      code: v.code,
      ...findable(v.title, language),
      resource: v.resource,
      where: v.where,
      decisions: v.decisions.flatMap((d) => decisionOf(v, d, may) ?? []),
      sort: v.sort ?? '',
    })),
  }
}

/** What the model says, cut to what was granted, in one language. Pure. */
export function cut(
  granted: Pick<Grants, 'menus' | 'permissions'>,
  language: Language,
): Pick<Catalogue, 'topMenus' | 'permissions' | 'resources' | 'queues'> {
  const may = (code: string) => granted.permissions.has(code)
  return {
    topMenus: menus
      .map((top) =>
        branch(
          top,
          language,
          top.groups
            .map((group) =>
              branch(
                group,
                language,
                group.leaves.filter((leaf) => granted.menus.has(leaf.code)).map((leaf) => leafOf(leaf, language)),
              ),
            )
            .filter(filled),
        ),
      )
      .filter(filled),
    permissions: [...granted.permissions].sort(),
    resources: [...resources.values()].filter((r) => sees(r, may)).map((r) => resourceOf(r, may, language)),
    queues: [...queues.values()].map((q) => queueOf(q, may, language)).filter((q) => q.views.length > 0),
  }
}

/** All that the console knows after sign-in; the etag covers everything but itself. */
export async function catalogueOf(context: ServerContext, actor: Actor): Promise<Catalogue> {
  const profile = await profileOf(context, actor.tenantId, actor.userId)
  const body: Omit<Catalogue, 'etag'> = {
    language: actor.language,
    user: {
      id: actor.userId,
      name: actor.name,
      account: actor.account,
      avatar: profile?.avatar ?? '',
      tenantId: actor.tenantId,
      roles: actor.roles,
      company: profile?.customerName ?? '',
    },
    ...cut(grantsOfActor(actor), actor.language),
    today: wallDate(context.now()),
  }
  return { etag: createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22), ...body }
}

/** GET catalogue, with ETag: an unchanged one is 304 without a body. */
export const catalogue: Handler = async ({ context, actor, http: request, reply }) => {
  const answer = await catalogueOf(context, actor)
  reply.header('etag', `"${answer.etag}"`)
  reply.header('cache-control', 'private, no-cache')
  reply.header('vary', 'accept-language, blade-auth')
  const known = (request.headers['if-none-match'] ?? '').split(',').map((t) => t.trim().replace(/^W\//, ''))
  if (known.includes(`"${answer.etag}"`)) {
    reply.code(304).send()
    return reply
  }
  return answer
}
