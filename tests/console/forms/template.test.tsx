import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Router } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { personNow } from '../../../src/console/data/session.ts'
import { FormScreen } from '../../../src/console/forms/dialogs/FormScreen.tsx'
import { forgetDrafts } from '../../../src/console/forms/drafts.ts'
import { editors } from '../../../src/console/forms/editors.ts'
import { createRouter } from '../../../src/console/state/router.ts'
import { setRouter } from '../../../src/console/state/url.ts'
import { resources } from '../../../src/model/business.ts'
import { partChildren } from '../../../src/model/language/derived/parts.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { Refusal } from '../server/envelope.ts'
import { type Answers, server } from '../server/server.ts'

const attribute = (id: string, attrName: string, attrCode: string, more: object = {}) => ({
  id,
  attrName,
  attrCode,
  attrType: 1,
  options: [],
  required: 0,
  maxLength: null,
  groupName: '',
  ...more,
})
const template = (...attributes: object[]) => ({
  id: '5',
  version: 3,
  name: '慢阻肺',
  templateType: 1,
  templateStatus: 0,
  attributes,
})
const SEX = attribute('1', '性别', 'sex', {
  attrType: 3,
  options: [{ label: '男' }, { label: '女' }],
  groupName: '基本',
})
const AGE = attribute('2', '年龄', 'age', { attrType: 6, groupName: '基本' })

let router: ReturnType<typeof createRouter> | undefined
function open(mode: 'add' | 'edit', answers: Answers = {}) {
  const asked = server.answer({
    'blade-act/caseCollectionTemplate/detail': () => template(SEX, AGE),
    'blade-act/caseCollectionTemplate/submit': (_, body) => ({ ...(body as object), id: '5', version: 4 }),
    ...answers,
  })
  history.pushState(null, '', '/form')
  const made = createRouter()
  router = made
  setRouter(made)
  render(
    <QueryClientProvider client={queryClient}>
      <Router location={made.state.location} navigator={made.navigator}>
        <FormScreen resource="caseCollectionTemplate" mode={mode} {...(mode === 'edit' ? { id: '5' } : {})} />
      </Router>
    </QueryClientProvider>,
  )
  return { sent: () => asked.filter((a) => a.path.endsWith('/submit')).map((a) => a.body as Record<string, unknown>) }
}
beforeEach(async () => {
  // drafts of the previous test
  forgetDrafts(personNow())
  queryClient.clear()
  server.granted = catalogueOf()
  await Promise.all(['caseCollectionTemplate', 'caseCollectionTemplateAttr'].map(loadResource))
})
afterEach(() => {
  setRouter(null)
  router?.dispose()
})

const cell = (name: string, n: number) => screen.getByLabelText(new RegExp(`^${name} ${n}$`))
const save = () => userEvent.click(screen.getByRole('button', { name: /保存/ }))
const preview = () => within(screen.getByRole('region', { name: '预览', hidden: true }))

it('every editor that the model names is there', () => {
  const named = [...resources.values()].flatMap((r) => partChildren(r).map((c) => c.part.editor))
  expect(named.filter((name) => !editors[name])).toEqual([])
})

it('a template is built by keys alone, seen as it is typed, and sent in one write', async () => {
  const { sent } = open('add')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText(/^模板名称/), '量表')
  ;(await screen.findByRole('button', { name: '添加字段' })).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(cell('字段名称', 1)).toHaveFocus())
  expect(cell('字段编码', 1)).toHaveValue('q1')
  await user.keyboard('疼痛{Alt>}{Enter}{/Alt}')
  await waitFor(() => expect(cell('字段名称', 2)).toHaveFocus())
  await user.keyboard('备注{Alt>}{ArrowUp}{/Alt}')
  await waitFor(() => expect(cell('字段名称', 1)).toHaveFocus())
  expect(cell('字段名称', 1)).toHaveValue('备注')
  await user.selectOptions(cell('字段类型', 2), '量表')
  expect(preview().getByText('疼痛')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /添加选项/ }))
  await waitFor(() => expect(screen.getByLabelText('字段2选项1')).toHaveFocus())
  await user.keyboard('轻{Enter}重')
  expect(screen.getByLabelText('字段2选项2')).toHaveValue('重')
  expect(preview().getByText('轻')).toBeInTheDocument()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]).toMatchObject({
    name: '量表',
    attributes: [
      { id: '', attrName: '备注', attrCode: 'q2', attrType: 1, options: [] },
      { id: '', attrName: '疼痛', attrCode: 'q1', attrType: 8, options: [{ label: '轻' }, { label: '重' }] },
    ],
  })
})

it('what is wrong stands at the attribute, which gets the focus; nothing is sent and nothing is lost', async () => {
  const { sent } = open('edit')
  const user = userEvent.setup()
  await user.clear(await screen.findByLabelText(/^字段编码 2$/))
  await save()
  await waitFor(() => expect(cell('字段编码', 2)).toHaveFocus())
  expect(screen.getByText('字段第2行：请输入字段编码')).toBeInTheDocument()
  expect(cell('字段编码', 2)).toHaveAccessibleDescription('请输入字段编码')
  await user.type(cell('字段编码', 2), 'sex')
  expect(cell('字段编码', 2)).toHaveAccessibleDescription('字段编码“sex”重复')
  expect(sent()).toEqual([])
})

it('a refusal of the server is shown at the cell it names, and the rest is kept', async () => {
  const said = '字段2“年龄”：字段编码“age”已存在'
  const { sent } = open('edit', {
    'blade-act/caseCollectionTemplate/submit': () => {
      throw new Refusal(400, said, { 'attributes.1.attrCode': '字段编码“age”已存在' })
    },
  })
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText(/^字段名称 1$/), '别')
  await save()
  expect(await screen.findByText(said)).toBeInTheDocument()
  await waitFor(() => expect(cell('字段编码', 2)).toHaveFocus())
  expect(cell('字段编码', 2)).toHaveAccessibleDescription('字段编码“age”已存在')
  expect(cell('字段名称', 1)).toHaveValue('性别别')
  expect(sent()[0]).toMatchObject({ id: '5', version: 3, attributes: [{ id: '1', attrName: '性别别' }, { id: '2' }] })
})

it('somebody who saved first is told: both lists by name, and mine is kept until one is chosen', async () => {
  const theirs = template({ ...SEX, attrName: '生理性别' })
  let first = true
  const { sent } = open('edit', {
    'blade-act/caseCollectionTemplate/submit': (_, body) => {
      if (!first) return { ...(body as object), id: '5', version: 5 }
      first = false
      const data = {
        id: '5',
        reason: 'stale',
        version: 4,
        by: '王五',
        at: '2024-06-15 10:00:00',
        action: '',
        transition: '',
        fields: [],
      }
      throw new Refusal(409, '已被修改', { ...data, row: { ...theirs, version: 4 } })
    },
  })
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText(/^字段名称 2$/), '岁')
  await save()
  expect(await screen.findByText('1. 生理性别')).toBeInTheDocument()
  expect(screen.getByText('1. 性别 · 2. 年龄岁')).toBeInTheDocument()
  expect(cell('字段名称', 2)).toHaveValue('年龄岁')
  await user.click(screen.getByRole('button', { name: '字段: 采用对方' }))
  await waitFor(() => expect(cell('字段名称', 1)).toHaveValue('生理性别'))
  expect(screen.queryByLabelText(/^字段名称 2$/)).toBeNull()
  await user.clear(cell('字段名称', 1))
  await user.type(cell('字段名称', 1), '性别')
  await save()
  await waitFor(() => expect(sent()).toHaveLength(2))
  expect(sent()[1]).toMatchObject({ version: 4, attributes: [{ id: '1', attrName: '性别' }] })
})

it('the last attribute taken out is said as none left; what is put back as it was is no change', async () => {
  const { sent } = open('edit')
  const user = userEvent.setup()
  const name = await screen.findByLabelText(/^字段名称 2$/)
  await user.type(name, '岁{Backspace}')
  await user.click(name)
  await user.keyboard('{Alt>}{Delete}{Delete}{/Alt}')
  expect(await screen.findByText(/还没有字段/)).toBeInTheDocument()
  await save()
  await waitFor(() => expect(sent()).toEqual([{ id: '5', version: 3, attributes: [] }]))
})

it('is shown to nobody whose template may not be changed in its state', async () => {
  const editable = { edit: { templateStatus: 0 } }
  const catalogue = catalogueOf()
  server.granted = { ...catalogue, resources: catalogue.resources.map((r) => ({ ...r, editable })) }
  open('edit', { 'blade-act/caseCollectionTemplate/detail': () => ({ ...template(SEX), templateStatus: 1 }) })
  expect(await screen.findByRole('alert')).toHaveTextContent('当前状态不允许修改（状态：启用）')
  expect(screen.queryByLabelText(/^字段名称/)).toBeNull()
})
