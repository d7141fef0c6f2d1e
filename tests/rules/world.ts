import { intent } from '../../src/model/administration/system/intent.ts'
import { param } from '../../src/model/administration/system/param.ts'
import { approvalHistory } from '../../src/model/desk/approvalHistory.ts'
import { attach } from '../../src/model/files/attach.ts'
import { entrustedAccount } from '../../src/model/funds/accounts.ts'
import { handleApply } from '../../src/model/funds/handle.ts'
import { entrustedAccountPrepay } from '../../src/model/funds/prepay.ts'
import { dmanInternalTransfer, transferAccount } from '../../src/model/funds/transfers.ts'
import { tradingManagerInfo } from '../../src/model/funds/units.ts'
import type { RowOf } from '../../src/model/language/resource.ts'
import { isIn, statesOf } from '../../src/model/language/states.ts'
import { orderDoctorPayment } from '../../src/model/payment/orderDoctorPayment.ts'
import { entrustedTaxPaymentOrder, platServiceFee, servicePaymentOrder } from '../../src/model/payment/payments.ts'
import { authenticationDoctor } from '../../src/model/people/authenticationDoctor.ts'
import { entrustedThirdRel } from '../../src/model/people/entrustedThirdRel.ts'
import { thirdPlatform } from '../../src/model/people/thirdPlatform.ts'
import { orderDoctorSettlement } from '../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../src/model/settlement/settlementOrder.ts'
import { type Actor, systemActor } from '../../src/server/core/actor.ts'
import { AppError } from '../../src/server/core/errors.ts'
import { decideIn } from '../../src/server/deciding/decideIn.ts'
import { type Acting, type Play, playInMemory } from '../../src/server/deciding/play.ts'
import { prepareForSystem } from '../../src/server/deciding/transitions.ts'
import { brokenInMemory } from '../../src/server/promises/memoryCheck.ts'
import { invariants } from '../../src/server/verification/check.ts'
import type { AnyResource, Row } from '../../src/server/writing/unitOfWork/rows.ts'
import type { UnitOfWork, Where } from '../../src/server/writing/unitOfWork/unitOfWork.ts'
import { testDomains } from '../server/domains.ts'
import { type Ground, groundIn, type OrderMore, orderIn } from './ground.ts'
import { loader, person } from './people.ts'

const { unitStatus } = statesOf(tradingManagerInfo)
const { auditStatus } = statesOf(entrustedThirdRel)
const { faceStatus, protocolStatus } = statesOf(authenticationDoctor)
const { intentStatus } = statesOf(intent)
const { payMode } = statesOf(servicePaymentOrder)

/** The tenant of every world. */
export const TENANT = 'world'

/** One company and its people in memory: a test says what somebody does, and reads what became of it. */
export class World {
  readonly g: Ground
  readonly play: Play
  readonly people: Readonly<Record<'admin' | 'ops' | 'fin' | 'fin2' | 'cashier' | 'tax' | 'client', Actor>>
  private orders = 0
  private files = 0
  private serials = 0

  private constructor(g: Ground, play: Play, fin2: Actor) {
    this.g = g
    this.play = play
    this.people = {
      admin: person(TENANT, 'administrator'),
      ops: person(TENANT, 'ops'),
      fin: person(TENANT, 'finance'),
      fin2,
      cashier: person(TENANT, 'cashier'),
      tax: person(TENANT, 'tax'),
      client: person(TENANT, 'companyAdmin', { company: g.companyId }),
    }
  }

  /** A company with an open account and unit, a partner with a bank account, doctors who may be paid. */
  static async made(): Promise<World> {
    const play = playInMemory({ domains: testDomains, tenantId: TENANT, at: Date.UTC(2024, 5, 15, 2, 0, 0) })
    const fin2 = person(TENANT, 'finance')
    const g = await play.as(loader(TENANT)).load((work) => groundIn(work, 1, fin2))
    const w = new World(g, play, fin2)
    await play.as(loader(TENANT)).load(async (work) => {
      const own = { entrustedCompanyId: g.companyId, entrustedCompanyName: '杭州康泰医药有限公司' }
      await work.insert(param, { paramName: '四眼', paramKey: 'sod.enabled', paramValue: 'true' } as never)
      await work.insert(entrustedAccount, { accountNo: 'PA1', ...own })
      await work.insert(tradingManagerInfo, {
        unitNo: 'DM1',
        holderType: 1,
        holderId: g.companyId,
        bankAccount: '57190000000001',
        unitStatus: unitStatus.normal,
      })
      await work.insert(tradingManagerInfo, { unitNo: 'DM0', holderType: 2, unitStatus: unitStatus.normal })
      const linked = await work.insert(entrustedThirdRel, {
        entrustedId: g.companyId,
        thirdPlatformId: g.partnerId,
        thirdType: 1,
        taxItemCodes: '3040407,3040603',
        startDate: '2024-01-01',
        auditStatus: auditStatus.approved,
      })
      await work.insert(approvalHistory, {
        ...{ bizType: 'entrustedThirdRel', bizId: linked.id, action: 'audit.pass', fromStatus: '0', toStatus: '1' },
        ...{ result: 1, operatorId: fin2.userId, operatorName: fin2.name, operateTime: '2024-01-01 09:00:00' },
      })
    })
    await w.write(thirdPlatform, g.partnerId, { bankAccount: '57190000000002' })
    for (const [n, id] of g.doctors.entries())
      await w.write(authenticationDoctor, id, {
        faceStatus: faceStatus.passed,
        protocolStatus: protocolStatus.agreed,
        bankName: '招商银行',
        bankAccount: `62148300000000${n}1`,
      })
    return w
  }

  as(who: Actor): Acting {
    return this.play.as(who)
  }

  /** Changes a record behind everybody's back. */
  write<R extends AnyResource>(of: R, id: string, values: Partial<RowOf<R>>): Promise<unknown> {
    return this.play.as(loader(TENANT)).load(async (work) => {
      await work.lock(of, [id])
      return work.update(of, id, values)
    })
  }

  rows<R extends AnyResource>(of: R, where: Where = {}): RowOf<R>[] {
    return this.play.store.table(of).live(of, where) as unknown as RowOf<R>[]
  }

  row<R extends AnyResource>(of: R, id: string | null | undefined): RowOf<R> & Row {
    const found = this.play.store.table(of).get(of, id ?? '')
    if (!found) throw new Error(`there is no ${of.id} ${id}`)
    return found as RowOf<R> & Row
  }

  decide(who: Actor, of: AnyResource, transition: string, id: string, ask: Readonly<Record<string, unknown>> = {}) {
    return this.as(who).decide({ resource: of.id, transition, id, ask })
  }

  /** The same of several records, all or none. */
  decideAll(
    who: Actor,
    of: AnyResource,
    transition: string,
    ids: readonly string[],
    ask: Readonly<Record<string, unknown>> = {},
  ) {
    return this.as(who).decideAll({ resource: of.id, transition, ids, ask })
  }

  /** A record as somebody left it before the test began. */
  async put(of: AnyResource, values: object): Promise<string> {
    const made = await this.play.as(loader(TENANT)).load((work) => work.insert(of, values as never))
    return (made as { readonly id: string }).id
  }

  /** Effects of other systems, recorded in the trail. */
  happens<T>(fn: (work: UnitOfWork) => Promise<T>): Promise<T> {
    return this.play.as(loader(TENANT)).work(fn)
  }

  /** A transition that makes its record; answers the record's id. */
  async begin(
    who: Actor,
    of: AnyResource,
    transition: string,
    ask: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const [made] = await this.as(who).decideAll({ resource: of.id, transition, ids: [], ask })
    return made?.id ?? ''
  }

  /** An order in a cycle of its own, with its lines. */
  async order(
    more: OrderMore = {},
  ): Promise<{ readonly id: string; readonly lines: RowOf<typeof orderDoctorSettlement>[] }> {
    this.orders += 1
    const { id } = await this.play
      .as(loader(TENANT))
      .load((work) => orderIn(work, this.g, this.orders, { ownCycle: true, ...more }))
    return { id, lines: this.rows(orderDoctorSettlement, { settlementOrderId: id }) }
  }

  /** Outgoing requests that are not answered, of a call. */
  asked(call: string): RowOf<typeof intent>[] {
    return this.rows(intent, { portCall: call }).filter((i) =>
      isIn([intentStatus.pending, intentStatus.sent, intentStatus.unknown, intentStatus.forPerson], i.intentStatus),
    )
  }

  /** A partner answers a request: what it says, or that it refuses. */
  async answered(
    request: { readonly id: string },
    answer: Readonly<Record<string, unknown>> | 'refused',
  ): Promise<void> {
    if (this.row(intent, request.id).intentStatus === intentStatus.pending) await this.takes(intent, 'send', request.id)
    if (answer === 'refused') await this.takes(intent, 'refuse', request.id, { remark: '银行拒绝' })
    else await this.takes(intent, 'succeed', request.id, { answer })
  }

  /** The system takes a transition, with the locks that its rule names. */
  async takes(of: AnyResource, transition: string, id: string, ask: Readonly<Record<string, unknown>> = {}) {
    const actor = systemActor(TENANT, 'world')
    const prepared = prepareForSystem(testDomains, actor, { resource: of.id, transition, ids: [id], ask })
    return this.play.as(actor).load((work) => decideIn(work, prepared))
  }

  /** Moves the clock on. */
  pass(days: number): void {
    this.play.clock.set(this.play.clock.now().getTime() + days * 86_400_000)
  }

  /** A file that somebody has uploaded. */
  async uploaded(who: Actor): Promise<string> {
    const values = { name: `f${++this.files}.pdf`, originalName: '凭证.pdf', extension: 'pdf', attachSize: 10 }
    return (await this.as(who).load((work) => work.insert(attach, values as never))).id
  }

  /** The company pays in, and finance confirms it. */
  async paidIn(amount: string, serial = `IN${++this.serials}`): Promise<string> {
    const { cashier, fin } = this.people
    const { id } = await this.as(cashier).save(entrustedAccountPrepay.id, {
      entrustedCompanyId: this.g.companyId,
      paymentType: 1,
      chargeType: 1,
      recordAmount: amount,
      bankSerialNo: serial,
      recordVoucher: await this.uploaded(cashier),
    })
    await this.decide(fin, entrustedAccountPrepay, 'review.pass', String(id))
    return String(id)
  }

  /** An order under review is passed, confirmed by its company and put to settling. Answers its payment order. */
  async handedOn(id: string, reviewer = this.people.fin): Promise<string> {
    const { fin, client } = this.people
    await this.decide(reviewer, settlementOrder, 'audit.pass', id)
    await this.decide(client, settlementOrder, 'confim.pass', id)
    await this.decide(fin, settlementOrder, 'toSettle', id)
    const [payment] = this.rows(servicePaymentOrder, { settlementOrderId: id })
    if (!payment) throw new Error('no payment order')
    return payment.id
  }

  /** A payment order is paid from the account, which has exactly what it takes, and checked. */
  async paidFor(payment: string): Promise<void> {
    const { fin2, client } = this.people
    await this.paidIn(this.row(servicePaymentOrder, payment).amount ?? '')
    await this.decide(client, servicePaymentOrder, 'confimPay', payment, { payMode: payMode.prepaid })
    await this.decide(fin2, servicePaymentOrder, 'submitReview.pass', payment)
  }

  /** An order that its company has confirmed and has to pay. */
  async toPay(fees: readonly string[], more: OrderMore = {}) {
    const { id, lines } = await this.order({ ...more, fees })
    return { id, payment: await this.handedOn(id), lines: lines.map((l) => l.id) }
  }

  /** The same, paid from the account. */
  async paid(fees: readonly string[], more: OrderMore = {}) {
    const of = await this.toPay(fees, more)
    await this.paidFor(of.payment)
    return of
  }

  /** The bank pays the doctor of a line. Answers the transfer. */
  async paidOut(line: string): Promise<string> {
    const { ops, fin, cashier } = this.people
    await this.decide(ops, orderDoctorSettlement, 'applyForPayment', line)
    const payment = this.row(orderDoctorSettlement, line).paymentId ?? ''
    await this.decide(fin, orderDoctorPayment, 'auditPass', payment)
    await this.decide(cashier, handleApply, 'sponsorHandle', this.row(orderDoctorPayment, payment).handleApplyId ?? '')
    const [transfer] = this.rows(transferAccount, { bizId: payment })
    if (!transfer) throw new Error('no transfer')
    await this.succeeds(transfer.id)
    return transfer.id
  }

  /** The bank takes a transfer, and says that it was made. */
  async succeeds(transfer: string): Promise<void> {
    await this.told(transfer, 'pay', { serial: `CMB${transfer}` })
    await this.asksAbout(transfer, { status: 'SUCCESS', code: 'SUC', msg: '' })
  }

  /** The bank is asked about a transfer, and answers. */
  async asksAbout(transfer: string, answer: Readonly<Record<string, unknown>>): Promise<void> {
    await this.decide(this.people.cashier, transferAccount, 'payQuery', transfer)
    await this.told(transfer, 'payQuery', answer)
  }

  /** The bank answers what it was asked of a record. */
  async told(id: string, call: string, answer: Readonly<Record<string, unknown>> | 'refused'): Promise<void> {
    const request = this.asked(call).find((i) => i.bizId === id)
    if (!request) throw new Error(`the bank was not asked to ${call} ${id}`)
    await this.answered(request, answer)
  }

  /** Fee and taxes of an order are passed on: it is settled. */
  async passedOn(order: string): Promise<void> {
    const { cashier } = this.people
    const [tax] = this.rows(entrustedTaxPaymentOrder, { settlementOrderId: order })
    const [fee] = this.rows(platServiceFee, { settlementOrderId: order })
    await this.decide(cashier, entrustedTaxPaymentOrder, 'aloneHandle', tax?.id ?? '')
    await this.succeeds(this.rows(transferAccount, { bizId: tax?.id ?? '' })[0]?.id ?? '')
    await this.decide(cashier, platServiceFee, 'transfer', fee?.id ?? '')
    const [move] = this.rows(dmanInternalTransfer, { platServiceFeeId: fee?.id ?? '' })
    await this.told(move?.id ?? '', 'internalTransfer', { serial: 'CMBFEE' })
  }

  /** What does not hold, besides what the ground itself leaves out. */
  broken(): string[] {
    return brokenInMemory((of) => this.play.store.table(of).all(of), invariants).map((b) => b.id)
  }
}

/** A refusal with its code, texts and fields. */
export async function refused(what: Promise<unknown>): Promise<AppError> {
  try {
    await what
  } catch (e) {
    if (e instanceof AppError) return e
    throw e
  }
  throw new Error('nothing was refused')
}

/** Why something does not go, in Chinese: the words of a 400. */
export async function denied(what: Promise<unknown>): Promise<string> {
  const { code, text } = await refused(what)
  if (code !== 400) throw new Error(`${code} and not 400: ${text[0]}`)
  return text[0]
}

/** Why something was refused, in Chinese; "" where it was not. */
export async function refusal(what: Promise<unknown>): Promise<string> {
  try {
    await what
    return ''
  } catch (e) {
    if (e instanceof AppError) return e.text[0]
    throw e
  }
}
