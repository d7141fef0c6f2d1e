import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { calls, editableIn, kindNames, queues, resources, shownBy, transitionsOf } from '../../../../model/business.ts'
import { FIRST_STEPS } from '../../../../model/desk/firstSteps.ts'
import { creationOf } from '../../../../model/language/lifecycle.ts'
import type { Leaf } from '../../../../model/language/menu.ts'
import type { Queue } from '../../../../model/language/queue.ts'
import { fixedValues, type Operation, type Resource } from '../../../../model/language/resource.ts'
import { menus } from '../../../../model/menus/menus.ts'
import { type May, sees, viewsFor } from '../../../../model/queueViews.ts'
import { wallDate } from '../../../../model/values/dates.ts'
import { type Label, type Language, otherNames } from '../../../../model/values/label.ts'
import { unlessLatin } from '../../../../model/values/readings.ts'
import type { PagesBy } from '../../../../model/values/routes.ts'
import type {
  Catalogue,
  CatalogueMenu,
  CatalogueQueue,
  CatalogueResource,
  Findable,
  States,
} from '../../../../model/wire/catalogue.ts'
import { catalogueToWire, namesToWire, type WireNames } from '../../../../model/wire/catalogueWire.ts'
import type { Grants } from '../../../auth/permissions.ts'
import { profileOf } from '../../../auth/profile.ts'
import { grantsOfActor } from '../../../auth/who.ts'
import type { Actor } from '../../../core/actor.ts'
import type { Handler, ServerContext } from '../../../core/context/context.ts'
import type { ServerDomains } from '../../../core/domains.ts'
import { JsonText, succeededText } from '../../../core/envelope.ts'
import { closedWhy } from '../../../core/open.ts'
import { readings, spellerFor } from '../../../core/text/pinyin.ts'
import { decisionOf, decisionsOf, findable } from './catalogueDecisions.ts'
import { hasFirstSteps } from './firstSteps.ts'

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

/** Where the records of an overview are shown: on the pages of what they are, as far as the user sees them. */
function pagesOf(r: Resource, may: (code: string) => boolean): { readonly pages?: PagesBy } {
  const kinds = shownBy(r).filter((of) => of.routes?.detail && sees(of, may))
  const [by] = kindNames(r)
  if (!by || kinds.length === 0) return {}
  return {
    pages: { by, of: Object.fromEntries(kinds.map((of) => [String(fixedValues(of)[by]), of.routes?.detail ?? ''])) },
  }
}

/**
 * The screens of a resource. What everybody may read, because forms and lists are made of its words, has a list for those
 * alone who were granted it.
 */
function routesOf({ id, open, routes }: Resource, may: (code: string) => boolean): Resource['routes'] {
  if (!open || may(`${id}_view`)) return routes
  const { list: _, ...others } = routes ?? {}
  return others
}

/** Name of the step by which the user may add records; null where there is none. */
function createdBy(domains: ServerDomains, r: Resource, may: (code: string) => boolean): Label | null {
  const created = creationOf(transitionsOf(r.id))
  if (!created || !may(created.transition.permission ?? '') || closedWhy(domains, r.id, created.name) !== null)
    return null
  return created.transition.label
}

/** Files besides the export that the list offers to whoever may have them. */
function archivesOf(r: Resource, may: (code: string) => boolean): Pick<CatalogueResource, 'archives'> {
  const archives = calls.flatMap((c) => {
    if (c.archiveOf !== r.id || !may(c.permission ?? '')) return []
    const name = c.id.slice(c.id.indexOf('.') + 1)
    return c.body?.fileUrl ? [name, `${name}OfList`] : [name]
  })
  return archives.length > 0 ? { archives } : {}
}

function resourceOf(
  domains: ServerDomains,
  r: Resource,
  may: (code: string) => boolean,
  language: Language,
): CatalogueResource {
  const editable = { edit: editableIn(r, 'edit'), delete: editableIn(r, 'delete') } as Readonly<
    Record<'edit' | 'delete', States | null>
  >
  const possible = (o: Operation): boolean => (o !== 'edit' && o !== 'delete') || editable[o] !== null
  const granted = r.operations.filter((o) => possible(o) && (may(`${r.id}_${o}`) || (o === 'view' && r.open === true)))
  const created = createdBy(domains, r, may)
  const operations: readonly Operation[] = created ? [...new Set([...granted, 'add' as const])] : granted
  const fields = Object.entries(editable).filter(
    ([o, from]) => operations.includes(o as Operation) && Object.keys(from ?? {}).length > 0,
  )
  return {
    id: r.id,
    domain: r.domain ?? '',
    ...findable(r.title, language),
    call: r.calls[0] ?? '',
    listMethod: r.list.method ?? 'GET',
    ...(r.tree?.listed ? { listedWhole: true as const } : {}),
    operations,
    ...(created ? { created: findable(created, language) } : {}),
    ...(fields.length > 0 ? { editable: Object.fromEntries(fields) } : {}),
    routes: { ...routesOf(r, may), ...pagesOf(r, may) },
    ...(r.open ? { open: true as const } : {}),
    ...(r.notInForce && !r.notInForce.where ? { idle: true as const } : {}),
    ...archivesOf(r, may),
    decisions: decisionsOf(domains, r, may, language),
  }
}

/** Returns the views whose records the user may see and work on. */
function queueOf(q: Queue, may: May, language: Language): CatalogueQueue {
  return {
    code: q.code,
    ...findable(q.title, language),
    icon: q.icon,
    ...(q.go ? { go: q.go } : {}),
    domain: q.domain ?? '',
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

/** The model cut to what was granted, in one language; which decisions are open is of the domains. Pure. */
export function cut(
  domains: ServerDomains,
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
    resources: [...resources.values()].filter((r) => sees(r, may)).map((r) => resourceOf(domains, r, may, language)),
    queues: [...queues.values()].map((q) => queueOf(q, may, language)).filter((q) => q.views.length > 0),
  }
}

/** Returns the catalogue of a user; the etag covers everything but itself. */
async function catalogueOf(context: ServerContext, actor: Actor): Promise<Catalogue> {
  const [profile, begins] = await Promise.all([
    profileOf(context, actor.tenantId, actor.userId),
    hasFirstSteps(context, actor),
  ])
  const granted = grantsOfActor(actor)
  const menus = begins ? granted.menus : new Set([...granted.menus].filter((code) => code !== FIRST_STEPS.code))
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
      ...(actor.company ? { companyId: actor.company } : {}),
    },
    ...cut(context.domains, { ...granted, menus }, actor.language),
    today: wallDate(context.now()),
  }
  return { ...whole, etag: createHash('sha256').update(JSON.stringify(whole)).digest('base64url').slice(0, 22) }
}

/** GET names: what the titles of the asker's catalogue are found by. */
export const names: Handler = async ({ context, actor }): Promise<WireNames> =>
  namesToWire(await catalogueOf(context, actor), spellerFor)

/** GET catalogue, with ETag: an unchanged one is 304 without a body. */
export const catalogue: Handler = async ({ context, actor, http: request, reply }) => {
  const answer = catalogueToWire(await catalogueOf(context, actor))
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
  reply.send(await packed(text, { level: 9 }))
  return reply
}

const packed = promisify(gzip)
