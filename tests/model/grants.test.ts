import { describe, expect, it } from 'vitest'
import { blindProblems, grantProblems, permissionCodes, permissionsOf } from '../../src/model/grants.ts'
import { ref } from '../../src/model/kernel/field.ts'
import type { Resource } from '../../src/model/kernel/resource.ts'
import { covers, type Role, type RoleAlias } from '../../src/model/kernel/role.ts'
import { roles } from '../../src/model/roles.ts'

/** Codes of one resource. */
const of = (resource: string, ...operations: string[]): string[] => operations.map((o) => `${resource}_${o}`)
const views = (...resources: string[]): string[] => resources.map((r) => `${r}_view`)

/** What the page of a settlement cycle shows besides its orders (domain §2.8). */
const cyclePage = views('settlementCycleTaxItem')
/** What the page of a settlement order shows besides itself (domain §6 Q13: lines, tax items, doctors). */
const orderPage = views('settlementOrderTaxItem', 'settlementOrderDoctor', 'orderDoctorSettlement')

/**
 * Every permission of every built-in role, by where the design says so. `§5 menus`: reads need `_view` of what stands
 * in the role's menus; `§5 buttons`: by name; `§3`: who a transition names; `§2 X`: the list may be exported by who
 * works it. A code that is not here belongs to the administrator only.
 */
const EXPECTED: Readonly<
  Record<Exclude<RoleAlias, 'administrator'>, readonly (readonly [source: string, codes: readonly string[]])[]>
> = {
  ops: [
    ['§5 menus T3 T4', views('entrustedCompany', 'thirdPlatform', 'authenticationDoctor', 'orderDoctor')],
    ['§5 menus T5: settlementOrder view, orderDoctorSettlement', views('settlementOrder')],
    ['§6 Q13', orderPage],
    ['§5 buttons: company add/edit', of('entrustedCompany', 'add', 'edit')],
    ['§2.5 VEX, worked in T3', of('authenticationDoctor', 'edit')],
    [
      '§2 X',
      ['entrustedCompany', 'authenticationDoctor', 'orderDoctor', 'settlementOrderDoctor', 'orderDoctorSettlement'].map(
        (r) => `${r}_export`,
      ),
    ],
    ['§3.12 push (OPS,FIN)', ['settlementOrder_confimMsgPool']],
    ['§3.1 resend (ADM,OPS), §6 Q24', of('apiMessagePool', 'view', 'resend')],
    ['requests that wait for a person (ADR 19)', of('intent', 'view', 'retry', 'close')],
    ['§5 menus T9: quick replies', of('quickReply', 'view', 'add', 'edit', 'delete')],
    ['§6: approvalHistory timeline', views('approvalHistory')],
    ['two persons (ADR 14): asks, takes back', of('changeRequest', 'view', 'withdraw')],
  ],
  finance: [
    [
      '§5 menus T5',
      views('settlementCycle', 'settlementOrder', 'servicePaymentOrder', 'servicePaymentBill', 'platServiceFee'),
    ],
    ['§5 menus T5', [...cyclePage, ...orderPage]],
    ['§5 menus T6', views('entrustedTaxPaymentOrder', 'taxItemRate')],
    [
      '§6 Q16, Q17: company, partner, doctor card and order of a line',
      views('entrustedCompany', 'thirdPlatform', 'authenticationDoctor', 'orderDoctor'),
    ],
    ['§5 buttons, §3.11', ['settlementCycle_confim']],
    ['§3.11 [+] close, by who confirms', ['settlementCycle_close']],
    ['§5 buttons, §3.12', of('settlementOrder', 'audit', 'submit', 'toSettle', 'remove')],
    ['§3.12 push (OPS,FIN)', ['settlementOrder_confimMsgPool']],
    [
      '§2 X',
      ['settlementCycle', 'settlementOrder', 'settlementOrderDoctor', 'orderDoctorSettlement'].map(
        (r) => `${r}_export`,
      ),
    ],
    [
      '§2 X',
      ['servicePaymentOrder', 'servicePaymentBill', 'platServiceFee', 'entrustedTaxPaymentOrder'].map(
        (r) => `${r}_export`,
      ),
    ],
    ['§6: reasons of their own queues (quickReply module)', of('quickReply', 'view', 'add', 'edit', 'delete')],
    ['§6: approvalHistory timeline', views('approvalHistory')],
    ['two persons (ADR 14): decides', of('changeRequest', 'view', 'review')],
  ],
  cashier: [
    ['§5 menus T5: platServiceFee, T6: entrustedTaxPaymentOrder', views('platServiceFee', 'entrustedTaxPaymentOrder')],
    ['§2 X', ['platServiceFee_export', 'entrustedTaxPaymentOrder_export']],
  ],
  tax: [
    ['§5 menus T6', views('entrustedTaxPaymentOrder', 'taxItemRate')],
    ['§5 buttons: taxItemRate CRUD', of('taxItemRate', 'add', 'edit', 'delete')],
    ['§5 menus T5: view settlementOrder', views('settlementOrder')],
    ['§6 Q13', orderPage],
    ['§6: approvalHistory timeline', views('approvalHistory')],
    ['two persons (ADR 14): asks, takes back', of('changeRequest', 'view', 'withdraw')],
  ],
  content: [['§5 menus T9, buttons: content CRUD', of('quickReply', 'view', 'add', 'edit', 'delete')]],
  companyAdmin: [
    ['§5 menus T3: own company, doctors view', views('entrustedCompany', 'authenticationDoctor')],
    ['§5 menus T4', views('orderDoctor')],
    [
      '§5 menus T5',
      views('settlementCycle', 'settlementOrder', 'servicePaymentOrder', 'servicePaymentBill', 'platServiceFee'),
    ],
    ['§5 menus T5', [...cyclePage, ...orderPage]],
    ['§5 buttons, §3.12 (CAD)', ['settlementOrder_confim']],
    ['§2 X', ['settlementOrder_export']],
    ['§6: approvalHistory timeline', views('approvalHistory')],
  ],
  employee: [['§5 menus T3: doctors', views('authenticationDoctor')]],
  auditor: [
    [
      '§5: _view of all but edits',
      views(
        'entrustedCompany',
        'thirdPlatform',
        'authenticationDoctor',
        'orderDoctor',
        'settlementCycle',
        'settlementOrder',
      ),
    ],
    ['§5: _view of all but edits', [...cyclePage, ...orderPage]],
    [
      '§5: _view of all but edits',
      views('servicePaymentOrder', 'servicePaymentBill', 'platServiceFee', 'entrustedTaxPaymentOrder', 'taxItemRate'),
    ],
    [
      '§5: T11 but edit; approvalHistory, logs',
      views(
        'user',
        'role',
        'menu',
        'dept',
        'param',
        'dictBiz',
        'securityEvent',
        'approvalHistory',
        'changeRequest',
        'quickReply',
        'apiMessagePool',
        'intent',
      ),
    ],
    [
      '§5: _export',
      ['entrustedCompany', 'authenticationDoctor', 'orderDoctor', 'settlementCycle', 'settlementOrder'].map(
        (r) => `${r}_export`,
      ),
    ],
    [
      '§5: _export',
      ['settlementOrderDoctor', 'orderDoctorSettlement', 'servicePaymentOrder', 'servicePaymentBill'].map(
        (r) => `${r}_export`,
      ),
    ],
    ['§5: _export', ['platServiceFee_export', 'entrustedTaxPaymentOrder_export']],
  ],
  fiscalTax: [
    ['§5 menus T6', views('entrustedTaxPaymentOrder', 'taxItemRate')],
    ['§5 menus T5: settlementOrder', views('settlementOrder')],
    ['§6 Q13', orderPage],
    ['§6: approvalHistory timeline', views('approvalHistory')],
  ],
  // T2 and the companies view come when a company names its provider: until then no row would be theirs
  provider: [],
}

describe('every permission of every built-in role is the one the design gives it', () => {
  it.each(roles.map((r) => [r.alias, r] as const))('%s', (alias, role) => {
    const held = [...permissionsOf(role)].sort()
    if (alias === 'administrator') expect(held).toEqual([...permissionCodes].sort())
    else expect(held).toEqual([...new Set(EXPECTED[alias].flatMap(([, codes]) => codes))].sort())
  })

  it('and no code is named that does not exist', () => {
    const named = Object.values(EXPECTED).flatMap((lines) => lines.flatMap(([, codes]) => codes))
    expect(named.filter((code) => !permissionCodes.has(code))).toEqual([])
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
    const role = (alias: RoleAlias) => roles.find((r) => r.alias === alias) as Role
    expect(blindProblems(role('ops'), [made])).toEqual([])
    expect(blindProblems(role('content'), [made])).toEqual([
      'content: quickReply_add without authenticationDoctor_view: nobody could choose doctorId',
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
