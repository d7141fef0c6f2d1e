import { expect, it } from 'vitest'
import type { MenuRow } from '../../../../src/server/auth/menuRows.ts'
import { newOfRole } from '../../../../src/server/domains/administration/access/newMenus.ts'

/** Entries that a version adds, and the roles that get them. */

const row = (code: string, level: MenuRow['level'], parent = ''): MenuRow => ({
  id: code,
  parent,
  code,
  level,
  title: [code, code],
  path: '',
  icon: '',
  category: level === 'button' ? 2 : 1,
  isOpen: 1,
  sort: 1,
  top: 't',
})
const old = [row('t', 'top'), row('g', 'group', 't'), row('l', 'leaf', 'g'), row('l_view', 'button', 'l')]
const ids = (...rows: readonly MenuRow[]) => new Set(rows.map(({ id }) => id))
const news = [row('l_new', 'button', 'l'), row('n', 'leaf', 'g'), row('n_view', 'button', 'n')]
const given = (held: ReadonlySet<string>, more: readonly MenuRow[] = news, declared = [...old, ...news]) =>
  [...newOfRole(declared, held, ids(...more))].sort()

it('new menus and buttons go to a role that has what they stand below', () => {
  expect(given(ids(...old))).toEqual(['l_new', 'n', 'n_view'])
  expect(given(ids(...old), news.slice(0, 1))).toEqual(['l_new'])
})

it('what was taken away stays away, with what is new below it', () => {
  const without = (...codes: string[]) => ids(...old.filter(({ code }) => !codes.includes(code)))
  // a button alone: it does not come back, and takes nothing with it
  expect(given(without('l_view'))).toEqual(['l_new', 'n', 'n_view'])
  expect(given(without('l', 'l_view'))).toEqual(['n', 'n_view'])
  expect(given(without('t', 'g', 'l', 'l_view'))).toEqual([])
})

it('a group that a role never had comes with its first leaf; a button of a leaf that is not the role’s comes alone', () => {
  const first = [row('t2', 'top'), row('g2', 'group', 't2'), row('a', 'leaf', 'g2')]
  expect(given(ids(...old), first.slice(2), [...old, ...first])).toEqual(['a', 'g2', 't2'])
  const alone = row('x_view', 'button', 'x')
  expect(given(ids(...old), [alone], [...old, alone])).toEqual(['x_view'])
})
