import { intent } from '../../../src/model/administration/system/intent.ts'
import { param } from '../../../src/model/administration/system/param.ts'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { handleApply } from '../../../src/model/funds/handle.ts'
import { handleApplyInfo } from '../../../src/model/funds/handleInfo.ts'
import { transferAccount } from '../../../src/model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { thirdPlatform } from '../../../src/model/people/thirdPlatform.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { fen, yuan } from '../../../src/model/values/money.ts'
import { type Actor, systemActor } from '../../../src/server/core/actor.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { systemStep } from '../../../src/server/deciding/decideIn.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { runIntent } from '../../../src/server/deciding/intents.ts'
import { totalsOf } from '../../../src/server/domains/funds/bank/batches.ts'
import { moneySettlement } from '../../../src/server/domains/settlement/moneySettlement.ts'
import { linesApproved, linesStepped, lockOrder, orderPaid } from '../../../src/server/domains/settlement/outcomes.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { person } from '../../rules/people.ts'
import { change, load, order, rowNow, rowsBy, type World, world } from '../decisions/fixture.ts'

const { paymentStatus } = statesOf(orderDoctorPayment)
const { settlementStatus } = statesOf(settlementOrder)

/** A company whose settlement orders are paid, with a sub-unit, the platform's, and a bank that is a sandbox. */
export interface BankWorld extends World {
  readonly cashier: Actor
  readonly unitId: string
  readonly platformId: string
}

/** What the company has paid in ahead: its orders are paid from it, which leaves its unit as it is. */
const PREPAID = '1000000.00'

/** Puts a bank into a world. */
export async function withBank(
  w: World,
  balance = '1000000.00',
  port: 'sandbox' | 'http' = 'sandbox',
): Promise<BankWorld> {
  const [unit, platform] = await load(w.context, w.tenantId, async (work) => {
    await work.insert(param, { paramName: '招商银行', paramKey: 'port.cmbBank', paramValue: port })
    await work.lock(thirdPlatform, [w.partnerId])
    await work.update(thirdPlatform, w.partnerId, { bankAccount: '6225880000000100' })
    await work.insert(entrustedAccount, {
      accountNo: 'PA1001',
      entrustedCompanyId: w.companyId,
      balance: PREPAID,
      availableAmount: PREPAID,
      totalIn: PREPAID,
    })
    return work.insertAll(tradingManagerInfo, [
      {
        unitNo: 'DM1001',
        unitName: '康泰子单元',
        holderType: 1,
        holderId: w.companyId,
        holderName: '杭州康泰医药有限公司',
        bankAccount: '6225880000000001',
        balance,
      },
      { unitNo: 'DM0001', unitName: '平台子单元', holderType: 2, bankAccount: '6225880000000002' },
    ])
  })
  const cashier = person(w.tenantId, 'cashier', { name: '周出纳' })
  return { ...w, cashier, unitId: unit?.id ?? '', platformId: platform?.id ?? '' }
}

export const bankWorld = async (balance?: string): Promise<BankWorld> => withBank(await world(), balance)

/** Runs in one transaction as the system, with history. */
export const asSystem = <T>(
  context: ServerContext,
  tenantId: string,
  fn: (work: UnitOfWork) => Promise<T>,
): Promise<T> =>
  context.db.transaction({ tenantId }, async (tx) => {
    const work = new SqlUnitOfWork(context, systemActor(tenantId, 'test'), tx, systemStep)
    const made = await fn(work)
    await work.flush()
    return made
  })

/** An instruction: its fee, and the account it is paid to. */
export interface Payee {
  readonly fee: string
  readonly account: string
}

let nth = 0

/** A paid settlement order whose lines were approved, in one batch that waits for the cashier. */
export async function batch(
  w: BankWorld,
  payees: readonly Payee[],
): Promise<{ id: string; orderId: string; payments: string[] }> {
  nth += 1
  const made = await order(w, { status: 3, fees: payees.map((p) => p.fee), ownCycle: true })
  await decide(w.context, w.fin, { resource: 'settlementOrder', transition: 'toSettle', id: made.id })
  await change(w.context, w.tenantId, settlementOrder, made.id, { settlementStatus: settlementStatus.toPay })
  // what is sent again goes to the doctor's present account
  const quoted = await rowsBy(w.context, w.tenantId, orderDoctorSettlement, 'settlement_order_id', made.id)
  for (const [n, line] of quoted.entries())
    await change(w.context, w.tenantId, authenticationDoctor, line.doctorId ?? '', { bankAccount: payees[n]?.account })
  return asSystem(w.context, w.tenantId, async (work) => {
    await lockOrder(work, moneySettlement, made.id)
    const [account] = await work.rows(entrustedAccount, { entrustedCompanyId: w.companyId })
    await work.lock(entrustedAccount, account ? [account.id] : [])
    const left = less(account?.balance ?? '0', made.totalAmount)
    await work.update(entrustedAccount, account?.id ?? '', {
      balance: left,
      availableAmount: left,
      totalOut: less(PREPAID, left),
    })
    await orderPaid(work, moneySettlement, made.id)
    const open = await work.rows(orderDoctorSettlement, { settlementOrderId: made.id })
    await linesStepped(
      work,
      moneySettlement,
      'applyForPayment',
      open.map(({ id }) => ({ id })),
    )
    await linesApproved(work, made.id, await work.rows(orderDoctorSettlement, { settlementOrderId: made.id }))
    const lines = await work.rows(orderDoctorSettlement, { settlementOrderId: made.id })
    const own = {
      entrustedCompanyId: w.companyId,
      entrustedCompanyName: '杭州康泰医药有限公司',
      fiscalTaxId: w.partnerId,
      fiscalTaxName: '州一财税',
    }
    const code = `HA20240615${String(nth).padStart(6, '0')}`
    const payments = await work.insertAll(
      orderDoctorPayment,
      lines.map((l, n) => ({
        ...own,
        code: `DP${code.slice(2)}${n}`,
        orderDoctorSettlementId: l.id,
        settlementOrderId: made.id,
        doctorId: l.doctorId,
        doctorName: l.doctorName,
        bankAccount: payees[n]?.account,
        grossAmount: l.grossAmount,
        vatAmount: l.vatAmount,
        surchargeAmount: l.surchargeAmount,
        iitAmount: l.iitAmount,
        netAmount: l.netAmount,
        platformFee: l.platformFee,
        paymentStatus: paymentStatus.approved,
      })),
    )
    const id = work.newId()
    const infos = await work.insertAll(
      handleApplyInfo,
      payments.map((p, n) => ({
        handleApplyId: id,
        handleApplyCode: code,
        orderDoctorPaymentId: p.id,
        orderDoctorPaymentCode: p.code,
        doctorId: p.doctorId,
        doctorName: p.doctorName,
        payeeName: p.doctorName,
        payeeAccount: payees[n]?.account,
        amount: p.netAmount,
        yurRef: `YR${work.newId()}`,
      })),
    )
    await work.insert(handleApply, {
      id,
      code,
      ...own,
      payAccount: '6225880000000001',
      ...totalsOf(infos),
    })
    await work.updateAll(
      orderDoctorPayment,
      payments.map((p) => ({ id: p.id, handleApplyId: id, handleApplyCode: code })),
    )
    return { id, orderId: made.id, payments: payments.map((p) => p.id) }
  })
}

/** A fee whose net, once it is taxed alone, ends as wished: the platform adds nothing to what doctors get below 800. */
export const plain = (account: string, fee = '500.00'): Payee => ({ fee, account })

const run = { stopped: () => false, progress() {} }

/** What was asked of the bank. */
export const asked = (w: BankWorld, context: ServerContext = w.context) =>
  rowsBy(context, w.tenantId, intent, 'port', 'cmbBank')

const carryOne = (w: BankWorld, id: string, context: ServerContext): Promise<unknown> =>
  runIntent(
    context,
    { tenantId: w.tenantId, id: '1', kind: 'intent', lane: 'port:cmbBank', payload: { id }, attempts: 1, most: 5 },
    run,
  )

const openOnes = async (w: BankWorld, context: ServerContext): Promise<RowOf<typeof intent>[]> =>
  (await asked(w, context)).filter((one) => [0, 1, 2].includes(one.intentStatus ?? -1))

/** Carries out what was asked of the bank and is open, once each; with `call` that kind alone. */
export async function carry(w: BankWorld, call?: string, context: ServerContext = w.context): Promise<void> {
  for (const one of await openOnes(w, context)) if (!call || one.portCall === call) await carryOne(w, one.id, context)
}

/** The same of all at once, as many runners would. */
export const carryAtOnce = async (w: BankWorld): Promise<void> => {
  await Promise.all((await openOnes(w, w.context)).map((one) => carryOne(w, one.id, w.context)))
}

export const balanceOf = async (w: BankWorld, id = w.unitId): Promise<string> =>
  (await rowNow(w.context, w.tenantId, tradingManagerInfo, id)).balance ?? ''

/** An amount with others taken away. */
export const less = (amount: string, ...taken: readonly (string | null | undefined)[]): string =>
  yuan(taken.reduce((left, t) => left - fen(t ?? '0'), fen(amount)))

export const infosOf = (w: BankWorld, batchId: string) =>
  rowsBy(w.context, w.tenantId, handleApplyInfo, 'handle_apply_id', batchId)
export const transfersOf = async (w: BankWorld, batchId: string): Promise<RowOf<typeof transferAccount>[]> => {
  const refs = (await infosOf(w, batchId)).map((i) => i.yurRef)
  const all = await Promise.all(refs.map((ref) => rowsBy(w.context, w.tenantId, transferAccount, 'yur_ref', ref)))
  return all.flat()
}
