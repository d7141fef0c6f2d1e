import { expect, it } from 'vitest'
import { checkViews, viewFaults } from '../../../src/server/store/views/check.ts'
import { testDatabase } from '../harness.ts'

it('the SQL of every view gives what the model declares', async () => {
  const db = await testDatabase()
  expect(await viewFaults(db)).toEqual([])
  await checkViews(db)
})
