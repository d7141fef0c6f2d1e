import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { problemIn, typedOf, wireOf } from '../../../src/console/forms/base/values.ts'
import { FieldRow } from '../../../src/console/forms/FieldRow.tsx'
import { setLanguage } from '../../../src/console/i18n/index.ts'
import { choice, type Field, list, money, refs, secret, text } from '../../../src/model/language/fields/field.ts'
import { tableOf } from '../../wireTable.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { pageOf } from '../server/records.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

beforeEach(() => {
  server.granted = catalogueOf()
})

/** A field in a form by itself; `said()` is what the form would send. */
function shown(field: Field, value: unknown = null) {
  let typed = typedOf(field, value)
  // biome-ignore lint/correctness/noComponentHookFactories: rendered once a call
  function Row() {
    const [now, setNow] = useState(typed)
    typed = now
    return <FieldRow name="it" field={field} value={now} onChange={setNow} problem="" />
  }
  show(<Row />)
  return { said: () => wireOf(field, typed), wrong: () => problemIn(field, typed) }
}

const attributes = list(
  '属性',
  'Attributes',
  {
    label: text('标签', 'Label', { required: '请输入标签' }),
    type: choice('类型', 'Type', { 1: ['文本', 'Text'], 2: ['数字', 'Number'] }, { initial: 1 }),
    fee: money('费用', 'Fee'),
  },
  { max: 3 },
)
const row = (label: string, type = 1, fee: string | null = null) => ({ label, type, fee })

describe('rows of declared fields', () => {
  it('are added, typed, moved and removed by keys alone, and the focus goes with them', async () => {
    const it = shown(attributes)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: '添加一行' }))
    await waitFor(() => expect(screen.getByLabelText('标签 1')).toHaveFocus())
    await user.keyboard('年龄{Alt>}{Enter}{/Alt}')
    await waitFor(() => expect(screen.getByLabelText('标签 2')).toHaveFocus())
    await user.keyboard('主诉{Tab}')
    await user.selectOptions(screen.getByLabelText('类型 2'), '数字')
    await user.type(screen.getByLabelText('费用 2'), '12,000.5')
    expect(it.said()).toEqual(
      [row('年龄', 1), { label: '主诉', type: '2', fee: '12000.50' }].map((r, i) =>
        i === 0 ? { ...r, type: '1' } : r,
      ),
    )
    screen.getByLabelText('标签 2').focus()
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(screen.getByLabelText('标签 1')).toHaveFocus())
    expect(screen.getByLabelText('标签 1')).toHaveValue('主诉')
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}') // the first goes no higher
    expect(screen.getByLabelText('标签 1')).toHaveValue('主诉')
    await user.keyboard('{Alt>}{Delete}{/Alt}')
    await waitFor(() => expect(screen.getByLabelText('标签 1')).toHaveFocus())
    expect(screen.getByLabelText('标签 1')).toHaveValue('年龄')
    await user.keyboard('{Alt>}{Delete}{/Alt}')
    expect(it.said()).toBeNull()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('say what is wrong by the declaration that the server checks by, and stop at the most there may be', async () => {
    const it = shown(attributes, [row('a'), row('b'), row('c')])
    expect(await screen.findByRole('button', { name: '添加一行' })).toBeDisabled()
    await userEvent.clear(screen.getByLabelText('标签 2'))
    expect(it.wrong()).toEqual(['属性第2行：请输入标签', 'Attributes, row 2: Please enter the label'])
    await userEvent.click(screen.getByRole('button', { name: '下移 1' }))
    expect(it.wrong()?.[0]).toBe('属性第1行：请输入标签')
    await userEvent.click(screen.getByRole('button', { name: '删除行 1' }))
    expect(it.wrong()).toBeNull()
    expect((it.said() as { label: string }[]).map((r) => r.label)).toEqual(['a', 'c'])
  })
})

describe('several references', () => {
  it('are chips by name; one is added by searching and taken out by a key', async () => {
    await loadResource('entrustedCompany')
    const all = [
      { id: '7', name: '康泰医药', version: 0 },
      { id: '8', name: '华瑞', version: 0 },
    ]
    server.answer({
      'rounds/rows': (params) => ({
        columns: ['id', 'name', 'version'],
        values: ['id', 'name', 'version'].map((c) =>
          all.filter((r) => String(params.ids).split(',').includes(r.id)).map((r) => r[c as 'id']),
        ),
      }),
      'blade-csc/entrustedCompany/list': () => pageOf(all),
    })
    const it = shown(refs('entrustedCompany', '企业', 'Companies'), ['7'])
    const chips = await screen.findByRole('list', { name: '企业' })
    expect(await within(chips).findByText('康泰医药')).toBeInTheDocument()
    await userEvent.type(screen.getByRole('combobox'), '华')
    await userEvent.click(await screen.findByRole('option', { name: /华瑞/ }))
    expect(it.said()).toEqual(['7', '8'])
    expect(screen.getByRole('combobox')).toHaveFocus()
    expect(screen.getByRole('combobox')).toHaveValue('')
    expect(screen.queryByRole('status')).toBeNull()
    const out = await screen.findByRole('button', { name: '移除 康泰医药' })
    out.focus()
    await userEvent.keyboard('{Backspace}')
    expect(it.said()).toEqual(['8'])
    expect(screen.getByRole('combobox')).toHaveFocus()
    // by keyboard alone: what arrow down opens has its first one chosen by Enter, and the keys stay in the search
    await userEvent.keyboard('{ArrowDown}')
    await screen.findByRole('option', { name: /康泰医药/ })
    await waitFor(() => expect(screen.getByRole('option', { name: /康泰医药/ })).toHaveAttribute('data-active-item'))
    await userEvent.keyboard('{Enter}')
    expect(it.said()).toEqual(['8', '7'])
    expect(screen.getByRole('combobox')).toHaveFocus()
    expect(screen.getByRole('combobox')).toHaveValue('')
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('of a tree are ticked there: what hangs on a tick is chosen, in the order of the tree', async () => {
    const node = (id: string, name: string, ...children: object[]) => ({ id, name, title: name, children })
    await loadResource('menu')
    const system = node('1', '系统', node('2', '权限', node('3', '用户'), node('4', '角色')), node('5', '参数'))
    server.answer({ 'blade-system/menu/menu-list': () => [system] })
    const it = shown(refs('menu', '菜单', 'Menus', { tree: 'menuList' }), ['4'])
    const top = await screen.findByRole('checkbox', { name: '系统' })
    expect(top).toBePartiallyChecked()
    await userEvent.click(top)
    expect(it.said()).toEqual(['3', '4', '5'])
    await userEvent.click(screen.getByRole('checkbox', { name: '权限' }))
    expect(it.said()).toEqual(['5'])
    await userEvent.type(screen.getByRole('textbox', { name: '菜单' }), '角')
    expect(screen.queryByRole('checkbox', { name: '参数' })).toBeNull()
    await userEvent.click(screen.getByRole('checkbox', { name: '角色' }))
    expect(it.said()).toEqual(['4', '5'])
    expect(screen.getByText('已选 2/3')).toBeInTheDocument()
  })
})

it('of a tree whose records are chosen for themselves too, one that others hang on is the first of them', async () => {
  await loadResource('menu')
  const button = { id: '3', name: '查看', path: '', children: [] }
  const users = { id: '2', name: '用户', path: '/system/user', children: [button] }
  server.answer({ 'blade-system/menu/tree': () => [{ id: '1', name: '系统', path: '', children: [users] }] })
  const menus = { tree: 'tree', itself: { field: 'path', words: ['显示菜单', 'Show the menu'] } } as const
  const it = shown(refs('menu', '菜单', 'Menus', menus), ['3'])
  expect(await screen.findByRole('checkbox', { name: '用户' })).toBePartiallyChecked()
  const own = screen.getByRole('checkbox', { name: '显示菜单' })
  expect(own).not.toBeChecked()
  await userEvent.click(own)
  expect(it.said()).toEqual(['2', '3'])
  await userEvent.click(screen.getByRole('checkbox', { name: '查看' }))
  expect(it.said()).toEqual(['2'])
})

it('the names of a tree are in English where the record has such, and those chosen one by one too', async () => {
  await loadResource('menu')
  await setLanguage('en')
  const tax = { id: '3', name: '税务', nameEn: 'Tax', title: '税务' }
  server.answer({
    'blade-system/menu/menu-list': () => [tax],
    'rounds/rows': ({ columns }) => tableOf([tax as never], columns),
  })
  shown(refs('menu', '菜单', 'Menus', { tree: 'menuList' }), [])
  expect(await screen.findByRole('checkbox', { name: 'Tax' })).toBeInTheDocument()
  cleanup()
  shown(refs('menu', '菜单', 'Menus'), ['3'])
  expect(await screen.findByText('Tax')).toBeInTheDocument()
  await setLanguage('zh')
})

describe('a record of a tree named by its key', () => {
  it('is chosen level by level or by name, and shown by its path', async () => {
    const node = (code: string, name: string, hasChildren: boolean) => ({ id: code, code, name, hasChildren })
    const levels: Readonly<Record<string, readonly object[]>> = {
      '': [node('00', '中国', true)],
      '00': [node('33', '浙江省', true)],
      '33': [{ ...node('3301', '杭州市', false), provinceName: '浙江省' }],
    }
    server.answer({
      'blade-system/region/lazy-tree': ({ parentCode }) => levels[String(parentCode)],
      'blade-system/region/list': ({ name_like, code_equal }) =>
        pageOf(name_like === '杭' || code_equal === '3301' ? (levels[33] as never) : []),
    })
    const it = shown(text('行政区划', 'Region', { nodeOf: 'region', shows: 'regionName' }))
    await waitFor(() => expect(screen.getByLabelText('行政区划')).toBeEnabled())
    const input = screen.getByLabelText('行政区划')
    await userEvent.click(input)
    await userEvent.click(await screen.findByRole('option', { name: /浙江省/ }))
    await screen.findByRole('option', { name: '选择 浙江省' })
    await userEvent.click(await screen.findByRole('option', { name: /杭州市/ }))
    expect(it.said()).toBe('3301')
    await waitFor(() => expect(input).toHaveValue('浙江省 / 杭州市'))
    await userEvent.clear(input)
    expect(it.said()).toBeNull()
    await screen.findByRole('option', { name: /浙江省/ })
    await userEvent.type(input, '杭')
    await userEvent.click(await screen.findByRole('option', { name: /浙江省 \/ 杭州市/ }))
    expect(it.said()).toBe('3301')
    // whoever knows the code types it whole
    fireEvent.change(input, { target: { value: '3301' } })
    await userEvent.click(await screen.findByRole('option', { name: /浙江省 \/ 杭州市/ }))
    expect(it.said()).toBe('3301')
  })
})

describe('a secret', () => {
  it('is never in the page: it is set or not, replaced or taken away', async () => {
    const it = shown(secret('密钥', 'Key'), '******0a1b2c')
    const input = screen.getByLabelText('密钥')
    expect([input.getAttribute('type'), input.getAttribute('placeholder')]).toEqual([
      'password',
      '已设置，输入新值可更换',
    ])
    expect(input).toHaveValue('')
    expect(document.body.innerHTML).not.toContain('0a1b2c')
    expect(it.said()).toBe('******0a1b2c') // unchanged: nothing is sent
    await userEvent.type(input, 'new')
    expect(it.said()).toBe('new')
    await userEvent.clear(input)
    expect(it.said()).toBeNull()
    expect(input).toHaveAttribute('placeholder', '未设置')
  })
})
