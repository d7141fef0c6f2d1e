// Compiled, never run: what the compiler infers from the model (types.test.ts). A record type that collapsed to `{}` or
// `any` (the trap of a circular reference) would accept the lines marked as errors.

import { ref, text } from '../../../../src/model/language/fields/field.ts'
import type { Asked, RulesOf } from '../../../../src/model/language/lifecycle.ts'
import { lifecycle } from '../../../../src/model/language/lifecycle.ts'
import { type RowOf, resource } from '../../../../src/model/language/resource.ts'
import type { entrustedCompany } from '../../../../src/model/people/entrustedCompany.ts'
import { settlementOrder } from '../../../../src/model/settlement/settlementOrder.ts'
import type { settlementOrderLifecycle } from '../../../../src/model/settlement/settlementOrderLifecycle.ts'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const sure = <T extends true>(..._: T[]) => undefined

type Order = RowOf<typeof settlementOrder>
sure<Equal<Order['totalAmount'], string | null>>()
sure<Equal<Order['entrustedCompanyId'], string>>()
sure<Equal<0 | 9 | null extends Order['settlementStatus'] ? true : false, true>>()
sure<Equal<99 extends Order['settlementStatus'] ? true : false, false>>()
sure<Equal<Order['orderCount'], number | null>>()
sure<Equal<Order['id'], string>>()
sure<Equal<Order['version'], number>>()
sure<Equal<'taxAmount' extends keyof Order ? true : false, true>>()
sure<Equal<'nosuch' extends keyof Order ? true : false, false>>()
sure<Equal<RowOf<typeof entrustedCompany>['name'], string>>()

type Transitions = (typeof settlementOrderLifecycle)['transitions']
sure<Equal<Asked<Transitions['audit.reject']>, { readonly remark: string }>>()
sure<Equal<Asked<Transitions['audit.pass']>, { readonly remark: string | null }>>()

type Rules = RulesOf<typeof settlementOrder, typeof settlementOrderLifecycle, unknown>
type ToSettle = Pick<Rules, 'toSettle'>
export const good: ToSettle = { toSettle: { guard: (row) => (row.totalAmount ? null : ['空', 'Empty']) } }
// @ts-expect-error a misspelt transition does not compile
export const misspelt: Partial<Rules> = { toSettled: {} }
// @ts-expect-error a misspelt field does not compile
export const field: ToSettle = { toSettle: { guard: (row) => (row.totalAmont ? null : ['空', 'Empty']) } }

const edge = { label: ['作', 'Do'], by: 'system' } as const
const open = { ...edge, by: 'operator', from: { settlementStatus: 0 }, to: { settlementStatus: 1 } } as const
const edges = lifecycle(settlementOrder, {
  plain: open,
  paid: { ...open, money: true },
  checked: { ...open, makerChecker: true },
  later: { ...open, money: true, closed: ['以后', 'Later'] },
  moved: { ...edge, from: { settlementStatus: 0 }, to: { settlementStatus: 1 } },
})
type Edges = RulesOf<typeof settlementOrder, typeof edges, unknown>
export const whole: Edges = { plain: 'none', paid: {}, checked: {} }
// @ts-expect-error a forgotten operator transition does not compile
export const forgotten: Edges = { plain: 'none', paid: {} }
// @ts-expect-error 'none' for a transition that moves money does not compile
export const bareMoney: Edges = { plain: {}, paid: 'none', checked: {} }
// @ts-expect-error 'none' for a transition that another person checks does not compile
export const bareCheck: Edges = { plain: {}, paid: {}, checked: 'none' }

resource('x', {
  calls: [],
  title: ['', ''],
  name: 'code',
  fields: settlementOrder.fields,
  operations: ['edit'],
  list: { columns: [], search: [], sort: 'code' },
  // @ts-expect-error states of `editable` are checked against the choices
  editable: { edit: { settlementStatus: 99 } },
})
// @ts-expect-error a status that is not one of the choices does not compile
lifecycle(settlementOrder, { bad: { ...edge, from: { settlementStatus: 99 }, to: { settlementStatus: 0 } } })
// @ts-expect-error a status field that is no choice does not compile
lifecycle(settlementOrder, { bad: { ...edge, from: { code: 1 }, to: { settlementStatus: 0 } } })

const family = {
  calls: [],
  title: ['议程', 'Agenda'],
  name: 'topic',
  fields: { topic: text('议题', 'Topic'), meetingId: ref('meeting', '会议', 'Meeting') },
  operations: [],
  list: { columns: [], search: [], sort: 'createTime' },
} as const
resource('agenda', { ...family, owner: { through: 'meetingId' } })
// @ts-expect-error a resource that does not say whose its rows are does not compile
resource('agenda', family)
// @ts-expect-error an owner through a field that is no reference does not compile
resource('agenda', { ...family, owner: { through: 'topic' } })
// @ts-expect-error an owner that is no field does not compile
resource('agenda', { ...family, owner: { company: 'nosuch' } })
// @ts-expect-error a role that is not built in does not compile
lifecycle(settlementOrder, { bad: { ...edge, from: 'new', to: { settlementStatus: 0 }, roles: ['boss'] } })
