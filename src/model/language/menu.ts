import type { Label } from '../values/label.ts'

/** A leaf of the menu tree: a screen a person can go to. `code` is unique in the whole tree. */
export interface Leaf {
  readonly code: string
  readonly title: Label
  readonly path: string
  readonly icon: string
  /** The resource whose generic table the path shows; its operations and transitions become the leaf's buttons. */
  readonly resource?: string
  /** Further resources worked on from this leaf (children, documents): their buttons hang here too. */
  readonly with?: readonly string[]
  /** Buttons that no resource gives (permission codes with their words). */
  readonly buttons?: Readonly<Record<string, Label>>
  /** Other names people look for it by, in either language, separated by `, `. */
  readonly words?: string
  /** Key that goes there (`g o`). */
  readonly go?: string
  /** Opens in a new window (openness 2). */
  readonly newWindow?: boolean
  /** Only for those who work some view of some queue. */
  readonly forQueues?: true
  /** Only for who holds this permission, whatever menus they were granted. */
  readonly needs?: string
}

/**
 * The leaf of a resource's generic table: code and path are the resource's own, and so is the title unless its menu is
 * called otherwise (one of 内容 stands in 内容管理). Throws where it has no list.
 */
export function leaf(
  r: { readonly id: string; readonly title: Label; readonly routes?: { readonly list?: string } },
  more: Pick<Leaf, 'icon'> & Partial<Pick<Leaf, 'title' | 'go' | 'with' | 'buttons' | 'words'>>,
): Leaf {
  const path = r.routes?.list
  if (!path) throw new Error(`${r.id} has no list to go to`)
  return { code: r.id, title: r.title, path, resource: r.id, ...more }
}

/** A group of leaves (menu category 1 without a path). */
export interface Group {
  readonly code: string
  readonly title: Label
  readonly icon: string
  readonly leaves: readonly Leaf[]
}

/** A top menu: what the header offers; its groups fill the sidebar. */
export interface TopMenu {
  readonly code: string
  readonly title: Label
  readonly icon: string
  readonly groups: readonly Group[]
}

/**
 * Leaves that a domain brings to one group of the tree. They stand behind those of the domains before it, or behind the
 * leaf whose code is `after`.
 */
export interface GroupLeaves {
  readonly group: string
  readonly after?: string
  readonly leaves: readonly Leaf[]
}

/** A top menu with its groups, before domains bring their leaves. */
export interface TopMenuFrame extends Omit<TopMenu, 'groups'> {
  readonly groups: readonly Omit<Group, 'leaves'>[]
}

/** The leaves of one group. @throws Error where some stand behind a leaf that the group does not have. */
function leavesIn(group: string, brought: readonly GroupLeaves[]): Leaf[] {
  const own = brought.filter((b) => b.group === group)
  const leaves = own.flatMap((b) => (b.after === undefined ? b.leaves : []))
  for (const { after, leaves: more } of own) {
    if (after === undefined) continue
    const at = leaves.findIndex((l) => l.code === after)
    if (at < 0) throw new Error(`the group ${group} has no leaf ${after}`)
    leaves.splice(at + 1, 0, ...more)
  }
  return leaves
}

/**
 * The menu tree: its frame with the leaves of all domains, in their order. @throws Error where leaves are of no group, or
 * two have one code.
 */
export function composeMenus(
  frame: readonly TopMenuFrame[],
  ofDomains: readonly (readonly GroupLeaves[])[],
): TopMenu[] {
  const brought = ofDomains.flat()
  const groups = new Set(frame.flatMap((top) => top.groups.map((g) => g.code)))
  for (const { group } of brought) if (!groups.has(group)) throw new Error(`the menu tree has no group ${group}`)
  const codes = new Set<string>()
  for (const { code } of brought.flatMap((b) => b.leaves)) {
    if (codes.has(code)) throw new Error(`two leaves have the code ${code}`)
    codes.add(code)
  }
  return frame.map((top) => ({ ...top, groups: top.groups.map((g) => ({ ...g, leaves: leavesIn(g.code, brought) })) }))
}
