import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { TableScreen } from '../../../src/console/lists/TableScreen.tsx'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { DECIDABLE, MADE } from '../../../src/model/language/decidable.ts'
import type { BatchPreview } from '../../../src/model/wire/batchWire.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { here, stage } from '../stage.tsx'
import { forgetAll, openQueue } from './openQueue.tsx'

// Rows that the person made are marked, passed over and left out of "all"; a batch says before what it will refuse.

let shown: Awaited<ReturnType<typeof openQueue>>
const user = userEvent.setup({ delay: null })
const row = (name: string) => screen.getByText(name, { selector: '.g-c.name' }).closest('.g-r') as HTMLElement

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('settlementOrder')
})
beforeEach(forgetAll)
afterEach(async () => {
  // a question left open must not be the next test's
  if (screen.queryByRole('dialog')) await user.keyboard('{Escape}')
  shown.leave()
  cleanup()
  vi.restoreAllMocks()
})

const own = { [MADE]: 'createUser', [DECIDABLE]: 0 }
const said = () => messages.list.map((m) => m.text)

/** Six orders, of which the person made the second and the fifth. */
const open = async (path = '/desk/queues/settlementOrder') => {
  server.hold(
    'settlementOrder',
    orders(6, (i) => (i === 1 || i === 4 ? own : { [MADE]: '' })),
  )
  shown = await openQueue(path)
}

it('a row of their own says so before they try, and its buttons tell the truth', async () => {
  await open()
  expect(row('SO1001')).toHaveTextContent('您是制单人')
  expect(row('SO1001')).toHaveClass('own')
  expect(row('SO1000')).not.toHaveClass('own')
  const pass = () => document.querySelector('[data-decisions] [data-command="settlementOrder.audit.pass"]')
  expect(pass()).not.toHaveAttribute('aria-disabled')
  expect(document.querySelector('[data-own]')).toBeNull()
  await user.keyboard('j')
  expect(here()).toBe('SO1001')
  expect(pass()).toHaveAttribute('aria-disabled', 'true')
  expect(pass()?.getAttribute('title')).toContain('您是制单人，须由他人办理')
  expect(document.querySelector('[data-decisions] [data-own]')).toHaveTextContent('您是制单人')
  await user.keyboard('a')
  expect(server.decisions).toEqual([])
})

it('deciding goes on to the next row that is theirs to decide', async () => {
  await open()
  await user.keyboard('a')
  expect(here()).toBe('SO1002')
})

it('a queue begins on the first row that is theirs to decide; keys still visit the others', async () => {
  server.hold(
    'settlementOrder',
    orders(4, (i) => (i < 2 ? own : { [MADE]: '' })),
  )
  shown = await openQueue()
  expect(here()).toBe('SO1002')
  await user.keyboard('k')
  expect(here()).toBe('SO1001')
  shown.leave()
  cleanup()
  // a filter that asks for them begins with them
  shown = await openQueue('/desk/queues/settlementOrder?decidable_equal=0')
  expect(here()).toBe('SO1000')
})

it('a queue whose first pages are all their own begins beyond them; one of nothing else at its top', async () => {
  server.hold(
    'settlementOrder',
    orders(260, (i) => (i < 230 ? own : { [MADE]: '' })),
  )
  shown = await openQueue()
  await waitFor(() => expect(here()).toBe('SO1230'))
  shown.leave()
  cleanup()
  forgetAll()
  server.hold(
    'settlementOrder',
    orders(120, () => own),
  )
  shown = await openQueue()
  await waitFor(() => expect(here()).toBe('SO1000'))
})

it('where the place of that row cannot be told it begins at its top, and does not ask again and again', async () => {
  server.hold(
    'settlementOrder',
    orders(120, (i) => (i < 110 ? own : { [MADE]: '' })),
  )
  let asked = 0
  server.before = (_, v) => {
    if (v.around === undefined) return
    asked += 1
    return asked < 20 ? Promise.reject(new Refusal(503, '')) : new Promise(() => {})
  }
  shown = await openQueue()
  await waitFor(() => expect(here()).toBe('SO1000'))
  expect(asked).toBe(1)
})

it('after a batch the cursor is on a row that is theirs to decide', async () => {
  await open()
  await user.keyboard('xa')
  await screen.findByRole('dialog')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.querySelectorAll('.g-r')).toHaveLength(5))
  expect(here()).toBe('SO1002')
})

it('keys say why nothing opens where all that is ticked, or all that matches, is their own', async () => {
  messages.list = []
  await open()
  await user.keyboard('jxa')
  expect(said()).toEqual(['您是制单人，须由他人办理'])
  await user.keyboard('{Escape}{Escape}')
  shown.leave()
  cleanup()
  server.hold(
    'settlementOrder',
    orders(3, () => own),
  )
  shown = await openQueue()
  messages.list = []
  await user.keyboard('{Control>}a{/Control}a')
  await waitFor(() => expect(said()).toEqual(['符合条件的都是您经办的，须由他人办理']))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a plain table leaves them out of what it counts', async () => {
  server.hold(
    'settlementOrder',
    orders(6, (i) => (i === 1 || i === 4 ? own : { [MADE]: '' })),
  )
  queryClient.clear()
  shown = stage(<TableScreen resource="settlementOrder" />, '/svc/settlementOrder', 'table', catalogueOf())
  await waitFor(() => expect(here()).toBe('SO1000'))
  await user.keyboard('{Control>}a{/Control}')
  await waitFor(() => expect(document.querySelector('[data-bulk]')).toHaveTextContent('4 条 · 未含您经办的 2 条'))
})

it('the sidebar’s count is asked for at the end of a batch, not some time after', async () => {
  await open()
  const asked = () => server.of('rounds/queue-counts').length
  const before = asked()
  await user.keyboard('xa')
  await screen.findByRole('dialog')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.querySelector('[data-batch=done]')).not.toBeNull())
  await waitFor(() => expect(asked()).toBe(before + 1))
})

it('Ctrl+A means all they may decide, and says how many are left out', async () => {
  await open()
  await user.keyboard('{Control>}a{/Control}')
  const bar = await waitFor(() => {
    const found = document.querySelector('[data-bulk]')
    expect(found).toHaveTextContent('未含您经办的 2 条')
    return found
  })
  expect(bar).toHaveTextContent('已选全部符合条件的 4 条')
  expect(row('SO1001')).toHaveAttribute('aria-selected', 'false')
  expect(row('SO1002')).toHaveAttribute('aria-selected', 'true')
  expect(server.of('rounds/selection').at(-1)?.values.conditions).toContainEqual({
    field: DECIDABLE,
    op: 'notequal',
    value: '0',
  })
})

it('the filter line finds them, and then Ctrl+A means them', async () => {
  await open('/desk/queues/settlementOrder?decidable_equal=0')
  expect(screen.getByRole('button', { name: /可决定:否/ })).toBeInTheDocument()
  await waitFor(() => expect(row('SO1001')).toBeInTheDocument())
  await user.keyboard('{Control>}a{/Control}')
  await waitFor(() => expect(document.querySelector('[data-bulk]')).toHaveTextContent('2 条'))
  expect(document.querySelector('[data-bulk]')).not.toHaveTextContent('未含')
  expect(row('SO1001')).toHaveAttribute('aria-selected', 'true')
})

const foreseen = (more: Partial<BatchPreview> = {}): BatchPreview => ({
  ...{ total: 2, looked: 2, allowed: 1, amount: '1100.00', names: ['SO1000'] },
  ...{
    refused: [{ count: 1, msg: '经办与审核不能是同一人' }],
    refusedIds: ['1001'],
    gross: null,
    marks: [],
    toType: null,
    asksCode: false,
    ...more,
  },
})

it('the head of a batch counts, sums and names what will be decided; the refused stand apart with why', async () => {
  await open()
  const asked = vi.fn(() => foreseen())
  server.answer({ 'rounds/batch/preview': asked })
  await user.keyboard('xjx{Shift>}a{/Shift}')
  const head = await waitFor(() => {
    const found = document.querySelector('[data-acted="1"]')
    expect(found).not.toBeNull()
    return found
  })
  expect(head).toHaveTextContent('SO1000￥1,100.00')
  expect(document.querySelector('[data-foreseen="1"]')).toHaveTextContent('另有 1 条不处理1 条：经办与审核不能是同一人')
  expect(asked).toHaveBeenCalledTimes(1)
  // they are not sent: the batch has nothing that failed, and nothing to try again
  await user.keyboard('{Enter}')
  const strip = await waitFor(() => {
    const found = document.querySelector('[data-batch=done]')
    expect(found).toHaveTextContent('成功 1，失败 0')
    return found
  })
  expect(strip?.querySelector('[data-command="decision.retryFailed"]')).toBeNull()
  expect(server.asked.find((c) => c.path === 'rounds/batch')?.values.except).toEqual(['1001'])
})

it('a retry is offered for what it can mend: rows refused for good are told and no more', async () => {
  await open()
  // both changed after the question was answered; one of them is this person's own by now
  server.answer({ 'rounds/batch/preview': () => foreseen({ allowed: 2, refused: [], refusedIds: [] }) })
  server.refuse.set('1000', '经办与审核不能是同一人')
  server.refuse.set('1002', '系统繁忙')
  await user.keyboard('xjjx{Shift>}a{/Shift}')
  await waitFor(() => expect(document.querySelector('[data-acted="2"]')).not.toBeNull())
  server.answer({ 'rounds/batch/preview': () => foreseen({ refusedIds: ['1000'] }) })
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.querySelector('[data-batch=done]')).toHaveTextContent('失败 2'))
  const again = await screen.findByRole('button', { name: /^重试失败的 1 条/ })
  server.refuse.delete('1002')
  await user.click(again)
  await waitFor(() => expect(server.row('1002').settlementStatus).toBe(2))
  const sent = server.of('rounds/batch').at(-1)?.values.rows
  expect(sent).toEqual([{ id: '1002', version: server.row('1002').version - 1 }])
})

it('all that match are frozen in the order that the person sees', async () => {
  await open('/desk/queues/settlementOrder?sort=totalAmount')
  server.answer({
    'rounds/batch/preview': () => foreseen({ total: 4, looked: 4, allowed: 4, refused: [], refusedIds: [] }),
  })
  await user.keyboard('{Control>}a{/Control}')
  await waitFor(() => expect(document.querySelector('[data-bulk]')).toHaveTextContent('4 条'))
  await user.keyboard('a')
  await waitFor(() => expect(document.querySelector('[data-acted="4"]')).not.toBeNull())
  expect(document.querySelector('[data-foreseen]')).toBeNull()
  expect(server.of('rounds/selection').map((c) => c.values.sort)).toEqual(
    Array.from({ length: 2 }, () => 'totalAmount'),
  )
})

it('ticked rows are sent in the order of the list, whatever the order of the ticks', async () => {
  await open()
  server.answer({ 'rounds/batch/preview': () => foreseen() })
  await user.keyboard('jjxkkx{Shift>}a{/Shift}')
  await waitFor(() => expect(document.querySelector('[data-acted]')).not.toBeNull())
  const sent = server.asked.find((c) => c.path === 'rounds/batch/preview')?.values.rows as { id: string }[]
  expect(sent.map(({ id }) => server.row(id).code)).toEqual(['SO1000', 'SO1002'])
})
