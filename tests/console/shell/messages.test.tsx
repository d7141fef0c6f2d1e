import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadCatalogue } from '../../../src/console/data/catalogue.ts'
import { session } from '../../../src/console/data/session.ts'
import { t } from '../../../src/console/i18n/index.ts'
import { showAnswer } from '../../../src/console/shell/answers.ts'
import { status } from '../../../src/console/state/status.ts'
import { dropMessages, keepMessages } from '../../../src/console/ui/messages/keptMessages.ts'
import { showOnline, Toasts } from '../../../src/console/ui/messages/Toasts.tsx'
import { frontOf, type MessageTone, messages, toast } from '../../../src/console/ui/messages/toast.ts'
import { Sentence } from '../../../src/console/ui/Sentence.tsx'
import { handleApply } from '../../../src/model/funds/handle.ts'
import type { PortAnswer, RoundsEvent } from '../../../src/model/wire/wire.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'

let stop: () => void
beforeEach(() => {
  messages.list = []
  status.online = true
  stop = showOnline()
})
afterEach(() => {
  stop()
  status.online = true
})
const online = (is: boolean) =>
  act(async () => {
    status.online = is
  })

it('leads from the whole number of what was handed in to it, not to its activity', async () => {
  server.granted = catalogueOf()
  const code = 'HD20240702000001-00001'
  const asked = server.answer({
    'rounds/search': ({ q }) => (q === code ? [{ resource: 'settlementOrder', id: '7', title: code, note: '' }] : []),
  })
  await loadCatalogue()
  render(<Sentence text={`${code} 已提交`} />)
  expect(await screen.findByRole('link', { name: code })).toHaveAttribute('href', expect.stringContaining('/7'))
  expect(asked.filter((a) => a.path === 'rounds/search').map((a) => a.params.q)).toEqual([code])
})

it('no longer says that the server is gone when it is back: what is said then is seen', async () => {
  render(<Toasts />)
  await online(false)
  expect(screen.getByRole('alert')).toHaveTextContent(t('shell.offline'))
  await online(true)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(t('shell.backOnline'))).toBeInTheDocument()
  await act(async () => toast.info('没有可撤回的操作'))
  expect(screen.getByText('没有可撤回的操作')).toBeInTheDocument()
  // both can be read again
  expect(messages.list.map((m) => m.text)).toContain(t('shell.offline'))
})

it('says another time that the server is gone', async () => {
  render(<Toasts />)
  for (let n = 0; n < 2; n++) {
    await online(false)
    expect(screen.getByRole('alert')).toHaveTextContent(t('shell.offline'))
    await online(true)
    expect(screen.queryByRole('alert')).toBeNull()
  }
})

it.each<[string, [MessageTone, number][], number]>([
  [
    'the newest',
    [
      ['info', 0],
      ['info', 3000],
    ],
    1,
  ],
  [
    'what answers a key, though a graver one was said before',
    [
      ['bad', 0],
      ['info', 2000],
    ],
    1,
  ],
  [
    'the gravest of what is said at once',
    [
      ['bad', 0],
      ['good', 1000],
    ],
    0,
  ],
  [
    'the newest of those as grave',
    [
      ['bad', 0],
      ['bad', 500],
    ],
    1,
  ],
  [
    'what goes by itself before what stays',
    [
      ['good', 0],
      ['warn', 4000],
    ],
    0,
  ],
  ['what stays, when nothing else is there', [['warn', 0]], 0],
])('has in front %s', (_, said, which) => {
  const list = said.map(([tone, time]) => ({ tone, time, shown: true }))
  expect(frontOf(list.toReversed())).toBe(list[which])
  expect(frontOf(list.map((m) => ({ ...m, shown: false })))).toBeUndefined()
})

describe('what a partner answered', () => {
  const answered = (recordId: string, name: string, more: Partial<PortAnswer> = {}): RoundsEvent => ({
    ...{ id: '1', kind: 'answered', resource: 'handleApply', recordId, version: 0, transition: '' },
    ...{ by: '', byId: '7', at: '' },
    answer: { call: ['审批结果查询', 'Approval query'], name, ending: 'done', why: '', ...more },
  })
  const said = async (...events: RoundsEvent[]) => {
    messages.list = []
    for (const event of events) showAnswer(event)
    await waitFor(() => expect(messages.list.length).toBeGreaterThan(0), { timeout: 4000 })
    return messages.list.map((m) => `${m.tone} ${m.text}`)
  }
  beforeEach(() => {
    server.granted = catalogueOf()
    server.hold(
      'handleApply',
      ['1', '2', '3'].map((id) => ({ id, version: 1, handleStatus: id === '3' ? 3 : 2 })),
    )
  })

  it('is said with what became of the record, of several together, and kept among the messages', async () => {
    const state = (value: 2 | 3) => handleApply.fields.handleStatus.values[value][0]
    const list = await said(answered('1', 'HB1'), answered('2', 'HB2'), answered('3', 'HB3'))
    expect(list).toHaveLength(2)
    expect(list.join()).toContain(`审批结果查询 2 条（HB1，HB2…）：${state(2)}`)
    expect(list.join()).toContain(`审批结果查询 HB3：${state(3)}`)
  })

  it('says why where it was not done', async () => {
    expect(await said(answered('1', 'HB1', { ending: 'person', why: '无应答' }))).toEqual([
      'bad 审批结果查询 HB1：未能自动完成，待人工处理，无应答',
    ])
    // of a record that is not seen, the answer alone
    expect(await said({ ...answered('9', 'X9'), resource: 'nothing' })).toEqual(['info 审批结果查询 X9：已完成'])
  })
})

it('survives a reload for the same person; what is closed by hand is in front again; who signs out leaves nothing', async () => {
  sessionStorage.clear()
  Object.assign(session, { tenantId: '000000', userId: '7' })
  const stopKeeping = keepMessages()
  await act(async () => {
    toast.warn('安全事件：职责分离已关闭')
    toast.good('已通过')
  })
  stopKeeping()
  session.userId = ''
  /** State of a reloaded page. */
  const reloaded = async (userId: string) => {
    vi.resetModules()
    const [data, kept, said] = await Promise.all([
      import('../../../src/console/data/session.ts'),
      import('../../../src/console/ui/messages/keptMessages.ts'),
      import('../../../src/console/ui/messages/toast.ts'),
    ])
    Object.assign(data.session, { tenantId: '000000', userId })
    kept.keepMessages()()
    return said.messages.list.map((m) => [m.text, m.shown])
  }
  const both = [
    ['已通过', false],
    ['安全事件：职责分离已关闭', true],
  ]
  expect(await reloaded('7')).toEqual(both)
  expect(await reloaded('8')).toEqual([])
  dropMessages('000000.7')
  expect(await reloaded('7')).toEqual([])
})

it('a message stays while its button has the focus: the next key would be the page’s', async () => {
  vi.useFakeTimers()
  try {
    render(<Toasts />)
    await act(async () => toast.info('x', { label: () => 'y', run: () => {} }))
    const button = () => screen.queryByRole('button', { name: 'y' })
    await act(async () => button()?.focus())
    await act(async () => void vi.advanceTimersByTime(120_000))
    expect(button()).not.toBeNull()
    expect(document.activeElement).toBe(button())
    await act(async () => button()?.blur())
    await act(async () => void vi.advanceTimersByTime(120_000))
    expect(button()).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})
