import type { Language } from '../../../../model/values/label.ts'
import { type MenuRow, menuId, menuRows } from '../../../auth/menuRows.ts'
import type { Grants } from '../../../auth/permissions.ts'

/**
 * A node of the menu answers (wire conventions §6). Leaves have no `children` at all: an empty list would lose them.
 */
export interface MenuNode {
  readonly id: string
  readonly parentId: string
  readonly code: string
  readonly name: string
  readonly alias: string
  readonly path: string
  readonly source: string
  readonly sort: number
  readonly category: 1 | 2
  readonly action: number
  readonly isOpen: 1 | 2
  readonly children?: readonly MenuNode[]
}

const node = (row: MenuRow, language: Language, parentId: string, children: readonly MenuNode[]): MenuNode => ({
  id: row.id,
  parentId,
  code: row.code,
  name: row.title[language === 'en' ? 1 : 0],
  alias: row.title[language === 'en' ? 0 : 1],
  path: row.path,
  source: row.icon,
  sort: row.sort,
  category: row.category,
  action: row.category === 2 ? 3 : 0,
  isOpen: row.isOpen,
  ...(children.length > 0 ? { children } : {}),
})

const under = (parent: string): readonly MenuRow[] => menuRows.filter((r) => r.parent === parent)

/** GET top-menu: the top menus that hold something for this user. */
export const topMenus = (granted: Grants, language: Language): MenuNode[] =>
  under('')
    .filter((top) => menuRows.some((r) => r.top === top.code && r.level === 'leaf' && granted.menus.has(r.code)))
    .map((top) => node(top, language, '0', []))

/** GET routes: groups with their granted leaves, of one top menu or of all. */
export const menuRoutes = (granted: Grants, language: Language, topMenuId: string): MenuNode[] =>
  under('')
    .filter((top) => topMenuId === '' || top.id === topMenuId)
    .flatMap((top) => under(top.code))
    .map((group) => ({ group, leaves: under(group.code).filter((leaf) => granted.menus.has(leaf.code)) }))
    .filter(({ leaves }) => leaves.length > 0)
    .map(({ group, leaves }) =>
      node(
        group,
        language,
        '0',
        leaves.map((leaf) => node(leaf, language, group.id, [])),
      ),
    )

/** GET buttons: menus whose leaves are the granted buttons. */
export const menuButtons = (granted: Grants, language: Language): MenuNode[] =>
  menuRows
    .filter((r) => r.level === 'leaf')
    .map((leaf) => ({ leaf, buttons: under(leaf.code).filter((b) => granted.permissions.has(b.code)) }))
    .filter(({ buttons }) => buttons.length > 0)
    .map(({ leaf, buttons }) =>
      node(
        leaf,
        language,
        menuId(leaf.parent),
        buttons.map((b) => node(b, language, leaf.id, [])),
      ),
    )
