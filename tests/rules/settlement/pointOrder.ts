import { integralAccount } from '../../../src/model/funds/integral.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { orderDoctorPaymentPoint } from '../../../src/model/payment/orderDoctorPayment.ts'
import { servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import { platServiceFeePoint } from '../../../src/model/payment/platServiceFeePoint.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { orderDoctorSettlementPoint, settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import { yuan } from '../../../src/model/values/money.ts'
import { openPointOrder } from '../../../src/server/domains/settlement/openPointOrder.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { collected, confirmed, type Ground } from '../ground.ts'
import { loader } from '../people.ts'
import { TENANT, type World } from '../world.ts'

const { cycleStatus } = statesOf(settlementCycle)
const { orderStatus, payType } = statesOf(orderDoctor)
const { payMode } = statesOf(servicePaymentOrder)

/** Ten points cost a yuan, of which the platform takes six percent. */
const costOf = (points: number): bigint => BigInt(points * 10)
const feeOf = (points: number): bigint => (BigInt(points) * 6n + 5n) / 10n

/** The `nth` order in points of a tenant, as the confirmation of its cycle makes it. Answers its id. */
export async function pointOrderIn(
  work: UnitOfWork,
  g: Ground,
  nth: number,
  points: readonly number[],
  confirmer = g.fin2,
): Promise<string> {
  const total = (of: (points: number) => bigint) => points.reduce((sum, p) => sum + of(p), 0n)
  const sources = await work.insertAll(
    orderDoctor,
    points.map((pointAmount, n) => ({
      code: `ODP${nth}-${n}`,
      entrustedCompanyId: g.companyId,
      baseEmployeeId: g.employeeId,
      baseEmployeeName: '陈明',
      planName: '患者教育',
      planType: 3 as const,
      payType: payType.points,
      doctorId: g.doctors[n % 2] as string,
      doctorName: `医生${n % 2}`,
      taxItemCode: '3040407',
      taxItemName: '信息技术咨询服务',
      pointAmount,
      pointsPerYuan: 10,
      pointCost: yuan(costOf(pointAmount)),
      feeAmount: '0.00',
      platformFee: yuan(feeOf(pointAmount)),
      acceptTime: `2024-05-${10 + n} 10:00:00`,
      orderStatus: orderStatus.collected,
    })) as never,
  )
  await collected(work, sources, confirmer)
  const cycle = await work.insert(settlementCycle, {
    code: `SCP${nth}`,
    entrustedCompanyId: g.companyId,
    entrustedCompanyName: '杭州康泰医药有限公司',
    cycleMonth: `${1500 + nth}06`,
    cycleStatus: cycleStatus.confirmed,
    doctorAmount: yuan(total(costOf)),
    platformAmount: yuan(total(feeOf)),
    totalAmount: yuan(total(costOf) + total(feeOf)),
    confirmUser: confirmer.userId,
    confirmTime: '2024-06-01 09:00:00',
  })
  await confirmed(work, cycle, confirmer)
  return openPointOrder(work, cycle, sources)
}

/** An order in points with its lines, by ids. */
export interface PointOrder {
  readonly id: string
  readonly lines: readonly string[]
}

/** Orders in points of a world, from the confirmed cycle to the company's payment (3.12, 3.13). */
export class PointOrders {
  private readonly w: World
  private nth = 0

  constructor(w: World) {
    this.w = w
  }

  /** An order as the confirmation of its cycle makes it: points a line, the first two doctors in turn. */
  async opened(points: readonly number[], confirmer = this.w.people.fin2): Promise<PointOrder> {
    const nth = ++this.nth
    const id = await this.w.as(loader(TENANT)).load((work) => pointOrderIn(work, this.w.g, nth, points, confirmer))
    return { id, lines: this.linesOf(id).map((l) => l.id) }
  }

  /** The same, confirmed by its company. */
  async confirmed(points: readonly number[]): Promise<PointOrder> {
    const { fin, client } = this.w.people
    const order = await this.opened(points)
    await this.w.decide(fin, settlementOrderPoint, 'audit.pass', order.id)
    await this.w.decide(client, settlementOrderPoint, 'confim.pass', order.id)
    return order
  }

  /** The same, put to settling: its company has to pay. */
  async toPay(points: readonly number[]): Promise<PointOrder> {
    const order = await this.confirmed(points)
    await this.w.decide(this.w.people.fin, settlementOrderPoint, 'toSettle', order.id)
    return order
  }

  /** The same, paid from the account of the company, and not checked yet. */
  async toCheck(points: readonly number[]): Promise<PointOrder> {
    const order = await this.toPay(points)
    await this.pays(order.id)
    return order
  }

  /** The company has what an order takes, and pays it from its account. */
  async pays(order: string): Promise<void> {
    const { id, amount } = this.paymentOf(order)
    await this.w.paidIn(amount ?? '')
    await this.w.decide(this.w.people.client, servicePaymentOrder, 'confimPay', id, { payMode: payMode.prepaid })
  }

  /** An order whose payment was checked: its lines are payable. */
  async paid(points: readonly number[]): Promise<PointOrder> {
    const order = await this.toCheck(points)
    await this.w.decide(this.w.people.fin2, servicePaymentOrder, 'submitReview.pass', this.paymentOf(order.id).id)
    return order
  }

  /** The same, its lines put up for payment. */
  async applied(points: readonly number[]): Promise<PointOrder & { readonly payments: readonly string[] }> {
    const order = await this.paid(points)
    return { ...order, payments: await this.appliedFor(order.lines) }
  }

  /** Lines are put up for payment by finance. Answers the newest payment of each. */
  async appliedFor(lines: readonly string[]): Promise<string[]> {
    await this.w.decideAll(this.w.people.fin, orderDoctorSettlementPoint, 'applyForPayment', lines)
    return lines.map((line) => this.paymentsOf(line).at(-1)?.id ?? '')
  }

  now(id: string) {
    return this.w.row(settlementOrderPoint, id)
  }

  line(id: string | undefined) {
    return this.w.row(orderDoctorSettlementPoint, id)
  }

  linesOf(settlementOrderId: string): RowOf<typeof orderDoctorSettlementPoint>[] {
    return this.w.rows(orderDoctorSettlementPoint, { settlementOrderId })
  }

  /** Payments of a line, ended ones too. */
  paymentsOf(line: string): RowOf<typeof orderDoctorPaymentPoint>[] {
    return this.w.rows(orderDoctorPaymentPoint, { orderDoctorSettlementId: line })
  }

  /** The payment of an order by its company. */
  paymentOf(settlementOrderPointId: string): RowOf<typeof servicePaymentOrder> {
    const [found] = this.w.rows(servicePaymentOrder, { settlementOrderPointId })
    if (!found) throw new Error(`order ${settlementOrderPointId} has no payment`)
    return found
  }

  feeOf(settlementOrderId: string): RowOf<typeof platServiceFeePoint> | undefined {
    return this.w.rows(platServiceFeePoint, { settlementOrderId })[0]
  }

  /** Points of the platform's issue (0), of the company (1). */
  balanceOf(holderType: 0 | 1): number {
    return this.w.rows(integralAccount, { holderType })[0]?.balance ?? 0
  }
}
