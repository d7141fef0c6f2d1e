import { integralRule } from '../../../src/model/funds/integral.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { resultOrder } from '../../../src/model/settlement/results/resultOrder.ts'
import type { resultOrderPoint } from '../../../src/model/settlement/results/resultOrderPoint.ts'
import { yuan } from '../../../src/model/values/money.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { loader } from '../people.ts'
import { TENANT, type World } from '../world.ts'

const { orderStatus, payType } = statesOf(orderDoctor)

export type ResultResource = typeof resultOrder | typeof resultOrderPoint

/** Accepted doctor orders of a month of their own. */
export interface Accepted {
  readonly ids: readonly string[]
  readonly month: string
}

/** Doctor orders of a world and the results that they come into (3.10). */
export class Results {
  private readonly w: World
  private nth = 0

  constructor(w: World) {
    this.w = w
  }

  /** Ten points cost a yuan. */
  priced(): Promise<string> {
    return this.w.put(integralRule, { ruleName: '通用', pointsPerYuan: 10, enableStatus: 1 })
  }

  /** Accepted doctor orders in a month of their own, the first two doctors in turn. */
  async accepted(of: readonly Partial<RowOf<typeof orderDoctor>>[]): Promise<Accepted> {
    const { g } = this.w
    const nth = ++this.nth
    const month = `${2000 + nth}-05`
    const made = await this.w.as(loader(TENANT)).load((work) =>
      work.insertAll(
        orderDoctor,
        of.map((values, n) => ({
          code: `ODR${nth}-${n}`,
          entrustedCompanyId: g.companyId,
          entrustedCompanyName: '杭州康泰医药有限公司',
          baseEmployeeId: g.employeeId,
          baseEmployeeName: '陈明',
          planName: '病例征集',
          planType: 3 as const,
          payType: payType.money,
          doctorId: g.doctors[n % 2] as string,
          doctorName: `医生${n % 2}`,
          taxItemCode: '3040407',
          acceptTime: `${month}-${10 + (n % 20)} 10:00:00`,
          orderStatus: orderStatus.open,
          ...values,
        })) as never,
      ),
    )
    return { ids: made.map((o) => o.id), month }
  }

  /** The same of these fees, in whole yuan and fen, through the partner of the world; the platform takes six percent. */
  paid(...fees: string[]): Promise<Accepted> {
    const platform = (fee: string) => yuan((BigInt(fee.replace('.', '')) * 6n + 50n) / 100n)
    return this.accepted(
      fees.map((fee) => ({ feeAmount: fee, platformFee: platform(fee), fiscalTaxId: this.w.g.partnerId })),
    )
  }

  /** Answers that a result of a month asks for. */
  period(month: string, more: object = {}) {
    return {
      entrustedCompanyId: this.w.g.companyId,
      periodStart: `${month}-01`,
      periodEnd: `${month}-31`,
      ...more,
    }
  }

  create(ask: object, of: ResultResource = resultOrder, by: Actor = this.w.people.ops): Promise<string> {
    return this.w.begin(by, of, 'create', { ...ask })
  }

  /** A result of everything that waits in a month, confirmed by its company. */
  async confirmed(month: string, of: ResultResource = resultOrder): Promise<string> {
    const { ops, fin, client } = this.w.people
    const id = await this.create(this.period(month), of)
    await this.w.decide(ops, of, 'submit', id)
    await this.w.decide(fin, of, 'audit.pass', id)
    await this.w.decide(client, of, 'confirm.pass', id)
    return id
  }
}
