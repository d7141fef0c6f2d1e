import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useReducer } from 'react'
import { Router } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { queryClient } from '../../../src/console/data/queries.ts'
import { tabs, visit } from '../../../src/console/data/tabs.ts'
import { FormScreen } from '../../../src/console/forms/dialogs/FormScreen.tsx'
import { type AddressRouter, createRouter } from '../../../src/console/state/router.ts'
import { go, setRouter } from '../../../src/console/state/url.ts'
import { messages } from '../../../src/console/ui/messages/toast.ts'
import { stepBack } from '../../../src/console/ui/stepBack.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'
import { box, fill, serve } from './serve.ts'

let net: ReturnType<typeof serve>

let router: AddressRouter

/** The page at its address, something else at every other one. */
function Page({ mode, id }: { readonly mode: 'add' | 'edit'; readonly id: string }) {
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  useEffect(() => router.subscribe(redraw), [])
  const at = router.state.location
  return (
    <Router location={at} navigator={router.navigator}>
      {at.pathname === '/form' ? <FormScreen resource="entrustedCompany" mode={mode} id={id} /> : <p>elsewhere</p>}
    </Router>
  )
}

const open = (mode: 'add' | 'edit', id = '') => {
  history.pushState(null, '', '/list')
  router = createRouter()
  setRouter(router)
  router.navigate('/form')
  const view = render(
    <QueryClientProvider client={queryClient}>
      <Page mode={mode} id={id} />
    </QueryClientProvider>,
  )
  return { ...view, router }
}

afterEach(() => {
  setRouter(null)
  router.dispose()
})
beforeEach(async () => {
  messages.list = []
  queryClient.clear()
  server.granted = catalogueOf()
  net = serve()
  await loadResource('entrustedCompany')
})

describe('the page of a form', () => {
  it('is ready when it can be filled in, and ends on the record’s page', async () => {
    tabs.list = []
    for (const path of ['/list', '/form']) visit(path, '')
    const { container, router } = open('edit', '77')
    await box('企业名称')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('编辑 康泰医药')
    expect(document.title).toBe('编辑 康泰医药 · Rounds')
    expect(container.querySelector('main')).toHaveAttribute('data-ready')
    await fill('企业名称', '康泰集团')
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/entrustedcompany/detail/77/0'))
    expect(net.submits()[0]?.body).toEqual({ id: '77', version: 4, name: '康泰集团' })
    expect(messages.list[0]?.text).toBe('更新成功')
    // the form is done with: its tab goes
    expect(tabs.list.map((tab) => tab.path)).toEqual(['/list'])
  })

  it('asks before unsaved work is left behind, whichever way it is left', async () => {
    const { router } = open('add')
    await fill('企业名称', '康泰')
    act(() => go('/elsewhere'))
    await userEvent.click(await screen.findByRole('button', { name: '继续填写' }))
    expect(router.state.location.pathname).toBe('/form')
    expect(await box('企业名称')).toHaveValue('康泰')
    await userEvent.click(screen.getByRole('button', { name: /^取消/ }))
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/list'))
    expect(net.submits()).toHaveLength(0)
  })

  it('delays the browser’s back button until the answer, then leaves', async () => {
    const { router } = open('add')
    await fill('企业名称', '康泰')
    history.back()
    await userEvent.click(await screen.findByRole('button', { name: '继续填写' }))
    expect(location.pathname).toBe('/form')
    expect(await box('企业名称')).toHaveValue('康泰')
    history.back()
    await userEvent.click(await screen.findByRole('button', { name: '放弃修改' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/list'))
    expect(location.pathname).toBe('/list')
  })

  it('a step back (Escape) leaves it, and asks first when something was typed', async () => {
    const { router } = open('add')
    await fill('企业名称', '康泰')
    act(() => void stepBack())
    await userEvent.click(await screen.findByRole('button', { name: '继续填写' }))
    await fill('企业名称', ' ')
    act(() => void stepBack())
    await waitFor(() => expect(router.state.location.pathname).toBe('/list'))
  })

  it('an untouched form is left without a question', async () => {
    const { router } = open('add')
    await box('企业名称')
    act(() => go('/elsewhere'))
    expect(await screen.findByText('elsewhere')).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/elsewhere')
  })

  it('without the permission shows why, and no form', async () => {
    const catalogue = catalogueOf()
    server.granted = { ...catalogue, resources: catalogue.resources.map((r) => ({ ...r, operations: ['view'] })) }
    open('add')
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('没有权限')
    expect(screen.getByRole('alert')).toHaveTextContent('您没有“新增')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('says that a record cannot be edited in its state, and shows no form', async () => {
    const catalogue = catalogueOf()
    const editable = { edit: { settleMode: [2, 3] } }
    server.granted = {
      ...catalogue,
      resources: catalogue.resources.map((r) => (r.id === 'entrustedCompany' ? { ...r, editable } : r)),
    }
    const { container } = open('edit', '77')
    expect(await screen.findByRole('alert')).toHaveTextContent(/^当前状态不允许修改（结算方式：\S+）$/)
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(container.querySelector('main')).toHaveAttribute('data-ready')
    await userEvent.click(screen.getByRole('button', { name: /取消/ }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/list'))
  })

  it('the browser asks, too, while there is unsaved work', async () => {
    open('add')
    await box('企业名称')
    const leaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(leaving()).toBe(false)
    await fill('企业名称', '康泰')
    expect(leaving()).toBe(true)
  })
})
