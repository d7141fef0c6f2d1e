import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { adopt, session, turnAway } from '../../../src/console/data/session.ts'
import { askDecision as askLater } from '../../../src/console/forms/dialogs/ask.ts'
import { askDecision } from '../../../src/console/forms/dialogs/DecisionDialog.tsx'
import { TYPED_BEYOND } from '../../../src/console/forms/dialogs/DecisionForm.tsx'
import { fitting, placedAfter, type Reply, withReply } from '../../../src/console/forms/replies.ts'
import { context } from '../../../src/console/host/host.ts'
import { confirm } from '../../../src/console/ui/dialog/dialog.tsx'
import { menu, openMenu } from '../../../src/console/ui/menu.ts'
import type { BatchPreview } from '../../../src/model/wire/batchWire.ts'
import { tableOf } from '../../wireTable.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { type Asked, server } from '../server/server.ts'

const replies: Reply[] = [
  { id: '1', content: '资料不全', resultType: 2, sort: 1 },
  { id: '2', content: '同意', resultType: 1, sort: 2 },
  { id: '3', content: '请核对金额', resultType: 0, sort: 3 },
  { id: '4', content: '税率有误', resultType: 2, sort: 4, readings: 'shui lv you wu|shui lu you wu' },
]

let asked: Asked[]
beforeEach(async () => {
  // A question left open by a test that failed must not make the next one fail.
  if (screen.queryByRole('dialog')) await userEvent.keyboard('{Escape}')
  queryClient.clear()
  server.granted = catalogueOf()
  asked = server.answer({ 'blade-sys/quickReply/quickReplyList': () => replies })
  await loadResource('settlementOrder')
})

const order = { resource: 'settlementOrder', count: 1, amount: '1234.50', names: ['SO1000'] } as const
const reject = (more: object = {}) => askDecision({ ...order, decision: 'audit.reject', ...more })
/** A preview that answers when it is told to. */
const told = () => {
  let tell: (found: BatchPreview) => void = () => {}
  const preview = new Promise<BatchPreview>((done) => {
    tell = done
  })
  return { preview, tell: (found: BatchPreview) => act(async () => tell(found)) }
}
const all: BatchPreview = {
  total: 0,
  looked: 0,
  allowed: 0,
  amount: null,
  names: [],
  refused: [],
  refusedIds: [],
  gross: null,
  marks: [],
  toType: null,
  asksCode: false,
}
const open = async (answer: Promise<unknown>) => {
  const dialog = await screen.findByRole('dialog')
  const reason = await screen.findByRole('textbox')
  await waitFor(() => expect(reason).toHaveFocus())
  return { dialog, reason: reason as HTMLTextAreaElement, answer }
}

it('whoever leaves takes questions and menus along: the next person neither reads nor answers them', async () => {
  Object.assign(session, { tenantId: '000000', userId: '7' })
  const { answer } = await open(reject())
  const sure = confirm({ title: '删除 SO1000' })
  await screen.findByText('删除 SO1000')
  openMenu({ label: 'SO1000', at: { x: 0, y: 0 }, entries: [] })
  await act(async () => adopt())
  await act(async () => turnAway())
  expect(session.userId).toBe('')
  expect(screen.queryAllByRole('dialog')).toEqual([])
  expect([await answer, await sure, menu.open]).toEqual([null, false, null])
  // and what was on its way to a dialog that had not come
  Object.assign(session, { tenantId: '000000', userId: '7' })
  const late = askLater({ ...order, decision: 'audit.reject' })
  session.userId = '8'
  expect(await late).toBeNull()
  expect(screen.queryAllByRole('dialog')).toEqual([])
  session.userId = ''
})

describe('a decision’s reason', () => {
  it('opens before anything is fetched, with the focus in the reason; keys of the page are dead', async () => {
    let arrive: (r: Reply[]) => void = () => {}
    asked = server.answer({ 'blade-sys/quickReply/quickReplyList': () => new Promise((done) => (arrive = done)) })
    const { dialog, answer } = await open(reject())
    expect(dialog).toHaveAccessibleName('审核驳回')
    expect(screen.queryByText('资料不全')).toBeNull()
    expect(context.layers).toBe(1)
    await act(async () => arrive(replies))
    expect(await screen.findByText('资料不全')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
    await waitFor(() => expect(context.layers).toBe(0))
  })

  it('what is asked first has the focus although its input comes later than the dialog', async () => {
    await Promise.all(['user', 'role'].map(loadResource))
    const answer = askDecision({ resource: 'user', decision: 'grant', count: 1, amount: null, names: ['fin'] })
    await waitFor(() => expect(screen.getByRole('combobox')).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
  })

  it('rows of the record are read, what is asked of each is typed: neither added nor taken out', async () => {
    await loadResource('reconciliationInfo')
    const found = { yurRef: 'YR1', our: '100.00', bank: null, diffType: 1, handle: '', remark: '' }
    asked = server.answer({
      'rounds/rows': ({ columns }) => tableOf([{ id: '7', version: 1, resultDetail: [found] }], columns),
    })
    const order = { resource: 'reconciliationInfo', decision: 'resolve', about: '7', count: 1, amount: null }
    const answer = askDecision({ ...order, names: ['RC1'] })
    await waitFor(() => expect(screen.getByRole('textbox', { name: '处理方式 1' })).toHaveFocus())
    for (const shown of ['YR1', '100.00', '我方多']) expect(screen.getByText(shown)).toBeInTheDocument()
    expect(screen.queryByRole('textbox', { name: '我方 1' })).toBeNull()
    expect(screen.queryByRole('button', { name: '添加一行' })).toBeNull()
    await userEvent.keyboard('次日到账{Alt>}{Enter}{/Alt}{Control>}{Enter}{/Control}')
    await expect(answer).resolves.toMatchObject({ resultDetail: [{ ...found, handle: '次日到账' }] })
  })

  it('what replaces something of the record begins with what it has now, and is not kept when turned away', async () => {
    await Promise.all(['user', 'role'].map(loadResource))
    let held = '11,12'
    asked = server.answer({
      'rounds/rows': ({ resource, columns }) => {
        const row = (id: string, more: object) => ({ id, version: 1, ...more })
        if (resource === 'user') return tableOf([row('7', { roleId: held })], columns)
        return tableOf([row('11', { roleName: '财务' }), row('12', { roleName: '出纳' })], columns)
      },
    })
    const grant = () =>
      askDecision({ resource: 'user', decision: 'grant', about: '7', count: 1, amount: null, names: ['fin'] })
    const first = grant()
    await userEvent.click(await screen.findByRole('button', { name: '移除 出纳' }))
    expect(screen.queryByText('出纳')).toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect(first).resolves.toBeNull()
    held = '12'
    const next = grant()
    expect(await screen.findByText('出纳')).toBeInTheDocument()
    expect(screen.queryByText('财务')).toBeNull()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(next).resolves.toEqual({ roleIds: ['12'] })
  })

  it('what a read answers about the record is ticked; it is not asked for before that can be read', async () => {
    await Promise.all(['role', 'menu'].map(loadResource))
    const leaf = (id: string, name: string) => ({ id, name, path: '', children: [] })
    let fails = true
    asked = server.answer({
      'blade-system/menu/tree': () => [leaf('3', '查看'), leaf('4', '修改')],
      'blade-system/menu/role-tree-keys': ({ roleIds }) => {
        if (fails) throw new Refusal(500, '服务器异常')
        return { menu: roleIds === '7' ? ['3'] : [] }
      },
    })
    const answer = askDecision({
      resource: 'role',
      decision: 'grant',
      about: '7',
      count: 1,
      amount: null,
      names: ['质检'],
    })
    await screen.findByText('服务器异常')
    expect(screen.queryByRole('checkbox')).toBeNull()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('checkbox', { name: '查看' })).toBeChecked()
    await userEvent.click(screen.getByRole('checkbox', { name: '修改' }))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(answer).resolves.toEqual({ menuIds: ['3', '4'] })
  })

  it('is required, with the specification’s words, and nothing is lost', async () => {
    const { reason, answer } = await open(reject())
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('请输入驳回原因')).toBeInTheDocument()
    expect(reason).toHaveAttribute('aria-invalid', 'true')
    expect(reason).toHaveAccessibleDescription(expect.stringContaining('请输入驳回原因'))
    expect(reason).toHaveFocus()
    await userEvent.keyboard('金额不符')
    expect(screen.queryByText('请输入驳回原因')).toBeNull()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(answer).resolves.toEqual({ remark: '金额不符' })
  })

  it('Alt and a digit choose a quick reply that fits; a plain digit is text', async () => {
    const { reason, answer } = await open(reject())
    await screen.findByText('资料不全')
    expect(screen.queryByText('同意')).toBeNull()
    await userEvent.keyboard('3月明细重复')
    expect(reason.value).toBe('3月明细重复')
    await userEvent.clear(reason)
    await userEvent.keyboard('{Alt>}[Digit3]{/Alt}')
    expect(reason.value).toBe('税率有误')
    await userEvent.keyboard('{Alt>}[Digit9]{/Alt}') // there is no ninth
    expect(reason.value).toBe('税率有误')
    await userEvent.keyboard('{Alt>}[Digit1]{/Alt}{Control>}{Enter}{/Control}')
    await expect(answer).resolves.toEqual({ remark: '资料不全' })
    expect(asked[0]).toMatchObject({
      path: 'blade-sys/quickReply/quickReplyList',
      params: { moduleCode: 'settlementOrder' },
    })
  })

  it('another choice takes the place of the one before and of nothing typed by hand', async () => {
    const { reason, answer } = await open(reject())
    await screen.findByText('资料不全')
    await userEvent.keyboard('3月{Alt>}[Digit1]{/Alt}')
    expect(reason.value).toBe('3月；资料不全')
    await userEvent.keyboard('，请补')
    await userEvent.keyboard('{Alt>}[Digit3]{/Alt}')
    expect(reason.value).toBe('3月；税率有误，请补')
    // a reply that was changed by hand is somebody's words
    fireEvent.change(reason, { target: { value: '3月；税率错误，请补' } })
    await userEvent.keyboard('{Alt>}[Digit2]{/Alt}')
    expect(reason.value).toBe('3月；税率错误，请补；请核对金额')
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
  })

  it('the list is gone through by arrows and found by text and pinyin; Escape leaves it alone first', async () => {
    const { reason, answer } = await open(reject())
    await screen.findByText('资料不全')
    await userEvent.keyboard('{ArrowDown}')
    const find = screen.getByRole('combobox')
    expect(find).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    const chosen = screen.getByRole('option', { selected: true })
    expect(chosen).toHaveTextContent('请核对金额')
    expect(find).toHaveAttribute('aria-activedescendant', chosen.id)
    await userEvent.keyboard('{Enter}')
    expect(reason.value).toBe('请核对金额')
    expect(reason).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}slyw')
    expect(screen.getAllByRole('option').map((o) => o.textContent)).toEqual(['1税率有误'])
    await userEvent.keyboard('{Enter}')
    expect(reason.value).toBe('税率有误')
    await userEvent.keyboard('{ArrowDown}资料{Escape}')
    expect(reason).toHaveFocus()
    expect(screen.getByRole('dialog')).toBeInTheDocument()
    expect(screen.getAllByRole('option')).toHaveLength(3)
    expect(reason.value).toBe('税率有误')
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
  })

  it('a tenth is reached; a draft that is a reply is replaced as one', async () => {
    const many = Array.from({ length: 12 }, (_, i) => ({
      id: `m${i}`,
      content: `理由${i + 1}`,
      resultType: 0,
      sort: i,
    }))
    asked = server.answer({ 'blade-sys/quickReply/quickReplyList': () => many })
    const first = await open(reject({ about: 'tenth' }))
    await screen.findByText('理由12')
    await userEvent.keyboard('{ArrowDown>11}{/ArrowDown}{Enter}')
    expect(first.reason.value).toBe('理由11')
    await userEvent.keyboard('{Escape}')
    await expect(first.answer).resolves.toBeNull()
    const again = await open(reject({ about: 'tenth' }))
    expect(again.reason.value).toBe('理由11')
    await userEvent.click(await screen.findByText('理由12'))
    expect(again.reason.value).toBe('理由12')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(again.answer).resolves.toEqual({ remark: '理由12' })
  })

  it('a digit of an input method is the input method’s', async () => {
    const { reason, answer } = await open(reject())
    await screen.findByText('资料不全')
    fireEvent.keyDown(reason, { key: '1', code: 'Digit1', altKey: true, isComposing: true, keyCode: 229 })
    fireEvent.keyDown(reason, { key: 'Enter', ctrlKey: true, isComposing: true, keyCode: 229 })
    expect(reason.value).toBe('')
    expect(screen.getByRole('dialog')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
  })

  it('the repeats of the key that opened it type nothing', async () => {
    const { reason, answer } = await open(reject())
    expect(fireEvent.keyDown(reason, { key: 'r', repeat: true })).toBe(false)
    expect(fireEvent.keyDown(reason, { key: 'r' })).toBe(true)
    expect(fireEvent.keyDown(reason, { key: 'r', repeat: true })).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
  })

  it('by mouse: a reply by clicking it, then the button', async () => {
    const { reason, answer } = await open(reject())
    await userEvent.click(await screen.findByText('请核对金额'))
    expect(reason.value).toBe('请核对金额')
    expect(reason).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: /审核驳回/ }))
    await expect(answer).resolves.toEqual({ remark: '请核对金额' })
  })

  it('counts its characters and refuses too many', async () => {
    const { reason, answer } = await open(reject())
    fireEvent.change(reason, { target: { value: '字'.repeat(501) } })
    expect(screen.getByText('501/500')).toBeInTheDocument()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('驳回原因不能超过500个字符')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
  })
})

describe('what was typed and turned away from', () => {
  it('is there again when the same is asked of the same record, and of no other', async () => {
    const first = await open(reject({ about: '7' }))
    await userEvent.keyboard('发票缺第二页')
    await userEvent.keyboard('{Escape}')
    await expect(first.answer).resolves.toBeNull()
    const other = await open(reject({ about: '8' }))
    expect(other.reason.value).toBe('')
    await userEvent.click(screen.getByRole('button', { name: /取消/ }))
    await expect(other.answer).resolves.toBeNull()
    const again = await open(reject({ about: '7' }))
    expect(again.reason.value).toBe('发票缺第二页')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(again.answer).resolves.toEqual({ remark: '发票缺第二页' })
    const answered = await open(reject({ about: '7' }))
    expect(answered.reason.value).toBe('')
    await userEvent.keyboard('{Escape}')
    await expect(answered.answer).resolves.toBeNull()
  })
})

describe('what else it asks', () => {
  it('a remark that may be left out answers with an empty one', async () => {
    const { answer } = await open(askDecision({ ...order, decision: 'audit.pass', detailed: true }))
    expect(await screen.findByText('同意')).toBeInTheDocument()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(answer).resolves.toEqual({ remark: null })
  })

  it('shows count and sum before a batch', async () => {
    const names = ['SO1', 'SO2', 'SO3', 'SO4', 'SO5']
    const { answer } = await open(reject({ count: 128, amount: '12345678.90', names, left: 2, title: '批量驳回' }))
    const dialog = screen.getByRole('dialog')
    expect(dialog).toHaveAccessibleName('批量驳回')
    expect(screen.getByText('共 128 条')).toBeInTheDocument()
    expect(screen.getByText('￥12,345,678.90')).toBeInTheDocument()
    expect(dialog).toHaveTextContent('SO1、SO2、SO3、SO4、SO5 等，还有 123 条')
    expect(dialog).toHaveTextContent('另有 2 条不处理2 条：当前状态不允许')
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
  })

  it('names the one record it is about, and its amount', async () => {
    const { answer } = await open(reject())
    expect(screen.getByRole('dialog')).toHaveTextContent('SO1000￥1,234.50')
    expect(screen.queryByText('提交后不可撤回')).toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
  })

  it('what may be left open is no obstacle: Enter confirms, the key that asked does not', async () => {
    const answer = askDecision({ ...order, decision: 'audit.pass', count: 40 })
    const button = await screen.findByRole('button', { name: '审核通过' })
    await waitFor(() => expect(button).toHaveFocus())
    expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false)
    await userEvent.keyboard('{Enter}')
    await expect(answer).resolves.toEqual({ remark: null })
  })

  it('what destroys has the focus on 取消: Enter changes nothing, Ctrl+Enter does it', async () => {
    const remove = { ...order, decision: 'remove', final: true } as const
    const first = askDecision(remove)
    await waitFor(() => expect(screen.getByRole('button', { name: '取消' })).toHaveFocus())
    expect(screen.getByText('提交后不可撤回')).toBeInTheDocument()
    expect(screen.getByText('确定将选择数据删除?')).toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect(first).resolves.toBeNull()
    const second = askDecision(remove)
    await waitFor(() => expect(screen.getByRole('button', { name: '取消' })).toHaveFocus())
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(second).resolves.toEqual({})
  })

  it('a deletion of many asks for their number to be typed', async () => {
    const answer = askDecision({ ...order, decision: 'remove', count: TYPED_BEYOND + 1 })
    const field = await screen.findByLabelText(`输入条数 ${TYPED_BEYOND + 1} 以确认`)
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(field).toHaveFocus())
    await userEvent.keyboard(`${TYPED_BEYOND}{Enter}`)
    expect(screen.getByRole('button', { name: '删除' })).toHaveAttribute('aria-disabled', 'true')
    await userEvent.clear(field)
    await userEvent.keyboard(`${TYPED_BEYOND + 1}{Enter}`)
    await expect(answer).resolves.toEqual({})
  })

  it('what is typed is the number that will be decided, and nothing is done before it is known', async () => {
    const { tell, preview } = told()
    const answer = askDecision({ ...order, decision: 'remove', count: 14, preview })
    expect(await screen.findByText('正在核对 14 条…')).toBeInTheDocument()
    const button = screen.getByRole('button', { name: '删除' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await tell({ ...all, total: 14, looked: 14, allowed: 12, amount: '24.00', refused: [{ count: 2, msg: '已付款' }] })
    const field = await screen.findByLabelText('输入条数 12 以确认')
    const dialog = screen.getByRole('dialog')
    expect(dialog).toHaveTextContent('共 12 条￥24.00')
    expect(dialog).toHaveTextContent('另有 2 条不处理2 条：已付款')
    await userEvent.type(field, '14{Enter}')
    expect(dialog).toBeInTheDocument()
    await userEvent.clear(field)
    await userEvent.type(field, '12{Enter}')
    await expect(answer).resolves.toEqual({})
  })

  it('money is not released before it is known how much; where all would be refused there is nothing to do', async () => {
    const { tell, preview } = told()
    const answer = askDecision({ ...order, decision: 'toSettle', count: 2, final: true, preview })
    const button = await screen.findByRole('button', { name: /转结算/ })
    await waitFor(() => expect(button).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await tell({ ...all, total: 2, looked: 2, refused: [{ count: 2, msg: '已转结算' }] })
    expect(await screen.findByText('没有可处理的记录')).toBeInTheDocument()
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Enter}{Escape}')
    await expect(answer).resolves.toBeNull()
  })

  it('where a part was looked at they are at most so many; what could not be asked is said', async () => {
    const { tell, preview } = told()
    const first = askDecision({ ...order, decision: 'toSettle', count: 9000, amount: '90000.00', preview })
    await screen.findByRole('dialog')
    await tell({
      ...all,
      total: 9000,
      looked: 2000,
      allowed: 1990,
      amount: '1.00',
      refused: [{ count: 10, msg: '已转结算' }],
    })
    expect(await screen.findByText('至多 8990 条')).toBeInTheDocument()
    expect(screen.getByRole('dialog')).toHaveTextContent('￥90,000.00')
    expect(screen.getByRole('dialog')).toHaveTextContent('只核对了前 2000 条（共 9000 条）')
    await userEvent.keyboard('{Escape}')
    await expect(first).resolves.toBeNull()
    const away = Promise.reject(new Error('away'))
    const second = askDecision({ ...order, decision: 'toSettle', count: 2, preview: away })
    expect(await screen.findByText('未能预先核对，处理时将逐条核对')).toBeInTheDocument()
    expect(screen.getByText('共 2 条')).toBeInTheDocument()
    await userEvent.keyboard('{Enter}')
    await expect(second).resolves.toEqual({})
  })

  it('a transition that asks nothing is confirmed with Enter', async () => {
    const answer = askDecision({ ...order, decision: 'toSettle', count: 40 })
    const button = await screen.findByRole('button', { name: /转结算/ })
    await waitFor(() => expect(button).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await expect(answer).resolves.toEqual({})
  })

  it('one question at a time', async () => {
    const { answer } = await open(reject())
    await expect(askDecision({ ...order, decision: 'audit.pass' })).resolves.toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
  })
})

describe('quick replies', () => {
  it('fit by result, however many', () => {
    expect(fitting(replies, 'pass').map((r) => r.id)).toEqual(['2', '3'])
    expect(fitting(replies, 'reject').map((r) => r.id)).toEqual(['1', '3', '4'])
    expect(fitting(replies, 'other')).toHaveLength(4)
  })

  it.each([
    ['', '同意', '同意'],
    ['  ', '同意', '同意'],
    ['3月', '同意', '3月；同意'],
    ['3月，', '同意', '3月，同意'],
    ['see line 3', 'agreed', 'see line 3; agreed'],
  ])('%j with %s is %j', (text, reply, out) => {
    const { text: now, placed } = withReply(text, null, reply)
    expect(now).toBe(out)
    expect(now.slice(placed.at, placed.at + placed.text.length)).toBe(reply)
  })

  it('keep their place while people write around them, and lose it where they are changed', () => {
    const around = (max: number) => fc.string({ maxLength: max })
    fc.assert(
      fc.property(around(6), around(6), around(6), around(6), (head, tail, before, behind) => {
        const reply = '资料不全'
        const placed = { at: head.length, text: reply }
        const text = head + reply + tail
        const moved = placedAfter(placed, text, before + text)
        if (moved) expect((before + text).slice(moved.at, moved.at + reply.length)).toBe(reply)
        expect(moved).not.toBeNull()
        expect(placedAfter(placed, text, text + behind)).toEqual(placed)
        expect(placedAfter(placed, text, `${head}资料全${tail}`)).toBeNull()
      }),
    )
  })
})

it('the total of a batch above the limit is typed before it is sent, by keyboard alone', async () => {
  const user = userEvent.setup()
  const batch = { ...order, decision: 'audit.pass', count: 2, amount: '1300000.00' } as const
  const found: BatchPreview = { ...all, total: 2, looked: 2, allowed: 2, amount: '1300000.00', toType: '1300000.00' }
  const { tell, preview } = told()
  const answer = askDecision({ ...batch, preview })
  const dialog = await screen.findByRole('dialog')
  fireEvent.keyUp(window)
  // answered before it is known whether something has to be typed: it is not sent without
  await waitFor(() => expect(dialog.querySelector('button[type=submit]')).not.toBeNull())
  fireEvent.submit(dialog.querySelector('form') as HTMLFormElement)
  await tell(found)
  const total = await screen.findByLabelText(/1,300,000\.00/)
  await waitFor(() => expect(total).toHaveFocus())
  await user.keyboard('130000{Enter}')
  expect(screen.getByRole('dialog')).toBeInTheDocument()
  await user.clear(total)
  await user.keyboard('1,300,000{Enter}')
  expect(await answer).not.toBeNull()

  // nothing has to be typed, and nothing is left out: what was answered early is sent by itself
  const other = told()
  const second = askDecision({ ...batch, preview: other.preview })
  const again = await screen.findByRole('dialog')
  fireEvent.keyUp(window)
  await waitFor(() => expect(again.querySelector('button[type=submit]')).not.toBeNull())
  fireEvent.submit(again.querySelector('form') as HTMLFormElement)
  expect(screen.getByRole('dialog')).toBeInTheDocument()
  await other.tell({ ...found, toType: null, asksCode: false })
  expect(await second).not.toBeNull()
})

it('a one-time code is asked for behind the total, and a wrong one keeps everything that was typed', async () => {
  const user = userEvent.setup()
  const found: BatchPreview = {
    ...{ ...all, total: 2, looked: 2, allowed: 2, amount: '1300000.00', toType: '1300000.00', asksCode: true },
  }
  const said = ['动态验证码不正确', null]
  const sent: [unknown, string][] = []
  let looking: () => void = () => {}
  const send = (answer: unknown, code: string) => {
    sent.push([answer, code])
    return new Promise<string | null>((done) => {
      looking = () => done(said.shift() ?? null)
    })
  }
  const batch = { ...order, decision: 'audit.pass', detailed: true, count: 2, amount: '1300000.00' } as const
  const answer = askDecision({ ...batch, preview: Promise.resolve(found), send })
  const dialog = await screen.findByRole('dialog')
  fireEvent.keyUp(window)
  const remark = await waitFor(() => {
    const area = dialog.querySelector('textarea')
    expect(area).not.toBeNull()
    return area as HTMLTextAreaElement
  })
  await user.type(remark, '按合同')
  const total = await screen.findByLabelText(/1,300,000\.00/)
  const code = await screen.findByLabelText(/动态验证码/)
  expect([code.getAttribute('inputmode'), code.getAttribute('autocomplete')]).toEqual(['numeric', 'one-time-code'])
  // by keyboard alone: what is missing gets the focus, one after the other
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(total).toHaveFocus()
  await user.keyboard('1300000{Enter}')
  expect(code).toHaveFocus()
  await user.keyboard('12345{Enter}')
  expect(sent).toEqual([])
  await user.keyboard('6{Enter}')
  expect(sent).toEqual([[{ remark: '按合同' }, '123456']])
  // while it is looked at, it is neither sent again nor left
  await user.keyboard('{Enter}{Escape}')
  expect(sent).toHaveLength(1)
  expect(screen.getByRole('dialog')).toBeInTheDocument()
  await act(async () => looking())
  expect(await screen.findByText('动态验证码不正确')).toBeInTheDocument()
  expect(code).toHaveFocus()
  expect(code).toHaveAttribute('aria-invalid', 'true')
  expect([remark, total].map((input) => (input as HTMLInputElement).value)).toEqual(['按合同', '1300000'])
  // the code is selected: the next one replaces it
  await user.keyboard('６５４ ３２１{Enter}')
  expect(sent[1]).toEqual([{ remark: '按合同' }, '654321'])
  await act(async () => looking())
  expect(await answer).toEqual({ remark: '按合同' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
