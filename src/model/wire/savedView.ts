import type { Condition } from '../language/conditions/condition.ts'
import { type ListSetup, rowsIn } from './listSetup.ts'

/** Addresses of the calls about saved views, below /api. */
export const SAVED_VIEWS = {
  /** GET → SavedView[]: the caller's own, and those shared with a role of theirs, of lists that they may see. */
  read: 'rounds/saved-views',
  /** POST SavedViewDraft → SavedView. Without an id it is a new one. */
  save: 'rounds/saved-views/save',
  /** POST {id, version} → null */
  remove: 'rounds/saved-views/remove',
  /** GET → ViewRole[]: the roles that a view may be shared with; none where the caller may not share. */
  roles: 'rounds/saved-views/roles',
  /** GET ?list → ViewDefaults: what a list opens with for each role; 403 for who may not share. */
  defaults: 'rounds/saved-views/defaults',
  /** POST {list, changes: DefaultChange[]} → ViewDefaults */
  setDefaults: 'rounds/saved-views/defaults/set',
} as const

/** Permission that sharing a view asks for: of who administers roles. */
export const SHARE_PERMISSION = 'role_grant'

/** Stands for everybody of the tenant among the roles that a view is shared with, or is the default of. */
export const EVERYBODY = '*'

/** Views of one user. */
export const VIEWS_PER_USER_MAX = 100
/** Roles that one view is shared with. */
export const ROLES_PER_VIEW_MAX = 20
export const VIEW_NAME_CHARACTERS_MAX = 30
export const VIEW_LIST_CHARACTERS_MAX = 200
export const VIEW_SEARCH_CHARACTERS_MAX = 4_000
const VIEW_COLUMNS_MAX = 300
const COLUMN_NAME_CHARACTERS_MAX = 100
const COLUMN_WIDTH_MIN_PX = 40
const COLUMN_WIDTH_MAX_PX = 1200

/** Icons that a view may have; the first one is that of a new view. */
export const VIEW_ICONS = [
  'filter',
  'list',
  'star',
  'inbox',
  'clipboard-list',
  'banknote',
  'wallet',
  'receipt',
  'users',
  'building',
  'stethoscope',
  'history',
  'check-circle',
] as const

/** Keys that a view may have: sequences, so that no letter of a decision is taken. */
export const VIEW_KEYS: readonly string[] = Array.from({ length: 9 }, (_, n) => `g ${n + 1}`)

/** Columns of a list as a view shows them: the shape of what people set up of a list. */
export type ViewColumns = ListSetup

/** Whether the list of a view opens with it for its owner. What it opens with for roles is `ViewDefaults`. */
export const STANDING = { none: 0, mine: 1 } as const
export type Standing = (typeof STANDING)[keyof typeof STANDING]

/** Part of a view that a person saves. */
export interface SavedViewDraft {
  /** "" of a new view. */
  readonly id: string
  /** Version that was changed; 0 of a new view. */
  readonly version: number
  /** Address of the list: its path, of a queue with the view of the queue (`/desk/queues/orders?view=audit`). */
  readonly list: string
  readonly name: string
  /** Conditions and order as the address carries them, without `?`. */
  readonly search: string
  readonly columns: ViewColumns
  readonly icon: string
  /** Key out of `VIEW_KEYS`, "" for none. Of a view that is shared it is everybody's who has none of their own at that key. */
  readonly key: string
  /** Aliases of the roles that it is shared with. */
  readonly roles: readonly string[]
  readonly standing: Standing
}

export interface SavedView extends SavedViewDraft {
  /** Resource of the rows. */
  readonly resource: string
  /** Conditions of the list itself, which hold besides those of the view. */
  readonly always: readonly Condition[]
  /** Readings of the name. */
  readonly pinyin: readonly string[]
  /** The caller may change it: it is theirs, or a removed user's and they administer roles. Saved, it is theirs. */
  readonly mine: boolean
  /** The list opens with it, for this person: their own default, else that of the first of their roles, else that of everybody. One of a list at most. */
  readonly opens: boolean
  /** Name of the role whose default it is where that has the list open with it; "" where it does not, or the choice is the person's own. */
  readonly opensFor: string
  /** Name of the owner. */
  readonly by: string
  /** The account of the owner was removed; the roles keep the view. */
  readonly ownerRemoved: boolean
}

/** A role that a view may be shared with. */
export interface ViewRole {
  readonly alias: string
  readonly name: string
}

const namesIn = (x: unknown): string[] | null =>
  Array.isArray(x) &&
  x.length <= VIEW_COLUMNS_MAX &&
  x.every((n) => typeof n === 'string' && n !== '' && n.length <= COLUMN_NAME_CHARACTERS_MAX)
    ? [...new Set<string>(x)]
    : null

const isWidth = (px: unknown): px is number =>
  typeof px === 'number' && Number.isFinite(px) && px >= COLUMN_WIDTH_MIN_PX && px <= COLUMN_WIDTH_MAX_PX

/** Default views of a list by role, and the views that they could be. */
export interface ViewDefaults {
  /** Everybody first, then the roles of the tenant in their order. */
  readonly roles: readonly (ViewRole & {
    /** Id of the view, "" for none. */
    readonly view: string
  })[]
  /** Shared views of the list. */
  readonly views: readonly (Pick<SavedView, 'id' | 'name' | 'by'> & {
    readonly roles: readonly string[]
  })[]
}

/** Change of the default view of a role. */
export interface DefaultChange {
  readonly role: string
  /** "" for none. */
  readonly view: string
  /** Id of the default view that the person saw, "" for none. */
  readonly before: string
}

/** Whether a view may be the default of a role: it is shared with it, or with everybody. Pure. */
export const mayOpenFor = (view: { readonly roles: readonly string[] }, role: string): boolean =>
  view.roles.includes(role) || view.roles.includes(EVERYBODY)

/** Columns as they were sent; null where they are none. Pure. */
export function viewColumnsIn(sent: unknown): ViewColumns | null {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return null
  const {
    order = [],
    hidden = [],
    shown = [],
    widths = {},
    pinned = [],
    density,
    numbers,
    ...more
  } = sent as Partial<Record<string, unknown>>
  const lists = [order, hidden, shown].map(namesIn)
  const rows = rowsIn({ density, numbers }, namesIn(pinned))
  if (Object.keys(more).length > 0 || lists.includes(null) || !rows) return null
  if (typeof widths !== 'object' || widths === null || Array.isArray(widths)) return null
  const px = Object.entries(widths)
  if (namesIn(px.map(([name]) => name)) === null || !px.every(([, width]) => isWidth(width))) return null
  const [a = [], b = [], c = []] = lists as string[][]
  return { order: a, hidden: b, shown: c, widths: Object.fromEntries(px) as Record<string, number>, ...rows }
}

/** Fields of a list in the order of a view, without those it hides: what an export has. Pure. */
export function namesShown(of: { readonly name: unknown }, names: readonly string[], columns: ViewColumns): string[] {
  const place = new Map(columns.order.map((name, at) => [name, at]))
  const at = (name: string, n: number) => {
    if (name === of.name) return -2
    return columns.pinned?.includes(name) ? -1 : (place.get(name) ?? place.size + n)
  }
  return names
    .map((name, n) => ({ name, at: at(name, n) }))
    .filter(({ name }) => name === of.name || !columns.hidden.includes(name))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name)
}

/** Address that opens a view: its list with its conditions and order, and which view it is. Pure. */
export function viewAddress(view: Pick<SavedView, 'list' | 'search' | 'id'>): string {
  const [path = '', own = ''] = view.list.split('?', 2)
  const params = new URLSearchParams([own, view.search].filter(Boolean).join('&'))
  params.set(SAVED, view.id)
  return `${path}?${params}`
}

/** The parameter of a list that names the saved view in force. No field may be called so. */
export const SAVED = 'saved'

/** The parameter of a list that names the field its rows are grouped by. No field may be called so. */
export const GROUP = 'group'
