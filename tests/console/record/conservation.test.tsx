import '../../../src/console/record/base/words.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { Conservation } from '../../../src/console/domains/settlement/Conservation.tsx'
import { TaxSteps } from '../../../src/console/domains/settlement/TaxSteps.tsx'
import type { Resource } from '../../../src/model/language/resource.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { conservationAt } from '../../../src/model/settlement/conservationWire.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import { TAX_STEPS } from '../../../src/model/settlement/taxStepsWire.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { order } from '../server/samples.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

beforeEach(async () => {
  server.granted = catalogueOf((id) => id !== 'platServiceFee')
  await loadResource('settlementOrder')
})

const CONSERVATION = conservationAt('settlementOrder')
const told = {
  terms: [
    { what: '已付医生净额', amount: '1234.50', resource: 'orderDoctorSettlement', filter: 'settlementOrderId_equal=1' },
    { what: '平台服务费', amount: '60.00', resource: 'platServiceFee', filter: 'settlementOrderId_equal=1' },
  ],
  total: '1294.50',
}
const panel = <Conservation of={settlementOrder as unknown as Resource} row={order('1')} />

it('leads from each term to what it counts, where a person may see that', async () => {
  server.answer({ [CONSERVATION]: () => ({ ...told, said: '资金守恒', broken: 0 }) })
  show(panel)
  expect(await screen.findByRole('link')).toHaveAttribute(
    'href',
    '/svc/orderDoctorSettlement?settlementOrderId_equal=1',
  )
  expect(screen.getAllByRole('listitem').map((x) => x.textContent)).toEqual([
    '已付医生净额1,234.50',
    '平台服务费60.00',
    '合计1,294.50',
  ])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('of an order in points shows what is a part of another term as one', async () => {
  server.answer({
    [conservationAt('settlementOrderPoint')]: () => ({
      said: '资金守恒',
      broken: 0,
      terms: [
        { what: '平台服务费', amount: '10.60', resource: 'platServiceFeePoint', filter: '', within: 0 },
        { what: '其中：已发放', amount: '10.00', resource: 'platServiceFee', filter: '', within: 1 },
      ],
      total: '10.60',
    }),
  })
  show(<Conservation of={settlementOrderPoint as unknown as Resource} row={order('1')} />)
  expect(await screen.findByText('其中：已发放')).toHaveClass('within')
  expect(screen.getAllByRole('listitem').at(-1)).toHaveTextContent('合计10.60')
})

it('says plainly when it does not add up, and that there is nothing yet', async () => {
  server.answer({ [CONSERVATION]: () => ({ ...told, said: '资金不守恒', broken: 1 }) })
  const { unmount } = show(panel)
  expect(await screen.findByRole('alert')).toHaveTextContent('资金不守恒')
  unmount()
  server.answer({ [CONSERVATION]: () => ({ said: '结算单付款后才有资金可核对', broken: 0, terms: [], total: '0.00' }) })
  show(panel)
  expect(await screen.findByText('结算单付款后才有资金可核对')).toBeInTheDocument()
  expect(screen.queryByRole('list')).toBeNull()
})

it('taxes of a payment are asked for by its line, once the record has come that names it', async () => {
  const asked: unknown[] = []
  server.answer({
    [TAX_STEPS]: ({ id }) => {
      asked.push(id)
      return [{ what: '应税收入', how: '3000.00', amount: '3000.00' }]
    },
  })
  const payment = { ...order('1'), version: 1 }
  const { again } = show(<TaxSteps of={orderDoctorPayment as unknown as Resource} row={payment} />)
  again(<TaxSteps of={orderDoctorPayment as unknown as Resource} row={{ ...payment, orderDoctorSettlementId: '7' }} />)
  expect(await screen.findByText('应税收入')).toBeInTheDocument()
  expect(asked).toEqual(['7'])
})
