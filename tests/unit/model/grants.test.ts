import { describe, expect, it } from 'vitest'
import { resourceOf } from '../../../src/model/business.ts'
import { ref } from '../../../src/model/language/fields/field.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import type { Reach, Readers, Role } from '../../../src/model/language/role.ts'
import { buttonsOfResource } from '../../../src/model/menus/menus.ts'
import {
  blindProblems,
  grantProblems,
  permissionCodes,
  permissionsOf,
  readerProblems,
  unseenProblems,
} from '../../../src/model/roles/grants.ts'
import { roles } from '../../../src/model/roles/roles.ts'
import { menuRows } from '../../../src/server/auth/menuRows.ts'

/** Generic operations in one letter each, as domain §0 writes them. */
const LETTER: Readonly<Record<string, string>> = {
  view: 'V',
  add: 'A',
  edit: 'E',
  delete: 'D',
  export: 'X',
  unmask: 'U',
}

/** Grants of a role on one resource: the letters, then the named actions. */
const cellOf = (held: ReadonlySet<string>, resource: string): string => {
  const actions = [...held]
    .filter((c) => c.slice(0, c.lastIndexOf('_')) === resource)
    .map((c) => c.slice(c.lastIndexOf('_') + 1))
  const letters = Object.keys(LETTER).filter((name) => actions.includes(name))
  const named = actions.filter((name) => !Object.hasOwn(LETTER, name)).sort()
  return [letters.map((name) => LETTER[name]).join(''), ...named].filter(Boolean).join(' ')
}

/** Every permission of every built-in role besides the administrator, who holds all. */
function table(): string {
  const others = roles
    .filter((r) => r.alias !== 'administrator')
    .map((r) => ({ alias: r.alias, held: permissionsOf(r) }))
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rows = [...new Set([...permissionCodes].map((c) => c.slice(0, c.lastIndexOf('_'))))]
    .sort()
    .map((resource) =>
      line([resource, cellOf(permissionCodes, resource), ...others.map((r) => cellOf(r.held, resource))]),
    )
  const head = ['resource', 'all (administrator)', ...others.map((r) => r.alias)]
  return [
    '# Who may do what',
    '',
    'V view, A add, E edit, D delete, X export, U see personal data; then named actions. Written by `tests/unit/model/grants.test.ts -u`.',
    '',
    line(head),
    line(head.map(() => '---')),
    ...rows,
    '',
  ].join('\n')
}

describe('every permission of every built-in role', () => {
  it('is the one of grants.md, where it can be read', () => expect(table()).toMatchFileSnapshot('grants.md'))

  it('the administrator holds all, nobody else sees personal data in full', () => {
    for (const r of roles) {
      const held = permissionsOf(r)
      if (r.alias === 'administrator') expect([...held].sort()).toEqual([...permissionCodes].sort())
      else
        expect(
          [...held].filter((code) => code.endsWith('_unmask')),
          r.alias,
        ).toEqual([])
    }
  })

  it('is a button of some menu: what is none cannot be granted', () => {
    const buttons = new Set(menuRows.filter((m) => m.level === 'button').map((m) => m.code))
    const hidden = (codes: Iterable<string>) => [...codes].filter((code) => !buttons.has(code))
    expect(hidden(permissionCodes), 'codes without a leaf in src/model/menus').toEqual([])
    // a family that stands in no menu
    const lost = { ...resourceOf('quickReply'), id: 'lostReply', operations: ['view', 'delete'] } as Resource
    expect(hidden(buttonsOfResource(lost, []).keys())).toEqual(['lostReply_view', 'lostReply_delete'])
  })

  it('the auditor only reads', () => {
    const auditor = roles.find((r) => r.alias === 'auditor') as Role
    expect([...permissionsOf(auditor)].filter((code) => !/_(view|export|save)$/.test(code))).toEqual([])
  })
})

describe('the reach of a reader', () => {
  const made = (spec: Partial<Resource>) => ({ ...resourceOf('param'), ...spec })
  const held = (reach: Reach, spec: Partial<Resource> = {}) =>
    [...permissionsOf({ alias: 'finance' }, [made({ ...spec, readers: { finance: reach } })])].filter((code) =>
      code.startsWith('param_'),
    )
  const operations = ['view', 'add', 'edit', 'delete', 'export', 'import'] as const
  it('is what it names and no more', () => {
    expect(held('view', { operations })).toEqual(['param_view'])
    expect(held('export', { operations })).toEqual(['param_view', 'param_export'])
    expect(held('manage', { operations })).toEqual(operations.map((o) => `param_${o}`))
    expect(held(['view', 'add'], { operations })).toEqual(['param_view', 'param_add'])
    expect(held('manage', { operations: ['view'] })).toEqual(['param_view'])
  })
  it('covers personal data and the rows of others by their names only', () => {
    const { fields } = resourceOf('user')
    const spec = { operations, fields, own: { by: ['createUser'], others: true } } as const
    expect(held('manage', spec)).toEqual(operations.map((o) => `param_${o}`))
    expect(held(['view', 'unmask', 'all'], spec)).toEqual(['param_view', 'param_unmask', 'param_all'])
  })
  it('is nothing where no reader is declared, and everything for the administrator', () => {
    const closed = [made({ readers: undefined })]
    for (const role of roles)
      expect(permissionsOf(role, closed).has('param_view'), role.alias).toBe(role.alias === 'administrator')
  })
})

describe('grants', () => {
  it('agree with each other', () => expect(grantProblems()).toEqual([]))

  it('to unknown roles, to the administrator and of what is not offered are named', () => {
    const readers = { nobody: 'view', administrator: 'view', finance: 'export', ops: ['view', 'unmask'], tax: [] }
    expect(readerProblems({ ...resourceOf('param'), readers: readers as unknown as Readers })).toEqual([
      'param: its reader nobody is no role',
      'param: the administrator holds every right and is no reader',
      'param: its reader finance has the right export, which it does not offer',
      'param: its reader ops has the right unmask, which it does not offer',
      'param: its reader tax has no right',
    ])
  })

  it('of a transition are declared at the transition', () => {
    const finance = roles.find((r) => r.alias === 'finance') as Role
    const unread = { ...resourceOf('settlementOrder'), readers: {} }
    expect(permissionsOf(finance).has('settlementOrder_toSettle')).toBe(true)
    expect(permissionsOf(finance, [unread]).has('settlementOrder_toSettle')).toBe(true)
    const readers = { ops: 'manage' } as const
    expect(permissionsOf({ alias: 'ops' }, [{ ...unread, readers }]).has('settlementOrder_toSettle')).toBe(false)
  })

  it('to add cover what has to be chosen', () => {
    const made = {
      ...resourceOf('quickReply'),
      fields: { doctorId: ref('authenticationDoctor', '', '', { required: '-' }) },
      readers: { content: 'manage', cashier: 'manage' },
    } as unknown as Resource
    expect(blindProblems({ alias: 'content' }, [made])).toEqual([])
    expect(blindProblems({ alias: 'cashier' }, [made])).toEqual([
      'cashier: quickReply_add without authenticationDoctor_view: nobody could choose doctorId',
    ])
  })

  it('to decide cover what is decided on', () => {
    const meeting = resourceOf('meeting')
    const unread = { ...meeting, readers: {} }
    expect(unseenProblems({ alias: 'finance' }, [meeting])).toEqual([])
    expect(unseenProblems({ alias: 'finance' }, [unread])).toEqual(['finance: meeting_confirm without meeting_view'])
  })

  it('that are forgotten, unknown, generic or at odds are named', () => {
    const carried = (where: string, permission: string, of?: string[]) => ({ where, permission, roles: of })
    expect(
      grantProblems(roles, [
        carried('a.one', 'a_do', ['finance', 'ops']),
        carried('a.two', 'a_do', ['ops', 'finance']),
        carried('a.three', 'a_do', ['finance']),
        carried('a.four', 'a_leave'),
        carried('a.five', 'a_go', ['nobody']),
        carried('a.six', 'param_edit', ['finance']),
      ]),
    ).toEqual([
      'a.three: other roles than a.two, though both are a_do',
      'a.four: say its roles ([] = the administrator alone)',
      'a.five: there is no role nobody',
      'a.six: param_edit is a generic operation, which the readers of its resource hold',
    ])
  })
})
