import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { recordKey } from '../../../src/console/data/records.ts'
import { fresher, sectionsFor, titleOfSection } from '../../../src/console/record/base/sections.ts'
import { prefetchRecord, RecordPane } from '../../../src/console/record/RecordPane.tsx'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { COMMENTS } from '../../../src/model/wire/comments.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'
import { tableOf } from '../../wireTable.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { missing, Refusal } from '../server/envelope.ts'
import { pageOf } from '../server/records.ts'
import { order } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

const line = (id: string, net: string) => ({
  id,
  version: 0,
  code: `L${id}`,
  settlementOrderCode: 'SO1',
  doctorName: `医生${id}`,
  grossAmount: '1000.00',
  iitAmount: '200.00',
  netAmount: net,
  settleStatus: 0,
  blackFlag: 1,
})

const answers = () => ({
  'blade-svc/settlementOrder/detail': ({ id }: Record<string, unknown>) =>
    id === '404' ? missing() : order(String(id)),
  'blade-svc/orderDoctorSettlement/list': (params: Record<string, unknown>) =>
    params.settlementOrderId_equal === '1' ? pageOf([line('11', '800.10'), line('12', '799.95')]) : pageOf([]),
  'rounds/history': () => [
    {
      id: '1',
      version: 0,
      action: 'audit.reject',
      fromStatus: '0',
      toStatus: '1',
      operatorName: '财务一',
      operatorRole: '财务',
      operateTime: '2024-06-15 09:00:00',
      remark: '金额不符',
    },
    {
      id: '2',
      version: 0,
      action: 'imported',
      fromStatus: '',
      toStatus: '0',
      operatorName: '系统',
      operateTime: '2024-06-14 09:00:00',
      remark: '',
    },
  ],
  'blade-svc/servicePaymentOrder/list': () =>
    pageOf([{ id: '5', version: 0, code: 'SP5', amount: '1300000.00', payStatus: 0 }]),
  'blade-svc/platServiceFee/list': () => pageOf([]),
  'blade-svc/entrustedTaxPaymentOrder/list': () => pageOf([]),
})

beforeEach(async () => {
  server.granted = catalogueOf()
  messages.list = []
  await Promise.all(['settlementOrder', 'entrustedCompany', 'approvalHistory'].map(loadResource))
})

/** Requests besides that for the number of comments, which every record makes. */
const ofRecord = <A extends { readonly path: string }>(asked: readonly A[]): A[] =>
  asked.filter((a) => a.path !== COMMENTS.read)

describe('a record beside its list', () => {
  it('shows the fields of the list at once, before anything was fetched', () => {
    const asked = server.answer(answers())
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} compact />)
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('SO1')
    expect(screen.queryByText(/版本/)).toBeNull()
    expect(screen.getAllByText('待审核')[0]).toHaveAttribute('data-tone', 'wait')
    expect(screen.getAllByText('1,234,567.50')).toHaveLength(1)
    expect(ofRecord(asked).length).toBeLessThanOrEqual(1)
  })

  it('leaves blank what the list does not hold until the record is there, and never says that there is nothing', async () => {
    server.answer(answers())
    const { id, version, code, totalAmount, settlementStatus } = order('1')
    show(
      <RecordPane
        resource="settlementOrder"
        id="1"
        row={{ id, version, code, totalAmount, settlementStatus } as WireRow}
      />,
    )
    const fact = (name: string) => document.querySelector(`[data-field=${name}]`) as HTMLElement
    expect(fact('totalAmount')).toHaveTextContent('1,300,000.00')
    expect(fact('entrustedCompanyName').textContent?.trim()).toBe('')
    expect(screen.queryByText('—')).toBeNull()
    await waitFor(() => expect(fact('entrustedCompanyName')).toHaveTextContent(String(order('1').entrustedCompanyName)))
  })

  it('fields of a newer row of the list replace those of the record', () => {
    const record = { id: '1', version: 3, code: 'SO1', approvalRemark: '齐' }
    expect(fresher(record, { id: '1', version: 4, code: 'SO2' } as WireRow)).toEqual({
      id: '1',
      version: 4,
      code: 'SO2',
      approvalRemark: '齐',
    })
    expect(fresher(record, { id: '1', version: 3, code: 'SO2' } as WireRow)).toBe(record)
    expect(fresher(undefined, record)).toBe(record)
  })

  it('says of a record that is not in force what decides instead, beside its list where not all of it is', async () => {
    await loadResource('dictBiz')
    await loadResource('oss')
    server.answer({ ...answers(), 'blade-system/dict-biz/detail': () => null, 'blade-resource/oss/detail': () => null })
    const note = () => document.querySelector('[data-not-in-force]')?.textContent ?? ''
    const entry = (code: string) => ({ id: '1', version: 0, code, dictKey: '1', dictValue: '甲' }) as unknown as WireRow
    const shown = show(<RecordPane resource="dictBiz" id="1" row={entry('sex')} compact />)
    expect(note()).toBe(
      '尚未生效除 quick_reply_module、sensitive_words 外，表单和列表使用程序内置的选项，修改字典不会改变它们',
    )
    shown.unmount()
    const read = show(<RecordPane resource="dictBiz" id="1" row={entry('quick_reply_module')} compact />)
    expect(note()).toBe('')
    read.unmount()
    const store = { id: '1', version: 0, ossCode: 'minio', status: 1 } as unknown as WireRow
    const page = show(<RecordPane resource="oss" id="1" row={store} />)
    expect(note()).toMatch(/^尚未生效.*由服务器配置决定/)
    page.unmount()
    // said above the list already
    show(<RecordPane resource="oss" id="1" row={store} compact />)
    expect(note()).toBe('')
  })

  it('has the sections its resource declares, in their order', () => {
    server.answer(answers())
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} />)
    expect(screen.getAllByRole('tab').map((t) => t.textContent)).toEqual([
      '概要',
      '明细',
      '税项',
      '医生',
      '资金守恒',
      '单据链路',
      '历史',
      '相关单据',
      '评论',
    ])
  })

  it('leaves out what the user may not see', async () => {
    server.granted = catalogueOf((id) => id !== 'approvalHistory' && id !== 'settlementOrderTaxItem')
    expect(sectionsFor('settlementOrder').map((s) => s.code)).toEqual([
      'facts',
      'orderDoctorSettlement',
      'settlementOrderDoctor',
      'conservation',
      'trace',
      'related',
      'comments',
    ])
  })

  it('without declared ones its sections follow from the children', async () => {
    await loadResource('entrustedDept')
    expect(sectionsFor('entrustedDept').map((s) => titleOfSection(s)[0])).toEqual([
      '概要',
      '企业员工',
      '历史',
      '相关单据',
      '评论',
    ])
  })

  it('shows children with count and exact sums of their money, without the columns that are the parent’s', async () => {
    server.answer(answers())
    const user = userEvent.setup()
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} />)
    await user.click(screen.getByRole('tab', { name: '明细' }))
    const table = await screen.findByRole('table')
    expect(within(table).getByText('共 2 条')).toBeInTheDocument()
    const foot = within(within(table).getAllByRole('rowgroup')[2] as HTMLElement)
    expect(foot.getByText('1,600.05')).toBeInTheDocument()
    expect(foot.getByText('2,000.00')).toBeInTheDocument()
    expect(within(table).queryByText('结算单号')).toBeNull()
    expect(within(table).getAllByText('是')).toHaveLength(2)
    expect(within(table).getByRole('link', { name: 'L11' })).toHaveAttribute('href', '/orderdoctosettlement/detail/11')
  })

  it('fetches the next page of children only on request', async () => {
    const many = Array.from({ length: 200 }, (_, i) => line(String(100 + i), '1.00'))
    const asked = server.answer({
      ...answers(),
      'blade-svc/orderDoctorSettlement/list': ({ current }) =>
        current === 1 ? pageOf(many, 201) : { ...pageOf([line('900', '2.00')], 201), current: 2 },
    })
    const user = userEvent.setup()
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} section="orderDoctorSettlement" />)
    expect(await screen.findByText('已显示 200 条合计')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: '再显示其余 1 条' }))
    expect(await screen.findByText('202.00')).toBeInTheDocument()
    expect(screen.getByText('合计')).toBeInTheDocument()
    expect(
      ofRecord(asked)
        .filter((a) => a.path.endsWith('orderDoctorSettlement/list'))
        .map((a) => a.params.current),
    ).toEqual([1, 2])
  })

  it('keeps the rows that are there when further ones fail, says so below, and tries again; a refusal takes them away', async () => {
    const many = [line('299', '1.00')]
    let fails: Refusal | null = new Refusal(500, '服务器异常')
    let waits: Promise<void> | undefined
    server.answer({
      ...answers(),
      'blade-svc/orderDoctorSettlement/list': async ({ current }) => {
        if (current === 1 && fails?.answer.status !== 403) return pageOf(many, 201)
        await waits
        if (fails) throw fails
        return { ...pageOf([line('900', '2.00')], 201), current: 2 }
      },
    })
    const user = userEvent.setup()
    const { client } = show(
      <RecordPane resource="settlementOrder" id="1" row={order('1')} section="orderDoctorSettlement" />,
    )
    const more = await screen.findByRole('button', { name: '再显示其余 200 条' })
    let go = () => {}
    waits = new Promise((done) => {
      go = done
    })
    await user.click(more)
    // whoever pressed it is still there
    expect(more).toHaveAttribute('aria-disabled', 'true')
    expect(more).toHaveFocus()
    go()
    expect(await screen.findByRole('alert')).toHaveTextContent('服务器异常')
    expect(screen.getByText('L299')).toBeInTheDocument()
    fails = null
    await user.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByText('L900')).toBeInTheDocument()
    fails = new Refusal(403, '没有权限')
    await act(() => client.invalidateQueries())
    expect(await screen.findByText('没有权限')).toBeInTheDocument()
    expect(screen.queryByText('L299')).toBeNull()
  })

  it('says that rows are coming while they are', async () => {
    let go = () => {}
    server.answer({
      ...answers(),
      'blade-svc/orderDoctorSettlement/list': () =>
        new Promise((done) => {
          go = () => done(pageOf([]))
        }),
    })
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} section="orderDoctorSettlement" />)
    expect(await screen.findByText('正在加载…')).toHaveAttribute('aria-busy', 'true')
    await act(async () => go())
    expect(await screen.findByText('暂无数据')).toBeVisible()
    expect(screen.queryByText('正在加载…')).toBeNull()
  })

  it('shows its history in words', async () => {
    const asked = server.answer(answers())
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} section="history" />)
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first).toHaveTextContent('2024-06-15 09:00:00审核驳回待审核→审核驳回财务一 · 财务金额不符')
    expect(second).toHaveTextContent('imported')
    expect(ofRecord(asked).find((a) => a.path === 'rounds/history')?.params).toMatchObject({
      resource: 'settlementOrder',
      id: '1',
    })
  })

  it('shows what edits changed, before and after', async () => {
    server.answer({
      ...answers(),
      'rounds/history': () => [
        {
          id: 't9',
          version: 0,
          action: 'edit',
          fromStatus: '',
          toStatus: '',
          operatorName: '运营一',
          operateTime: '2024-06-15 09:30:00',
          changes: [
            { field: 'approvalRemark', from: '旧', to: '新' },
            { field: 'entrustedCompanyId', from: '76', to: '77' },
          ],
        },
      ],
      'rounds/rows': ({ columns }) => tableOf([{ id: '76', version: 0, name: '瑞泰医药' }], columns),
    })
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} section="history" />)
    const [entry] = await screen.findAllByRole('listitem')
    expect(entry).toHaveTextContent('修改')
    expect(entry).toHaveTextContent('审核意见旧→新')
    // a company that it no longer names is looked up: its number says nothing
    await waitFor(() => expect(entry).toHaveTextContent('瑞泰医药→康泰医药'))
  })

  it('says that a change of it waits for a second person', async () => {
    const changeWaits = { code: 'CR1', by: '甲', at: '2024-06-15 09:00:00', fields: ['totalAmount'] }
    server.answer({
      ...answers(),
      'blade-svc/settlementOrder/detail': () => ({ ...order('1'), changeWaits }),
    })
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} />)
    expect(await screen.findByText(/变更申请 CR1 待复核/)).toHaveTextContent('甲')
  })

  it('shows documents with links, and what it belongs to', async () => {
    server.answer(answers())
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} section="related" />)
    expect(await screen.findByRole('link', { name: 'SP5' })).toHaveAttribute('href', '/servicepaymentorder/detail/5')
    expect(screen.getByRole('link', { name: '康泰医药' })).toHaveAttribute('href', '/entrustedcompany/detail/77/0')
  })

  it('never shows one record’s facts under another one’s name', async () => {
    server.answer(answers())
    const { again } = show(<RecordPane resource="settlementOrder" id="1" row={order('1')} compact />)
    again(
      <RecordPane
        resource="settlementOrder"
        id="2"
        row={order('2', { doctorAmount: '5.00', settlementStatus: 2 })}
        compact
      />,
    )
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('SO2')
    expect(screen.queryByText('1,234,567.50')).toBeNull()
    expect(screen.getAllByText('5.00')).toHaveLength(1)
  })

  it('asks only for the record the cursor rests on', async () => {
    const asked = server.answer(answers())
    const { again } = show(<RecordPane resource="settlementOrder" id="1" row={order('1')} compact />)
    await waitFor(() => expect(ofRecord(asked)).toHaveLength(1))
    for (let i = 2; i <= 9; i++)
      again(<RecordPane resource="settlementOrder" id={String(i)} row={order(String(i))} compact />)
    await waitFor(() => expect(ofRecord(asked)).toHaveLength(2))
    expect(ofRecord(asked).map((a) => a.params.id)).toEqual(['1', '9'])
  })

  it('fetches again when the list has a later version', async () => {
    let version = 3
    const asked = server.answer({
      ...answers(),
      'blade-svc/settlementOrder/detail': ({ id }) => order(String(id), { version }),
    })
    const { again } = show(<RecordPane resource="settlementOrder" id="1" row={order('1')} compact />)
    await waitFor(() => expect(ofRecord(asked)).toHaveLength(1))
    version = 4
    again(
      <RecordPane resource="settlementOrder" id="1" row={order('1', { version: 4, settlementStatus: 2 })} compact />,
    )
    expect(screen.getAllByText('待企业确认').length).toBeGreaterThan(0)
    await waitFor(() => expect(ofRecord(asked)).toHaveLength(2))
  })

  it('what happened to it is read again when the record came back later than it was, before any row of the list did', async () => {
    let decided = false
    server.answer({
      ...answers(),
      'blade-svc/settlementOrder/detail': ({ id }) => order(String(id), decided ? { version: 4 } : {}),
      'rounds/history': () => (decided ? answers()['rounds/history']() : []),
    })
    const { client } = show(<RecordPane resource="settlementOrder" id="1" row={order('1')} compact section="history" />)
    expect(await screen.findByText('暂无记录')).toBeVisible()
    decided = true
    await act(() => client.invalidateQueries({ queryKey: recordKey('settlementOrder', '1') }))
    expect(await screen.findByText('审核驳回', { selector: 'strong' })).toBeVisible()
  })

  it('switches parts by mouse, by arrows, and by whoever owns the keys', async () => {
    server.answer(answers())
    const user = userEvent.setup()
    const onSection = vi.fn()
    const { again } = show(<RecordPane resource="settlementOrder" id="1" row={order('1')} onSection={onSection} />)
    await user.click(screen.getByRole('tab', { name: '历史' }))
    expect(onSection).toHaveBeenLastCalledWith('history')
    await user.keyboard('{ArrowRight}')
    expect(onSection).toHaveBeenLastCalledWith('related')
    expect(screen.getByRole('tab', { name: '相关单据' })).toHaveFocus()
    again(<RecordPane resource="settlementOrder" id="1" row={order('1')} onSection={onSection} section="facts" />)
    expect(screen.getByRole('tab', { name: '概要' })).toHaveAttribute('aria-selected', 'true')
  })

  it('copies a value: amounts as plain decimals', async () => {
    server.answer(answers())
    const user = userEvent.setup()
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} />)
    await user.click(screen.getAllByRole('button', { name: '1,234,567.50' })[0] as HTMLElement)
    expect(await navigator.clipboard.readText()).toBe('1234567.50')
    await waitFor(() => expect(messages.list[0]?.text).toBe('已复制'))
  })

  it('calls what it refers to by name where no other field keeps it, and never by its number', async () => {
    const payment = { id: '5', version: 0, code: 'SP5', budgetOrderId: '904536218664960000', payStatus: 0 }
    server.answer({
      ...answers(),
      'blade-svc/servicePaymentOrder/detail': () => payment,
      'rounds/rows': ({ ids }) => ({ columns: ['id', 'version', 'code'], values: [[ids], [0], ['BO20240601000001']] }),
    })
    await Promise.all(['servicePaymentOrder', 'budgetOrder'].map(loadResource))
    show(<RecordPane resource="servicePaymentOrder" id="5" row={payment} />)
    const fact = await waitFor(() => document.querySelector('[data-field=budgetOrderId]') as HTMLElement)
    await waitFor(() => expect(fact).toHaveTextContent('BO20240601000001'))
    expect(document.body).not.toHaveTextContent('904536218664960000')
  })

  it('says in place that a record does not exist', async () => {
    server.answer(answers())
    show(<RecordPane resource="settlementOrder" id="404" />)
    expect(await screen.findByText('记录不存在')).toBeInTheDocument()
  })

  it('names what has no value in one line', () => {
    server.answer(answers())
    show(<RecordPane resource="settlementOrder" id="1" row={order('1')} />)
    expect(screen.getByText(/^未填：/)).toHaveTextContent('未填：财税公司 · 审核意见')
  })
})

describe('prefetchRecord', () => {
  it('brings record and section into the cache, so that nothing is asked when the cursor comes', async () => {
    const asked = server.answer(answers())
    const { client, again } = show(<p />)
    const sections = sectionsFor('settlementOrder').filter(
      (s) => s.code === 'orderDoctorSettlement' || s.code === 'history',
    )
    await act(() => prefetchRecord('settlementOrder', '1', sections, client))
    expect(
      ofRecord(asked)
        .map((a) => a.path)
        .sort(),
    ).toEqual(['blade-svc/orderDoctorSettlement/list', 'blade-svc/settlementOrder/detail', 'rounds/history'])
    again(<RecordPane resource="settlementOrder" id="1" section="orderDoctorSettlement" />)
    expect(screen.getByText('L11')).toBeInTheDocument()
    await new Promise((done) => setTimeout(done, 120))
    expect(ofRecord(asked)).toHaveLength(3)
  })
})
