import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { mySettings } from '../../../src/console/data/mySettings.ts'
import { session } from '../../../src/console/data/session.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { CLAIMS } from '../../../src/model/wire/claim.ts'
import { settings } from '../../../src/model/wire/settings/settings.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { calm, here } from '../stage.tsx'
import { forgetAll, openQueue } from './openQueue.tsx'

let shown: Awaited<ReturnType<typeof openQueue>>
const user = userEvent.setup({ delay: null })
const row = (name: string) => screen.getByText(name, { selector: '.g-c.name' }).closest('.g-r') as HTMLElement
const claim = (id: string) => ({ id, user: '99', name: '李四', seconds: 120 })

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('settlementOrder')
  forgetAll()
})
afterEach(() => {
  shown.leave()
  cleanup()
  vi.useRealTimers()
})

it('a queue begins with the first row that is free, whenever the claims are answered', async () => {
  let answer: (claims: unknown) => void = () => {}
  server.answer({ [CLAIMS.read]: () => new Promise((resolve) => (answer = resolve)) })
  server.hold('settlementOrder', orders(4))
  shown = await openQueue(undefined, undefined, false)
  await screen.findByText('SO1000', { selector: '.g-c.name' })
  // no row has the cursor yet: a key decides none
  await user.keyboard('a')
  answer([claim('1000'), claim('1001')])
  await waitFor(() => expect(here()).toBe('SO1002'))
  expect(server.decisions).toHaveLength(0)
  expect(row('SO1000').querySelector('.tick')).toHaveAttribute('data-sign', '李')
  // opened again it is where it was, unless somebody else has that row now
  shown.leave()
  cleanup()
  server.answer({ [CLAIMS.read]: () => [claim('1000'), claim('1002')] })
  shown = await openQueue()
  await waitFor(() => expect(here()).toBe('SO1003'))
  shown.leave()
  cleanup()
  // an address that names a row has it
  shown = await openQueue('/desk/queues/settlementOrder?open=1002')
  await waitFor(() => expect(here()).toBe('SO1002'))
})

it('a row that the person went to before the rows came keeps the cursor, whoever has it in hand', async () => {
  server.answer({ [CLAIMS.read]: () => [] })
  server.hold('settlementOrder', orders(4))
  shown = await openQueue()
  await user.keyboard('jj')
  await waitFor(() => expect(here()).toBe('SO1002'))
  shown.leave()
  cleanup()
  server.answer({ [CLAIMS.read]: () => [claim('1001')] })
  let come: () => void = () => {}
  const slow = new Promise<void>((resolve) => {
    come = resolve
  })
  const counted = vi.fn()
  server.before = async (path, values) => {
    if (path.endsWith('rounds/window') && Number(values.size) > 1) await slow
    if (path.endsWith('rounds/total')) counted()
  }
  shown = await openQueue(undefined, undefined, false)
  await waitFor(() => expect(counted).toHaveBeenCalled())
  await calm()
  await user.keyboard('k')
  come()
  await screen.findByText('SO1001', { selector: '.g-c.name' })
  await calm()
  server.before = null
  expect(here()).toBe('SO1001')
})

it('rows in another hand are marked, passed over, and taken over on purpose; nothing waits for the server', async () => {
  server.answer({ [CLAIMS.read]: () => [claim('1001')] })
  server.hold('settlementOrder', orders(4))
  shown = await openQueue()
  await waitFor(() => expect(row('SO1001')).toHaveAttribute('title', '李四 处理中'))
  // the claim itself is not answered (404): decided all the same, and the next row is the first that is free
  await user.keyboard('a')
  await waitFor(() => expect(server.decisions).toHaveLength(1))
  expect(here()).toBe('SO1002')
  await user.keyboard('k')
  expect(here()).toBe('SO1001')
  expect(await screen.findByText('李四 处理中', { selector: '[data-claimed] span' })).toBeInTheDocument()
  server.answer({ [CLAIMS.take]: () => ({ mine: true, claim: { ...claim('1001'), user: session.userId } }) })
  await user.keyboard('{Alt>}t{/Alt}')
  await waitFor(() => expect(messages.list[0]?.text).toBe('已接手 SO1001'))
  expect(server.of(CLAIMS.take).at(-1)?.values).toMatchObject({ id: '1001', takeOver: 1 })
  expect(row('SO1001')).not.toHaveAttribute('title')
  // and the other way round
  await server.tell({ kind: 'claim', recordId: '1001', transition: 'taken', by: '王五', byId: '98' })
  expect(messages.list[0]?.text).toBe('王五 接手了 SO1001')
  await server.tell({ kind: 'claim', recordId: '1001', transition: 'released', by: '王五', byId: '98' })
  expect(row('SO1001')).not.toHaveAttribute('title')
})

it('a row is held until a moment with a reason', async () => {
  // a Wednesday
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T02:00:00Z') })
  server.hold('settlementOrder', orders(3))
  shown = await openQueue()
  await user.keyboard('{Alt>}h{/Alt}')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getAllByRole('radio')).toHaveLength(5)
  await waitFor(() => expect(document.activeElement).toHaveAttribute('type', 'radio'))
  await user.keyboard('3')
  await user.type(screen.getByLabelText('原因（可不填）'), '等发票')
  await user.click(within(dialog).getByRole('button', { name: '搁置' }))
  await waitFor(() => expect(here()).toBe('SO1001'))
  const { 1000: held } = mySettings().read(`${settings.held.key}.settlementOrder`, settings.held)
  expect(held).toMatchObject({ title: 'SO1000', view: 'audit', reason: '等发票' })
  const at = new Date((held?.until ?? 0) + 8 * 3_600_000)
  expect([at.getUTCDay(), at.getUTCHours(), at.getUTCMinutes()]).toEqual([1, 9, 0])
  expect(row('SO1000').title).toMatch(/^搁置至 \d\d-\d\d 09:00 · 等发票$/)
})

it('on a Sunday, tomorrow and Monday are offered as one', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T02:00:00Z') })
  server.hold('settlementOrder', orders(3))
  shown = await openQueue()
  await user.keyboard('{Alt>}h{/Alt}')
  const dialog = await screen.findByRole('dialog')
  const times = within(dialog)
    .getAllByRole('radio')
    .map((one) => one.closest('label')?.querySelector('small')?.textContent ?? '')
  expect(times).toEqual(['2026-11-29 12:00', '2026-11-30 09:00', '', ''])
  // the third key is the next choice now
  await user.keyboard('3')
  expect(within(dialog).getByRole('radio', { name: /不定时间/ })).toBeChecked()
  await user.click(within(dialog).getByRole('button', { name: '搁置' }))
  await waitFor(() => expect(here()).toBe('SO1001'))
})
