import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entrustedAccount } from '../../../src/model/funds/accounts.ts'
import { entrustedAccountPrepay } from '../../../src/model/funds/prepay.ts'
import type { WireHeld } from '../../../src/model/language/held.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'
import { broken, checkInvariants, invariants } from '../../../src/server/verification/check.ts'
import { addAttachment } from '../../../src/server/writing/save/attachments.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import { type Answer, type Client, type TestApp, testApp } from '../app.ts'

const { alertStatus } = statesOf(entrustedAccount)
const { confirmStatus: confirmStates } = statesOf(entrustedAccountPrepay)
const { payMode } = statesOf(servicePaymentOrder)

/** 3.13 and 3.23 over HTTP: a company pays in and for its orders, finance confirms, the ledger says so. */

const PREPAY = 'blade-pay/entrustedAccountPrepay'
const ACCOUNT = 'blade-pay/entrustedAccount'
const RECORD = 'blade-pay/entrustedAccountRecord'
const PAYMENT = 'blade-svc/servicePaymentOrder'
const VOUCHER = 'blade-svc/servicePaymentOrderDetail'

let t: TestApp
let tenantId: string
let company: string
let stranger: string
let account: string
let admin: Client
let fin: Client
let fin2: Client
let cashier: Client
let boss: Client
let other: Client

/** A company with its account and its unit at the bank. */
async function client(name: string, code: string): Promise<{ company: string; account: string }> {
  const [company, account] = [t.context.id(), t.context.id()]
  await t.db.owner(async (tx) => {
    await tx.query(
      `insert into "entrusted_company" (tenant_id, id, name, social_credit_code, legal_person, audit_status, enable_status, create_time, update_time)
       values ($1, $2, $3, $4, '王一', 1, 1, now(), now())`,
      [tenantId, company, name, code],
    )
    await tx.query(
      `insert into "entrusted_account" (tenant_id, id, account_no, entrusted_company_id, entrusted_company_name, create_time, update_time)
       values ($1, $2, $3, $4, $5, now(), now())`,
      [tenantId, account, `PA${account}`, company, name],
    )
    await tx.query(
      `insert into "trading_manager_info" (tenant_id, id, unit_no, holder_type, holder_id, unit_status, create_time, update_time)
       values ($1, $2, $3, 1, $4, 1, now(), now())`,
      [tenantId, t.context.id(), `DM${account.slice(-8)}`, company],
    )
  })
  return { company, account }
}

beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
  ;({ company, account } = await client('某药业', '91310000MA1K30000X'))
  ;({ company: stranger } = await client('另一药业', '91310000MA1K30001Y'))
  admin = await t.signIn(tenantId, 'administrator')
  fin = await t.signIn(tenantId, 'finance')
  fin2 = await t.signIn(tenantId, 'finance')
  cashier = await t.signIn(tenantId, 'cashier')
  boss = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company })
  other = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: stranger })
})
afterAll(() => t?.app.close())

const review = (id: string, confirmStatus: 1 | 2, who = fin, more: object = {}) =>
  who.post(`${PREPAY}/submitReview`, {
    id,
    confirmStatus,
    remark: confirmStatus === confirmStates.rejected ? '与到账不符' : '',
    ...more,
  })
let receipts = 0
/** A file that somebody uploaded. */
const uploaded = async (who: Client): Promise<string> => {
  const actor = await who.actor()
  const stored = { name: `20240615/${t.context.id()}.pdf`, originalName: '凭证.pdf', attachSize: 3, sha256: '0' }
  return t.db.transaction({ tenantId }, async (tx) => {
    const work = new SqlUnitOfWork(t.context, actor, tx)
    const id = await addAttachment(work, stored)
    await work.flush()
    return id
  })
}
/** Pays in offline, with a receipt of the bank: its serial no. and a voucher. */
const recharge = async (amount: string, who = boss, more: object = {}) => {
  receipts += 1
  const receipt = { bankSerialNo: `rec ${receipts}`, recordVoucher: await uploaded(who) }
  return who.post<WireRow>(`${ACCOUNT}/recharge`, {
    entrustedCompanyId: company,
    amount,
    paymentType: 1,
    ...receipt,
    ...more,
  })
}
const stands = async () => {
  const { data } = await admin.get<WireRow>(`${ACCOUNT}/detail`, { id: account })
  return [data.balance, data.frozenAmount, data.availableAmount]
}
const units = async () =>
  (
    await t.db.owner((tx) =>
      tx.query<{ balance: string }>(
        'select balance::text from "trading_manager_info" where tenant_id = $1 and holder_id = $2',
        [tenantId, company],
      ),
    )
  )[0]?.balance
const refused = (answer: Answer, status: number, msg: string) =>
  expect([answer.status, answer.msg]).toEqual([status, expect.stringContaining(msg)])
/** What accounts and prepayments amount to. */
async function clean(): Promise<void> {
  const ids = invariants
    .map((i) => i.id)
    .filter((id) => /^(3\.23|INV-([1-8]\b|4[01]\.(entrustedAccountPrepay|servicePay)))/.test(id))
  expect(broken(await t.db.transaction({ tenantId }, (tx) => checkInvariants(tx, ids)))).toEqual([])
}

describe('a company pays in', () => {
  it('by recharging, and finance confirms it: the account and the unit have more', async () => {
    const { data, status } = await recharge('500.00')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      confirmStatus: confirmStates.pending,
      chargeType: 1,
      recordAmount: '500.00',
      bankSerialNo: 'REC1',
      entrustedCompanyName: '某药业',
    })
    expect(await stands()).toEqual(['0.00', '0.00', '0.00'])
    refused(await review(String(data.id), 1, boss), 403, '')
    expect((await review(String(data.id), 1)).status).toBe(200)
    expect(await stands()).toEqual(['500.00', '0.00', '500.00'])
    expect(await units()).toBe('500.00')
    const { data: page } = await fin.get<{ records: WireRow[] }>(`${RECORD}/page`, { accountId: account })
    expect(page.records).toMatchObject([
      {
        recordType: 1,
        direction: 1,
        amount: '500.00',
        balanceBefore: '0.00',
        balanceAfter: '500.00',
        bizCode: data.code,
      },
    ])
    refused(await review(String(data.id), 1), 409, '')
    refused(await review(String(data.id), 2), 409, '')
    await clean()
  })

  it('for itself only, something', async () => {
    refused(await recharge('1.00', other), 404, '')
    refused(await recharge('1.00', boss, { entrustedCompanyId: '1; drop' }), 404, '')
    refused(await recharge('1.00', boss, { entrustedCompanyId: '' }), 400, '')
    refused(await recharge('1.00', fin), 403, '')
    refused(await recharge('0.00'), 400, '')
    refused(await recharge('1.234'), 400, '')
    // more than the account could be given is refused at the form, not when it is confirmed or collected
    for (const amount of ['1000000000000.00', '9999999999999999.99'])
      for (const paymentType of [1, 2]) {
        const much = await recharge(amount, boss, { paymentType })
        refused(much, 400, '金额不能超过999999999999.99')
        expect(Object.keys(much.data)).toEqual(['amount'])
      }
    for (const chargeType of [1, 2]) {
      const much = await cashier.post<object>(`${PREPAY}/submit`, {
        entrustedCompanyId: company,
        paymentType: 1,
        chargeType,
        recordAmount: '1000000000000.00',
      })
      refused(much, 400, '金额不能超过')
      expect(Object.keys(much.data)).toEqual(['recordAmount'])
    }
  })

  it('once, however often the same is sent at once', async () => {
    const before = (await stands())[0]
    const { data } = await recharge('7.00')
    const all = await Promise.all(Array.from({ length: 20 }, () => review(String(data.id), 1, fin2)))
    expect(all.filter((a) => a.status === 200).length).toBeGreaterThan(0)
    expect((await stands())[0]).toBe((Number(before) + 7).toFixed(2))
    await clean()
  })

  it('and is not confirmed by who wrote it', async () => {
    const { data } = await admin.post<WireRow>(`${PREPAY}/submit`, {
      entrustedCompanyId: company,
      paymentType: 1,
      chargeType: 1,
      recordAmount: '3.00',
    })
    refused(await review(String(data.id), 1, admin), 400, '经办与审核不能是同一人')
    expect((await review(String(data.id), 2)).status).toBe(200)
    await clean()
  })
})

describe('a company takes out', () => {
  const out = (amount: string, more: object = {}) =>
    cashier.post<WireRow>(`${PREPAY}/submit`, {
      entrustedCompanyId: company,
      paymentType: 1,
      chargeType: 2,
      recordAmount: amount,
      ...more,
    })
  it('what is frozen until it is confirmed, or let go of when it is not, and asked for again', async () => {
    const [balance = ''] = (await stands()) as string[]
    const { data } = await out('100.00')
    const id = String(data.id)
    const left = (Number(balance) - 100).toFixed(2)
    expect(await stands()).toEqual([balance, '100.00', left])
    expect((await review(id, 2)).status).toBe(200)
    expect(await stands()).toEqual([balance, '0.00', balance])
    await clean()
    // edited, it waits again
    const again = await cashier.post<WireRow>(`${PREPAY}/submit`, { id, recordAmount: '60.00' })
    expect([again.status, again.data.confirmStatus, again.data.reviewUserName ?? '']).toEqual([
      200,
      confirmStates.pending,
      '',
    ])
    expect((await stands())[1]).toBe('60.00')
    await clean()
    expect((await review(id, 1)).status).toBe(200)
    expect(await stands()).toEqual([(Number(balance) - 60).toFixed(2), '0.00', (Number(balance) - 60).toFixed(2)])
    expect(await units()).toBe((Number(balance) - 60).toFixed(2))
    await clean()
    // what was frozen and released stands with the account: when, how much, by which document, why, by whom
    const held = (who: Client, of = account, resource = 'entrustedAccount') =>
      who.get<WireHeld[]>('rounds/held', { resource, id: of })
    const { data: told } = await held(fin)
    const document = (step: string, remark = '') => [
      { resource: 'entrustedAccountPrepay', id, name: data.code, step, remark },
    ]
    expect(told.slice(0, 4).map(({ change, after, documents }) => ({ change, after, documents }))).toEqual([
      { change: '-60.00', after: '0.00', documents: document('确认') },
      { change: '60.00', after: '60.00', documents: document('重新提交') },
      { change: '-100.00', after: '0.00', documents: document('驳回', '与到账不符') },
      { change: '100.00', after: '100.00', documents: document('新增') },
    ])
    expect(told.every((entry) => entry.by !== '' && /^\d{4}-\d\d-\d\d \d\d:/.test(entry.time))).toBe(true)
    // whose documents one may not see: the amounts alone; of another company's account nothing
    refused(await held(other), 404, '')
    refused(await held(await t.signIn(tenantId, 'content')), 403, '')
    refused(await held(fin, id, 'entrustedAccountPrepay'), 400, '没有占用金额')
  })

  it('nothing from a frozen account, neither asked nor confirmed; what comes in is taken', async () => {
    const { data } = await out('10.00')
    const status = (accountStatus: number) => admin.post(`${ACCOUNT}/submit`, { id: account, accountStatus })
    expect((await status(2)).status).toBe(200)
    refused(await out('1.00'), 409, '账户已冻结或销户')
    refused(await review(String(data.id), 1), 400, '账户已冻结或销户')
    const paid = await recharge('5.00')
    expect((await review(String(paid.data.id), 1)).status).toBe(200)
    expect((await status(1)).status).toBe(200)
    expect((await review(String(data.id), 1)).status).toBe(200)
    await clean()
  })
})

describe('the alert amount', () => {
  const queue = async (who: Client) => {
    const { data } = await who.get<{ records: WireRow[] }>(`${ACCOUNT}/page`, { alertStatus: alertStatus.low })
    return data.records.map((row) => row.id)
  }
  const alert = (alertAmount: string) => admin.post(`${ACCOUNT}/submit`, { id: account, alertAmount })

  it('tells of an account as soon as less is available: set, frozen, let go of, paid in', async () => {
    const [balance = ''] = (await stands()) as string[]
    const more = (by: number) => (Number(balance) + by).toFixed(2)
    expect(await queue(boss)).toEqual([])
    refused(await alert('-1.00'), 400, '')
    expect((await alert(balance)).status).toBe(200)
    expect(await queue(boss)).toEqual([])
    expect((await alert(more(1))).status).toBe(200)
    expect(await queue(boss)).toEqual([account])
    expect(await queue(other)).toEqual([])
    await clean()

    expect((await alert(balance)).status).toBe(200)
    const { data } = await cashier.post<WireRow>(`${PREPAY}/submit`, {
      entrustedCompanyId: company,
      paymentType: 1,
      chargeType: 2,
      recordAmount: '0.01',
    })
    expect(await queue(boss)).toEqual([account])
    expect((await review(String(data.id), 2)).status).toBe(200)
    expect(await queue(boss)).toEqual([])

    expect((await alert(more(5))).status).toBe(200)
    const paid = await recharge('5.00')
    expect(await queue(cashier)).toEqual([account])
    expect((await review(String(paid.data.id), 1)).status).toBe(200)
    expect(await queue(cashier)).toEqual([])
    await clean()
  })

  it('is said by the server alone, and of a new account', async () => {
    expect((await admin.post(`${ACCOUNT}/submit`, { id: account, alertStatus: alertStatus.low })).status).toBe(200)
    expect(await queue(cashier)).toEqual([])
    const fresh = await client('第三药业', '91310000MA1K30007Z')
    await t.db.owner((tx) => tx.query('delete from "entrusted_account" where id = $1', [fresh.account]))
    const { data } = await admin.post<WireRow>(`${ACCOUNT}/submit`, {
      entrustedCompanyId: fresh.company,
      alertAmount: '10.00',
    })
    expect(await queue(cashier)).toEqual([data.id])
    await clean()
  })
})

describe('the payer that is named (Q14)', () => {
  it('is marked on a voucher and on a prepayment where it is not the company', async () => {
    const payment = t.context.id()
    await t.db.owner((tx) =>
      tx.query(
        `insert into "service_payment_order" (tenant_id, id, code, entrusted_company_id, amount, doctor_amount, pay_status, create_time, update_time)
         values ($1, $2, 'SP0', $3, 40, 40, 0, now(), now())`,
        [tenantId, payment, company],
      ),
    )
    for (const [n, [payerName, match]] of (
      [
        ['某药业', 1],
        ['某　药业 ', 1],
        ['另一药业', 2],
        ['', 0],
      ] as const
    ).entries()) {
      const voucher = await boss.post<WireRow>(`${VOUCHER}/submit`, {
        servicePaymentOrderId: payment,
        amount: '10.00',
        payTime: '2024-06-10 10:00:00',
        voucherUrl: await uploaded(boss),
        bankSerialNo: `MATCH${n}`,
        payerName,
        // nobody says it themselves
        payerMatch: 1,
      })
      const { data } = await fin.get<WireRow>(`${VOUCHER}/detail`, { id: voucher.data.id })
      expect([voucher.status, data.payerMatch]).toEqual([200, match])
    }
    const write = async (values: object) =>
      (
        await cashier.post<WireRow>(`${PREPAY}/submit`, {
          entrustedCompanyId: company,
          paymentType: 1,
          chargeType: 1,
          recordAmount: '1.00',
          ...values,
        })
      ).data
    const { id, payerMatch } = await write({ payerName: '另一药业' })
    expect(payerMatch).toBe(2)
    // edited it is looked at anew, whatever is edited
    expect((await write({ id, payerName: '某药业' })).payerMatch).toBe(1)
    expect((await write({ id, entrustedCompanyId: stranger })).payerMatch).toBe(2)
    expect((await write({})).payerMatch).toBe(0)
  })

  it('is nobody of what the platform pays out', async () => {
    expect((await recharge('20.00')).status).toBe(200)
    const paid = await cashier.post<WireRow>(`${PREPAY}/submit`, {
      entrustedCompanyId: company,
      paymentType: 1,
      chargeType: 2,
      recordAmount: '1.00',
      payerName: '医联结算平台',
    })
    expect([paid.status, paid.data.payerMatch ?? null]).toEqual([200, null])
    expect((await review(String(paid.data.id), 2)).status).toBe(200)
  })
})

describe('a receipt of the bank (INV-8)', () => {
  it('is named by one prepayment or one voucher', async () => {
    const payment = t.context.id()
    await t.db.owner((tx) =>
      tx.query(
        `insert into "service_payment_order" (tenant_id, id, code, entrusted_company_id, amount, doctor_amount, pay_status, create_time, update_time)
         values ($1, $2, 'SP1', $3, 10, 10, 0, now(), now())`,
        [tenantId, payment, company],
      ),
    )
    const write = (serial: string, more: object = {}) =>
      cashier.post<WireRow>(`${PREPAY}/submit`, {
        entrustedCompanyId: company,
        paymentType: 1,
        chargeType: 1,
        recordAmount: '1.00',
        bankSerialNo: serial,
        ...more,
      })
    expect((await write('S1')).status).toBe(200)
    refused(await write('S1', { recordAmount: '2.00' }), 409, '银行流水号 S1 已用于预付款单 PP')
    for (const typed of ['s1', 'Ｓ１', 'S 1', 's\u30001'])
      refused(await write(typed, { recordAmount: '2.00' }), 409, '银行流水号 S1 已用于预付款单 PP')
    // what was paid in offline is confirmed with the receipt of the bank alone
    const bare = (await write('')).data
    const unproved = await fin.post<object>(`${PREPAY}/submitReview`, {
      id: bare.id,
      confirmStatus: confirmStates.confirmed,
    })
    refused(unproved, 400, '预付款须先填写银行流水号、凭证再确认')
    expect(Object.keys(unproved.data)).toEqual(['bankSerialNo', 'recordVoucher'])
    // also where somebody says that it was paid online: what the bank has collected it confirms itself
    const online = (await write('', { paymentType: 2 })).data
    refused(
      await fin.post(`${PREPAY}/submitReview`, { id: online.id, confirmStatus: confirmStates.confirmed }),
      400,
      '预付款须先填写银行流水号、凭证再确认',
    )
    await t.db.owner((tx) =>
      tx.query(
        `insert into "service_payment_order_detail" (tenant_id, id, service_payment_order_id, amount, pay_time, voucher_url, bank_serial_no, create_time, update_time)
         values ($1, $2, $3, 10, now(), '1', 'S2', now(), now())`,
        [tenantId, t.context.id(), payment],
      ),
    )
    refused(await write('S2'), 409, '银行流水号 S2 已用于支付凭证')
    const taken = await boss.post(`${VOUCHER}/submit`, {
      servicePaymentOrderId: payment,
      amount: '10.00',
      payTime: '2024-06-10 10:00:00',
      voucherUrl: '1',
      bankSerialNo: 'S1',
    })
    expect(taken.status).toBeGreaterThanOrEqual(400)
    // the payment is asked for with the calls that clients of the family know
    refused(await boss.get(`${PAYMENT}/confimPay`, { id: payment, payMode: payMode.transfer }), 200, '')
    refused(await fin.post(`${PAYMENT}/submitReview`, { id: payment, status: 2, remark: '' }), 400, '请输入驳回原因')
    expect((await fin.post(`${PAYMENT}/submitReview`, { id: payment, status: 2, remark: '凭证不清' })).status).toBe(200)
    refused(await boss.get(`${PAYMENT}/confimPay`, { id: payment, payMode: payMode.prepaid }), 200, '')
    refused(await other.get(`${PAYMENT}/confimPay`, { id: payment }), 404, '')
    expect((await stands())[1]).toBe('10.00')
    await clean()
  })
})

describe('the statement of an account', () => {
  const statement = (who: Client, id = account) =>
    who.get<readonly Record<string, string>[]>(`${ACCOUNT}/statement`, { id })
  const fenOf = (amount: unknown) => BigInt(String(amount).replace('.', ''))

  it('leads from the balance that a month began with to the one it ended with', async () => {
    // of an earlier month: written as it was posted then
    const before = t.context.id()
    const { account: old } = await client('旧药业', '91310000MA1K30002Z')
    await t.db.owner((tx) =>
      tx.query(
        `insert into "entrusted_account_record" (tenant_id, id, record_no, account_id, entrusted_company_id, record_type, direction, amount, balance_before, balance_after, biz_type, biz_id, record_time, create_time, update_time)
         select $1, id, 'AR' || id, $2, entrusted_company_id, kind, way, amount, before, after, 'servicePaymentOrder', id::text, at::timestamptz, now(), now()
         from (values ($3::bigint, 1, 1, 100.00, 0.00, 100.00, '2024-04-30T23:59:59+08'), ($3 + 1, 2, 2, 30.00, 100.00, 70.00, '2024-05-01T00:00:00+08'),
           ($3 + 2, 3, 1, 5.50, 70.00, 75.50, '2024-05-01T00:00:00+08'), ($3 + 3, 4, 2, 0.50, 75.50, 75.00, '2024-05-31T23:59:59+08'), ($3 + 4, 6, 1, 7.00, 75.00, 82.00, '2024-05-31T23:59:59+08')) r(id, kind, way, amount, before, after, at),
           (select entrusted_company_id from "entrusted_account" where id = $2) c`,
        [tenantId, old, before],
      ),
    )
    const none = {
      rechargeAmount: '0.00',
      receiptAmount: '0.00',
      refundAmount: '0.00',
      paidAmount: '0.00',
      suspenseAmount: '0.00',
    }
    expect((await statement(fin, old)).data).toEqual([
      {
        ...none,
        month: '202405',
        openingAmount: '100.00',
        refundAmount: '5.50',
        paidAmount: '30.00',
        withdrawnAmount: '0.50',
        suspenseAmount: '7.00',
        closingAmount: '82.00',
        recordCount: 4,
      },
      {
        ...none,
        month: '202404',
        openingAmount: '0.00',
        rechargeAmount: '100.00',
        withdrawnAmount: '0.00',
        closingAmount: '100.00',
        recordCount: 1,
      },
    ])
    await t.db.owner((tx) => tx.query('delete from "entrusted_account_record" where account_id = $1', [old]))
  })

  it('is of the records that a person may see: their company’s, or nobody’s', async () => {
    const own = (await statement(boss)).data
    const { data: now } = await fin.get<WireRow>(`${ACCOUNT}/detail`, { id: account })
    expect(own[0]?.closingAmount).toBe(now.balance)
    for (const m of own)
      expect(
        ['openingAmount', 'rechargeAmount', 'receiptAmount', 'refundAmount', 'suspenseAmount'].reduce(
          (n, f) => n + fenOf(m[f]),
          0n,
        ) - ['paidAmount', 'withdrawnAmount'].reduce((n, f) => n + fenOf(m[f]), 0n),
      ).toBe(fenOf(m.closingAmount))
    refused(await statement(other), 404, '')
    refused(await statement(await t.signIn(tenantId, 'content')), 403, '')
    const { data: figures } = await fin.get<Record<string, string>>('blade-desk/desk/getStatisticsSingleItem')
    expect(fenOf(figures.prepaidBalance)).toBe(fenOf(now.balance))
  })
})
