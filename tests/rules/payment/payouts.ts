import { param } from '../../../src/model/administration/system/param.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { taxItemRate } from '../../../src/model/settlement/taxItemRate.ts'
import { World } from '../world.ts'

export type Payment = RowOf<typeof orderDoctorPayment>

/** A world in which lines of the first tax item bear no VAT: the vectors of the withholding scale. */
export async function payable(): Promise<World> {
  const w = await World.made()
  const [first] = w.rows(taxItemRate, { taxItemCode: '3040407' })
  await w.write(taxItemRate, first?.id ?? '', { vatRate: '0.000000' })
  return w
}

/** Payments of a line, ended ones too. */
export const paymentsOf = (w: World, line: string): Payment[] =>
  w.rows(orderDoctorPayment, { orderDoctorSettlementId: line })

/** Lines are put up for payment by operations, unless by somebody else. Answers the newest payment of each. */
export async function applied(w: World, lines: readonly string[], by = w.people.ops): Promise<string[]> {
  await w.decideAll(by, orderDoctorSettlement, 'applyForPayment', lines)
  return lines.map((line) => paymentsOf(w, line).at(-1)?.id ?? '')
}

/** Payments without a bank are switched on. */
export const simulationOn = (w: World): Promise<string> =>
  w.put(param, { paramName: '模拟付款开关', paramKey: 'pay.simulated.enabled', paramValue: 'true' })
