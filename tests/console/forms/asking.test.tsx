import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { adopt, session, turnAway } from '../../../src/console/data/session.ts'
import { askDecision } from '../../../src/console/forms/dialogs/DecisionDialog.tsx'
import { openForm } from '../../../src/console/forms/dialogs/FormDialog.tsx'
import { draftOf, draftWas, isKept, keepDraft } from '../../../src/console/forms/drafts.ts'
import { subjectOf } from '../../../src/console/forms/subject.ts'
import { createRouter } from '../../../src/console/state/router.ts'
import { confirm } from '../../../src/console/ui/dialog/dialog.tsx'
import { resources } from '../../../src/model/business.ts'
import { type Field, text } from '../../../src/model/language/fields/field.ts'
import { kindOf } from '../../../src/model/language/fields/kinds.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'
import { catalogueOf } from '../server/catalogue.ts'
import type { Row } from '../server/records.ts'
import { order } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { box, fill } from './serve.ts'

const user = userEvent.setup({ delay: null })

beforeEach(async () => {
  server.granted = catalogueOf()
  server.answer({ 'blade-sys/quickReply/quickReplyList': () => [] })
  sessionStorage.clear()
  await Promise.all(['settlementOrder', 'servicePaymentOrder', 'orderDoctorSettlement'].map(loadResource))
})
afterEach(() => user.keyboard('{Escape}'))

describe('where money leaves', () => {
  const pay = () =>
    askDecision({
      resource: 'servicePaymentOrder',
      decision: 'confimPay',
      about: '7',
      final: true,
      count: 1,
      amount: '40704.00',
      names: ['SP1'],
    })

  it('nothing is sent before the way is chosen; a digit chooses it', async () => {
    const answer = pay()
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(document.activeElement?.getAttribute('type')).toBe('radio'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await within(dialog).findByText('请选择支付方式')).toBeInTheDocument()
    await user.keyboard('2')
    expect(within(dialog).getByRole('radio', { name: /线下转账/ })).toBeChecked()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await expect(answer).resolves.toEqual({ payMode: 2 })
  })

  it('what is available stands beside the choice, and too little is not paid from it', async () => {
    const account = (id: string, accountStatus: number, availableAmount: string): Row => ({
      ...{ id, version: 1, entrustedCompanyId: '77', accountNo: `PA${id}`, accountStatus, availableAmount },
    })
    server.hold('servicePaymentOrder', [{ id: '7', version: 1, entrustedCompanyId: '77', amount: '40704.00' }])
    server.hold('entrustedAccount', [account('1', 3, '0.00'), account('2', 1, '100000.00')])
    void pay()
    expect(await screen.findByText('预存账户可用 100,000.00，支付后余 59,296.00')).toBeInTheDocument()
    await user.keyboard('{Escape}')
    for (const [accounts, said] of [
      [[account('2', 1, '1000.00')], '预存账户可用 1,000.00，不足以支付 40,704.00，还差 39,704.00'],
      [[account('2', 2, '100000.00')], '预存账户为冻结状态，不能支出'],
      [[], '该企业没有预存账户'],
    ] as const) {
      server.hold('entrustedAccount', accounts)
      const answer = pay()
      const dialog = await screen.findByRole('dialog')
      await within(dialog).findByText(said)
      await user.keyboard('1{Control>}{Enter}{/Control}')
      expect(within(dialog).getAllByText(said)).toHaveLength(2)
      await user.keyboard('2{Control>}{Enter}{/Control}')
      await expect(answer).resolves.toEqual({ payMode: 2 })
    }
  })

  it('a question names company, doctor and month, and what is paid out with what it is of', async () => {
    const row = (id: string, doctorName: string): WireRow => ({
      ...{ id, version: 1, code: `DS${id}`, entrustedCompanyName: '康泰医药', doctorName, taxMonth: '202611' },
      ...{ grossAmount: '1000.00', netAmount: '840.00' },
    })
    const subject = subjectOf('orderDoctorSettlement', [row('1', '王一'), row('2', '李二'), row('3', '张三')])
    expect(subject).toMatchObject({ count: 3, amount: '2520.00', gross: '3000.00' })
    void askDecision({ resource: 'orderDoctorSettlement', decision: 'applyForPayment', ...subject })
    const dialog = await screen.findByRole('dialog')
    for (const text of ['康泰医药', '王一、李二', '2025-11'.replace('2025', '2026'), '2,520.00', '3,000.00'])
      expect(dialog).toHaveTextContent(text)
  })
})

describe('what was typed', () => {
  it('comes back after a reload and after the session has ended, to the same person alone', async () => {
    Object.assign(session, { tenantId: '000000', userId: '7' })
    const ask = () =>
      askDecision({
        resource: 'settlementOrder',
        decision: 'audit.reject',
        about: '1',
        ...subjectOf('settlementOrder', [order('1')]),
      })
    void ask()
    const box = await screen.findByRole('textbox')
    await waitFor(() => expect(box).toHaveFocus())
    await user.keyboard('金额与合同不符')
    // the session ends by itself: what is open stays, and is given up only by who turns away
    await act(async () => adopt())
    expect(session).toMatchObject({ userId: '7', over: true })
    expect(screen.getByRole('textbox')).toHaveValue('金额与合同不符')
    await act(async () => turnAway())
    expect(session).toMatchObject({ userId: '', notice: 'expired', over: false })
    expect(screen.queryByRole('dialog')).toBeNull()
    Object.assign(session, { tenantId: '000000', userId: '8' })
    expect(draftOf('settlementOrder audit.reject 1')).toEqual({})
    Object.assign(session, { tenantId: '000000', userId: '7' })
    void ask()
    expect(await screen.findByRole('textbox')).toHaveValue('金额与合同不符')
    session.userId = ''
  })

  it('is kept in the window, for a page that is loaded anew', () => {
    keepDraft('a', { reason: text('意见', 'Reason') }, { reason: 'x' })
    expect(Object.keys(sessionStorage).some((k) => sessionStorage.getItem(k)?.includes('reason'))).toBe(true)
  })
})

describe('what was typed into the form of a record', () => {
  const person = (userId: string) => Object.assign(session, { tenantId: '000000', userId, over: false })
  /** The page is loaded anew, or the session has ended and nobody signed in over it. */
  const reload = () => act(async () => turnAway())
  const company = {
    id: '77',
    version: 4,
    code: 'C0001',
    name: '康泰医药',
    shortName: '康泰',
    contactPhone: '138****5678',
  }
  beforeEach(async () => {
    person('7')
    server.hold('entrustedCompany', [company as never])
    await loadResource('entrustedCompany')
  })
  afterEach(() => act(async () => turnAway()))

  it('comes back to the same person of the same tenant, without what is secret, until it is saved or given up', async () => {
    void openForm({ resource: 'entrustedCompany', mode: 'add' })
    await fill('企业名称', '新来的医药')
    await fill('联系电话', '13800138000')
    expect(JSON.stringify({ ...sessionStorage })).toContain('新来的医药')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('13800138000')
    await reload()
    person('8')
    void openForm({ resource: 'entrustedCompany', mode: 'add' })
    expect(await box('企业名称')).toHaveValue('')
    await reload()
    person('7')
    void openForm({ resource: 'entrustedCompany', mode: 'add' })
    expect(await box('企业名称')).toHaveValue('新来的医药')
    expect(await box('联系电话')).toHaveValue('')
    expect(screen.getByRole('status')).toHaveTextContent('已恢复上次未保存的内容')
    await user.click(screen.getByRole('button', { name: '放弃，重新填写' }))
    expect(await box('企业名称')).toHaveValue('')
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('新来的医药')
  })

  it('stands over the record as it is now; what somebody else changed meanwhile is asked about', async () => {
    void openForm({ resource: 'entrustedCompany', mode: 'edit', id: '77' })
    await fill('企业简称', '泰')
    await fill('企业名称', '康泰集团')
    await reload()
    person('7')
    server.hold('entrustedCompany', [{ ...company, version: 5, shortName: '康泰药业' } as never])
    void openForm({ resource: 'entrustedCompany', mode: 'edit', id: '77' })
    expect(await box('企业名称')).toHaveValue('康泰集团')
    expect(screen.getByRole('alert')).toHaveTextContent('此记录已被修改')
    await user.click(screen.getByRole('button', { name: '企业简称: 采用对方' }))
    expect(await box('企业简称')).toHaveValue('康泰药业')
  })

  it('says what a later decision demands, in the form and in the question that makes such a record', async () => {
    await loadResource('entrustedAccountPrepay')
    void openForm({ resource: 'entrustedAccountPrepay', mode: 'add' })
    expect(await box('银行流水号')).toHaveAccessibleDescription('“确认”前须填写')
    await user.click(screen.getByRole('radio', { name: '支出' }))
    expect(await box('银行流水号')).not.toHaveAccessibleDescription()
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: '放弃修改' }))
    void askDecision({
      resource: 'entrustedAccount',
      decision: 'recharge',
      about: '1',
      count: 1,
      names: ['A'],
      amount: null,
    })
    expect(await box('银行流水号')).toHaveAccessibleDescription('“确认”前须填写')
  })

  it('reckons the budget of a plan from how many there are and what each costs', async () => {
    await loadResource('patientEducation')
    void openForm({ resource: 'patientEducation', mode: 'add' })
    await fill('计划数量', '10')
    await fill('单价', '1,200')
    expect(await box('计划数量')).toHaveAccessibleDescription('预算金额 12,000.00')
    await fill('计划数量', '20')
    expect(await box('计划数量')).toHaveAccessibleDescription('预算金额 24,000.00')
  })

  it('nothing of any family that is secret, or masked to others, is ever kept', () => {
    const kept: string[] = []
    for (const r of resources.values())
      for (const [name, f] of Object.entries<Field>(r.fields)) {
        keepDraft('x', r.fields, { [name]: 'typed' })
        const k = kindOf(f)
        if (
          draftOf('x')[name] &&
          (f.facts.masked || k.writeOnly || k.sealed || k.personal || /password|secret/i.test(name))
        )
          kept.push(`${r.id}.${name}`)
        expect(isKept(f)).toBe(draftOf('x')[name] === 'typed')
        keepDraft('x', r.fields, {})
      }
    expect(kept).toEqual([])
    expect(draftWas('x')).toEqual({})
  })
})

it('the browser’s back closes the dialog over the page, and the page stays', async () => {
  history.pushState(null, '', '/list')
  const router = createRouter()
  router.navigate('/svc/settlementOrder')
  try {
    const answer = confirm({ title: '确定？' })
    await screen.findByRole('dialog')
    act(() => history.back())
    await expect(answer).resolves.toBe(false)
    await waitFor(() => expect(location.pathname).toBe('/svc/settlementOrder'))
    expect(router.state.location.pathname).toBe('/svc/settlementOrder')
  } finally {
    router.dispose()
  }
})
