import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import { decisions } from '../../../commands/catalog/decisions.ts'
import { records } from '../../../commands/catalog/records.ts'
import { createRegistry } from '../../../commands/registry.ts'
import { loadResource } from '../../../src/console/data/domains.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { catalogued, recordQuery } from '../../../src/console/data/records.ts'
import { commandHost, context, runCommand, setContext, setRegistry } from '../../../src/console/host/host.ts'
import { DetailScreen } from '../../../src/console/record/DetailScreen.tsx'
import type { Walk } from '../../../src/console/record/walk.ts'
import { setRouter } from '../../../src/console/state/url.ts'
import { stepBack } from '../../../src/console/ui/stepBack.ts'
import type { Conflict } from '../../../src/model/wire/wire.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { missing, Refusal } from '../server/envelope.ts'
import { pageOf } from '../server/records.ts'
import { order } from '../server/samples.ts'
import { type Answers, server } from '../server/server.ts'

/** The server's record; answers look at it, tests change it. */
let row = order('1')
const serve = (more: Answers = {}) =>
  server.answer({
    'blade-svc/settlementOrder/detail': ({ id }) => (id === '1' ? row : missing()),
    'blade-csc/entrustedCompany/detail': () => ({ id: '77', version: 1, name: '康泰医药' }),
    'blade-svc/settlementCycle/list': () => pageOf([]),
    'blade-svc/settlementOrder/list': () => pageOf([]),
    ...more,
  })

const open = (
  resource: string,
  id: string,
  path: string,
  pattern = catalogued(resource)?.routes.detail,
  walk: Walk | null = null,
) => {
  const router = createMemoryRouter(
    [
      { path: pattern ?? '/', element: <DetailScreen resource={resource} id={id} walk={walk} /> },
      { path: '*', element: null },
    ],
    {
      initialEntries: [path],
    },
  )
  setRouter(router)
  setContext({ screen: 'detail', resource, signedIn: true })
  const view = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { ...view, router }
}

beforeEach(async () => {
  queryClient.clear()
  row = order('1')
  const catalogue = catalogueOf()
  server.granted = catalogue
  setRegistry(createRegistry([...decisions(catalogue, 'zh', []), ...records(catalogue, 'zh')]))
  await Promise.all(['settlementOrder', 'entrustedCompany', 'approvalHistory'].map(loadResource))
})

const order1 = () => open('settlementOrder', '1', '/svc/settlementOrder/detail/1')
/** Waits until the status beside the heading reads so. */
const stands = (word: string) =>
  waitFor(() => expect(document.querySelector('main .note .badge')).toHaveTextContent(word))
const button = (command: string) => document.querySelector(`[data-command="${command}"]`)

describe('the page of a record', () => {
  it('has the record’s name as its heading and its status, and is ready when it is shown', async () => {
    serve()
    const { container } = order1()
    expect(await screen.findByRole('heading', { level: 1, name: 'SO1' })).toBeInTheDocument()
    expect(container.querySelector('main')).toHaveAttribute('data-ready')
    expect(container.querySelector('.note .badge')).toHaveTextContent('待审核')
    expect(screen.queryByText(/版本/)).toBeNull()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  })

  it('stays on its path and says that a record does not exist', async () => {
    serve()
    const { container, router } = open('settlementOrder', '404', '/svc/settlementOrder/detail/404')
    expect(await screen.findByText('记录不存在')).toBeInTheDocument()
    expect(container.querySelector('main')).toHaveAttribute('data-ready')
    expect(router.state.location.pathname).toBe('/svc/settlementOrder/detail/404')
  })

  it('shows other failures, and tries again on request', async () => {
    let broken = true
    serve({
      'blade-svc/settlementOrder/detail': () => {
        if (broken) throw new Refusal(500, '服务器异常')
        return row
      },
    })
    order1()
    expect(await screen.findByText('服务器异常')).toBeInTheDocument()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'SO1' })).toBeInTheDocument()
  })

  it('gives its row to the commands, and withdraws it when it is left', async () => {
    serve()
    const { unmount } = order1()
    await screen.findByRole('heading', { level: 1, name: 'SO1' })
    expect(commandHost('key').row?.id).toBe('1')
    expect(context.hasRow).toBe(true)
    unmount()
    expect(commandHost('key').row).toBeNull()
    expect(context.hasRow).toBe(false)
  })

  it('offers the decisions that start in the record’s state, with their keys; those that only take back are not among them', async () => {
    serve()
    order1()
    await screen.findByRole('heading', { level: 1, name: 'SO1' })
    const offered = [...document.querySelectorAll('.decisions [data-command]')].map((b) =>
      b.getAttribute('data-command'),
    )
    expect(offered).toEqual([
      'settlementOrder.audit.pass',
      'settlementOrder.audit.reject',
      'settlementOrder.remove',
      'decision.takeBack',
    ])
    expect(button('settlementOrder.audit.pass')).toHaveTextContent(/审核通过\s*A/i)
    // The lifecycle deletes by its own rules: no second way.
    expect(button('settlementOrder.delete')).toBeNull()
  })

  it('adds rows to a child with the record that they belong to, where they may be added', async () => {
    await Promise.all(['caseCollectionTemplate', 'caseCollectionTemplateAttr'].map(loadResource))
    const template = { id: '5', version: 1, name: '慢阻肺病例模板', templateStatus: 0 }
    const asked = server.answer({
      'blade-act/caseCollectionTemplate/detail': () => template,
      'blade-act/caseCollectionTemplateAttr/list': () => pageOf([]),
      'blade-act/caseCollectionTemplateRel/list': () => pageOf([]),
      'blade-act/caseCollectionTemplateAttr/submit': (_, body) => ({ ...(body as object), id: '9', version: 0 }),
    })
    open('caseCollectionTemplate', '5', '/casecollectiontemplate/detail/5')
    // the key goes to the section that takes rows, which was never looked at
    await screen.findByRole('tab', { name: '字段', selected: false })
    await waitFor(() => expect(context.addsRows).toBe(true))
    await act(() => Promise.resolve(commandHost('key').grid.addRow()))
    await screen.findByRole('dialog')
    expect(screen.getByRole('tab', { name: '字段', hidden: true })).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(await screen.findByRole('button', { name: '新增病例模板字段' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(await dialog.findByLabelText(/字段名称/), '主诉')
    await userEvent.type(dialog.getByLabelText(/字段编码/), 'complaint')
    await userEvent.click(dialog.getByRole('button', { name: /保存/ }))
    await waitFor(() =>
      expect(asked.find((a) => a.path.endsWith('/submit'))?.body).toMatchObject({ templateId: '5', attrName: '主诉' }),
    )
    expect(screen.queryByRole('button', { name: '新增审批记录' })).toBeNull()
  })

  it('opens the part that the address names, and writes the part into it', async () => {
    serve()
    const { router } = open('entrustedCompany', '77', '/entrustedcompany/detail/77/8')
    await screen.findByRole('heading', { level: 1, name: '康泰医药' })
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('结算周期')
    await userEvent.click(screen.getByRole('tab', { name: '结算单' }))
    await waitFor(() => expect(router.state.location.search).toBe('?section=settlementOrder'))
    expect(router.state.location.pathname).toBe('/entrustedcompany/detail/77/8')
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('结算单')
    await act(() => runSection(1))
    await waitFor(() => expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('历史'))
  })

  it('opens the part that a second address names', async () => {
    serve()
    const path = '/detailSfe/:id/:tabindex'
    const resources = catalogueOf().resources.map((r) =>
      r.id === 'entrustedCompany'
        ? { ...r, routes: { ...r.routes, more: { [path]: { screen: 'detail' as const } } } }
        : r,
    )
    server.granted = { ...catalogueOf(), resources }
    open('entrustedCompany', '77', '/detailSfe/77/9', path)
    await screen.findByRole('heading', { level: 1, name: '康泰医药' })
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('结算单')
  })

  it('opens the first part where the address names none that is there', async () => {
    serve()
    open('entrustedCompany', '77', '/detailSfe/77/99', '/detailSfe/:id/:tabindex')
    await screen.findByRole('heading', { level: 1, name: '康泰医药' })
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('概要')
  })

  it('follows what happens to the record elsewhere', async () => {
    serve()
    order1()
    await stands('待审核')
    row = order('1', { version: 4, settlementStatus: 2 })
    await server.tell({ resource: 'settlementOrder', recordId: '2' })
    await server.tell({ resource: 'settlementOrder', recordId: '1' })
    await stands('待企业确认')
    expect(button('settlementOrder.confim.pass')).not.toBeNull()
    expect(button('settlementOrder.audit.pass')).toBeNull()
  })

  it('says in place that the record was deleted by another user', async () => {
    serve({ 'blade-svc/settlementOrder/detail': () => (row.id === '1' ? row : missing()) })
    order1()
    await stands('待审核')
    row = { ...row, id: 'gone' }
    await server.tell({ resource: 'settlementOrder', recordId: '1' })
    expect(await screen.findByText('记录不存在')).toBeInTheDocument()
  })
})

const runSection = (by: 1 | -1) => Promise.resolve(commandHost('key').grid.nextSection(by))

describe('deciding here', () => {
  it('shows the new state as soon as the server has it', async () => {
    const asked = serve({
      'blade-svc/settlementOrder/audit': () => {
        row = order('1', { version: 4, settlementStatus: 2 })
        return {
          id: '1',
          version: 4,
          transition: 'audit.pass',
          patch: { settlementStatus: 2 },
          undo: 'recall.audit',
          undoUntil: '',
        }
      },
    })
    order1()
    await stands('待审核')
    const outcome = await act(() => runCommand('settlementOrder.audit.pass', 'button'))
    expect(outcome).toMatchObject({ is: 'pending' })
    await stands('待企业确认')
    expect(context.undoable).toBe(1)
    expect(button('settlementOrder.confim.pass')).not.toBeNull()
    expect(asked.find((a) => a.method === 'POST')).toMatchObject({
      path: 'blade-svc/settlementOrder/audit',
      body: { id: '1', version: 3, status: 1 },
    })
  })

  it('decides on what the list has last where the record was read before', async () => {
    const listed = order('1', { version: 5, settlementStatus: 2 })
    queryClient.setQueryData(recordQuery('settlementOrder', '1').queryKey, row)
    row = listed
    const asked = serve()
    const walk: Walk = {
      to: '/svc/settlementOrder',
      at: 1,
      of: 1,
      exact: true,
      row: listed,
      move: () => ({ is: 'done' }),
      removed: () => {},
      showFailed: () => false,
      take: () => false,
    }
    open('settlementOrder', '1', '/svc/settlementOrder/detail/1', undefined, walk)
    await stands('待企业确认')
    await waitFor(() => expect(asked.some((a) => a.path === 'blade-svc/settlementOrder/detail')).toBe(true))
  })

  it('shows a decision as under way, never as done, until the server has it', async () => {
    let arrive = () => {}
    serve({
      'blade-svc/settlementOrder/audit': async () => {
        await new Promise<void>((on) => {
          arrive = on
        })
        row = order('1', { version: 4, settlementStatus: 2 })
        return {
          id: '1',
          version: 4,
          transition: 'audit.pass',
          patch: { settlementStatus: 2 },
          undo: 'recall.audit',
          undoUntil: '',
        }
      },
    })
    order1()
    await stands('待审核')
    await act(() => runCommand('settlementOrder.audit.pass', 'button'))
    expect(await screen.findByText('审核通过处理中')).toBeInTheDocument()
    await stands('待审核')
    await act(async () => arrive())
    await stands('待企业确认')
    expect(screen.queryByText('审核通过处理中')).toBeNull()
  })

  it('takes back what was decided here', async () => {
    const asked = serve({
      'blade-svc/settlementOrder/audit': () => {
        row = order('1', { version: 4, settlementStatus: 2 })
        return {
          id: '1',
          version: 4,
          transition: 'audit.pass',
          patch: { settlementStatus: 2 },
          undo: 'recall.audit',
          undoUntil: '',
        }
      },
      'blade-svc/settlementOrder/recall': () => {
        row = order('1', { version: 5, settlementStatus: 0 })
        return {
          id: '1',
          version: 5,
          transition: 'recall.audit',
          patch: { settlementStatus: 0 },
          undo: '',
          undoUntil: '',
        }
      },
    })
    order1()
    await stands('待审核')
    await act(() => runCommand('settlementOrder.audit.pass', 'button'))
    await stands('待企业确认')
    await act(() => runCommand('decision.takeBack', 'key'))
    await stands('待审核')
    expect(asked.find((a) => a.path.endsWith('/recall'))?.body).toEqual({ id: '1', version: 4 })
  })

  it('opens the list when the record was deleted here', async () => {
    serve({
      'blade-svc/settlementOrder/remove': () => ({
        id: '1',
        version: 4,
        transition: 'remove',
        patch: {},
        undo: '',
        undoUntil: '',
      }),
    })
    const { router } = order1()
    await stands('待审核')
    void runCommand('settlementOrder.remove', 'button')
    await userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: '删除' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/svc/settlementOrder'))
  })

  it('says who was faster, what they did and what is different now; the page shows the present record', async () => {
    const conflict: Conflict = {
      id: '1',
      reason: 'stale',
      version: 4,
      by: '财务二',
      at: '2024-06-15 10:00:00',
      action: '审核驳回',
      transition: 'audit.reject',
      fields: [{ field: 'settlementStatus', from: 0, to: 1 }],
      row: null,
    }
    serve({
      'blade-svc/settlementOrder/audit': () => {
        row = order('1', { version: 4, settlementStatus: 1 })
        throw new Refusal(409, '数据已被修改', conflict)
      },
    })
    order1()
    await stands('待审核')
    await act(() => runCommand('settlementOrder.audit.pass', 'button'))
    const note = await screen.findByRole('alert')
    expect(note).toHaveTextContent('财务二 于 2024-06-15 10:00:00 已更改此记录（审核驳回）')
    expect(note).toHaveTextContent('结算状态: 待审核 → 审核驳回')
    await stands('审核驳回')
    expect(screen.getByRole('button', { name: '知道了' })).toBeInTheDocument()
    act(() => void expect(stepBack()).toBe(true))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(stepBack()).toBe(false)
  })

  it('a command that does not start here says why and sends nothing', async () => {
    row = order('1', { settlementStatus: 2 })
    const asked = serve()
    order1()
    await stands('待企业确认')
    expect(await runCommand('settlementOrder.audit.pass', 'key')).toMatchObject({ is: 'nothing' })
    expect(asked.filter((a) => a.method !== 'GET')).toEqual([])
  })
})
