import { beforeEach, describe, expect, it } from 'vitest'
import { entrustedAccount, entrustedAccountRecord } from '../../../src/model/funds/accounts.ts'
import { cmbBank } from '../../../src/model/funds/cmbBank.ts'
import { entrustedAccountPrepay } from '../../../src/model/funds/prepay.ts'
import { suspenseEntry } from '../../../src/model/funds/suspense.ts'
import { transferAccount } from '../../../src/model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../src/model/funds/units.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { orderDoctorSettlement } from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { summaryTaxReturns } from '../../../src/model/tax/summaryTaxReturns.ts'
import { fen, yuan } from '../../../src/model/values/money.ts'
import { systemActor } from '../../../src/server/core/actor.ts'
import { loader } from '../people.ts'
import { refusal, World } from '../world.ts'

const { accountStatus } = statesOf(entrustedAccount)
const { orderStatus } = statesOf(orderDoctor)
const { confirmStatus } = statesOf(entrustedAccountPrepay)
const { suspenseStatus } = statesOf(suspenseEntry)
const { unitStatus } = statesOf(tradingManagerInfo)
const { againStatus, transferStatus } = statesOf(transferAccount)

let w: World
const account = () => w.rows(entrustedAccount).find((a) => a.accountStatus !== accountStatus.closed)
const unit = () => w.rows(tradingManagerInfo, { unitNo: 'DM1' })[0]
const closing = () =>
  w.as(w.people.admin).save(entrustedAccount.id, { id: account()?.id, accountStatus: accountStatus.closed })
const unitClosing = () =>
  w.decide(w.people.admin, tradingManagerInfo, 'close', unit()?.id ?? '', { reason: '停止合作' })

beforeEach(async () => {
  w = await World.made()
})

/** A company pays in online; the bank has not answered. */
async function collecting(amount: string): Promise<string> {
  const of = { entrustedCompanyId: w.g.companyId, recordAmount: amount, paymentType: 2, chargeType: 1 }
  const { id } = await w.as(w.people.cashier).save(entrustedAccountPrepay.id, of)
  await w.as(systemActor('world', 'collect')).work(async (work) => {
    const payload = { unitNo: 'DM1', payerName: '', amount }
    const back = { of: entrustedAccountPrepay, id: String(id), done: 'answered', failed: 'notCollected' }
    await work.intend(cmbBank, 'collect', payload, `YC${id}`, back)
  })
  return String(id)
}

/** A settled order whose payment came back afterwards; the days in which money may come back are over. */
async function cameBackLate(): Promise<{ readonly transfer: string; readonly line: string; readonly order: string }> {
  const { id, lines } = await w.paid(['3000.00'])
  const [line = ''] = lines
  const transfer = await w.paidOut(line)
  await w.passedOn(id)
  expect(w.row(settlementOrder, id).settlementStatus).toBe(6)
  w.pass(8)
  await w.asksAbout(transfer, { status: 'RETURNED', code: 'RETURNED', msg: '退票：账户已注销' })
  return { transfer, line, order: id }
}

describe('what could still move money keeps account and unit open', () => {
  const cases: Readonly<Record<string, () => Promise<unknown>>> = {
    '结算单 SO.*尚未结清': () => w.order(),
    '医生订单 OD.*尚未结算': () =>
      w.as(loader('world')).load((work) =>
        work.insert(orderDoctor, {
          code: 'OD1',
          entrustedCompanyId: w.g.companyId,
          baseEmployeeId: w.g.employeeId,
          doctorId: w.g.doctors[0],
          feeAmount: '100.00',
          orderStatus: orderStatus.open,
        } as never),
      ),
    '预付款单 PP.*尚未确认': () => collecting('777.77'),
    '在 7 天内付出，银行可能退票': async () => {
      const { id, lines } = await w.paid(['3000.00'])
      await w.paidOut(lines[0] ?? '')
      await w.passedOn(id)
    },
    '退票 YR.*尚未重付': async () => {
      await cameBackLate()
      // as it was before it came back
      await w.write(tradingManagerInfo, unit()?.id ?? '', { balance: '0.00' })
    },
    '挂账单 SU.*尚未处理': async () => {
      const { transfer } = await cameBackLate()
      await w.decide(w.people.cashier, transferAccount, 'toSuspense', transfer, { reason: '医生失联' })
    },
  }
  it.each(Object.keys(cases))('%s', async (why) => {
    await cases[why]?.()
    expect(await refusal(closing())).toMatch(new RegExp(why))
    expect(await refusal(unitClosing())).toMatch(new RegExp(why))
  })

  it('nothing keeps an empty account of a company that is done', async () => {
    const { id, lines } = await w.paid(['3000.00'])
    await w.paidOut(lines[0] ?? '')
    await w.passedOn(id)
    w.pass(8)
    expect(await refusal(unitClosing())).toBe('')
    expect(await refusal(closing())).toMatch('银行请求')
    await w.told(unit()?.id ?? '', 'unitClose', { serial: 'C1' })
    expect(await refusal(closing())).toBe('')
    expect(w.broken()).toEqual([])
  })
})

describe('money that arrives all the same', () => {
  it('of a collection for an account that is closed goes into suspense, and into its successor by two persons', async () => {
    const { fin, fin2, admin } = w.people
    const id = await collecting('777.77')
    await w.write(entrustedAccount, account()?.id ?? '', { accountStatus: accountStatus.closed })
    await w.told(id, 'collect', { serial: 'CMB777' })
    expect(w.row(entrustedAccountPrepay, id)).toMatchObject({
      confirmStatus: confirmStatus.inSuspense,
      bankSerialNo: 'CMB777',
    })
    const [entry] = w.rows(suspenseEntry)
    expect(entry).toMatchObject({
      source: 1,
      amount: '777.77',
      suspenseStatus: suspenseStatus.pending,
      bizId: id,
      bankSerialNo: 'CMB777',
    })
    expect(w.broken()).toEqual([])

    const clear = () => w.decide(fin, suspenseEntry, 'apply', entry?.id ?? '', { clearMode: 1 })
    expect(await refusal(clear())).toMatch('已销户')
    const opened = { entrustedCompanyId: w.g.companyId, alertAmount: '0' }
    await w.as(admin).save(entrustedAccount.id, opened)
    expect(await refusal(w.as(admin).save(entrustedAccount.id, opened))).toMatch('已有未销户的账户')
    await clear()
    const agrees = (who: typeof fin) => w.decide(who, suspenseEntry, 'audit.pass', entry?.id ?? '')
    expect(await refusal(agrees(fin))).toMatch('不能是同一人')
    await agrees(fin2)
    expect(account()).toMatchObject({ balance: '777.77', totalIn: '777.77' })
    expect(unit()?.balance).toBe('777.77')
    expect(w.rows(entrustedAccountRecord)).toMatchObject([{ recordType: 6, amount: '777.77', bizId: entry?.id }])
    expect(w.broken()).toEqual([])
  })

  it('of a collection for a unit that is closed is paid out by hand, with the serial no. of the bank', async () => {
    const { fin, fin2 } = w.people
    const id = await collecting('50.00')
    await w.write(tradingManagerInfo, unit()?.id ?? '', { unitStatus: unitStatus.closing })
    await w.told(id, 'collect', { serial: 'CMB50' })
    const entry = w.rows(suspenseEntry)[0]?.id ?? ''
    const clear = (ask: object) => w.decide(fin, suspenseEntry, 'apply', entry, { clearMode: 2, ...ask })
    expect(await refusal(clear({}))).toMatch('收款方')
    await clear({ payeeName: '杭州康泰医药有限公司' })
    expect(await refusal(w.decide(fin2, suspenseEntry, 'audit.pass', entry))).toMatch('付出流水号')
    await w.decide(fin2, suspenseEntry, 'audit.reject', entry, { reviewRemark: '收款方有误' })
    await clear({ payeeName: '杭州康泰' })
    await w.decide(fin2, suspenseEntry, 'audit.pass', entry, { paidSerialNo: 'cmb 51' })
    expect(w.row(suspenseEntry, entry)).toMatchObject({ suspenseStatus: suspenseStatus.cleared, paidSerialNo: 'CMB51' })
    expect(account()?.balance).toBe('0.00')
  })

  it('as a late return to a closed unit is in suspense, not lost', async () => {
    const { id, lines } = await w.paid(['3000.00'])
    const transfer = await w.paidOut(lines[0] ?? '')
    await w.passedOn(id)
    w.pass(8)
    await unitClosing()
    await w.told(unit()?.id ?? '', 'unitClose', { serial: 'C1' })
    await w.asksAbout(transfer, { status: 'RETURNED', code: 'RETURNED', msg: '退票' })
    const { amount } = w.row(transferAccount, transfer)
    expect(w.row(transferAccount, transfer)).toMatchObject({
      transferStatus: transferStatus.bounced,
      againStatus: againStatus.inSuspense,
    })
    expect(w.rows(suspenseEntry)).toMatchObject([
      { source: 2, amount, bizId: transfer, suspenseStatus: suspenseStatus.pending },
    ])
    expect(w.broken()).toEqual([])
  })
})

describe('a late return of a doctor who was listed meanwhile', () => {
  it('is given back to the client by two persons, its taxes corrected in the next return', async () => {
    const { fin, fin2, cashier, tax } = w.people
    const { transfer, line } = await cameBackLate()
    await w.write(authenticationDoctor, w.g.doctors[0] ?? '', { blackStatus: 1 })
    expect(await refusal(w.decide(cashier, transferAccount, 'payAgain', transfer))).not.toBe('')
    await w.decide(cashier, transferAccount, 'toSuspense', transfer, { reason: '医生已列入黑名单' })
    const { amount } = w.row(transferAccount, transfer)
    expect(unit()?.balance).toBe('0.00')
    expect(w.broken()).toEqual([])
    const entry = w.rows(suspenseEntry)[0]?.id ?? ''
    await w.decide(fin, suspenseEntry, 'apply', entry, { clearMode: 1 })
    await w.decide(fin2, suspenseEntry, 'audit.pass', entry)
    expect(account()?.balance).toBe(amount)
    expect(unit()?.balance).toBe(amount)
    expect(w.row(transferAccount, transfer).againStatus).toBe(5)
    expect(w.broken()).toEqual([])

    const own = w.row(orderDoctorSettlement, line)
    w.pass(40)
    const back = { fiscalTaxId: w.g.partnerId, taxMonth: '202407' }
    const id = await w.begin(tax, summaryTaxReturns, 'createSummaryTaxReturns', back)
    await w.decide(tax, summaryTaxReturns, 'create', id)
    const paidTaxes = w.row(suspenseEntry, entry).taxAmount
    const taxes = yuan([own.vatAmount, own.surchargeAmount, own.iitAmount].reduce((n, a) => n + fen(a ?? '0'), 0n))
    expect([own.settleStatus, own.taxMonth, paidTaxes]).toEqual([3, '202406', taxes])
    expect(w.row(summaryTaxReturns, id).correctedTax).toBe(paidTaxes)
    expect(w.row(suspenseEntry, entry).summaryTaxReturnsId).toBe(id)
    expect(w.broken()).toEqual([])
    await w.decide(tax, summaryTaxReturns, 'remove', id)
    expect(w.row(suspenseEntry, entry).summaryTaxReturnsId).toBeNull()
  })
})
