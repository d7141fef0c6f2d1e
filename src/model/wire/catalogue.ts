/**
 * The catalogue, which the console receives after sign-in: menus, resources, transitions and queues that the user may
 * use.
 */
import type { Condition } from '../language/conditions/condition.ts'
import type { Operation } from '../language/resource.ts'
import type { PagesBy, Routes } from '../values/routes.ts'

/**
 * A title with the readings that search finds it by. The server computes pinyin and initials, so that the browser needs
 * no pinyin library.
 */
export interface Findable {
  readonly title: string
  /** The other language's title: always searchable. */
  readonly alias: string
  /** Readings of the Chinese title: full syllables joined by spaces, several where a character has several. */
  readonly pinyin: readonly string[]
  /** Other names people ask for it by, with the pinyin of Chinese ones; absent for none. */
  readonly words?: readonly string[]
}

export interface CatalogueMenu extends Findable {
  readonly code: string
  readonly path: string
  readonly icon: string
  readonly resource: string
  /** Key that opens the entry; absent for none. */
  readonly go?: string
  readonly newWindow: boolean
  readonly children: readonly CatalogueMenu[]
}

/** State of a status field: a value of its choice, null where it is empty. */
export type State = number | string | null

/** States by status field; a list means any of them. */
export type States = Readonly<Record<string, State | readonly State[]>>

/**
 * Decision on records of a resource: a transition, or a call that is a command. Console and commands treat both alike;
 * `kind` says what is sent and in what shape many are.
 */
export interface CatalogueDecision extends Findable {
  readonly kind: 'transition' | 'call'
  /** Its name: one for both kinds within a resource. */
  readonly id: string
  readonly from: States
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The parameter that records are named in by their ids: `handleIds`; "" = `id`, or `ids`. */
  readonly by: string
  readonly match: Readonly<Record<string, string | number>>
  readonly select: 'one' | 'many'
  /** True when the user is asked for values; their fields come with the domain's lazy chunk. */
  readonly asks: boolean
  /** True when one of the asked values is required: the key opens the form instead of deciding at once. */
  readonly mustAsk: boolean
  /** Decision that takes this one back, where it is declared and permitted; "" for a final decision. */
  readonly undo: string
  readonly takesBack: readonly string[]
  /**
   * Needs a second person: how somebody is a maker, by its code (`makerCode`), in words to them. Absent where everybody
   * may take it.
   */
  readonly makers?: Readonly<Record<string, string>>
  readonly money: boolean
  readonly danger: boolean
  readonly result: 'pass' | 'reject' | 'other'
  readonly key: string
  /** Why it cannot be used yet; "" when it can. */
  readonly closed: string
}

/** Returns whether a decision is final: nothing takes it back for this person. Pure. */
export const isFinal = (d: Pick<CatalogueDecision, 'undo'>): boolean => d.undo === ''

/**
 * Returns whether a decision without questions is confirmed first: destructive ones, and final ones about money. Pure.
 */
export const isConfirmed = (d: Pick<CatalogueDecision, 'undo' | 'danger' | 'money'>): boolean =>
  d.danger || (d.money && isFinal(d))

export interface CatalogueResource extends Findable {
  readonly id: string
  readonly domain: string
  /** Canonical call prefix below /api. */
  readonly call: string
  readonly listMethod: 'GET' | 'POST'
  /** The list answers a whole tree: pages of its records have an address of their own (`page`). */
  readonly listedWhole?: true
  readonly operations: readonly Operation[]
  /** Name of the step that adds a record (开通子单元); absent where that is 新增. */
  readonly created?: Findable
  /** The states a record must be in to be edited or deleted; absent where every state allows it. */
  readonly editable?: Readonly<Partial<Record<'edit' | 'delete', States>>>
  readonly routes: Routes & { readonly pages?: PagesBy }
  /** Values of lists that everybody may read (dictionaries, quick replies): found behind screens and commands. */
  readonly open?: true
  /** None of its records changes anything yet (`Resource.notInForce`). */
  readonly idle?: true
  /**
   * Names of calls by which the list offers files besides its export (`Call.archiveOf`), `…OfList` of those that take a list;
   * absent for none.
   */
  readonly archives?: readonly string[]
  readonly decisions: readonly CatalogueDecision[]
}

/**
 * Resources that a row of an overview may belong to: the resources whose pages it leads to. None where it is no
 * overview. Pure.
 */
export function kindsOf(all: readonly CatalogueResource[], r: CatalogueResource): Record<string, CatalogueResource> {
  const pages = Object.entries(r.routes.pages?.of ?? {})
  return Object.fromEntries(
    pages.flatMap(([value, page]) =>
      all.filter((kind) => kind.id !== r.id && kind.routes.detail === page).map((kind) => [value, kind]),
    ),
  )
}

export interface CatalogueQueueView extends Findable {
  readonly code: string
  /** The resource whose records the view lists. */
  readonly resource: string
  readonly where: readonly Condition[]
  /** Names of those decisions of its resource that the user may take, in the order of the buttons. */
  readonly decisions: readonly string[]
  readonly sort: string
}

export interface CatalogueQueue extends Findable {
  readonly code: string
  readonly icon: string
  /** Key that opens its first view; absent for none. */
  readonly go?: string
  readonly domain: string
  readonly views: readonly CatalogueQueueView[]
}

/** The whole catalogue, reduced to what the user may do, in one language. */
export interface Catalogue {
  readonly etag: string
  readonly language: 'zh' | 'en'
  readonly user: {
    readonly id: string
    readonly name: string
    readonly account: string
    readonly avatar: string
    readonly tenantId: string
    readonly roles: readonly string[]
    readonly company: string
    /** Id of the client company that the user is bound to; absent for everybody else. */
    readonly companyId?: string
  }
  readonly topMenus: readonly CatalogueMenu[]
  readonly permissions: readonly string[]
  readonly resources: readonly CatalogueResource[]
  readonly queues: readonly CatalogueQueue[]
  readonly today: string
}
