// Compiled, never run: what the compiler infers from the model (types.test.ts). A record type that collapsed to `{}` or
// `any` (the trap of a circular reference) would accept the lines marked as errors.

import { ref, text } from '../../../../src/model/language/fields/field.ts'
import type { AnswersOf, RulesOf } from '../../../../src/model/language/lifecycle.ts'
import { lifecycle } from '../../../../src/model/language/lifecycle.ts'
import { type RowOf, resource } from '../../../../src/model/language/resource.ts'
import { states, statesOf } from '../../../../src/model/language/states.ts'
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
sure<Equal<AnswersOf<Transitions['audit.reject']>, { readonly remark: string }>>()
sure<Equal<AnswersOf<Transitions['audit.pass']>, { readonly remark: string | null }>>()

type Rules = RulesOf<typeof settlementOrder, typeof settlementOrderLifecycle, unknown>
type ToSettle = Pick<Rules, 'toSettle'>
export const good: ToSettle = { toSettle: { guard: (row) => (row.totalAmount ? null : ['空', 'Empty']) } }
// @ts-expect-error a misspelt transition does not compile
export const misspelt: Partial<Rules> = { toSettled: {} }
// @ts-expect-error a misspelt field does not compile
export const field: ToSettle = { toSettle: { guard: (row) => (row.totalAmont ? null : ['空', 'Empty']) } }

const edge = { label: ['作', 'Do'], by: 'system' } as const
const open = {
  ...edge,
  by: 'operator',
  from: { settlementStatus: 'pending' },
  to: { settlementStatus: 'rejected' },
} as const
const edges = lifecycle(settlementOrder, {
  plain: open,
  paid: { ...open, money: true },
  checked: { ...open, makerChecker: true },
  later: { ...open, money: true, closed: ['以后', 'Later'] },
  moved: { ...edge, from: { settlementStatus: 'pending' }, to: { settlementStatus: 'rejected' } },
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
lifecycle(settlementOrder, { bad: { ...edge, from: { settlementStatus: 99 }, to: { settlementStatus: 'pending' } } })
// @ts-expect-error a status field that is no choice does not compile
lifecycle(settlementOrder, { bad: { ...edge, from: { code: 1 }, to: { settlementStatus: 'pending' } } })

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
lifecycle(settlementOrder, { bad: { ...edge, from: 'new', to: { settlementStatus: 'pending' }, roles: ['boss'] } })

const tickets = resource('tickets', {
  ...family,
  owner: 'platform',
  fields: {
    ...family.fields,
    ticketStatus: states('状态', 'Status', { open: [0, '开', 'Open'], shut: [9, '关', 'Shut'] }, { initial: 'open' }),
  },
  editable: { edit: { ticketStatus: ['open'] } },
})
sure<Equal<RowOf<typeof tickets>['ticketStatus'], 0 | 9 | null>>()
const { ticketStatus } = statesOf(tickets)
sure<Equal<typeof ticketStatus.shut, 9>>()
// @ts-expect-error a name that is no state of the field does not compile
export const nameless = ticketStatus.closed
lifecycle(tickets, { shut: { ...edge, from: { ticketStatus: 'open' }, to: { ticketStatus: 'shut' } } })
// @ts-expect-error a name that is no state of the field does not compile, where a transition starts
lifecycle(tickets, { bad: { ...edge, from: { ticketStatus: ['open', 'closed'] }, to: {} } })
// @ts-expect-error nor where it leads
lifecycle(tickets, { bad: { ...edge, from: { ticketStatus: 'open' }, to: { ticketStatus: 'closed' } } })
// @ts-expect-error nor among the demands
lifecycle(tickets, { bad: { ...edge, from: {}, to: {}, demands: { topic: { ticketStatus: 'closed' } } } })
// @ts-expect-error nor among the records that are decided together
lifecycle(tickets, { bad: { ...edge, from: {}, to: {}, together: { where: { ticketStatus: 'no' }, why: ['', ''] } } })
// @ts-expect-error a number in the place of a name does not compile
lifecycle(tickets, { bad: { ...edge, from: { ticketStatus: 0 }, to: {} } })
// @ts-expect-error an initial state that is none does not compile
states('状态', 'Status', { open: [0, '开', 'Open'] }, { initial: 'closed' })
// @ts-expect-error states in which a record may be edited are named, too
resource('y', { ...family, owner: 'platform', fields: tickets.fields, editable: { edit: { ticketStatus: 'closed' } } })
