import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { calls, editableIn, kindNames, lifecycles, queues, resources, shownBy, transitionsOf } from '../../model/all.ts'
import { type Address, addressOf, keyOf, pathsOf } from '../../model/kernel/address.ts'
import { type AnyCall, askedBy, commandName, commandsOn } from '../../model/kernel/call.ts'
import type {
  Catalogue,
  CatalogueDecision,
  CatalogueMenu,
  CatalogueQueue,
  CatalogueResource,
  Findable,
  States,
} from '../../model/kernel/catalogue.ts'
import { packCatalogue, type WireCatalogue, type WireNames } from '../../model/kernel/catalogueWire.ts'
import { wallDate } from '../../model/kernel/dates.ts'
import type { Fields } from '../../model/kernel/field.ts'
import { type Label, type Language, label, otherNames } from '../../model/kernel/label.ts'
import { isByPeople, type Transition } from '../../model/kernel/lifecycle.ts'
import { madeInWords, makerCode, makersOf } from '../../model/kernel/makers.ts'
import type { Leaf } from '../../model/kernel/menu.ts'
import type { Decision, Queue, QueueView } from '../../model/kernel/queue.ts'
import { unlessLatin } from '../../model/kernel/readings.ts'
import { type Coming, fixedValues, type Operation, type Resource } from '../../model/kernel/resource.ts'
import type { PagesBy } from '../../model/kernel/routes.ts'
import { menus } from '../../model/menus.ts'
import { type May, sees, viewsFor } from '../../model/queueViews.ts'
import type { Actor } from '../core/actor.ts'
import type { Handler, ServerContext } from '../core/context.ts'
import { JsonText, succeededText } from '../core/envelope.ts'
import { closedWhy, NOT_OPEN } from '../core/open.ts'
import { readings, spellerFor } from '../core/pinyin.ts'
import { callHandler } from '../records/handle.ts'
import { hasMakers } from '../store/schema/makers.ts'
import type { Grants } from './permissions.ts'
import { profileOf } from './profile.ts'
import { grantsOfActor } from './who.ts'

const findable = (text: Label, language: Language): Findable => ({
  title: label(text, language),
  alias: label(text, language === 'zh' ? 'en' : 'zh'),
  pinyin: readings(text[0]),
})

const namesOf = (words: string | undefined): Pick<Findable, 'words'> =>
  words ? { words: otherNames(words, unlessLatin(readings)) } : {}

const leafOf = (leaf: Leaf, language: Language): CatalogueMenu => ({
  code: leaf.code,
  ...findable(leaf.title, language),
  ...namesOf(leaf.words),
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

/** What people are asked: whether anything, and whether they have to say it. */
const questionOf = (ask: Fields = {}) => ({
  asks: Object.keys(ask).length > 0,
  mustAsk: Object.values(ask).some((f) => f.facts.required !== undefined),
})

/** The parameter by which records are named by their ids. One that holds values of another field is not for them. */
const byOf = (key: Address['key']): string => {
  const named = keyOf(key)
  return named?.field === 'id' ? named.name : ''
}

/** Who may not take a transition because they made the record, in words to them; nothing where everybody may. */
function notByMakers(r: Resource, t: Transition, language: Language): Pick<CatalogueDecision, 'makers'> {
  const l = lifecycles.get(r.id)
  if (!l || !hasMakers(r)) return {}
  const words = makersOf(l, t).map((m) => [
    makerCode(m),
    label(
      madeInWords(m, r, l, (id) => resources.get(id)),
      language,
    ),
  ])
  return words.length > 0 ? { makers: Object.fromEntries(words) } : {}
}

/** What takes a transition back, where it is open and the user may take it: nothing else is promised. */
function undoOf(r: Resource, { undo }: Transition, may: (code: string) => boolean): string {
  const code = undo === undefined ? undefined : transitionsOf(r.id)[undo]?.permission
  return undo !== undefined && code !== undefined && may(code) && closedWhy(r.id, undo) === null ? undo : ''
}

function transitionOf(
  r: Resource,
  id: string,
  t: Transition,
  may: (code: string) => boolean,
  language: Language,
): CatalogueDecision {
  const { method, paths, key } = addressOf(t.call ?? '')
  return {
    kind: 'transition',
    id,
    ...findable(t.label, language),
    from: t.from as States,
    method,
    path: pathsOf(r.calls, paths)[0] ?? '',
    by: byOf(key),
    match: { ...t.match, ...t.matchIf },
    select: t.select ?? 'one',
    ...questionOf(t.ask),
    undo: undoOf(r, t, may),
    takesBack: t.takesBack ?? [],
    ...notByMakers(r, t, language),
    money: t.money ?? false,
    danger: t.danger ?? false,
    result: t.result ?? 'other',
    key: t.key ?? '',
    closed: label(closedWhy(r.id, id) ?? ['', ''], language),
  }
}

function commandOf(c: AnyCall, may: (code: string) => boolean, language: Language): CatalogueDecision {
  const { key, result, danger, money, undo, takesBack } = c.command ?? {}
  const nameOf = (id: string) => commandName({ id, on: c.on })
  const back = calls.find((one) => one.id === undo)
  const open = back?.permission !== undefined && may(back.permission) && callHandler(back.id) !== undefined
  return {
    kind: 'call',
    id: commandName(c),
    ...findable(c.title, language),
    from: (c.from ?? {}) as States,
    method: c.method,
    path: c.paths[0] ?? '',
    by: byOf(c.key),
    match: {},
    select: c.select ?? 'one',
    ...questionOf(askedBy(c)),
    undo: back && open ? nameOf(back.id) : '',
    takesBack: (takesBack ?? []).map(nameOf),
    money: money ?? false,
    danger: danger ?? false,
    result: result ?? 'other',
    key: key ?? '',
    closed: callHandler(c.id) ? '' : label(NOT_OPEN, language),
  }
}

/** What this person may decide about records of a resource: its transitions, then the calls that are commands. */
const decisionsOf = (r: Resource, may: (code: string) => boolean, language: Language): CatalogueDecision[] => [
  // One that creates its record is no decision on a row: offered as one, it would be run on whatever row is in hand.
  ...Object.entries(transitionsOf(r.id))
    .filter(([, t]) => isByPeople(t) && t.from !== 'new' && t.permission !== undefined && may(t.permission))
    .map(([id, t]) => transitionOf(r, id, t, may, language)),
  ...commandsOn(calls, r.id)
    .filter((c) => c.permission !== undefined && may(c.permission))
    .map((c) => commandOf(c, may, language)),
]

const comingOf = (c: Coming, language: Language): NonNullable<CatalogueResource['closed']>[number] => ({
  code: c.code,
  ...findable(c.title, language),
  key: c.key ?? '',
  why: label(c.why, language),
})

/** Where the records of an overview are shown: on the pages of what they are, as far as the user sees them. */
function pagesOf(r: Resource, may: (code: string) => boolean): { readonly pages?: PagesBy } {
  const kinds = shownBy(r).filter((of) => of.routes?.detail && sees(of, may))
  const [by] = kindNames(r)
  if (!by || kinds.length === 0) return {}
  return {
    pages: { by, of: Object.fromEntries(kinds.map((of) => [String(fixedValues(of)[by]), of.routes?.detail ?? ''])) },
  }
}

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
    ...(r.tree?.listed ? { listedWhole: true as const } : {}),
    operations,
    ...(asked.length > 0 ? { editable: Object.fromEntries(asked) } : {}),
    routes: { ...r.routes, ...pagesOf(r, may) },
    ...(r.open ? { open: true as const } : {}),
    decisions: decisionsOf(r, may, language),
    ...(r.closed ? { closed: r.closed.map((c) => comingOf(c, language)) } : {}),
  }
}

/** Returns the command name of a view's decision, null where the user may not take it. */
function decisionOf(v: QueueView, d: Decision, may: (code: string) => boolean): string | null {
  const c = typeof d === 'string' ? undefined : commandsOn(calls, v.resource).find((one) => one.id === d.call)
  const code = typeof d === 'string' ? transitionsOf(v.resource)[d]?.permission : c?.permission
  if (code === undefined || !may(code)) return null
  return typeof d === 'string' ? d : commandName({ id: d.call, on: c?.on })
}

/** Returns the views whose records the user may see and work on. */
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
      ...namesOf(v.words),
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

/** Returns the catalogue of a user and what its titles are found by; the etag covers everything but itself. */
async function catalogueOf(context: ServerContext, actor: Actor): Promise<Required<WireCatalogue>> {
  const profile = await profileOf(context, actor.tenantId, actor.userId)
  const whole: Catalogue = {
    etag: '',
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
  const packed = packCatalogue(whole, spellerFor)
  const etag = createHash('sha256').update(JSON.stringify(packed)).digest('base64url').slice(0, 22)
  return { ...packed, etag, names: { ...packed.names, etag } }
}

/** GET names: what the titles of the asker's catalogue are found by. */
export const names: Handler = async ({ context, actor }): Promise<WireNames> =>
  (await catalogueOf(context, actor)).names

/** GET catalogue, with ETag: an unchanged one is 304 without a body. */
export const catalogue: Handler = async ({ context, actor, http: request, reply }) => {
  const { names: _, ...answer } = await catalogueOf(context, actor)
  reply.header('etag', `"${answer.etag}"`)
  reply.header('cache-control', 'private, no-cache')
  reply.header('vary', 'accept-encoding, accept-language, blade-auth')
  const known = (request.headers['if-none-match'] ?? '').split(',').map((t) => t.trim().replace(/^W\//, ''))
  if (known.includes(`"${answer.etag}"`)) {
    reply.code(304).send()
    return reply
  }
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return answer
  // asked for once a sign-in and again only when it changed: packed as well as can be, where other answers are packed fast
  const text = succeededText(new JsonText(JSON.stringify(answer)), actor.language)
  reply.header('content-encoding', 'gzip').header('content-type', 'application/json; charset=utf-8')
  reply.send(await packed(text))
  return reply
}

const packed = promisify(gzip)
