import { beforeAll, describe } from 'vitest'
import { seedSmall } from '../../../src/server/seed/small.ts'
import { testContext } from '../../server/app.ts'
import { newTenantId, testDatabase } from '../../server/harness.ts'
import { sweepCases } from '../../server/http/sweepCases.ts'

const tenantId = newTenantId()

describe('the demo', () => {
  beforeAll(async () => {
    const { config } = await testContext()
    const options = { today: '2024-06-15', demoPassword: 'admin', config, tenantId, others: false }
    await seedSmall(await testDatabase(), options)
  })
  sweepCases(() => tenantId)
})
