import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import type { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { taxItemRate } from '../../../src/model/settlement/taxItemRate.ts'
import { systemStep } from '../../../src/server/deciding/decideIn.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { moneySettlement } from '../../../src/server/domains/settlement/moneySettlement.ts'
import { lockOrder, orderPaid } from '../../../src/server/domains/settlement/outcomes.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import type { OrderMore } from '../../rules/ground.ts'
import { loader } from '../../rules/people.ts'
import { change, order, rowsBy, type World } from './fixture.ts'

const { faceStatus, protocolStatus } = statesOf(authenticationDoctor)

export type Line = RowOf<typeof orderDoctorSettlement>
export type Order = RowOf<typeof settlementOrder>

/** What other systems do, with the engine: recorded in the trail. */
export const happens = <T>(w: World, fn: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  w.context.db.transaction({ tenantId: w.tenantId }, async (tx) => {
    const work = new SqlUnitOfWork(w.context, loader(w.tenantId), tx, systemStep)
    const answer = await fn(work)
    await work.flush()
    return answer
  })

/** Doctors who may be paid, and lines of the first tax item without VAT: the vectors of the withholding scale. */
export async function payable(w: World): Promise<void> {
  for (const [n, id] of w.doctors.entries())
    await change(w.context, w.tenantId, authenticationDoctor, id, {
      faceStatus: faceStatus.passed,
      protocolStatus: protocolStatus.agreed,
      bankName: '招商银行',
      bankAccount: `62148300000000${n}1`,
    })
  const rates = await rowsBy(w.context, w.tenantId, taxItemRate, 'fiscal_tax_id', w.partnerId)
  const first = rates.find((r) => r.taxItemCode === '3040407')
  await change(w.context, w.tenantId, taxItemRate, first?.id as string, { vatRate: '0.000000' })
}

/** An order that the client has paid, with its lines: payable. Lines of even place are of the first doctor and tax item. */
export async function paidOrder(
  w: World,
  fees: readonly string[],
  more: OrderMore = {},
): Promise<{ readonly id: string; readonly lines: readonly Line[] }> {
  const { id } = await order(w, { status: 3, ownCycle: true, fees, ...more })
  await decide(w.context, w.fin, { resource: 'settlementOrder', transition: 'toSettle', id })
  await happens(w, async (work) => {
    await lockOrder(work, moneySettlement, id)
    await orderPaid(work, moneySettlement, id)
  })
  const lines = await rowsBy(w.context, w.tenantId, orderDoctorSettlement, 'settlement_order_id', id)
  return { id, lines: lines.sort((a, b) => (a.acceptTime ?? '').localeCompare(b.acceptTime ?? '')) }
}
