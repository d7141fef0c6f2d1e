import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { commandState, context } from '../../../src/console/host/host.ts'
import { type MenuEntry, menu } from '../../../src/console/ui/menu.ts'
import { calls, queues } from '../../../src/model/business.ts'
import { changeRequest } from '../../../src/model/desk/changeRequest.ts'
import desk from '../../../src/model/desk/index.ts'
import { is } from '../../../src/model/language/conditions/condition.ts'
import { answer } from '../../../src/model/language/domain/answer.ts'
import { type AnyCall, call } from '../../../src/model/language/domain/call.ts'
import { text } from '../../../src/model/language/fields/field.ts'
import type { Queue } from '../../../src/model/language/queue.ts'
import settlement from '../../../src/model/settlement/index.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { calm as calmOf, here, names, position } from '../stage.tsx'
import { forgetAll, openQueue } from './openQueue.tsx'

/** Queue over settlement orders and change requests. */
const both: Queue = {
  code: 'both',
  domain: 'settlement',
  title: ['财务待办', 'For finance'],
  icon: 'inbox',
  views: [
    {
      code: 'orders',
      title: ['结算单', 'Orders'],
      resource: 'settlementOrder',
      where: [is('settlementStatus', 0)],
      permission: 'settlementOrder_audit',
      decisions: ['audit.pass', 'audit.reject'],
    },
    {
      code: 'changes',
      title: ['变更', 'Changes'],
      resource: 'changeRequest',
      where: [is('requestStatus', 0)],
      permission: 'changeRequest_review',
      decisions: ['approve', 'reject', { call: 'changeRequest.defer' }],
    },
  ],
  columns: { changeRequest: ['code', 'bizName'] },
}

/** A call that is a command, by a key of its own, with a question. */
const defer = call('changeRequest.defer', {
  method: 'POST',
  paths: ['blade-changeRequest/defer'],
  title: ['延后处理', 'Defer'],
  permission: 'changeRequest_review',
  roles: [],
  on: changeRequest,
  key: 'requestIds',
  select: 'many',
  from: { requestStatus: 'pending' },
  body: { reason: text('延后原因', 'Reason', { required: '请输入延后原因' }) },
  safe: false,
  answer: answer.nothing,
  command: { key: 'd' },
})

let shown: Awaited<ReturnType<typeof openQueue>>
const user = userEvent.setup({ delay: null })

beforeAll(() => {
  ;(queues as Map<string, Queue>).set(both.code, both)
  ;(settlement.queues as Queue[]).push(both)
  ;(calls as AnyCall[]).push(defer as AnyCall)
  Object.assign(desk, { calls: [...(desk.calls ?? []), defer] })
})
beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('settlementOrder')
})
beforeEach(forgetAll)
afterEach(() => {
  shown.leave()
  cleanup()
  vi.restoreAllMocks()
})

const change = (n: number) => ({
  id: String(5000 + n),
  version: 1,
  code: `CR${n}`,
  bizName: `公司${n}`,
  bizType: 'entrustedCompany',
  requestStatus: 0,
  changes: [],
})
const open = async (path = '/desk/queues/both') => {
  server.hold('settlementOrder', orders(3))
  server.hold('changeRequest', [1, 2, 3, 4].map(change))
  shown = await openQueue(path, 'both')
}
const heads = () => screen.getAllByRole('columnheader').map((h) => h.textContent?.trim())

describe('a queue over several families', () => {
  it('changes columns, record and decisions with the view, and counts each by its own records', async () => {
    await open()
    expect(names()).toEqual(['SO1000', 'SO1001', 'SO1002'])
    expect(context.resource).toBe('settlementOrder')
    await waitFor(() => expect(screen.getByRole('tab', { name: /变更/ })).toHaveTextContent('变更4'))
    await user.keyboard('}')
    await waitFor(() => expect(names()).toEqual(['CR1', 'CR2', 'CR3', 'CR4']))
    expect(shown.search()).toBe('?view=changes')
    expect(context.resource).toBe('changeRequest')
    expect(heads()).toEqual(expect.arrayContaining(['申请编号', '数据名称']))
    expect(heads()).not.toContain('变更内容')
    expect(screen.getByRole('button', { name: /复核通过/ })).toBeEnabled()
    expect(screen.queryByRole('button', { name: /审核通过/ })).toBeNull()
    await waitFor(() => expect(document.querySelector('[data-record="5001"]')).not.toBeNull())
    // commands of the other view's resource are gone
    expect(commandState('settlementOrder.audit.pass', 'key').here).toBe(false)
    expect(commandState('record.trace', 'key').here).toBe(false)
  })

  it('decides with the key of the view in front only', async () => {
    await open('/desk/queues/both?view=changes')
    await user.keyboard('a')
    // money is released for good: confirmed once
    expect(await screen.findByRole('dialog')).toHaveTextContent('提交后不可撤回')
    await waitFor(() => expect(screen.getByRole('button', { name: '复核通过' })).toHaveFocus())
    expect(server.decisions).toEqual([])
    await user.keyboard('{Enter}')
    await calmOf()
    expect(server.decisions.map((c) => [c.path, c.values.id])).toEqual([['blade-changeRequest/review', '5001']])
    expect(here()).toBe('CR2')
    expect(position()).toBe('1/3')
  })

  it('takes a batch of what is ticked in its view', async () => {
    await open('/desk/queues/both?view=changes')
    await user.keyboard('xjx')
    expect(screen.getByRole('button', { name: /批量复核通过/ })).toBeEnabled()
    await user.keyboard('{Shift>}a{/Shift}')
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog).toHaveTextContent('共 2 条'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(server.asked.some((c) => c.path === 'rounds/batch')).toBe(true))
    expect(server.asked.find((c) => c.path === 'rounds/batch')?.values).toMatchObject({
      resource: 'changeRequest',
      transition: 'approve',
    })
    await waitFor(() => expect(names()).toEqual(['CR3', 'CR4']))
  })

  it('decides by a call as by a transition: its key, its question, its own parameter, and what the server refuses', async () => {
    await open('/desk/queues/both?view=changes')
    server.answer({
      'blade-changeRequest/defer': (v) => {
        if (String(v.requestIds).includes('5002')) throw new Refusal(400, '不能延后')
        return {
          ...{ id: String(v.requestIds), version: 2, transition: 'defer', patch: { requestStatus: 0 } },
          ...{ undo: '', undoUntil: '' },
        }
      },
    })
    await user.keyboard('d')
    const dialog = await screen.findByRole('dialog')
    expect(dialog).toHaveTextContent('延后原因')
    await user.keyboard('等资料{Enter}')
    await calmOf()
    const sent = () => server.of('blade-changeRequest/defer').map((c) => c.values)
    expect(sent()).toEqual([{ requestIds: '5001', version: 1, reason: '等资料' }])
    expect(here(), 'the next one is in hand at once').toBe('CR2')
    await user.keyboard('d')
    await screen.findByRole('dialog')
    await user.keyboard('再等{Enter}')
    await waitFor(() => expect(screen.getAllByText(/不能延后/)[0]).toBeVisible())
    expect(names()).toContain('CR2')
    // ticked rows go together, in one request
    await user.keyboard('{Escape}x')
    expect(screen.getByRole('button', { name: /批量延后处理/ })).toBeEnabled()
    await user.keyboard('jx{Shift>}d{/Shift}')
    await screen.findByRole('dialog')
    server.answer({ 'blade-changeRequest/defer': () => null })
    await user.keyboard('一起{Enter}')
    await waitFor(() => expect(sent()).toHaveLength(3))
    expect(sent().at(-1)).toMatchObject({ requestIds: '5003,5004', version: '1,1', reason: '一起' })
  })

  it('gets changes of others for the resource of its view, and shows a conflict with its fields', async () => {
    await open('/desk/queues/both?view=changes')
    await server.other('5002', 'reject', '李四', 'changeRequest')
    expect(screen.getByText('CR2', { selector: '.g-c.name' }).closest('.g-r')).toHaveClass('other')
    server.row('5001').version = 9
    await user.keyboard('a')
    await waitFor(() => expect(screen.getByRole('button', { name: '复核通过' })).toHaveFocus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.querySelector('[data-conflict="5001"]')).not.toBeNull())
    // an event of the other family changes nothing here
    await server.other('1000')
    expect(names()[0]).toBe('CR1')
  })

  it('leaves filter and order behind when the resource changes', async () => {
    await open('/desk/queues/both?totalAmount_ge=200.00&sort=totalAmount')
    expect(names()).toEqual(['SO1002', 'SO1001'])
    await user.click(screen.getByRole('tab', { name: /变更/ }))
    await waitFor(() => expect(names()).toHaveLength(4))
    expect(shown.search()).toBe('?view=changes')
  })

  it('keeps held records with their view, and returns to them there', async () => {
    await open()
    await user.keyboard('jh')
    await user.click(screen.getByRole('tab', { name: /变更/ }))
    await waitFor(() => expect(names()).toHaveLength(4))
    await user.click(screen.getByRole('button', { name: '搁置 1' }))
    const held = menu.open?.entries.find((e) => e !== 'line' && e.label === 'SO1001')
    act(() => (held as MenuEntry).run())
    await waitFor(() => expect(here()).toBe('SO1001'))
    expect(context.view).toBe('orders')
  })
})
