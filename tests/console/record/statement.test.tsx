import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { held, statement } from '../../../src/console/domains/funds/statement/panels.ts'
import { ACCOUNT_STATEMENT } from '../../../src/model/funds/accountStatementWire.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { panelComponent } from '../panelComponent.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { order } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

const Held = panelComponent(held)
const Statement = panelComponent(statement)

beforeEach(() => {
  server.granted = catalogueOf()
})

const month = {
  month: '202402',
  openingAmount: '1000.00',
  rechargeAmount: '200.00',
  receiptAmount: '0.00',
  refundAmount: '50.00',
  suspenseAmount: '5.00',
  paidAmount: '30.00',
  withdrawnAmount: '20.00',
  closingAmount: '1205.00',
  recordCount: 4,
}
const panel = <Statement of={entrustedAccount as unknown as Resource} row={order('7')} />
const cells = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map((c) => c.textContent)

it('adds up what came in and went out in a month, and leads to its records', async () => {
  const quiet = {
    ...month,
    month: '202312',
    rechargeAmount: '0.00',
    refundAmount: '0.00',
    suspenseAmount: '0.00',
    withdrawnAmount: '0.00',
  }
  server.answer({ [ACCOUNT_STATEMENT]: () => [month, quiet] })
  show(panel)
  const link = await screen.findByRole('link', { name: '2024-02' })
  expect(new URL(link.getAttribute('href') ?? '', 'http://x').searchParams.toString()).toBe(
    'accountId_equal=7&recordTime_ge=2024-02-01+00%3A00%3A00&recordTime_le=2024-02-29+23%3A59%3A59',
  )
  const [, first, second] = screen.getAllByRole('row')
  expect(cells(first)).toEqual(['2024-02', '1,000.00', '+255.00', '−50.00', '1,205.00', '4'])
  expect(cells(second).slice(2, 4)).toEqual(['', '−30.00'])
})

it('says that nothing was posted yet', async () => {
  server.answer({ [ACCOUNT_STATEMENT]: () => [] })
  show(panel)
  expect(await screen.findByText('暂无数据')).toBeInTheDocument()
})

it('tells what was frozen and released, when, why and by which document', async () => {
  const document = { resource: 'servicePaymentOrder', id: '9', name: 'SP1', step: '复核驳回', remark: '重复付款' }
  const entry = {
    id: '2',
    time: '2026-11-27 10:00:12',
    change: '-30.00',
    after: '0.00',
    by: '方静',
    documents: [document],
  }
  const frozen = { ...entry, id: '1', change: '30.00', after: '30.00', documents: [] }
  server.answer({ 'rounds/held': () => [entry, frozen] })
  show(<Held of={entrustedAccount as unknown as Resource} row={order('7')} />)
  expect(await screen.findByRole('link', { name: 'SP1' })).toHaveAttribute('href', expect.stringContaining('9'))
  const [, first, second] = screen.getAllByRole('row')
  expect(cells(first)).toEqual(['2026-11-27 10:00方静', '−30.00', '0.00', 'SP1复核驳回 重复付款'])
  expect(cells(second).slice(1, 4)).toEqual(['+30.00', '30.00', ''])
})
