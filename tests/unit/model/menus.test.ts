import { describe, expect, it } from 'vitest'
import { composeMenus, type GroupLeaves, type Leaf, type TopMenuFrame } from '../../../src/model/language/menu.ts'

const leafOf = (code: string): Leaf => ({ code, title: [code, code], path: `/${code}`, icon: 'list' })
const frame: readonly TopMenuFrame[] = [
  {
    code: 'top',
    title: ['顶', 'Top'],
    icon: 'list',
    groups: [{ code: 'group', title: ['组', 'Group'], icon: 'list' }],
  },
]
const codes = (...ofDomains: readonly GroupLeaves[][]): string[] =>
  composeMenus(frame, ofDomains).flatMap((top) => top.groups.flatMap((g) => g.leaves.map((l) => l.code)))

describe('the menu tree', () => {
  it('has the leaves of a group in the order of the domains, and others behind the leaf they name', () =>
    expect(
      codes(
        [{ group: 'group', after: 'c', leaves: [leafOf('a')] }],
        [{ group: 'group', leaves: [leafOf('b'), leafOf('c'), leafOf('d')] }],
      ),
    ).toEqual(['b', 'c', 'a', 'd']))

  it.each([
    ['the menu tree has no group other', [{ group: 'other', leaves: [leafOf('a')] }]],
    ['the group group has no leaf b', [{ group: 'group', after: 'b', leaves: [leafOf('a')] }]],
    ['two leaves have the code a', [{ group: 'group', leaves: [leafOf('a'), leafOf('a')] }]],
  ])('refuses: %s', (problem, brought) => expect(() => codes(brought)).toThrow(problem))
})
