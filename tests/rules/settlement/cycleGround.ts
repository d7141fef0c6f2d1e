import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { entrustedThirdRel } from '../../../src/model/people/entrustedThirdRel.ts'
import { thirdPlatform } from '../../../src/model/people/thirdPlatform.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import { resultOrderPoint } from '../../../src/model/settlement/results/resultOrderPoint.ts'
import { settlementCycle } from '../../../src/model/settlement/results/settlementCycle.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { settlementOrderPoint } from '../../../src/model/settlement/settlementOrderPoint.ts'
import { taxItemRate } from '../../../src/model/settlement/taxItemRate.ts'
import { World } from '../world.ts'
import { Results } from './resultGround.ts'

const { auditStatus } = statesOf(entrustedThirdRel)
const { payType } = statesOf(orderDoctor)
const { settlementStatus } = statesOf(settlementOrder)

type Order = RowOf<typeof settlementOrder>
type PointsOrder = RowOf<typeof settlementOrderPoint>

/** A confirmed cycle and its three orders: through the first partner, through the other, in points. */
export interface Confirmed {
  readonly id: string
  readonly first: Order
  readonly other: Order
  readonly points: PointsOrder
}

/** A company whose two tax items go through two fiscal-tax companies, and which gives points (3.11). */
export class Cycles {
  readonly w: World
  readonly results: Results
  /** The second fiscal-tax company. */
  readonly second: string
  /** Links of the company: to the first, to the second. */
  readonly links: readonly [string, string]

  private constructor(w: World, results: Results, second: string, links: readonly [string, string]) {
    this.w = w
    this.results = results
    this.second = second
    this.links = links
  }

  static async made(): Promise<Cycles> {
    const w = await World.made()
    const results = new Results(w)
    await results.priced()
    const second = await w.put(thirdPlatform, { code: 'FT2', name: '州二财税', thirdType: 1 })
    await w.put(taxItemRate, {
      taxItemCode: '3040603',
      taxItemName: '会议展览服务',
      vatRate: '0.010000',
      vatMonthThreshold: '100000.00',
      fiscalTaxId: second,
      fiscalTaxName: '州二财税',
      urbanRate: '0.070000',
      eduRate: '0.030000',
      localEduRate: '0.020000',
      reductionRate: '0.500000',
      iitMethod: 1,
      enableStatus: 1,
    })
    await w.write(thirdPlatform, second, { bankAccount: '57190000000003' })
    const [link] = w.rows(entrustedThirdRel, { thirdPlatformId: w.g.partnerId })
    await w.write(entrustedThirdRel, link?.id ?? '', { taxItemCodes: '3040407' })
    const of = new Cycles(w, results, second, [link?.id ?? '', ''])
    return new Cycles(w, results, second, [link?.id ?? '', await of.linked('3040603', '2024-01-01')])
  }

  /** The company goes through the second fiscal-tax company with a tax item, from a day on. */
  async linked(taxItemCodes: string, startDate: string): Promise<string> {
    const { fin2 } = this.w.people
    const id = await this.w.put(entrustedThirdRel, {
      entrustedId: this.w.g.companyId,
      thirdPlatformId: this.second,
      thirdType: 1,
      taxItemCodes,
      startDate,
      auditStatus: auditStatus.approved,
    })
    await this.w.put(approvalHistory, {
      ...{ bizType: 'entrustedThirdRel', bizId: id, action: 'audit.pass', fromStatus: '0', toStatus: '1' },
      ...{ result: 1, operatorId: fin2.userId, operatorName: fin2.name, operateTime: '2024-01-01 09:00:00' },
    })
    return id
  }

  link(n: 0 | 1, values: Partial<RowOf<typeof entrustedThirdRel>>): Promise<unknown> {
    return this.w.write(entrustedThirdRel, this.links[n], values)
  }

  /** Two doctors delivered, for both partners and for points; their company has confirmed it. Answers the cycle. */
  async waiting(): Promise<string> {
    const first = {
      taxItemCode: '3040407',
      fiscalTaxId: this.w.g.partnerId,
      feeAmount: '1000.00',
      platformFee: '60.00',
    }
    const other = { taxItemCode: '3040603', fiscalTaxId: this.second, feeAmount: '2000.00', platformFee: '120.00' }
    const points = { payType: payType.points, pointAmount: 100, platformFee: '0.60' }
    const { month } = await this.results.accepted([first, other, other, points])
    const result = await this.results.confirmed(month)
    await this.results.confirmed(month, resultOrderPoint)
    return this.w.row(resultOrder, result).settlementCycleId ?? ''
  }

  /** The same, closed. */
  async closed(): Promise<string> {
    const id = await this.waiting()
    await this.w.decide(this.w.people.fin, settlementCycle, 'close', id)
    return id
  }

  /** The same, confirmed into its orders. */
  async confirmed(): Promise<Confirmed> {
    const id = await this.closed()
    await this.confirms(id)
    const orders = this.ordersIn(id)
    const [first, other] = [this.w.g.partnerId, this.second].map((p) => orders.find((o) => o.fiscalTaxId === p))
    const [points] = this.pointsIn(id)
    if (!first || !other || !points) throw new Error('an order is missing')
    return { id, first, other, points }
  }

  confirms(id: string, by = this.w.people.fin) {
    return this.w.decide(by, settlementCycle, 'confim', id)
  }

  /** The rest of a confirmed cycle, by the other person of finance. */
  confirmsRest(id: string, by = this.w.people.fin2) {
    return this.w.decide(by, settlementCycle, 'confimRest', id)
  }

  removes(order: Order | PointsOrder | undefined, of: typeof settlementOrder | typeof settlementOrderPoint) {
    return this.w.decide(this.w.people.fin, of, 'remove', order?.id ?? '')
  }

  now(id: string) {
    return this.w.row(settlementCycle, id)
  }

  ordersIn(settlementCycleId: string): Order[] {
    return this.w
      .rows(settlementOrder, { settlementCycleId })
      .filter((o) => o.settlementStatus !== settlementStatus.voided)
  }

  pointsIn(settlementCycleId: string): PointsOrder[] {
    return this.w
      .rows(settlementOrderPoint, { settlementCycleId })
      .filter((o) => o.settlementStatus !== settlementStatus.voided)
  }
}
