import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { pendingDecisions } from '../../../src/console/decisions/outbox/pendingDecisions.ts'
import { context } from '../../../src/console/host/host.ts'
import { setLanguage } from '../../../src/console/i18n/index.ts'
import { status } from '../../../src/console/state/status.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import type { RecentDecision } from '../../../src/model/wire/wire.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { orders } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { calm as calmOf, here, names, position } from '../stage.tsx'
import { forgetAll, openQueue } from './openQueue.tsx'

let shown: Awaited<ReturnType<typeof openQueue>>
const user = userEvent.setup({ delay: null })
const said = () => messages.list.map((m) => m.text)
const row = (name: string) => screen.getByText(name, { selector: '.g-c.name' }).closest('.g-r') as HTMLElement
const key = (keys: string) => user.keyboard(keys)
const calm = (ms?: number) => calmOf(ms)

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

const open = async (count = 12, path = '/desk/queues/settlementOrder', make?: Parameters<typeof orders>[1]) => {
  server.hold('settlementOrder', orders(count, make))
  shown = await openQueue(path)
}

describe('a view that the address names', () => {
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

  it('and the queue does not have is not found; one that is nobody’s work here is refused', async () => {
    shown = await openQueue('/desk/queues/settlementOrder?view=nothing', 'settlementOrder', false)
    await heading('找不到页面')
    const queue = within(screen.getByRole('main')).getByRole('link')
    expect(queue).toHaveAttribute('href', '/desk/queues/settlementOrder')
    shown.leave()
    cleanup()
    const whole = catalogueOf()
    const [, other] = whole.queues.find((q) => q.code === 'settlementOrder')?.views ?? []
    const own = whole.queues.map((q) => ({ ...q, views: q.views.filter((v) => v !== other) }))
    server.granted = { ...whole, queues: own }
    shown = await openQueue(`/desk/queues/settlementOrder?view=${other?.code}`, 'settlementOrder', false)
    await heading('没有权限')
  })
})

describe('clearing a queue from the keyboard', () => {
  it('finds what a decision led into another view of the queue there, as work', async () => {
    await open(3, undefined, (i) => ({ settlementStatus: i === 2 ? 2 : 0 }))
    await key('a')
    await calm()
    expect(names()).toEqual(['SO1001'])
    await user.click(screen.getByRole('tab', { name: /^结算单确认/ }))
    await waitFor(() => expect(names()).toEqual(['SO1000', 'SO1002']))
    expect(position()).toBe('1/2')
  })
  it('decides with one key and moves to the next row at once', async () => {
    await open()
    expect(position()).toBe('1/12')
    expect(here()).toBe('SO1000')
    server.held = []
    await key('a')
    expect(here()).toBe('SO1001')
    expect(names()).not.toContain('SO1000')
    expect(position()).toBe('1/11')
    expect(status.pending).toBe(1)
    expect(status.queue?.done).toBe(0)
    await key('jja')
    expect(here()).toBe('SO1004')
    await server.release()
    expect(status.pending).toBe(0)
    expect(status.queue?.done).toBe(2)
    expect(server.decisions.map((c) => [c.values.id, c.values.status, c.values.version])).toEqual([
      ['1000', 1, 3],
      ['1003', 1, 3],
    ])
    expect(new Set(server.decisions.map((c) => c.key)).size).toBe(2)
  })

  it('keeps the place when the list is fetched anew after a burst', async () => {
    await open(300)
    await key('jjjjjaaa')
    expect(here()).toBe('SO1008')
    await calm(900)
    expect(here()).toBe('SO1008')
    expect(position()).toBe('6/297')
    expect(pendingDecisions().snapshot().size).toBe(0)
    expect(names().slice(0, 7)).toEqual(['SO1000', 'SO1001', 'SO1002', 'SO1003', 'SO1004', 'SO1008', 'SO1009'])
  })

  it('keeps what was pressed while the list is fetched anew', async () => {
    await open(300)
    server.slow = []
    await key('a')
    await waitFor(() => expect(server.slow?.length).toBeGreaterThan(0))
    await key('jjjj')
    expect(here()).toBe('SO1005')
    await server.arrive()
    await calm()
    expect(here()).toBe('SO1005')
    expect(pendingDecisions().snapshot().size).toBe(0)
  })

  it('keeps the cursor when the language is switched', async () => {
    await open()
    await key('jjj')
    expect(here()).toBe('SO1003')
    await act(async () => setLanguage('en'))
    await calm(60)
    expect(here()).toBe('SO1003')
    await act(async () => setLanguage('zh'))
    await calm(60)
    expect(here()).toBe('SO1003')
  })

  it('does not show again what was decided while the list is fetched anew', async () => {
    await open(300)
    server.slow = []
    await key('a')
    await waitFor(() => expect(server.slow?.length).toBeGreaterThan(0))
    await key('jja')
    await calm()
    await server.arrive()
    await calm(60)
    expect(here()).toBe('SO1004')
    expect(names().slice(0, 4)).toEqual(['SO1001', 'SO1002', 'SO1004', 'SO1005'])
    expect(server.decisions.map((c) => c.values.id)).toEqual(['1000', '1003'])
  })

  it('asks the reason of a rejection; Escape leaves the row undecided', async () => {
    await open()
    await key('r')
    const dialog = await screen.findByRole('dialog')
    await user.keyboard('j')
    expect(here()).toBe('SO1000')
    await user.clear(within(dialog).getByRole('textbox'))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.decisions).toEqual([])
    await key('r')
    await user.type(within(await screen.findByRole('dialog')).getByRole('textbox'), '金额有误')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(here()).toBe('SO1001'))
    expect(server.decisions.map((c) => [c.values.id, c.values.status, c.values.remark])).toEqual([
      ['1000', 2, '金额有误'],
    ])
  })

  it('back and forward walk through views and filters, each with its cursor where it was', async () => {
    await open(6)
    await user.keyboard('jj')
    await user.keyboard('/')
    await user.keyboard('金额:<=300 {Enter}')
    await waitFor(() => expect(names()).toHaveLength(3))
    await user.keyboard('j')
    expect(here()).toBe('SO1001')
    await user.keyboard('}}')
    await waitFor(() => expect(shown.search()).toContain('view='))
    const step = (by: number) => act(async () => void (await shown.router.navigate(by)))
    while (shown.search().includes('view=')) await step(-1)
    await waitFor(() => expect(here()).toBe('SO1001'))
    expect(names()).toHaveLength(3)
    await step(-1)
    await waitFor(() => expect(names()).toHaveLength(6))
    expect(here()).toBe('SO1002')
    expect(shown.search()).toBe('')
    await step(1)
    await waitFor(() => expect(here()).toBe('SO1001'))
  })

  it('begins with the row that the address names; until it is found no key acts on another', async () => {
    server.hold('settlementOrder', orders(12))
    let find: () => void = () => {}
    const found = new Promise<void>((done) => (find = done))
    server.before = (path, values) => (path === 'rounds/window' && values.around ? found : undefined)
    shown = await openQueue('/desk/queues/settlementOrder?open=1007', 'settlementOrder', false)
    await waitFor(() => expect(names()).toContain('SO1000'))
    expect(here()).toBe('')
    await key('a')
    find()
    await waitFor(() => expect(here()).toBe('SO1007'))
    expect(server.decisions).toEqual([])
    // and names the one in hand from then on, as no further step back
    const steps = history.length
    await key('j')
    await waitFor(() => expect(shown.router.state.location.search).toBe('?open=1008'))
    expect(history.length).toBe(steps)
    expect(here()).toBe('SO1008')
  })

  it('says that the record of its address is not in the list, before the address names another', async () => {
    server.hold('settlementOrder', orders(12))
    shown = await openQueue('/desk/queues/settlementOrder?open=999', 'settlementOrder', false)
    await waitFor(() => expect(here()).toBe('SO1000'))
    await waitFor(() => expect(messages.list[0]?.text).toContain('不在此列表'))
  })

  it('passes held rows and shows how many there are', async () => {
    await open()
    await key('jh')
    expect(here()).toBe('SO1002')
    expect(screen.getByRole('button', { name: '搁置 1' })).toBeInTheDocument()
    await key('kka')
    expect(here()).toBe('SO1002')
    expect(names()).toContain('SO1001')
  })

  it('moves back a row at the end, and says when all is done', async () => {
    await open(2)
    await key('{End}')
    await key('a')
    expect(here()).toBe('SO1000')
    await key('a')
    expect(await screen.findByText('全部处理完毕')).toBeInTheDocument()
    expect(position()).toBe('0/0')
    await key('a')
    expect(server.decisions.length).toBe(2)
  })

  it('stays on the row where asked to, showing what became of it', async () => {
    await open()
    await key('{Alt>}.{/Alt}')
    await key('a')
    await calm()
    expect(here()).toBe('SO1000')
    expect(row('SO1000')).toHaveClass('done')
    expect(row('SO1000')).toHaveTextContent('审核通过：已处理')
    await calm(900)
    expect(here()).toBe('SO1000')
    await key('j')
    expect(here()).toBe('SO1001')
    await waitFor(() => expect(names()).not.toContain('SO1000'))
    expect(here()).toBe('SO1001')
  })

  it('says why a key does nothing', async () => {
    await open()
    await key('z')
    expect(said()[0]).toBe('没有可撤回的操作')
    expect(screen.getByRole('button', { name: /撤回/ })).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('what goes wrong', () => {
  it('has keys: f finds what failed, Shift+F sends it again, Escape puts it away before anything else', async () => {
    await open()
    server.refuse.set('1000', '经办与审核不能是同一人')
    await key('a')
    await calm()
    await key('jj')
    expect(here()).toBe('SO1003')
    await key('f')
    await waitFor(() => expect(here()).toBe('SO1000'))
    await key('x{Escape}')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(context.selected).toBe(1)
    await key('{Escape}a')
    await calm()
    server.refuse.clear()
    await key('{Shift>}f{/Shift}')
    await waitFor(() => expect(server.row('1000').settlementStatus).toBe(2))
  })

  it('is said again in another language', async () => {
    await open()
    server.held = []
    await key('ja')
    server.decide('audit.reject', { id: '1001' }, '李四')
    await server.release()
    expect(screen.getByRole('alert')).toHaveTextContent('SO1001 未能审核通过')
    await act(async () => setLanguage('en'))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('SO1001: not done (Approve)'))
    expect(screen.getByRole('alert')).toHaveTextContent('李四 was first at 06-15 10:02: Reject')
    await act(async () => setLanguage('zh'))
    await calm(60)
  })

  it('keeps what was written for a decision that somebody else was faster with', async () => {
    await open()
    await key('r')
    const reason = await screen.findByRole('textbox')
    await user.type(reason, '明细重复，缺少签到表')
    server.decide('audit.pass', { id: '1000' }, '李四')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('李四'))
    expect(screen.getByRole('alert')).toHaveTextContent('明细重复，缺少签到表')
    expect(here()).toBe('SO1001')
  })

  it('brings a row back in its place with who was faster; the cursor stays', async () => {
    await open()
    server.held = []
    await key('ja')
    server.decide('audit.pass', { id: '1001' }, '李四')
    await key('j')
    expect(here()).toBe('SO1003')
    await server.release()
    expect(here()).toBe('SO1003')
    expect(names().slice(0, 4)).toEqual(['SO1000', 'SO1001', 'SO1002', 'SO1003'])
    expect(row('SO1001')).toHaveClass('conflict')
    const trouble = screen.getByRole('alert')
    expect(trouble).toHaveTextContent('SO1001')
    expect(trouble).toHaveTextContent('李四')
    expect(trouble).toHaveTextContent('待审核 → 待企业确认')
    // The message stays also after the last decision was answered.
    await calm(900)
    expect(row('SO1001')).toHaveClass('conflict')
    await user.click(within(trouble).getByRole('button', { name: '知道了' }))
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(names()).not.toContain('SO1001'))
    expect(here()).toBe('SO1003')
  })

  it('asks for the total of the last minutes once the server wants it typed, and goes on in its order', async () => {
    await open()
    let typed = ''
    server.before = async (path, values) => {
      if (!path.endsWith('settlementOrder/audit')) return
      typed ||= String(values.typedAmount ?? '')
      if (!typed) throw new Refusal(400, '请输入合计金额后提交', { typedAmount: '请输入合计金额' })
    }
    const preview = { total: 1, looked: 1, allowed: 1, amount: '6000.00', gross: null, marks: [], names: ['SO1000'] }
    const asked = { refused: [], refusedIds: [], toType: '102000.00', before: '96000.00', asksCode: false }
    server.answer({ 'rounds/batch/preview': () => ({ ...preview, ...asked }) })
    await key('aa')
    const dialog = await screen.findByRole('dialog')
    const total = await within(dialog).findByLabelText(/96,000\.00.*102,000\.00/)
    await waitFor(() => expect(total).toHaveFocus())
    expect(dialog).toHaveTextContent('SO1000')
    // keys pressed meanwhile decide nothing
    await key('a{Enter}')
    expect(screen.getByRole('dialog')).toBe(dialog)
    await user.clear(total)
    await key('102000{Enter}')
    await waitFor(() => expect(status.queue?.done).toBe(2))
    const sent = server.decisions.map((c) => [c.values.id, c.values.typedAmount ?? ''])
    expect(sent.slice(-2)).toEqual([
      ['1000', '102000.00'],
      ['1001', ''],
    ])
    expect(here()).toBe('SO1002')
  })

  it('says what the server refused and sends it again when asked', async () => {
    await open()
    server.refuse.set('1000', '经办与审核不能是同一人')
    await key('a')
    await calm()
    expect(row('SO1000')).toHaveClass('failed')
    expect(screen.getByRole('alert')).toHaveTextContent('经办与审核不能是同一人')
    server.refuse.clear()
    await user.click(screen.getByRole('button', { name: /^重试失败的 1 条/ }))
    await calm()
    expect(names()).not.toContain('SO1000')
    expect(server.row('1000').settlementStatus).toBe(2)
  })

  it('keeps decisions while the network is gone and sends each once when it is back', async () => {
    server.answer({ 'blade-svc/settlementOrder/detail': () => new Promise(() => {}) })
    await open()
    await act(async () => {
      server.away = true
      status.online = false
    })
    await calm()
    // of records that were not looked at before only what the list has is here
    for (const [decided, next] of [
      ['SO1000', 'SO1001'],
      ['SO1001', 'SO1002'],
    ]) {
      await key('a')
      expect(await screen.findByRole('dialog', { name: `离线：${decided} 的明细尚未载入` })).toHaveTextContent(
        '所见只是列表中的内容',
      )
      await key('{Enter}')
      await waitFor(() => expect(here()).toBe(next))
    }
    const strip = await screen.findByText(/2 条处理待发送/)
    expect(strip.closest('[data-waiting]')).toHaveTextContent('SO1000 审核通过 · SO1001 审核通过')
    expect(server.decisions).toEqual([])
    await act(async () => {
      server.away = false
      status.online = true
    })
    await calm()
    expect(server.decisions.map((c) => c.values.id)).toEqual(['1000', '1001'])
    expect(screen.queryByText(/待发送/)).toBeNull()
    expect(status.queue?.done).toBe(2)
  })

  it('sends again under the same key what was lost on the way', async () => {
    await open()
    server.away = true
    await key('a')
    await waitFor(() => expect(server.decisions.length).toBeGreaterThan(0))
    server.away = false
    await waitFor(() => expect(server.row('1000').version).toBe(4))
    await calm(100)
    expect(server.decisions.length).toBeGreaterThan(1)
    expect(new Set(server.decisions.map((c) => c.key)).size).toBe(1)
    expect(server.row('1000').version).toBe(4)
  })
})

describe('taking back', () => {
  it('takes back several steps and moves to the returned row', async () => {
    await open()
    // The list as it was fetched stays: what was decided goes back into it, and is not found in another one.
    server.slow = []
    await key('aaa')
    await calm()
    expect(here()).toBe('SO1003')
    expect(context.undoable).toBe(3)
    await key('z')
    await calm()
    expect(here()).toBe('SO1002')
    await key('z')
    await calm()
    expect(here()).toBe('SO1001')
    expect(names().slice(0, 3)).toEqual(['SO1001', 'SO1002', 'SO1003'])
    expect(server.row('1001').settlementStatus).toBe(0)
    // Returned records are read with the columns of the list: maker by name, and this person's part.
    const columns = (path: string) => server.asked.filter((c) => c.path === path).map((c) => c.values.columns)
    expect(columns('rounds/rows').at(-1)).toContain('createUserName')
    expect(columns('rounds/rows').at(-1)).toBe(columns('rounds/window')[0])
    await server.arrive()
    // The record can be decided again, with its present version.
    await key('a')
    await calm()
    expect(server.decisions.at(-1)?.values).toMatchObject({ id: '1001', version: 5 })
    expect(server.row('1001').settlementStatus).toBe(2)
  })

  it('leaves a row that is decided again as it became, before anything of it is fetched', async () => {
    await open()
    server.slow = []
    server.before = (path) => (path === 'rounds/rows' ? new Promise(() => {}) : undefined)
    await key('a')
    await calm()
    await key('z')
    await calm()
    expect(here()).toBe('SO1000')
    await key('a')
    await calm()
    expect(server.decisions.map((c) => c.values.version)).toEqual([3, 4, 5])
    expect(server.row('1000')).toMatchObject({ settlementStatus: 2, version: 6 })
  })

  const lately = (more: Partial<RecentDecision>): RecentDecision => ({
    ...{
      batch: '',
      resource: 'settlementOrder',
      transition: 'audit.pass',
      at: '2024-06-15 10:00:00',
      id: '',
      title: '',
    },
    ...{ version: 4, count: 1, possible: 1, undo: 'recall.audit', left: 300, why: '' },
    ...more,
  })
  const backs = () =>
    server.decisions.filter((c) => c.path.endsWith('/recall')).map((c) => [c.values.id, c.values.version])
  /** Opens the queue as a page loaded anew: what was decided before is known to the server alone. */
  const reopen = async (recent: RecentDecision[]) => {
    server.hold(
      'settlementOrder',
      orders(6, (i) => (i === 5 ? { settlementStatus: 2, version: 4 } : {})),
    )
    server.recent = recent
    shown = await openQueue()
    await waitFor(() => expect(server.asked.some((c) => c.path === 'rounds/decisions')).toBe(true))
    await calm()
  }

  it('reaches over a page loaded anew: the server knows what was decided', async () => {
    await reopen([lately({ id: '1005', title: 'SO1005' })])
    expect(status.undo).toMatchObject({ decision: 'audit.pass', title: 'SO1005' })
    await key('z')
    await waitFor(() => expect(server.row('1005').settlementStatus).toBe(0))
    expect(backs()).toEqual([['1005', 4]])
    expect(context.undoable).toBe(0)
  })

  it('never takes an older one back silently: what stands above it is named, and Escape leaves all as it is', async () => {
    await reopen([
      lately({
        id: '7',
        title: 'SO7',
        transition: 'toSettle',
        possible: 0,
        undo: '',
        left: null,
        why: '该操作不可撤回',
      }),
      lately({ id: '1005', title: 'SO1005' }),
    ])
    await key('z')
    const dialog = await screen.findByRole('dialog', { name: '撤回：审核通过 SO1005' })
    expect(dialog).toHaveTextContent('转结算 SO7 未能撤回：该操作不可撤回')
    await key('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(backs()).toEqual([])
    await key('z')
    await screen.findByRole('dialog')
    await key('{Enter}')
    await waitFor(() => expect(backs()).toEqual([['1005', 4]]))
  })

  it('is dead where the server would take back nothing', async () => {
    await reopen([lately({ id: '7', title: 'SO7', possible: 0, undo: '', why: '该操作不可撤回' })])
    expect(screen.getByRole('button', { name: /^撤回/ })).toHaveAttribute('aria-disabled', 'true')
  })

  it('takes a batch back as one, after saying how many of it can be, each row by itself', async () => {
    await open()
    // told from when the batch is made on, whenever it is asked for
    const batch = () => String(server.batches[0])
    server.answer({
      'rounds/decisions': () =>
        server.batches.length === 0
          ? []
          : [lately({ batch: batch(), count: 3, possible: 2 }), lately({ id: '9', title: 'SO9' })],
    })
    await key('xjxjxa')
    await screen.findByRole('dialog')
    await key('{Enter}')
    await waitFor(() => expect(document.querySelector('[data-batch=done]')).toHaveTextContent('成功 3'))
    server.decide('confim.pass', { id: '1001' }, '康管理')
    await waitFor(() => expect(status.undo?.count).toBe(2))
    await key('z')
    const dialog = await screen.findByRole('dialog', { name: '撤回：批量审核通过（3 条）' })
    // records to be taken back are counted, summed and named; the others are listed apart, with the reason
    await waitFor(() => expect(dialog).toHaveTextContent('共 2 条￥400.00SO1000、SO1002'))
    expect(dialog).toHaveTextContent('另有 1 条不处理1 条：数据已被修改，请核对后重试')
    expect(within(dialog).getByRole('button', { name: /撤回/ })).toHaveTextContent('撤回 ⏎')
    await key('{Enter}')
    await waitFor(() => expect(document.querySelector('[data-batch=done]')).toHaveTextContent('成功 2，失败 0'))
    expect(server.of('rounds/batch').at(-1)?.values).toEqual({
      ...{ resource: 'settlementOrder', transition: 'recall.audit', takesBack: batch(), except: ['1001'] },
    })
    expect(document.querySelector('[data-command="decision.retryFailed"]')).toBeNull()
    expect([server.row('1000'), server.row('1001')].map((r) => r.settlementStatus)).toEqual([0, 3])
    expect(backs()).toEqual([])
    // the three of the batch count, less the two taken back
    await waitFor(() => expect(status.queue?.done).toBe(1))
  })

  it('reaches behind a list fetched anew', async () => {
    await open()
    await key('a')
    await waitFor(() => expect(pendingDecisions().snapshot().size).toBe(0), { timeout: 5000 })
    await key('z')
    await waitFor(() => expect(here()).toBe('SO1000'))
    expect(position()).toBe('1/12')
  })
})
