import { expect, it } from 'vitest'
import { resourceOf } from '../../../src/model/business.ts'
import { permissionCodes } from '../../../src/model/roles/grants.ts'
import { loadRecords } from '../../../src/server/database/records.ts'
import { checkViews, viewFaults } from '../../../src/server/database/views/check.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { windowQuery } from '../../../src/server/lists/sql/query.ts'
import { newTenantId, testDatabase } from '../../server/harness.ts'

it('the SQL of every view gives what the model declares', async () => {
  const db = await testDatabase()
  expect(await viewFaults(db, business.views)).toEqual([])
  await checkViews(db, business.views)
})

it('the trace of an order names the last line that is not void, once', async () => {
  const db = await testDatabase()
  const tenantId = newTenantId()
  const whose = { entrustedCompanyId: '1', doctorId: '1' }
  await db.transaction({ tenantId }, async (tx) => {
    for (const n of [0, 1, 2]) {
      const order = { id: String(10 + n), code: `OD${n}`, baseEmployeeId: '1', feeAmount: '100.00', ...whose }
      await loadRecords(tx, resourceOf('orderDoctor'), [order])
      // the first order has no line, the second a void one, the third a void and two others
      for (const [k, settleStatus] of [[], [9], [1, 2, 9]][n]?.entries() ?? [])
        await loadRecords(tx, resourceOf('orderDoctorSettlement'), [
          {
            id: String(100 + n * 10 + k),
            code: `DS${n}${k}`,
            orderDoctorId: order.id,
            settleStatus,
            grossAmount: `${90 + k}.00`,
            netAmount: `${90 + k}.00`,
            ...whose,
          },
        ])
    }
  })
  const q = {
    resource: resourceOf('traceability'),
    reach: { tenantId, permissions: permissionCodes, domains: business },
    conditions: [],
  }
  const rows = await db.scoped({ tenantId }, windowQuery(q, { skip: 0, limit: 10 }))
  expect(rows.map((row) => [row.code, row.settlementLineCode, row.netAmount])).toEqual([
    ['OD2', 'DS21', '91.00'],
    ['OD1', null, null],
    ['OD0', null, null],
  ])
})
