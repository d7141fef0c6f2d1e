import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { Trace } from '../../../src/console/record/panels/Trace.tsx'
import { want } from '../../../src/console/record/wanted.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import type { WireStop } from '../../../src/model/language/trace.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { order } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('settlementOrder')
})

const stop = (resource: string, place: number, more: Partial<WireStop>): WireStop => ({
  resource,
  place,
  title: resource,
  count: 1,
  more: 0,
  name: `${resource}-1`,
  state: '',
  tone: '',
  here: 0,
  to: `/${resource}`,
  ...more,
})
const stops = [
  stop('caseCollectionReport', 0, { count: 3, name: '', to: '/act/caseCollectionReport?id_in=1,2,3' }),
  stop('orderDoctor', 1, { count: 1000, more: 1, name: '', to: '' }),
  stop('settlementOrder', 4, { here: 1, state: '已付款', tone: 'good' }),
  stop('servicePaymentOrder', 5, { count: 0, name: '', to: '' }),
  stop('platServiceFee', 9, {}),
]
const path = 'blade-svc/settlementOrder/trace'
const panel = <Trace of={settlementOrder as unknown as Resource} row={order('1')} />

it('says of each family the one document or how many, and leads there', async () => {
  const asked = server.answer({ [path]: () => ({ stops }) })
  show(panel)
  expect(await screen.findByRole('link', { name: '3' })).toHaveAttribute(
    'href',
    '/act/caseCollectionReport?id_in=1,2,3',
  )
  expect(screen.getAllByRole('listitem').map((x) => x.textContent)).toEqual([
    'caseCollectionReport3',
    'orderDoctor1000+',
    'settlementOrdersettlementOrder-1已付款',
    'servicePaymentOrder—',
    'platServiceFeeplatServiceFee-1',
  ])
  expect(asked.find((a) => a.path === path)?.params).toEqual({ id: '1' })
})

it('has the keyboard when it was gone to, begins with the record and is walked along', async () => {
  server.answer({ [path]: () => ({ stops }) })
  const user = userEvent.setup()
  // gone to before it was there
  want('trace')
  show(panel)
  const own = await screen.findByRole('link', { name: 'settlementOrder-1' })
  await vi.waitFor(() => expect(own).toHaveFocus())
  // missing documents are skipped; at the ends the focus stays
  await user.keyboard('l')
  expect(screen.getByRole('link', { name: 'platServiceFee-1' })).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByRole('link', { name: 'platServiceFee-1' })).toHaveFocus()
  await user.keyboard('{Home}')
  expect(screen.getByRole('link', { name: '3' })).toHaveFocus()
  await user.keyboard('{ArrowRight}')
  expect(screen.getByText('1000+')).toHaveFocus()
  await user.keyboard('{End}h')
  expect(own).toHaveFocus()
  expect(document.querySelectorAll('[data-takes] [tabindex="0"]')).toHaveLength(1)
})
