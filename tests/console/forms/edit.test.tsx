import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { openForm } from '../../../src/console/forms/dialogs/FormDialog.tsx'
import { showSaved } from '../../../src/console/forms/saved.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import type { Conflict, WireRow } from '../../../src/model/wire/wire.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { pageOf } from '../server/records.ts'
import { company } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { box, fill, serve } from './serve.ts'

let net: ReturnType<typeof serve>

beforeEach(async () => {
  if (screen.queryByRole('dialog')) await userEvent.keyboard('{Escape}')
  queryClient.clear()
  messages.list = []
  server.granted = catalogueOf()
  net = serve()
  await Promise.all(['entrustedCompany', 'quickReply', 'taxItemRate', 'user'].map(loadResource))
})

describe('an edit', () => {
  it('starts from the record, sends what changed with the version, and returns the saved row', async () => {
    const answer = openForm({ resource: 'entrustedCompany', mode: 'edit', id: '77' })
    const name = await box('企业名称')
    expect(screen.getByRole('dialog')).toHaveAccessibleName('编辑 康泰医药')
    expect(name).toHaveValue('康泰医药')
    expect(await box('联系电话')).toHaveValue('138****5678') // masked, untouched: neither checked nor sent
    await userEvent.clear(name)
    await userEvent.type(name, '康泰集团')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await answer
    expect(net.submits()[0]?.body).toEqual({ id: '77', version: 4, name: '康泰集团' })
  })

  it('says beside a field why nothing can be chosen there, and shows no id', async () => {
    server.granted = catalogueOf((resource) => resource !== 'user')
    net = serve({ 'blade-csc/entrustedCompany/detail': () => company({ customerManagerId: '9' }) })
    void openForm({ resource: 'entrustedCompany', mode: 'edit', id: '77' })
    const manager = await box('客户经理')
    expect(manager).toBeDisabled()
    expect(manager).toHaveValue('')
    expect(manager).toHaveAccessibleDescription('没有查看权限')
    expect(screen.getByText('没有查看权限')).toBeVisible()
  })

  it('does not ask for what the server says there is none of: the key of a dictionary itself', async () => {
    await loadResource('dictBiz')
    const own = { id: '5', version: 1, code: 'sex', dictKey: '-1', dictValue: '性别', sort: 0, isSealed: 0 }
    net = serve({
      'blade-system/dict-biz/detail': () => own,
      'blade-system/dict-biz/submit': () => own,
      'rounds/tree': () => ({
        columns: ['id', 'dictValue', 'parentId'],
        values: [
          ['6', '5', '7'],
          ['男', '性别', '单位'],
          ['5', '', ''],
        ],
      }),
    })
    const answer = openForm({ resource: 'dictBiz', mode: 'edit', id: '5' })
    expect(await box('字典编号')).toHaveValue('sex')
    expect(screen.queryByLabelText(/^字典键值/)).toBeNull()
    // possible parents: the whole tree, entries below their dictionary
    const above = within(screen.getByLabelText('上级字典'))
    await waitFor(() =>
      expect(above.getAllByRole('option').map((o) => o.textContent)).toEqual(['', '性别', '\u2003男', '单位']),
    )
    await fill('字典名称', '性别（人）')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await answer
    expect(net.submits()[0]?.body).toEqual({ id: '5', version: 1, dictValue: '性别（人）' })
  })

  it('shows what an entry of a dictionary has from the one above it, disabled on add and edit, in a dialog of its width', async () => {
    await loadResource('dictBiz')
    const entry = {
      id: '6',
      version: 1,
      parentId: '5',
      code: 'sex',
      dictKey: '1',
      dictValue: '男',
      sort: 1,
      isSealed: 0,
    }
    net = serve({
      'blade-system/dict-biz/detail': () => entry,
      'blade-system/dict-biz/submit': () => entry,
      'rounds/tree': () => ({
        columns: ['id', 'dictValue', 'parentId'],
        values: [
          ['5', '6'],
          ['性别', '男'],
          ['', '5'],
        ],
      }),
    })
    const fixed = async () => {
      const code = await box('字典编号')
      expect(code).toBeDisabled()
      expect(code).toHaveValue('sex')
      expect(code).toHaveAccessibleDescription('由所在位置决定，可在列表中移动')
      expect(screen.getByLabelText('上级字典')).toBeDisabled()
    }
    const edited = openForm({ resource: 'dictBiz', mode: 'edit', id: '6' })
    await fixed()
    expect(screen.getByRole('dialog').style.width).toBe('880px')
    await userEvent.click(document.querySelector('[data-backdrop]') as Element)
    expect(screen.getByRole('dialog'), 'a click outside loses nothing').toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await edited
    const added = openForm({ resource: 'dictBiz', mode: 'add', initial: { parentId: '5', code: 'sex' } })
    await fixed()
    await fill('字典键值', '2')
    await fill('字典名称', '女')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await added
    expect(net.submits()[0]?.body).toMatchObject({ parentId: '5', code: 'sex', dictKey: '2', dictValue: '女' })
  })

  it('of a field that needs two persons says so, asks for the reason and returns the request', async () => {
    net = serve({
      'blade-csc/entrustedCompany/submit': () => ({
        id: '77',
        version: 4,
        name: '康泰医药',
        changeRequest: { id: '9', code: 'CR20240615000001' },
      }),
    })
    const answer = openForm({ resource: 'entrustedCompany', mode: 'edit', id: '77' })
    const bank = await box('开户行')
    expect(bank).toHaveAccessibleDescription('修改须由另一人复核后生效')
    const reason = '申请说明（供复核人参考）'
    expect(screen.queryByLabelText(reason)).toBeNull()
    await userEvent.clear(bank)
    await userEvent.type(bank, '新行')
    await userEvent.type(await screen.findByLabelText(reason), '客户来函')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const saved = await answer
    expect(net.submits()[0]?.body).toEqual({ id: '77', version: 4, bankName: '新行', changeRemark: '客户来函' })
    showSaved(saved, '更新成功')
    expect(messages.list[0]?.text).toBe('已提交复核（CR20240615000001），须由另一人复核后生效')
    showSaved({ ...(saved as WireRow), changeRequest: undefined }, '更新成功')
    expect(messages.list[0]?.text).toBe('更新成功')
  })

  it('without a change sends nothing and says so', async () => {
    const answer = openForm({ resource: 'entrustedCompany', mode: 'edit', id: '77' })
    await box('企业名称')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(answer).resolves.toBeNull()
    expect(net.submits()).toHaveLength(0)
    expect(messages.list[0]?.text).toBe('没有修改')
  })

  it('that begins with radio buttons has the focus on the chosen one, and keeps it on what was pressed when it is refused', async () => {
    const invoice = {
      id: '5',
      version: 1,
      code: 'IV1',
      invoiceType: 3,
      invoiceTitle: '康泰',
      taxNo: '91310000MA1FL0000N',
    }
    net = serve({
      'blade-svc/entrustedInvoice/detail': () => ({ ...invoice, invoiceStatus: 0 }),
      'blade-svc/entrustedInvoice/submit': () => {
        throw new Refusal(500, '服务器异常')
      },
    })
    await loadResource('entrustedInvoice')
    const answer = openForm({ resource: 'entrustedInvoice', mode: 'edit', id: '5' })
    await box('备注')
    await waitFor(() => expect(screen.getByRole('radio', { checked: true })).toHaveFocus())
    await fill('备注', '急')
    const save = screen.getByRole('button', { name: /保存/ })
    await userEvent.click(save)
    expect(await screen.findByText('服务器异常')).toBeInTheDocument()
    expect(save).toHaveFocus()
    expect(await box('备注')).toHaveValue('急')
    await userEvent.click(screen.getByRole('button', { name: /^取消/ }))
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await expect(answer).resolves.toBeNull()
  })

  it('locks what cannot be changed once saved', async () => {
    net = serve({
      'blade-system/user/detail': () => ({ id: '3', version: 1, account: 'fin', realName: '财务', userType: 2 }),
    })
    const answer = openForm({ resource: 'user', mode: 'edit', id: '3' })
    const account = await box('登录账号')
    expect(account).toBeDisabled()
    expect(account).toHaveAccessibleDescription('保存后不可修改')
    // only the kind of a user decides about the company field
    expect(screen.getByLabelText('所属企业')).toBeDisabled()
    expect(screen.queryByLabelText('所属服务商')).toBeNull()
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
  })

  it.each([
    ['caseCollectionReport', '病例征集', 'blade-act/caseCollection/list', { planStatus: 1 }],
    // a tender is answered before its activity begins, too
    ['bidRecord', '活动', 'blade-act/activityPlan/list', { planStatus_in: '0,1' }],
  ])('offers for %s the activities that it can be of, and no others', async (resource, field, path, condition) => {
    await Promise.all([resource, 'caseCollection', 'activityPlan'].map(loadResource))
    net = serve({ [path]: () => pageOf([{ id: '2', version: 0, name: '远图病例征集' }]) })
    const answer = openForm({ resource, mode: 'add' })
    await fill(field, '远')
    await screen.findByRole('option', { name: /远图/ })
    expect(net.asked.find((a) => a.path === path)?.params).toMatchObject(condition)
    await userEvent.click(screen.getByRole('button', { name: /取消/ }))
    await expect(answer).resolves.toBeNull()
  })

  it('chooses among the records of its company, and tells of one that is of another at its field', async () => {
    await Promise.all(['budgetOrder', 'baseProduct'].map(loadResource))
    const budget = {
      id: '5',
      version: 0,
      budgetStatus: 0,
      entrustedCompanyId: '1',
      entrustedCompanyName: '康泰',
      baseProductId: '11',
      baseProductName: '甲片',
    }
    const products = [
      { id: '11', version: 0, productName: '甲片', of: '1' },
      { id: '22', version: 0, productName: '乙片', of: '2' },
    ]
    net = serve({
      'blade-svc/budgetOrder/detail': () => budget,
      'blade-csc/entrustedCompany/list': () => pageOf([{ id: '2', version: 0, name: '华瑞' }]),
      'blade-sys/baseProduct/list': ({ ofCompany, ids }) =>
        pageOf(products.filter((p) => p.of === ofCompany && (!ids || p.id === ids))),
    })
    const answer = openForm({ resource: 'budgetOrder', mode: 'edit', id: '5' })
    await fill('委托企业', '华')
    expect(net.asked.filter((a) => a.path.includes('baseProduct'))).toEqual([])
    await userEvent.click(await screen.findByRole('option', { name: /华瑞/ }))
    const product = await box('产品')
    await waitFor(() => expect(product).toHaveAccessibleDescription('所选产品不属于该委托企业，请重新选择'))
    expect(product).toHaveValue('甲片')
    expect(product).toBeInvalid()
    await userEvent.clear(product)
    await userEvent.keyboard('片')
    await userEvent.click(await screen.findByRole('option', { name: /乙片/ }))
    expect(screen.queryByRole('option', { name: /甲片/ })).toBeNull()
    await waitFor(() => expect(product).toBeValid())
    expect(product).toHaveValue('乙片')
    await userEvent.click(screen.getByRole('button', { name: /^取消/ }))
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await expect(answer).resolves.toBeNull()
  })

  it('says in place that the record does not exist', async () => {
    net = serve({
      'blade-csc/entrustedCompany/detail': () => {
        throw new Refusal(404, '记录不存在')
      },
    })
    const answer = openForm({ resource: 'entrustedCompany', mode: 'edit', id: '404' })
    expect(await screen.findByText('记录不存在')).toBeInTheDocument()
    await userEvent.keyboard('{Escape}')
    await expect(answer).resolves.toBeNull()
  })

  it('asks before discarding unsaved input, and keeps it on request', async () => {
    const answer = openForm({ resource: 'entrustedCompany', mode: 'edit', id: '77' })
    const name = await box('企业名称')
    await userEvent.type(name, '！')
    await userEvent.keyboard('{Escape}')
    const question = await screen.findByRole('dialog', { name: '放弃未保存的修改？' })
    // Enter gives nothing up
    await waitFor(() => expect(within(question).getByRole('button', { name: '继续填写' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '放弃未保存的修改？' })).toBeNull())
    expect(await box('企业名称')).toHaveValue('康泰医药！')
    await userEvent.click(screen.getByRole('button', { name: /^取消/ }))
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await expect(answer).resolves.toBeNull()
  })

  it('after a conflict shows who changed what, takes over what is not disputed, and asks about the rest', async () => {
    const conflict: Conflict = {
      id: '77',
      reason: 'stale',
      version: 6,
      by: '运营二',
      at: '2024-06-15 10:00:00',
      action: 'edit',
      transition: '',
      fields: [
        { field: 'name', from: '康泰医药', to: '康泰股份' },
        { field: 'shortName', from: '', to: '康泰' },
      ],
      row: company({ version: 6, name: '康泰股份', shortName: '康泰' }),
    }
    let first = true
    net = serve({
      'blade-csc/entrustedCompany/submit': (_, { body }) => {
        if (first) {
          first = false
          throw new Refusal(409, '数据已被修改', conflict)
        }
        return { ...company(), ...(body as object), version: 7 }
      },
    })
    const answer = openForm({ resource: 'entrustedCompany', mode: 'edit', id: '77' })
    const _name = await fill('企业名称', '康泰集团')
    await fill('邮箱', 'a@b.cn')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const note = await screen.findByRole('alert')
    expect(note).toHaveTextContent('运营二 于 2024-06-15 10:00:00 已修改此记录')
    expect(note).toHaveTextContent('对方还修改了：企业简称')
    expect(await box('企业简称')).toHaveValue('康泰')
    expect(within(note).getByText('康泰股份')).toBeInTheDocument()
    // Undecided: nothing is sent.
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    expect(await screen.findByText('请先选择每个冲突字段采用哪个值')).toBeInTheDocument()
    expect(net.submits()).toHaveLength(1)
    await userEvent.click(within(note).getByRole('button', { name: '企业名称: 保留我的' }))
    expect(await box('企业名称')).toHaveValue('康泰集团')
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await answer
    expect(net.submits()[1]?.body).toEqual({ id: '77', version: 6, name: '康泰集团', email: 'a@b.cn' })
  })

  it('takes theirs for a field: then it is no change of mine', async () => {
    let first = true
    net = serve({
      'blade-csc/entrustedCompany/submit': (_, { body }) => {
        if (first) {
          first = false
          throw new Refusal(409, '数据已被修改', {
            id: '77',
            reason: 'stale',
            version: 6,
            by: '运营二',
            at: '2024-06-15 10:00:00',
            action: 'edit',
            transition: '',
            fields: [],
            row: company({ version: 6, name: '康泰股份' }),
          } satisfies Conflict)
        }
        return { ...company(), ...(body as object), version: 7 }
      },
    })
    const answer = openForm({ resource: 'entrustedCompany', mode: 'edit', id: '77' })
    await fill('企业名称', '康泰医药集团')
    await fill('邮箱', 'a@b.cn')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await userEvent.click(await screen.findByRole('button', { name: '企业名称: 采用对方' }))
    expect(await box('企业名称')).toHaveValue('康泰股份')
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await answer
    expect(net.submits()[1]?.body).toEqual({ id: '77', version: 6, email: 'a@b.cn' })
  })
})
