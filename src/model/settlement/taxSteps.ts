import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { money, text } from '../language/fields/field.ts'
import { orderDoctorSettlement } from './settlementLines.ts'
import { TAX_STEPS } from './taxStepsWire.ts'

/** The taxes of a line step by step, after the lines of the month that they stand on; of a fixed one as it was fixed. */
export const taxSteps = call('orderDoctorSettlement.taxSteps', {
  method: 'GET',
  paths: [TAX_STEPS],
  title: ['税款计算步骤', 'Steps of the taxes'],
  permission: 'orderDoctorSettlement_view',
  on: orderDoctorSettlement,
  safe: true,
  answer: answer.list({
    what: text('步骤', 'Step', { length: 100 }),
    how: text('算式', 'How', { length: 200 }),
    amount: money('金额', 'Amount', { min: '-9999999999.99' }),
  }),
})
