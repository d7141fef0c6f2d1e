import { beforeAll, describe, expect, test } from 'vitest'
import { intent } from '../../../src/model/administration/system/intent.ts'
import { handleApply, handleStatusRecord } from '../../../src/model/funds/handle.ts'
import { handleApplyInfo } from '../../../src/model/funds/handleInfo.ts'
import { reconciliationInfo } from '../../../src/model/funds/reconciliation.ts'
import { suspenseEntry } from '../../../src/model/funds/suspense.ts'
import { transferAccount } from '../../../src/model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { orderDoctorPayment } from '../../../src/model/payment/orderDoctorPayment.ts'
import { entrustedTaxPaymentOrder } from '../../../src/model/payment/payments.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { userBlacklist } from '../../../src/model/people/userBlacklist.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { summaryTaxReturns } from '../../../src/model/tax/summaryTaxReturns.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import { decide, decideAsSystem } from '../../../src/server/deciding/engine.ts'
import { known, writeResult } from '../../../src/server/domains/funds/reconciliation.ts'
import { broken, checkInvariants } from '../../../src/server/verification/check.ts'
import { person } from '../../rules/people.ts'
import { change, count, load, refusal, rowNow, rowsBy } from '../decisions/fixture.ts'
import {
  asked,
  asSystem,
  type BankWorld,
  balanceOf,
  bankWorld,
  batch,
  carry,
  carryAtOnce,
  infosOf,
  less,
  plain,
  transfersOf,
} from './bankWorld.ts'

const { againStatus, transferStatus } = statesOf(transferAccount)
const { approvalStatus, paymentStatus } = statesOf(orderDoctorPayment)
const { blackStatus: blackStates } = statesOf(userBlacklist)
const { handleStatus } = statesOf(handleApply)
const { infoStatus } = statesOf(handleApplyInfo)
const { intentStatus } = statesOf(intent)
const { orderStatus } = statesOf(orderDoctor)
const { reconStatus } = statesOf(reconciliationInfo)
const { returnsStatus } = statesOf(summaryTaxReturns)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { settlementStatus } = statesOf(settlementOrder)
const { suspenseStatus } = statesOf(suspenseEntry)
const { unitStatus } = statesOf(tradingManagerInfo)

let w: BankWorld
beforeAll(async () => {
  w = await bankWorld()
})

const step = (transition: string, id: string, ask: object = {}, actor: Actor = w.cashier) =>
  decide(w.context, actor, { resource: 'handleApply', transition, id, ask: { ...ask } })
const now = (id: string) => rowNow(w.context, w.tenantId, handleApply, id)
const payments = (ids: readonly string[]) =>
  Promise.all(ids.map((id) => rowNow(w.context, w.tenantId, orderDoctorPayment, id)))
const linesOf = (orderId: string) =>
  rowsBy(w.context, w.tenantId, orderDoctorSettlement, 'settlement_order_id', orderId)
/** The bank is asked about every transfer of a batch, and answers. */
async function query(batchId: string): Promise<void> {
  for (const t of await transfersOf(w, batchId))
    await decide(w.context, w.cashier, { resource: 'transferAccount', transition: 'payQuery', id: t.id })
  await carry(w)
}
const clean = async () => {
  const found = await w.context.db.transaction({ tenantId: w.tenantId }, (tx) =>
    checkInvariants(tx, [
      ...[
        'INV-14.lines',
        'INV-14.doctors',
        'INV-14.items',
        'INV-14.paid',
        'INV-17',
        'INV-17.lines',
        'INV-17.transfer',
        'INV-17.again',
      ],
      ...['INV-19', 'INV-22', 'INV-23', 'INV-23.unit', 'INV-24', 'INV-40.chain', 'INV-40.transferAccount'],
    ]),
  )
  expect(broken(found)).toEqual([])
}

describe('a batch', () => {
  test('is sent without approval, and paid as the bank says', async () => {
    const before = await balanceOf(w)
    const b = await batch(w, [plain('6225880000000010'), plain('6225880000000019'), plain('6225880000000018')])
    await step('sponsorHandle', b.id)
    expect(await now(b.id)).toMatchObject({
      handleStatus: handleStatus.processing,
      handleMode: 1,
      sponsorUserName: '周出纳',
    })
    expect((await payments(b.payments)).map((p) => p.paymentStatus)).toEqual([
      paymentStatus.paying,
      paymentStatus.paying,
      paymentStatus.paying,
    ])
    expect((await transfersOf(w, b.id)).map((t) => t.transferStatus)).toEqual([
      transferStatus.accepted,
      transferStatus.accepted,
      transferStatus.accepted,
    ])
    expect(await balanceOf(w)).toBe(before)

    await carry(w, 'pay')
    expect((await transfersOf(w, b.id)).map((t) => t.transferStatus)).toEqual([
      transferStatus.processing,
      transferStatus.processing,
      transferStatus.processing,
    ])
    await query(b.id)
    expect((await transfersOf(w, b.id)).map((t) => t.transferStatus)).toEqual([
      transferStatus.succeeded,
      transferStatus.failed,
      transferStatus.processing,
    ])
    expect((await infosOf(w, b.id)).map((i) => i.infoStatus)).toEqual([
      infoStatus.succeeded,
      infoStatus.failed,
      infoStatus.processing,
    ])
    const [paid, failed, waits] = await payments(b.payments)
    expect([paid?.paymentStatus, failed?.paymentStatus, waits?.paymentStatus]).toEqual([
      paymentStatus.paid,
      paymentStatus.failed,
      paymentStatus.paying,
    ])
    expect(failed?.failReason).toBe('收款户名不符')
    expect(await balanceOf(w)).toBe(less(before, paid?.netAmount))
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.processing, successCount: 1, failCount: 1 })
    expect((await linesOf(b.orderId)).map((l) => l.settleStatus)).toEqual([
      settleStatus.paid,
      settleStatus.paying,
      settleStatus.paying,
    ])
    expect(await rowNow(w.context, w.tenantId, settlementOrder, b.orderId)).toMatchObject({
      settlementStatus: settlementStatus.paid,
      paidNetAmount: paid?.netAmount,
    })
    await clean()

    await query(b.id)
    await query(b.id)
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.partlyFailed, successCount: 2, failCount: 1 })
    expect(await balanceOf(w)).toBe(less(before, paid?.netAmount, waits?.netAmount))
    const [line] = await linesOf(b.orderId)
    expect(await rowNow(w.context, w.tenantId, orderDoctor, line?.orderDoctorId ?? '')).toMatchObject({
      orderStatus: orderStatus.paid,
    })
    const records = await rowsBy(w.context, w.tenantId, handleStatusRecord, 'handle_apply_id', b.id)
    expect(records.at(-1)).toMatchObject({ fromStatus: 2, toStatus: 4 })
    await clean()
  })

  test('above the limit goes only with an approval; never by who approved its payments, nor by others', async () => {
    const b = await batch(w, [plain('6225880000000010', '90000.00'), plain('6225880000000011')])
    const over = await refusal(step('sponsorHandle', b.id))
    expect([over.code, over.text]).toEqual([
      400,
      ['金额超过免审批限额 50,000.00，请提交银行审批', 'More than 50,000.00 needs the approval of the bank'],
    ])
    for (const transition of ['sponsorHandle', 'sponsorHandleApproval']) {
      const maker = person(w.tenantId, 'cashier', { userId: (await now(b.id)).createUser ?? '' })
      const own = await refusal(step(transition, b.id, {}, maker))
      expect([own.code, own.text[0]]).toEqual([400, expect.stringContaining('经办与审核不能是同一人')])
      expect((await refusal(step(transition, b.id, {}, w.fin))).code).toBe(403)
    }
    await step('return', b.id, { reason: '重新审核' })
    expect((await refusal(step('sponsorHandle', b.id))).code).toBe(409)
  })

  test('that the unit cannot pay is refused, also while others are on their way', async () => {
    const poor = await bankWorld('900.00')
    const [one, two] = [await batch(poor, [plain('6225880000000010')]), await batch(poor, [plain('6225880000000011')])]
    const send = (id: string) =>
      decide(poor.context, poor.cashier, { resource: 'handleApply', transition: 'sponsorHandle', id })
    const results = await Promise.allSettled([send(one.id), send(two.id)])
    expect(results.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected'])
    const left = results[0]?.status === 'fulfilled' ? two : one
    const why = await refusal(send(left.id))
    expect([why.code, why.text[0]]).toEqual([400, expect.stringMatching(/^子单元可用余额 [\d.]+，不足以支付 [\d.]+$/)])
    expect(await balanceOf(poor)).toBe('900.00')
  })

  test('is returned before it is sent: its payments are reviewed anew and their taxes are free', async () => {
    const b = await batch(w, [plain('6225880000000010', '5000.00')])
    expect((await linesOf(b.orderId)).map((l) => [l.settleStatus, l.taxFinal])).toEqual([[settleStatus.paying, 1]])
    expect((await refusal(step('return', b.id))).code).toBe(400)
    await step('return', b.id, { reason: '账户待核实' })
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.returned, totalCount: 1 })
    expect((await infosOf(w, b.id)).map((i) => [i.infoStatus, i.bankMsg])).toEqual([
      [infoStatus.returned, '账户待核实'],
    ])
    expect((await payments(b.payments)).map((p) => [p.paymentStatus, p.handleApplyId, p.approvalStatus])).toEqual([
      [paymentStatus.pending, null, approvalStatus.pending],
    ])
    expect((await linesOf(b.orderId)).map((l) => [l.settleStatus, l.taxFinal])).toEqual([[settleStatus.paying, 0]])
    expect(await transfersOf(w, b.id)).toEqual([])
    await clean()
  })
})

describe('an approval of the bank', () => {
  const poll = async (id: string) => {
    await decideAsSystem(w.context, w.tenantId, { resource: 'handleApply', transition: 'poll', id })
    await carry(w)
  }
  test('is waited for, and then the batch is paid', async () => {
    const b = await batch(w, [plain('6225880000000010', '60000.00')])
    await step('sponsorHandleApproval', b.id)
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.approving, handleMode: 2, bankBatchNo: null })
    expect((await payments(b.payments)).map((p) => p.paymentStatus)).toEqual([paymentStatus.paying])
    expect(await transfersOf(w, b.id)).toEqual([])
    await carry(w)
    const { code, bankBatchNo } = await now(b.id)
    expect(bankBatchNo).toBe(`B${code}`)
    await poll(b.id)
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.approving, queryCount: 1 })
    await poll(b.id)
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.processing, nextQueryTime: null })
    await carry(w)
    await query(b.id)
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.succeeded, successCount: 1 })
    expect((await payments(b.payments)).map((p) => p.paymentStatus)).toEqual([paymentStatus.paid])
    await clean()
  })

  test('that is refused brings the payments back to their review', async () => {
    // a doctor's first fee of a month, too small to be taxed
    w = await bankWorld()
    const b = await batch(w, [plain('6225880000000010', '500.66')])
    await step('sponsorHandleApproval', b.id)
    await carry(w)
    await poll(b.id)
    await poll(b.id)
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.returned })
    expect((await infosOf(w, b.id)).map((i) => [i.infoStatus, i.bankMsg])).toEqual([
      [infoStatus.returned, '审批人已拒绝'],
    ])
    expect((await payments(b.payments)).map((p) => p.paymentStatus)).toEqual([paymentStatus.pending])
    expect((await linesOf(b.orderId)).map((l) => [l.settleStatus, l.taxFinal])).toEqual([[settleStatus.paying, 0]])
    await clean()
  })
})

describe('what failed', () => {
  /** A batch with one payment that failed, of two. */
  async function failed(): Promise<{ id: string; orderId: string; payments: string[]; bad: string }> {
    const b = await batch(w, [plain('6225880000000010'), plain('6225880000000019')])
    await step('sponsorHandle', b.id)
    await carry(w)
    await query(b.id)
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.partlyFailed })
    return { ...b, bad: (await infosOf(w, b.id))[1]?.id ?? '' }
  }
  const mend = (transition: string, id: string, ask: object = {}) =>
    decide(w.context, w.cashier, { resource: 'handleApplyInfo', transition, id, ask: { ...ask } })

  test('is sent again under another reference, to another account, and paid once', async () => {
    const f = await failed()
    const before = await balanceOf(w)
    const [, net] = await payments(f.payments)
    const [payment, doctorId] = [f.payments[1] ?? '', net?.doctorId ?? '']
    await change(w.context, w.tenantId, authenticationDoctor, doctorId, { bankAccount: null })
    const none = await refusal(mend('fail.resend', f.bad))
    expect([none.code, none.text[0]]).toEqual([400, '医生未登记银行账号，请先在医生信息中登记'])
    await change(w.context, w.tenantId, authenticationDoctor, doctorId, { bankAccount: '6225880000000019' })
    const other = await refusal(mend('fail.resend', f.bad, { payeeAccount: '6225880000000020' }))
    expect([other.code, Object.keys(other.data as object)]).toEqual([400, ['payeeAccount']])
    const card = { bankAccount: '6225880000000020', bankBranchNo: '308331012343', bankName: '招商银行杭州分行' }
    await change(w.context, w.tenantId, authenticationDoctor, doctorId, card)
    await mend('fail.resend', f.bad, { payeeAccount: '6225 8800 0000 0020', remark: '更正账号' })
    expect((await refusal(mend('fail.resend', f.bad))).code).toBe(409)
    expect(await now(f.id)).toMatchObject({ handleStatus: handleStatus.processing, totalCount: 2, failCount: 0 })
    const infos = await infosOf(w, f.id)
    expect(infos.map((i) => i.infoStatus)).toEqual([infoStatus.succeeded, infoStatus.resent, infoStatus.processing])
    expect(infos[2]).toMatchObject({
      retryOfId: f.bad,
      payeeAccount: card.bankAccount,
      payeeBankNo: card.bankBranchNo,
      payeeBank: card.bankName,
    })
    expect((await payments([payment]))[0]).toMatchObject({ bankAccount: card.bankAccount, bankName: card.bankName })
    expect(infos[2]?.yurRef).not.toBe(infos[1]?.yurRef)
    await carry(w)
    await query(f.id)
    expect(await now(f.id)).toMatchObject({
      handleStatus: handleStatus.succeeded,
      successCount: 2,
      failCount: 0,
      totalCount: 2,
    })
    expect((await payments(f.payments)).map((p) => p.paymentStatus)).toEqual([paymentStatus.paid, paymentStatus.paid])
    expect(await balanceOf(w)).toBe(less(before, net?.netAmount))
    await clean()
  })

  test('is returned: the line has failed, its tax is free, the batch ends', async () => {
    const f = await failed()
    await mend('fail.return', f.bad, { remark: '医生放弃' })
    expect(await now(f.id)).toMatchObject({
      handleStatus: handleStatus.succeeded,
      totalCount: 2,
      successCount: 1,
      failCount: 0,
    })
    expect((await payments(f.payments)).map((p) => p.paymentStatus)).toEqual([paymentStatus.paid, paymentStatus.closed])
    expect((await linesOf(f.orderId)).map((l) => [l.settleStatus, l.taxFinal])).toEqual([
      [settleStatus.paid, 1],
      [settleStatus.failed, 0],
    ])
    expect(await rowNow(w.context, w.tenantId, settlementOrder, f.orderId)).toMatchObject({
      settlementStatus: settlementStatus.paid,
    })
    await clean()
  })

  test('is only returned once its month is declared, or its doctor blacklisted', async () => {
    const f = await failed()
    const [, payment] = await payments(f.payments)
    const black = (blackStatus: 0 | 1) =>
      change(w.context, w.tenantId, authenticationDoctor, payment?.doctorId ?? '', { blackStatus })
    await black(1)
    expect((await refusal(mend('fail.resend', f.bad))).text).toEqual([
      '医生在黑名单中，只能退回',
      'The doctor is blacklisted: it can only be returned',
    ])
    await black(0)
    // on the list of this company alone
    const entry = await load(w.context, w.tenantId, (work) =>
      work.insert(userBlacklist, {
        doctorId: payment?.doctorId,
        blackType: 2,
        entrustedCompanyId: w.companyId,
        reason: '虚假材料',
        blackStatus: blackStates.effective,
      }),
    )
    expect((await refusal(mend('fail.resend', f.bad))).text[0]).toBe('医生在黑名单中，只能退回')
    await change(w.context, w.tenantId, userBlacklist, entry.id, { blackStatus: blackStates.lifted })
    const declared = await load(w.context, w.tenantId, (work) =>
      work.insert(summaryTaxReturns, {
        code: 'TR1',
        fiscalTaxId: w.partnerId,
        taxMonth: '202406',
        returnsStatus: returnsStatus.declared,
      }),
    )
    expect((await refusal(mend('fail.resend', f.bad))).text).toEqual([
      '202406 的税款已申报，只能退回',
      'The taxes of 202406 are declared: it can only be returned',
    ])
    await change(w.context, w.tenantId, summaryTaxReturns, declared.id, { returnsStatus: returnsStatus.generated })
    await mend('fail.return', f.bad)
  })

  test('ends a batch in which nothing succeeded as returned', async () => {
    const b = await batch(w, [plain('6225880000000019')])
    await step('sponsorHandle', b.id)
    await carry(w)
    await query(b.id)
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.failed, failCount: 1 })
    await mend('fail.return', (await infosOf(w, b.id))[0]?.id ?? '')
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.returned, failCount: 0, totalCount: 1 })
    await clean()
  })
})

describe('a bank that is away', () => {
  test('hands the payment to a person after all tries; closed, it has failed with its reason', async () => {
    w = await bankWorld()
    const before = await balanceOf(w)
    const b = await batch(w, [plain('6225880000000010', '500.13')])
    await step('sponsorHandle', b.id)
    for (let n = 0; n < 8; n++) await carry(w)
    const [transfer] = await transfersOf(w, b.id)
    const mine = (await asked(w)).filter((i) => i.bizId === transfer?.id)
    expect(mine).toMatchObject([{ portCall: 'pay', intentStatus: intentStatus.forPerson, attempts: 8 }])
    expect(mine[0]?.lastError).toContain('UNAVAILABLE')
    expect(transfer?.transferStatus).toBe(transferStatus.accepted)
    // not answered: neither asked about nor sent again
    const early = await refusal(
      decide(w.context, w.cashier, { resource: 'transferAccount', transition: 'payQuery', id: transfer?.id ?? '' }),
    )
    expect([early.code, early.text[0]]).toEqual([400, '银行尚未受理该笔付款，请稍后查询'])
    await decide(w.context, w.cashier, {
      resource: 'intent',
      transition: 'close',
      id: mine[0]?.id ?? '',
      ask: { remark: '银行确认未收到' },
    })
    expect((await payments(b.payments)).map((p) => [p.paymentStatus, p.failReason])).toEqual([
      [paymentStatus.failed, '银行确认未收到'],
    ])
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.failed })
    expect(await balanceOf(w)).toBe(before)
    await clean()
  })
})

describe('money that comes back', () => {
  /** A batch of one that was paid, to an account that sends it back at the second later question. */
  async function paid(): Promise<{ id: string; orderId: string; payments: string[] }> {
    const b = await batch(w, [plain('6225880000000017'), plain('6225880000000019')])
    await step('sponsorHandle', b.id)
    await carry(w)
    await query(b.id)
    expect((await payments(b.payments)).map((p) => p.paymentStatus)).toEqual([paymentStatus.paid, paymentStatus.failed])
    return b
  }

  test('while the order is open: the line has failed and the unit has it again', async () => {
    const b = await paid()
    const before = await balanceOf(w)
    const [payment] = await payments(b.payments)
    const [first] = await transfersOf(w, b.id)
    expect(first?.nextQueryTime).toBe('2024-06-16 10:00:00')
    await query(b.id)
    await query(b.id)
    expect((await transfersOf(w, b.id)).map((t) => t.transferStatus)).toEqual([
      transferStatus.bounced,
      transferStatus.failed,
    ])
    expect(await balanceOf(w)).toBe(less(before, `-${payment?.netAmount}`))
    const [after] = await payments(b.payments)
    expect(after).toMatchObject({ paymentStatus: paymentStatus.closed, failReason: '退票：账户已注销' })
    const [line] = await linesOf(b.orderId)
    expect(line).toMatchObject({ settleStatus: settleStatus.failed, taxFinal: 0, payTime: null })
    expect(await rowNow(w.context, w.tenantId, orderDoctor, line?.orderDoctorId ?? '')).toMatchObject({
      orderStatus: orderStatus.settling,
    })
    expect(await rowNow(w.context, w.tenantId, settlementOrder, b.orderId)).toMatchObject({ paidNetAmount: '0.00' })
    await query(b.id)
    expect(await balanceOf(w)).toBe(less(before, `-${payment?.netAmount}`))
    await clean()
  })

  /** The taxes of an order are paid, after which its payments are not taken back; then its first payment comes back. */
  async function cameLate() {
    const b = await batch(w, [plain('6225880000000017', '3000.00')])
    await step('sponsorHandle', b.id)
    await carry(w)
    await query(b.id)
    const [tax] = await rowsBy(w.context, w.tenantId, entrustedTaxPaymentOrder, 'settlement_order_id', b.orderId)
    await decide(w.context, w.cashier, {
      resource: 'entrustedTaxPaymentOrder',
      transition: 'aloneHandle',
      id: tax?.id ?? '',
    })
    await carry(w)
    for (const t of await rowsBy(w.context, w.tenantId, transferAccount, 'biz_id', tax?.id ?? ''))
      await decide(w.context, w.cashier, { resource: 'transferAccount', transition: 'payQuery', id: t.id })
    await carry(w)
    await query(b.id)
    await query(b.id)
    return b
  }
  const all = (b: { payments: string[] }) =>
    rowsBy(w.context, w.tenantId, transferAccount, 'biz_id', b.payments[0] ?? '')
  const again = (id: string, actor = w.cashier) =>
    decide(w.context, actor, { resource: 'transferAccount', transition: 'payAgain', id })
  /** Finance says of every difference of the unit how it is handled. */
  async function resolved(): Promise<void> {
    const [day] = await rowsBy(w.context, w.tenantId, reconciliationInfo, 'account_no', 'DM1001')
    await decide(w.context, w.fin, {
      resource: 'reconciliationInfo',
      transition: 'resolve',
      id: day?.id ?? '',
      ask: { resultDetail: day?.resultDetail?.map((d) => ({ ...d, handle: '重新付款' })) },
    })
  }

  test('when it is too late for that, finance handles the difference and a cashier pays once more', async () => {
    w = await bankWorld()
    const b = await cameLate()
    const [payment] = await payments(b.payments)
    const [first] = await all(b)
    expect([payment?.paymentStatus, first?.transferStatus, first?.againStatus]).toEqual([
      paymentStatus.paid,
      transferStatus.bounced,
      againStatus.toPay,
    ])
    expect((await linesOf(b.orderId)).map((l) => l.settleStatus)).toEqual([settleStatus.paid])
    const [difference] = await rowsBy(w.context, w.tenantId, reconciliationInfo, 'account_no', 'DM1001')
    expect(difference).toMatchObject({
      reconStatus: reconStatus.differs,
      diffCount: 1,
      ourCount: 1,
      diffAmount: payment?.netAmount,
    })
    expect(difference?.resultDetail).toMatchObject([{ yurRef: payment?.yurRef, diffType: 4 }])
    await clean()

    const id = first?.id ?? ''
    const before = await balanceOf(w)
    expect((await refusal(again(id))).text[0]).toBe(`退票差异尚未处理，请财务先在对账任务 ${difference?.taskid} 中处理`)
    await resolved()
    expect((await refusal(again(id, w.fin))).code).toBe(403)
    await change(w.context, w.tenantId, authenticationDoctor, payment?.doctorId ?? '', { bankAccount: null })
    expect((await refusal(again(id))).text[0]).toBe('医生未登记银行账号，请先在医生信息中登记')
    await change(w.context, w.tenantId, authenticationDoctor, payment?.doctorId ?? '', {
      bankAccount: '6225880000000010',
    })
    await change(w.context, w.tenantId, authenticationDoctor, payment?.doctorId ?? '', { blackStatus: 1 })
    expect((await refusal(again(id))).text[0]).toContain('在黑名单中，不能付款')
    await change(w.context, w.tenantId, authenticationDoctor, payment?.doctorId ?? '', {
      blackStatus: 0,
      doctorName: '张改名',
    })
    const clicks = await Promise.allSettled(Array.from({ length: 10 }, () => again(id)))
    expect(clicks.filter((c) => c.status === 'fulfilled')).toHaveLength(1)
    expect(await all(b)).toHaveLength(2)
    await clean()

    await carry(w)
    const [, second] = await all(b)
    expect(second).toMatchObject({
      amount: payment?.netAmount,
      payeeName: '张改名',
      payeeAccount: '6225880000000010',
      againOfId: id,
    })
    await decide(w.context, w.cashier, { resource: 'transferAccount', transition: 'payQuery', id: second?.id ?? '' })
    await carry(w)
    expect((await all(b)).map((t) => [t.transferStatus, t.againStatus])).toEqual([
      [transferStatus.bounced, againStatus.paid],
      [transferStatus.succeeded, againStatus.none],
    ])
    expect(await balanceOf(w)).toBe(less(before, payment?.netAmount))
    expect((await payments(b.payments))[0]).toMatchObject({
      paymentStatus: paymentStatus.paid,
      payTime: payment?.payTime,
    })
    expect((await refusal(again(id))).code).toBe(409)
    await clean()
  })

  test('the day compared with the bank later still has the difference, also where the bank lists what came back', async () => {
    w = await bankWorld()
    const b = await cameLate()
    const [first] = await all(b)
    const day = async () => (await rowsBy(w.context, w.tenantId, reconciliationInfo, 'account_no', 'DM1001'))[0]
    w.context.clock.pass(24 * 60)
    const found = await day()
    const told = (rows: object[]) =>
      asSystem(w.context, w.tenantId, async (work) => {
        await work.lock(reconciliationInfo, [found?.id ?? ''])
        const of = (await work.row(reconciliationInfo, found?.id ?? '')) as NonNullable<typeof found>
        const ours = await known(work, of)
        await work.lock(
          transferAccount,
          [...ours.transfers].sort((x, y) => (BigInt(x) < BigInt(y) ? -1 : 1)),
        )
        await work.step(reconciliationInfo, of.id, 'run')
        await writeResult(work, of, ours, rows.length > 0 ? (rows as never) : ours.movements)
      })
    const returned = { ref: first?.yurRef, serial: 'R1', amount: first?.amount, status: 'RETURNED' }
    for (const rows of [[], [returned]]) {
      await told(rows)
      const now = await day()
      expect(now?.reconStatus).toBe(reconStatus.differs)
      expect(now?.resultDetail?.filter((d) => d.diffType === 4 && d.yurRef === first?.yurRef)).toHaveLength(1)
    }
    await resolved()
    await again(first?.id ?? '')
    await clean()
  })

  test('what comes back to a company without a unit is written down until finance clears it', async () => {
    w = await bankWorld()
    const b = await batch(w, [plain('6225880000000017', '3000.00')])
    await step('sponsorHandle', b.id)
    await carry(w)
    await query(b.id)
    await query(b.id)
    await change(w.context, w.tenantId, tradingManagerInfo, w.unitId, { unitStatus: unitStatus.closed })
    await query(b.id)
    expect((await asked(w)).filter((i) => i.intentStatus !== intentStatus.done)).toEqual([])
    const [transfer] = await transfersOf(w, b.id)
    expect(transfer).toMatchObject({ transferStatus: transferStatus.bounced, againStatus: againStatus.inSuspense })
    expect(await rowsBy(w.context, w.tenantId, suspenseEntry, 'biz_id', transfer?.id ?? '')).toMatchObject([
      { source: 2, amount: transfer?.amount, suspenseStatus: suspenseStatus.pending },
    ])
  })

  test('what is paid once more may fail, or come back as well: it waits to be paid again', async () => {
    w = await bankWorld()
    const b = await cameLate()
    await resolved()
    const [payment] = await payments(b.payments)
    const [first] = await all(b)
    const owed = await balanceOf(w)
    const id = first?.id ?? ''
    const goesTo = (bankAccount: string) =>
      change(w.context, w.tenantId, authenticationDoctor, payment?.doctorId ?? '', { bankAccount })
    /** Paid once more; so often the bank is asked about it. */
    const sent = async (transferId: string, questions: number) => {
      await again(transferId)
      await carry(w)
      const last = (await all(b)).at(-1)?.id ?? ''
      for (let n = 0; n < questions; n++) {
        await decide(w.context, w.cashier, { resource: 'transferAccount', transition: 'payQuery', id: last })
        await carry(w)
      }
      return last
    }
    await goesTo('6225880000000019')
    await sent(id, 1)
    expect((await all(b)).map((t) => [t.transferStatus, t.againStatus])).toEqual([
      [transferStatus.bounced, againStatus.toPay],
      [transferStatus.failed, againStatus.none],
    ])
    expect(await balanceOf(w)).toBe(owed)
    await clean()

    await goesTo('6225880000000017')
    const bounced = await sent(id, 3)
    expect((await all(b)).map((t) => [t.transferStatus, t.againStatus])).toEqual([
      [transferStatus.bounced, againStatus.paid],
      [transferStatus.failed, againStatus.none],
      [transferStatus.bounced, againStatus.toPay],
    ])
    expect(await balanceOf(w)).toBe(owed)
    await clean()
    // what finance said was of the first
    expect((await refusal(again(bounced))).text[0]).toContain('退票差异尚未处理')
    await resolved()
    await goesTo('6225880000000010')
    await sent(bounced, 1)
    expect(await balanceOf(w)).toBe(less(owed, payment?.netAmount))
    expect((await payments(b.payments))[0]?.paymentStatus).toBe(paymentStatus.paid)
    await clean()
  })
})

describe('many answers at once', () => {
  test('each pays its own, and batch, order and unit amount to them', async () => {
    w = await bankWorld()
    const before = await balanceOf(w)
    const accounts = ['10', '11', '19', '12', '13', '14', '29', '15']
    const b = await batch(
      w,
      accounts.map((end) => plain(`62258800000000${end}`, '1200.00')),
    )
    await step('sponsorHandle', b.id)
    await carryAtOnce(w)
    for (const t of await transfersOf(w, b.id))
      await decide(w.context, w.cashier, { resource: 'transferAccount', transition: 'payQuery', id: t.id })
    await carryAtOnce(w)
    const paid = (await payments(b.payments))
      .filter((p) => p.paymentStatus === paymentStatus.paid)
      .map((p) => p.netAmount)
    expect(paid).toHaveLength(6)
    expect(await balanceOf(w)).toBe(less(before, ...paid))
    expect(await now(b.id)).toMatchObject({ handleStatus: handleStatus.partlyFailed, successCount: 6, failCount: 2 })
    expect((await asked(w)).map((i) => i.intentStatus)).toEqual(Array.from({ length: 16 }, () => 3))
    await clean()
  })
})

describe('the same question', () => {
  test('20 at once is one question and one movement', async () => {
    w = await bankWorld()
    const before = await balanceOf(w)
    const b = await batch(w, [plain('6225880000000010')])
    await step('sponsorHandle', b.id)
    await carry(w)
    const [transfer] = await transfersOf(w, b.id)
    const questions = Array.from({ length: 20 }, () =>
      decide(w.context, w.cashier, { resource: 'transferAccount', transition: 'payQuery', id: transfer?.id ?? '' }),
    )
    await Promise.all(questions)
    const mine = (await asked(w)).filter((i) => i.bizId === transfer?.id && i.portCall === 'payQuery')
    expect(mine).toHaveLength(1)
    // a runner has each job alone; what is carried out by many at once is refused to all but one
    await Promise.allSettled(Array.from({ length: 20 }, () => carry(w)))
    const [payment] = await payments(b.payments)
    expect(await balanceOf(w)).toBe(less(before, payment?.netAmount))
    expect((await transfersOf(w, b.id)).map((t) => [t.transferStatus, t.queryCount])).toEqual([
      [transferStatus.succeeded, 1],
    ])
    expect(
      await count(w.context, w.tenantId, 'approval_history', `action = 'pay' and biz_id = $2`, [b.payments[0]]),
    ).toBe(1)
    await clean()
  })
})
