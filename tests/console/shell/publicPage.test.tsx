import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { tokens } from '../../../src/console/api/tokens.ts'
import { App } from '../../../src/console/app.tsx'
import { chunks } from '../../../src/console/data/domains.ts'
import { publicAddressOf, publicPaths } from '../../../src/console/data/pages.ts'
import { adopt } from '../../../src/console/data/session.ts'
import { pages } from '../../../src/model/business.ts'
import { answer } from '../../../src/model/language/domain/answer.ts'
import { call } from '../../../src/model/language/domain/call.ts'
import { type Domain, defineDomain } from '../../../src/model/language/domain/domain.ts'
import { publicPage } from '../../../src/model/language/domain/page.ts'
import { choice, money, text } from '../../../src/model/language/fields/field.ts'
import { pair } from '../api/fakes.ts'
import { no, ok } from '../server/envelope.ts'
import { server } from '../server/server.ts'

const PATH = '/getShapeInvoice/:id'
const open = call('shapeInvoice.open', {
  method: 'GET',
  paths: ['blade-shape/invoice/open'],
  title: ['发票', 'Invoice'],
  open: 'public',
  query: { id: text('编号', 'No.', { required: '请输入编号' }) },
  safe: true,
  answer: answer.one({
    title: text('名称', 'Title'),
    amount: money('金额', 'Amount'),
    status: choice('状态', 'Status', { 1: ['已上传', 'Uploaded'] }),
    remark: text('备注', 'Remark'),
  }),
})
const invoices = defineDomain('shapeInvoices', {
  calls: [open],
  pages: [publicPage('shapeInvoicePage', { path: PATH, title: ['汇总发票详情', 'Summary invoice'], call: open })],
})

beforeEach(() => {
  ;(publicPaths as Record<string, string>)[PATH] = invoices.name
  ;(chunks as Record<string, () => Promise<{ default: Domain }>>)[invoices.name] = () =>
    Promise.resolve({ default: invoices })
  server.answer({
    'blade-shape/invoice/open': (_, e) =>
      (e.params as { id?: string }).id === 'T-1'
        ? ok({ title: '康泰 6月', amount: '1234.50', status: 1, remark: '' })
        : no(404, '链接已失效'),
  })
})
afterEach(() => {
  delete (publicPaths as Record<string, string>)[PATH]
  delete (chunks as Record<string, unknown>)[invoices.name]
  tokens.forget()
})

const at = async (path: string) => {
  history.replaceState(null, '', path)
  render(<App />)
  await waitFor(() => expect(document.querySelector('main[data-ready]')).not.toBeNull())
}

it('public pages of the model are those that the console knows before sign-in', () => {
  delete (publicPaths as Record<string, string>)[PATH]
  // a page that is declared: add its address to console/data/pages.ts
  expect(Object.keys(publicPaths).sort()).toEqual(pages.map((page) => page.path).sort())
  expect(publicAddressOf('/svc/settlementOrder')).toBeNull()
})

describe('a public page', () => {
  it('shows what its call answers to people who are not signed in, and asks nothing else', async () => {
    await at('/getShapeInvoice/T-1')
    expect(location.pathname).toBe('/getShapeInvoice/T-1')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('汇总发票详情')
    const facts = [...document.querySelectorAll('dl > div')].map((x) => [...x.children].map((c) => c.textContent))
    expect(facts).toEqual([
      ['名称', '康泰 6月'],
      ['金额', '1,234.50'],
      ['状态', '已上传'],
      ['备注', '—'],
    ])
    expect(server.asked.map((e) => e.path)).toEqual(['blade-shape/invoice/open'])
    expect(server.asked[0]?.headers).not.toHaveProperty('Blade-Auth')
    await waitFor(() => expect(document.title).toBe('汇总发票详情 · Rounds'))
  })

  it('says what the server said instead, and stays where it is', async () => {
    await at('/getShapeInvoice/gone')
    expect(screen.getByRole('alert')).toHaveTextContent('链接已失效')
    expect(location.pathname).toBe('/getShapeInvoice/gone')
  })

  it('is the same to who is signed in: no menu, no catalogue', async () => {
    tokens.start({ ...pair(1), since: Date.now() })
    adopt()
    await at('/getShapeInvoice/T-1')
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(server.of('rounds/catalogue')).toEqual([])
  })
})
