import { createHash } from 'node:crypto'
import { calls, resourceOf, transitionsOf } from '../../model/business.ts'
import type { Leaf } from '../../model/language/menu.ts'
import { buttonsOfResource, menus } from '../../model/menus/menus.ts'
import type { Label } from '../../model/values/label.ts'

/** Row of the menu table: tops, groups and leaves (category 1), buttons (category 2). */
export interface MenuRow {
  readonly id: string
  /** Code of the row above; "" for a top menu. */
  readonly parent: string
  readonly code: string
  readonly title: Label
  readonly path: string
  readonly icon: string
  readonly category: 1 | 2
  readonly level: 'top' | 'group' | 'leaf' | 'button'
  readonly isOpen: 1 | 2
  readonly sort: number
  readonly top: string
}

/**
 * The id of a menu, made from its code: 19 digits, the same on every installation, so that grants survive an update.
 */
export const menuId = (code: string): string => {
  const digest = createHash('sha256').update(`menu:${code}`).digest()
  return String(10n ** 18n + (digest.readBigUInt64BE(0) % (8n * 10n ** 18n)))
}

/**
 * The permission codes worked with from a leaf, with their words; several leaves may have one. Those of a child that are
 * called as another one of the leaf is name what they are of (查看·项目明细).
 */
export function buttonsOf(leaf: Leaf): Map<string, Label> {
  const buttons = new Map<string, Label>(Object.entries(leaf.buttons ?? {}))
  for (const id of [leaf.resource, ...(leaf.with ?? [])]) {
    if (!id) continue
    for (const [name, words] of buttonsOfResource(resourceOf(id), Object.values(transitionsOf(id)), calls))
      buttons.set(name, words)
  }
  const used = new Map<string, number>()
  for (const [zh, en] of buttons.values()) for (const word of [zh, en]) used.set(word, (used.get(word) ?? 0) + 1)
  for (const id of leaf.with ?? []) {
    const { title } = resourceOf(id)
    for (const name of buttonsOfResource(resourceOf(id), Object.values(transitionsOf(id)), calls).keys()) {
      const [zh, en] = buttons.get(name) as Label
      if ((used.get(zh) ?? 0) > 1 || (used.get(en) ?? 0) > 1)
        buttons.set(name, [`${zh}·${title[0]}`, `${en} · ${title[1]}`])
    }
  }
  return buttons
}

const rowsOfModel = (): MenuRow[] => {
  const rows: MenuRow[] = []
  const seen = new Set<string>()
  const add = (row: Omit<MenuRow, 'id' | 'sort'>) => {
    if (seen.has(row.code)) return
    seen.add(row.code)
    rows.push({ ...row, id: menuId(row.code), sort: rows.length + 1 })
  }
  for (const top of menus) {
    add({
      parent: '',
      code: top.code,
      title: top.title,
      path: '',
      icon: top.icon,
      category: 1,
      level: 'top',
      isOpen: 1,
      top: top.code,
    })
    for (const group of top.groups) {
      add({
        parent: top.code,
        code: group.code,
        title: group.title,
        path: '',
        icon: group.icon,
        category: 1,
        level: 'group',
        isOpen: 1,
        top: top.code,
      })
      for (const leaf of group.leaves) {
        const { code, title, path, icon } = leaf
        add({
          parent: group.code,
          code,
          title,
          path,
          icon,
          category: 1,
          level: 'leaf',
          isOpen: leaf.newWindow ? 2 : 1,
          top: top.code,
        })
        for (const [name, words] of buttonsOf(leaf))
          add({
            parent: code,
            code: name,
            title: words,
            path: '',
            icon: '',
            category: 2,
            level: 'button',
            isOpen: 1,
            top: top.code,
          })
      }
    }
  }
  return rows
}

/** Every menu row of the model, in menu order; a permission that hangs under two leaves is a row under the first. */
export const menuRows: readonly MenuRow[] = rowsOfModel()

const byId = new Map(menuRows.map((row) => [row.id, row]))
const byCode = new Map(menuRows.map((row) => [row.code, row]))

/** Names of menus and buttons, a button behind its menu; ids that no longer exist are left out. */
export const grantsNamed = (ids: readonly string[]): Label[] =>
  ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const above = row.level === 'button' ? byCode.get(row.parent) : undefined
    return [above ? ([`${above.title[0]}·${row.title[0]}`, `${above.title[1]}: ${row.title[1]}`] as const) : row.title]
  })
