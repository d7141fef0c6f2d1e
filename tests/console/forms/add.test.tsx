import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Uploaded, upload } from '../../../src/console/api/upload.ts'
import { loadResource } from '../../../src/console/data/domains.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { openForm } from '../../../src/console/forms/dialogs/FormDialog.tsx'
import { askKind } from '../../../src/console/forms/dialogs/KindDialog.tsx'
import { status } from '../../../src/console/state/status.ts'
import { messages, toast } from '../../../src/console/ui/messages/toast.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { pageOf } from '../server/records.ts'
import { server } from '../server/server.ts'
import { box, fill, serve } from './serve.ts'

vi.mock('../../../src/console/api/upload.ts', () => ({ upload: vi.fn() }))

let net: ReturnType<typeof serve>

beforeEach(async () => {
  if (screen.queryByRole('dialog')) await userEvent.keyboard('{Escape}')
  queryClient.clear()
  messages.list = []
  server.granted = catalogueOf()
  net = serve()
  await Promise.all(['entrustedCompany', 'quickReply', 'taxItemRate', 'user'].map(loadResource))
})

describe('a new record', () => {
  it('asks the fields of the model, with its first values, in their words', async () => {
    const answer = openForm({ resource: 'entrustedCompany', mode: 'add' })
    expect(await screen.findByRole('dialog')).toHaveAccessibleName('新增委托企业')
    const name = await box('企业名称')
    await waitFor(() => expect(name).toHaveFocus())
    expect(name).toHaveAttribute('aria-required', 'true')
    expect(await box('平台服务费率')).toHaveValue('6')
    expect(screen.getByRole('radio', { name: '一般纳税人' })).toBeChecked()
    expect(screen.queryByText('审核状态')).toBeNull()
    expect(await screen.findByLabelText('营业执照')).toHaveAttribute('type', 'file')
    await userEvent.keyboard('{Escape}') // nothing was typed: no question
    await expect(answer).resolves.toBeNull()
  })

  it('says that what is added changes nothing yet, and what decides instead', async () => {
    await loadResource('shortUrlManage')
    const first = openForm({ resource: 'shortUrlManage', mode: 'add' })
    expect(await screen.findByRole('note')).toHaveTextContent('尚未生效短链不会跳转')
    await userEvent.keyboard('{Escape}')
    await expect(first).resolves.toBeNull()
  })

  it('is filled in from the register where it is empty; what was typed differently stays, beside what the register says', async () => {
    const said = {
      name: '乙公司',
      legalPerson: '登记人',
      socialCreditCode: '91330100MA27XW7B07',
      registeredCapital: '100万',
    }
    const known = { ...said, regStatus: '吊销', warning: '工商登记状态为“吊销”，请核实' }
    const all = catalogueOf()
    server.granted = { ...all, permissions: [...all.permissions, 'entrustedCompany_getTycBaseInfo'] }
    net = serve({ 'blade-csc/entrustedCompany/getTycBaseInfo': () => known })
    const answer = openForm({ resource: 'entrustedCompany', mode: 'add' })
    await fill('企业名称', '乙公司')
    await fill('法定代表人', '张三')
    const ask = () => userEvent.click(screen.getByRole('button', { name: '查询工商登记' }))
    await ask()
    expect(await screen.findByRole('status')).toHaveTextContent('已按工商登记填入 2 项，另有 1 项与已填写的不同')
    expect(screen.getByRole('alert')).toHaveTextContent('吊销')
    expect(net.asked.filter((a) => a.path.endsWith('getTycBaseInfo')).map((a) => a.params)).toEqual([
      { name: '乙公司' },
    ])
    expect(await box('统一社会信用代码')).toHaveValue('91330100MA27XW7B07')
    expect(await box('法定代表人')).toHaveValue('张三')
    await userEvent.click(screen.getByRole('button', { name: '法定代表人: 采用' }))
    expect(await box('法定代表人')).toHaveValue('登记人')
    expect(screen.queryByRole('button', { name: '法定代表人: 采用' })).toBeNull()
    // the problem of one name is not shown for another
    await fill('企业名称', '丙公司')
    expect(screen.queryByRole('status')).toBeNull()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await expect(answer).resolves.toBeNull()
  })

  it('says what it still needs, in the form and when it was added, behind everything else that is said of it', async () => {
    net = serve({ 'blade-system/user/submit': (_, { body }) => ({ ...(body as object), id: '9', version: 0 }) })
    const answer = openForm({ resource: 'user', mode: 'add' })
    // as who asks for a form does
    const said = answer.then(() => toast.good('新增成功'))
    expect(await fill('登录账号', 'newcomer')).toHaveAccessibleDescription(/角色配置.*重置密码/)
    await fill('姓名', '新人')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await said
    await waitFor(() =>
      expect(messages.list.map((m) => [m.tone, m.text])).toEqual([
        ['warn', expect.stringContaining('还不能登录')],
        ['good', '新增成功'],
      ]),
    )
  })

  it('is of the company that its user is bound to, without being asked', async () => {
    await loadResource('entrustedEmployee')
    const all = catalogueOf()
    server.granted = { ...all, user: { ...all.user, companyId: '77' } }
    net = serve({
      'blade-csc/entrustedEmployee/submit': (_, { body }) => ({ ...(body as object), id: '9', version: 0 }),
    })
    const answer = openForm({ resource: 'entrustedEmployee', mode: 'add' })
    await waitFor(async () => expect(await box('委托企业')).toHaveValue('康泰医药'))
    await fill('员工工号', 'E1')
    await fill('姓名', '新人')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await answer
    expect(net.submits()[0]?.body).toMatchObject({ entrustedCompanyId: '77', employeeNumber: 'E1' })
  })

  it('asks a plan under headings, in the order of planning, and its fee or its points', async () => {
    await loadResource('caseCollection')
    const answer = openForm({ resource: 'caseCollection', mode: 'add', initial: { payType: '1' } })
    await screen.findByRole('group', { name: '活动内容' })
    const legends = [...document.querySelectorAll('legend')].map((legend) => legend.textContent)
    expect(legends).toEqual(['活动内容', '企业与负责人', '时间', '数量与预算', '其他'])
    const budget = screen.getByRole('group', { name: '数量与预算' })
    expect(within(budget).getByLabelText('单位积分')).toBeInTheDocument()
    expect(within(budget).queryByLabelText('单价')).toBeNull()
    await userEvent.click(within(budget).getByRole('radio', { name: '非积分' }))
    expect(within(budget).getByLabelText('单价')).toBeInTheDocument()
    expect(within(budget).queryByLabelText('单位积分')).toBeNull()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await expect(answer).resolves.toBeNull()
  })

  it('of an overview is asked what it is to be: a digit, arrows or Escape answer', async () => {
    const pages = { by: 'planType', of: { 1: '/meeting/detail/:id', 3: '/activityPlan/caseCollection/view/:id' } }
    server.granted = {
      ...catalogueOf(),
      resources: catalogueOf().resources.map((r) =>
        r.id === 'activityPlan'
          ? { ...r, routes: { ...r.routes, pages } }
          : r.id === 'caseCollection'
            ? { ...r, title: 'Case collections' }
            : r,
      ),
    }
    const by = async (keys: string) => {
      const answer = askKind('activityPlan')
      await waitFor(async () => expect(await screen.findByRole('button', { name: '会议' })).toHaveFocus())
      // a record of that kind is added
      expect(screen.getByRole('button', { name: 'Case collection' })).toBeInTheDocument()
      await userEvent.keyboard(keys)
      return answer
    }
    expect(await by('2')).toBe('caseCollection')
    expect(await by('{ArrowDown}{Enter}')).toBe('caseCollection')
    expect(await by('7{Enter}')).toBe('meeting')
    expect(await by('{Escape}')).toBeNull()
  })

  it('waits for a file that is still being uploaded', async () => {
    const answer = openForm({ resource: 'entrustedCompany', mode: 'add' })
    let arrived = (_: Uploaded) => {}
    vi.mocked(upload).mockImplementationOnce(() => new Promise((done) => (arrived = done)))
    const files = [new File(['x'], '执照.png', { type: 'image/png' })]
    fireEvent.change(await screen.findByLabelText('营业执照'), { target: { files } })
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('文件还在上传，请等它传完再保存')).toBeInTheDocument()
    expect(net.submits()).toHaveLength(0)
    await act(async () =>
      arrived({ attachId: '7', originalName: '执照.png', extension: 'png', attachSize: 1, link: '' }),
    )
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('请输入企业名称')).toBeInTheDocument()
    expect(screen.queryByText('文件还在上传，请等它传完再保存')).toBeNull()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await expect(answer).resolves.toBeNull()
  })

  it('names what is wrong beside each field, focuses the first, and loses nothing', async () => {
    const answer = openForm({ resource: 'entrustedCompany', mode: 'add' })
    await fill('联系电话', '12345')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('请输入企业名称')).toBeInTheDocument()
    expect(screen.getByText('请输入统一社会信用代码')).toBeInTheDocument()
    expect(screen.getByText('手机号码长度不为11位')).toBeInTheDocument()
    expect(await box('企业名称')).toHaveFocus()
    expect(await box('联系电话')).toHaveValue('12345')
    expect(net.submits()).toHaveLength(0)
    await fill('企业名称', '康')
    expect(screen.queryByText('请输入企业名称')).toBeNull()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await expect(answer).resolves.toBeNull()
  })

  it('sends what was typed as the wire wants it, once', async () => {
    const answer = openForm({ resource: 'entrustedCompany', mode: 'add' })
    await fill('企业名称', '康泰医药')
    await fill('统一社会信用代码', '91310000MA1FL0000N')
    await fill('法定代表人', '张三')
    await fill('成立日期', '20100501')
    const _rate = await fill('平台服务费率', '6.5')
    await userEvent.tab()
    expect(await box('成立日期')).toHaveValue('2010-05-01')
    await userEvent.click(screen.getByRole('radio', { name: '两者' }))
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await expect(answer).resolves.toMatchObject({ id: server.rows('entrustedCompany')[1]?.id, version: 1 })
    expect(net.submits()).toHaveLength(1)
    expect(net.submits()[0]?.body).toMatchObject({
      name: '康泰医药',
      socialCreditCode: '91310000MA1FL0000N',
      establishDate: '2010-05-01',
      platformFeeRate: '0.065',
      taxpayerType: 1,
      settleMode: 3,
      email: null,
    })
    expect(net.submits()[0]?.body).not.toHaveProperty('id')
  })

  it('shows the server’s messages at their fields, and the rest above the form', async () => {
    net = serve({
      'blade-sys/quickReply/submit': () => {
        throw new Refusal(400, '回复内容不合适', { content: '回复内容不合适' })
      },
    })
    const answer = openForm({ resource: 'quickReply', mode: 'add' })
    await fill('回复内容', '金额不符')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('回复内容不合适')).toHaveClass('problem')
    const content = await box('回复内容')
    await waitFor(() => expect(content).toHaveFocus())
    expect(content).toHaveValue('金额不符')
    net = serve({
      'blade-sys/quickReply/submit': () => {
        throw new Refusal(500, '服务器异常')
      },
    })
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByRole('alert')).toHaveTextContent('服务器异常')
    expect(content).toHaveValue('金额不符')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await expect(answer).resolves.toBeNull()
  })

  it('is saved where submit is a decision about records', async () => {
    await loadResource('feedback')
    net = serve({ 'blade-feedback/feedback/save': (_, { body }) => ({ ...(body as object), id: '8', version: 0 }) })
    const answer = openForm({ resource: 'feedback', mode: 'add' })
    await fill('反馈标题', '导出')
    await fill('反馈内容', '请支持导出')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(answer).resolves.toMatchObject({ id: '8' })
    expect(net.asked.at(-1)?.path).toContain('/save')
    expect(net.submits()).toHaveLength(0)
  })

  it('sends the same content with the same key, so that a lost answer makes no second record', async () => {
    net = serve()
    server.away = true
    const answer = openForm({ resource: 'quickReply', mode: 'add' })
    await fill('回复内容', '金额不符')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByRole('alert')).toHaveTextContent('连不上服务器')
    const lost = net.submits().length
    server.away = false
    await waitFor(() => expect(status.online).toBe(true))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await answer
    expect(net.submits()).toHaveLength(lost + 1)
    expect(new Set(net.submits().map((s) => s.key)).size).toBe(1)
    expect(net.submits()[0]?.key).toBeTruthy()
  })

  it('an Enter before what was typed is found chooses what is found, not what was offered before', async () => {
    const partners = [
      { id: '1', name: '州一财税', code: 'FT1' },
      { id: '2', name: '云财税', code: 'FT2' },
    ]
    let found = () => {}
    net = serve({
      'blade-csc/thirdPlatform/list': async ({ name_like }) => {
        const wanted = String(name_like ?? '')
        if (wanted.startsWith('云')) await new Promise<void>((done) => (found = done))
        return pageOf(partners.filter((one) => one.name.includes(wanted)) as never)
      },
    })
    void openForm({ resource: 'taxItemRate', mode: 'add' })
    const input = await fill('财税公司', '财税')
    await screen.findByRole('option', { name: /州一财税/ })
    await fill('财税公司', '云财税')
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(input).toHaveValue('云财税')
    // on with the next field meanwhile
    const next = await box('税目编码')
    await userEvent.click(next)
    act(() => found())
    await waitFor(() => expect(screen.queryByText(/未选择/)).toBeNull())
    await waitFor(() => expect(screen.queryByRole('option', { name: /州一财税/ })).toBeNull())
    expect(input).toHaveValue('云财税')
    expect(next).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
  })

  it('chooses from a dictionary, counts a long text', async () => {
    const answer = openForm({ resource: 'quickReply', mode: 'add', initial: { content: '核对' } })
    const module = (await screen.findByRole('combobox', { name: '所属模块' })) as HTMLSelectElement
    await screen.findByRole('option', { name: '结算单' })
    expect(module.value).toBe('public')
    expect(screen.getByText('2/500')).toBeInTheDocument()
    await userEvent.selectOptions(module, '结算单')
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await answer
    expect(net.submits()[0]?.body).toEqual({ moduleCode: 'settlementOrder', content: '核对', resultType: 0, sort: 0 })
  })

  it('writes a day out in full when it is left, and sends it when it was not', async () => {
    const answer = openForm({ resource: 'taxItemRate', mode: 'add' })
    await fill('税目编码', '3040')
    await fill('税目名称', '劳务')
    const from = await fill('生效日期', '6-5')
    await userEvent.tab()
    expect(from).toHaveValue('2024-06-05')
    const to = await fill('失效日期', '6月31日')
    await userEvent.tab()
    expect(to).toHaveValue('6月31日')
    expect(await screen.findByText('失效日期须为日期 yyyy-MM-dd')).toBeInTheDocument()
    const early = '失效日期不能早于生效日期'
    await fill('失效日期', '6-4')
    await userEvent.tab()
    expect(await screen.findByText(early)).toBeInTheDocument()
    await fill('生效日期', '6-3') // the other one is put right
    expect(screen.queryByText(early)).toBeNull()
    await fill('生效日期', '6-5')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText(early)).toBeInTheDocument()
    expect(net.submits()).toEqual([])
    await fill('失效日期', '明天')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await answer
    expect(net.submits()[0]?.body).toMatchObject({ effectiveFrom: '2024-06-05', effectiveTo: '2024-06-16' })
  })

  it('groups an amount when it is left, switches with the keyboard, finds a record by name', async () => {
    const call = (server.granted as Catalogue).resources.find((r) => r.id === 'thirdPlatform')?.call ?? ''
    const { name: nameField } = await loadResource('thirdPlatform')
    const partners = ['云财税', '云税通'].map((name, n) => ({ id: String(9 - n), version: 0, [nameField]: name }))
    net = serve({
      [`${call}/list`]: (asked) =>
        pageOf(
          partners.filter((row) =>
            String(row[nameField]).includes(String(asked[`${nameField}_like`] ?? '')),
          ) as WireRow[],
        ),
    })
    const answer = openForm({ resource: 'taxItemRate', mode: 'add' })
    await fill('税目编码', '3040')
    await fill('税目名称', '劳务')
    const threshold = await fill('月起征额', '100000')
    await userEvent.tab()
    expect(threshold).toHaveValue('100,000.00')
    const on = screen.getByRole('switch', { name: '启用' })
    expect(on).toHaveAttribute('aria-checked', 'true')
    act(() => on.focus())
    await userEvent.keyboard(' ')
    expect(on).toHaveAttribute('aria-checked', 'false')
    const partner = screen.getByRole('combobox', { name: '财税公司' })
    await fill('财税公司', '云')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
    // which of two is meant nobody knows: it is put back and said, and stands there again for who comes back
    fireEvent.blur(partner)
    expect(partner).toHaveValue('')
    expect(screen.getByText('“云”没有从列表中选择，已还原')).toBeInTheDocument()
    fireEvent.focus(partner)
    expect(partner).toHaveValue('云')
    await userEvent.type(partner, '税')
    expect(screen.queryByText(/已还原/)).toBeNull()
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
    const chosen = () => screen.getByRole('combobox', { name: '财税公司' })
    // the only one is taken by leaving, by arrow down and Enter, and by Tab
    fireEvent.blur(partner)
    expect(chosen()).toHaveValue('云税通')
    const types = (value: string) => fireEvent.change(chosen(), { target: { value } })
    const offered = (name: string) =>
      waitFor(() => expect(screen.getAllByRole('option').map((o) => o.textContent)).toEqual([name]))
    types('云财')
    await offered('云财税')
    for (const key of ['ArrowDown', 'Enter']) fireEvent.keyDown(chosen(), { key })
    await waitFor(() => expect(chosen()).toHaveValue('云财税'))
    types('云税')
    await offered('云税通')
    fireEvent.keyDown(chosen(), { key: 'Tab' })
    await waitFor(() => expect(chosen()).toHaveValue('云税通'))
    types('云')
    await userEvent.click(await screen.findByRole('option', { name: /云财税/ }))
    expect(chosen()).toHaveValue('云财税')
    // a form that is sent with a search in hand: what may be one of several stays, what is still looked for goes along
    const send = () => fireEvent.keyDown(chosen(), { key: 'Enter', ctrlKey: true })
    types('云')
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
    send()
    expect(await screen.findByText('“云”没有从列表中选择，已还原')).toBeInTheDocument()
    expect(chosen()).toHaveValue('云财税')
    expect(net.submits()).toEqual([])
    queryClient.clear()
    types('云税通')
    send()
    await answer
    expect(net.asked.find((a) => a.path === `${call}/list` && a.params[`${nameField}_like`] === '云')).toBeDefined()
    expect(net.submits()[0]?.body).toMatchObject({ fiscalTaxId: '8', vatMonthThreshold: '100000.00', enableStatus: 0 })
  })
})
