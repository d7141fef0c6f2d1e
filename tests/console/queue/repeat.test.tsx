import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { decisionNow, lifecycleNow, loadResource } from '../../../src/console/data/domains.ts'
import { forgetLastDecision, rememberDecision } from '../../../src/console/decisions/lastDecision.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { calm, here } from '../stage.tsx'
import { forgetAll, openQueue } from './openQueue.tsx'

let shown: Awaited<ReturnType<typeof openQueue>>
const user = userEvent.setup({ delay: null })
const said = () => messages.list.map((m) => m.text)

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('settlementOrder')
  forgetAll()
  forgetLastDecision()
})
afterEach(() => {
  shown.leave()
  cleanup()
  vi.restoreAllMocks()
})
const open = async (count = 12, make?: Parameters<typeof orders>[1], path = '/desk/queues/settlementOrder') => {
  server.hold('settlementOrder', orders(count, make))
  shown = await openQueue(path)
}
const sent = () => server.decisions.map((c) => [c.values.id, c.values.status, c.values.remark ?? c.values.reason])

it('takes the last decision again of the row in hand', async () => {
  await open()
  await user.keyboard('a')
  await user.keyboard('..')
  expect(here()).toBe('SO1003')
  await waitFor(() => expect(server.decisions).toHaveLength(3))
  expect(sent().map(([id, status]) => [id, status])).toEqual([
    ['1000', 1],
    ['1001', 1],
    ['1002', 1],
  ])
})

it('with its answers, which are not asked for again', async () => {
  await open()
  await user.keyboard('r')
  await user.type(await screen.findByRole('textbox'), '金额不符')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(server.decisions).toHaveLength(1))
  await calm()
  await user.keyboard('.')
  await waitFor(() => expect(server.decisions).toHaveLength(2))
  expect(screen.queryByRole('dialog')).toBeNull()
  const [first, second] = server.decisions.map((c) => c.values)
  expect(second?.id).toBe('1001')
  const rest = ({ id: _, version: __, ...others }: Record<string, unknown> = {}) => others
  expect(rest(second)).toEqual(rest(first))
  expect(JSON.stringify(second)).toContain('金额不符')
})

it('but not with answers that begin with what the record has: the form opens for the record in hand', async () => {
  const reject = decisionNow('settlementOrder', 'audit.reject')
  const [name = ''] = Object.keys(reject?.ask ?? {})
  const declared = lifecycleNow('settlementOrder')?.transitions['audit.reject']
  Object.assign(declared as object, { present: { [name]: 'code' } })
  try {
    await open()
    rememberDecision({ resource: 'settlementOrder', decision: 'audit.reject', ask: { [name]: 'SO0999' } })
    await user.keyboard('.')
    await waitFor(() => expect(screen.getByRole('textbox')).toHaveValue('SO1000'), { timeout: 5000 })
    expect(server.decisions).toHaveLength(0)
    await user.keyboard('{Escape}')
  } finally {
    Reflect.deleteProperty(declared as object, 'present')
  }
})

it('says why not: nothing was decided yet, rows are ticked, another sort of record', async () => {
  await open()
  await user.keyboard('.')
  await waitFor(() => expect(said()).toContain('还没有可以重复的决定'))
  rememberDecision({ resource: 'budgetOrder', decision: 'audit.pass', ask: {} })
  await user.keyboard('.')
  await waitFor(() => expect(said().join()).toContain('是对另一种单据作出的'))
  await user.keyboard('x.')
  await waitFor(() => expect(said()).toContain('有勾选的行时不能重复决定'))
  expect(server.decisions).toHaveLength(0)
})

it('says why not where this view does not offer it', async () => {
  await open(3, () => ({ settlementStatus: 2 }), '/desk/queues/settlementOrder?view=confim')
  rememberDecision({ resource: 'settlementOrder', decision: 'audit.pass', ask: {} })
  await user.keyboard('.')
  await waitFor(() => expect(said().join()).toContain('在此处不可用'))
  expect(server.decisions).toHaveLength(0)
})

it('what is confirmed is confirmed again', async () => {
  const whole = catalogueOf()
  server.granted = {
    ...whole,
    resources: whole.resources.map((r) =>
      r.id === 'settlementOrder'
        ? { ...r, decisions: r.decisions.map((d) => (d.id === 'audit.pass' ? { ...d, undo: '', money: true } : d)) }
        : r,
    ),
  }
  await open()
  await user.keyboard('a')
  await screen.findByRole('dialog')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(server.decisions).toHaveLength(1))
  await calm()
  await user.keyboard('.')
  await screen.findByRole('dialog')
  expect(server.decisions).toHaveLength(1)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.decisions).toHaveLength(1)
})
