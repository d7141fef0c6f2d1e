import '../../../src/console/record/base/words.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { loadResource } from '../../../src/console/data/domains.ts'
import { LedgerResults } from '../../../src/console/domains/funds/LedgerResults.tsx'
import { ledgerCheck } from '../../../src/model/funds/ledgerCheck.ts'
import { LEDGER_CHECK_RESULTS } from '../../../src/model/funds/ledgerCheckWire.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import { catalogueOf } from '../server/catalogue.ts'
import { server } from '../server/server.ts'
import { show } from '../show.tsx'

beforeEach(async () => {
  server.granted = catalogueOf()
  await loadResource('ledgerCheck')
})

it('shows each promise with its violations, and leads to the first records that break it', async () => {
  server.answer({
    [LEDGER_CHECK_RESULTS]: () => [
      {
        invariant: 'INV-21',
        title: '资金守恒',
        violations: 2,
        spendTime: 7,
        resource: 'settlementOrder',
        ids: '11,12',
      },
      { invariant: 'INV-8', title: '流水号唯一', violations: 0, spendTime: 3, resource: 'platServiceFee', ids: '' },
    ],
  })
  show(<LedgerResults of={ledgerCheck as unknown as Resource} row={{ id: '1', version: 1 }} />)
  expect((await screen.findAllByRole('link')).map((x) => x.getAttribute('href'))).toEqual([
    '/svc/settlementOrder/detail/11',
    '/svc/settlementOrder/detail/12',
  ])
  expect(screen.getAllByRole('listitem').map((x) => x.textContent)).toEqual([
    '资金守恒 INV-2111, 1227 ms',
    '流水号唯一 INV-803 ms',
  ])
})
