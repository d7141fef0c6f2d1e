import { describe, expect, it } from 'vitest'
import { resourceOf } from '../../../src/model/business.ts'
import { ref } from '../../../src/model/language/fields/field.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { covers, type Role } from '../../../src/model/language/role.ts'
import { buttonsOfResource } from '../../../src/model/menus/menus.ts'
import {
  blindProblems,
  grantProblems,
  permissionCodes,
  permissionsOf,
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

/** What a role may do with one resource: the letters, then the named actions. */
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
    expect(hidden(permissionCodes)).toEqual([])
    // a family that stands in no menu
    const lost = { ...resourceOf('quickReply'), id: 'lostReply', operations: ['view', 'delete'] } as Resource
    expect(hidden(buttonsOfResource(lost, []).keys())).toEqual(['lostReply_view', 'lostReply_delete'])
  })

  it('the auditor only reads', () => {
    const auditor = roles.find((r) => r.alias === 'auditor') as Role
    expect([...permissionsOf(auditor)].filter((code) => !/_(view|export|save)$/.test(code))).toEqual([])
  })
})

describe('a wildcard covers the generic operations of one resource', () => {
  it.each([
    ['*', 'param_view', true],
    ['param_view', 'param_view', true],
    ['param_view', 'param_viewed', false],
    ...['view', 'add', 'edit', 'delete', 'export'].map((o) => ['param_*', `param_${o}`, true] as const),
    ['param_*', 'params_add', false],
    ['*', 'user_unmask', true],
    ['user_unmask', 'user_unmask', true],
    ['user_*', 'user_unmask', false],
    // codes that specified documents will bring, and wildcards that covered them
    ['servicePaymentOrder_*', 'servicePaymentOrder_confimPay', false],
    ['platServiceFee_*', 'platServiceFee_transfer', false],
    ['entrustedTaxPaymentOrder_*', 'entrustedTaxPaymentOrder_aloneHandle', false],
    ['orderDoctorSettlement_*', 'orderDoctorSettlement_simulatedPayment', false],
    ['entrustedCompany_*', 'entrustedCompany_enable', false],
    ['*_view', 'param_view', false],
    ['*_export', 'param_export', false],
    ['*_unmask', 'user_unmask', false],
    ['a_*_a', 'a_a', false],
    ['**', 'param_view', false],
  ] as const)('%s covers %s: %s', (grant, permission, yes) => expect(covers(grant, permission)).toBe(yes))
})

describe('grants', () => {
  it('grant what they say and no more', () => expect(grantProblems()).toEqual([]))

  it('of a transition are declared at the transition', () => {
    const finance = roles.find((r) => r.alias === 'finance') as Role
    const ops = {
      ...(roles.find((r) => r.alias === 'ops') as Role),
      grants: ['settlementOrder_toSettle', 'nothing_*', '*_view', '*'],
    }
    expect(permissionsOf(finance).has('settlementOrder_toSettle')).toBe(true)
    expect(permissionsOf({ ...ops, grants: ['settlementOrder_toSettle'] }).has('settlementOrder_toSettle')).toBe(false)
    expect(grantProblems([ops, finance])).toEqual(
      expect.arrayContaining([
        'ops: settlementOrder_toSettle is granted by settlementOrder.toSettle, in its roles',
        'ops: nothing_* grants nothing',
        'ops: *_view grants nothing',
        'ops: only the administrator is granted everything',
      ]),
    )
  })

  it('to add cover what has to be chosen', () => {
    const made = {
      id: 'quickReply',
      fields: { doctorId: ref('authenticationDoctor', '', '', { required: '-' }) },
    } as unknown as Resource
    const holding = (...grants: string[]) => ({ alias: 'content', grants }) as const
    expect(blindProblems(holding('quickReply_*', 'authenticationDoctor_view'), [made])).toEqual([])
    expect(blindProblems(holding('quickReply_*'), [made])).toEqual([
      'content: quickReply_add without authenticationDoctor_view: nobody could choose doctorId',
    ])
  })

  it('to decide cover what is decided on', () => {
    const meeting = resourceOf('meeting')
    const finance = roles.find((r) => r.alias === 'finance') as Role
    expect(unseenProblems(finance, [meeting])).toEqual([])
    expect(unseenProblems({ ...finance, grants: [] }, [meeting])).toEqual([
      'finance: meeting_confirm without meeting_view',
    ])
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
      'a.six: param_edit is a generic operation, which wildcards cover',
    ])
  })
})
