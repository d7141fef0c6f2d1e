import { cancellationRecord } from '../../../model/desk/cancellationRecord.ts'
import { entrustedAccount, entrustedAccountRecord } from '../../../model/funds/accounts.ts'
import { entrustedAccountPrepay } from '../../../model/funds/prepay.ts'
import { fen, yuan } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { servicePaymentOrder } from '../../../model/settlement/payments.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { orderDoctorSettlementPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import { atTime, plusDays, plusSeconds, workdayBefore } from '../times.ts'
import { copiedOf } from './clients.ts'
import type { Company } from './parties.ts'
import { type Character, liveRows, type Stage } from './stage.ts'

type Posting = RowOf<typeof entrustedAccountRecord>
/** One change of a balance: what for, how much, when. */
interface Move {
  readonly at: string
  readonly type: NonNullable<Posting['recordType']>
  readonly amount: bigint
  readonly biz: { readonly type: string; readonly id: string; readonly code: string }
  /** Id of the record, where something names it. */
  readonly id?: string
}

/** Who pays in, and who confirms it. */
export interface Treasurers {
  readonly cashier: Character
  readonly reviewer: Character
}

const IN: readonly number[] = [1, 3, 5]
/** What companies pay in at first, in yuan; the first company has a million. */
const FIRST = [1_000_000, 300_000, 500_000, 200_000, 800_000, 400_000]

/** A prepayment order as it stands today; `at`: when it was asked for. */
async function prepay(
  stage: Stage,
  who: Treasurers,
  c: Company,
  at: string,
  order: { readonly chargeType: 1 | 2; readonly yuan: number; readonly status: 0 | 1 | 2; readonly serial: string },
): Promise<Move | null> {
  const { status, chargeType } = order
  const reviewed = plusSeconds(at, 5400)
  const recordId = status === 1 ? stage.idAt(reviewed) : null
  const amount = BigInt(order.yuan) * 100n
  const { id, code } = await stage.bornWithCode(entrustedAccountPrepay, at, who.cashier, {
    ...copiedOf(c),
    paymentType: order.yuan % 3 === 0 ? 2 : 1,
    chargeType,
    recordAmount: yuan(amount),
    prepayTime: at,
    confirmStatus: status,
    payerName: chargeType === 1 ? c.name : '医联结算平台',
    payerAccount: c.bankAccount,
    bankSerialNo: order.serial,
    reviewUserName: status === 0 ? null : who.reviewer.name,
    reviewTime: status === 0 ? null : reviewed,
    reviewRemark: status === 2 ? '银行流水号与到账记录不符' : null,
    accountRecordId: recordId,
  })
  if (!recordId) return null
  const biz = { type: entrustedAccountPrepay.id, id, code: code ?? '' }
  return { at: reviewed, type: chargeType === 1 ? 1 : 4, amount, biz, id: recordId }
}

/** What a company paid for its settlement orders: from the account, or into it and out again (INV-7). */
function payments(stage: Stage, c: Company): Move[] {
  const paid = liveRows(stage, servicePaymentOrder, { entrustedCompanyId: c.id }).filter((p) => p.payStatus === 2)
  return paid.flatMap((p): Move[] => {
    const biz = { type: servicePaymentOrder.id, id: p.id, code: p.code ?? '' }
    const out: Move = { at: p.payTime ?? '', type: 2, amount: fen(p.amount ?? '0'), biz }
    return p.payMode === 1 ? [out] : [{ ...out, type: 5 }, out]
  })
}

/** What came back to a company for lines that were voided after it had paid: the fee and the platform's part (3.14). */
function refunds(stage: Stage, c: Company): Move[] {
  const voided = liveRows(stage, cancellationRecord, { entrustedCompanyId: c.id }).filter((r) => r.refundRecordId)
  return voided.map((r): Move => {
    const inPoints = r.bizType === 'orderDoctorSettlementPoint'
    const line = stage.store.table(inPoints ? orderDoctorSettlementPoint : orderDoctorSettlement)
    const of = inPoints
      ? line.get(orderDoctorSettlementPoint, r.bizId ?? '')
      : line.get(orderDoctorSettlement, r.bizId ?? '')
    return {
      at: r.auditTime ?? '',
      type: 3,
      amount: fen(r.amount ?? '0') + fen(String(of?.platformFee ?? '0')),
      biz: { type: r.bizType ?? '', id: r.bizId ?? '', code: r.bizCode ?? '' },
      id: r.refundRecordId ?? '',
    }
  })
}

/** What is frozen for payments from the account that wait for their check (INV-4). */
const waiting = (stage: Stage, c: Company): bigint =>
  liveRows(stage, servicePaymentOrder, { entrustedCompanyId: c.id })
    .filter((p) => p.payStatus === 1 && p.payMode === 1)
    .reduce((sum, p) => sum + fen(p.amount ?? '0'), 0n)

/** What is left, in yuan, of the account that is too small for what waits to be paid from it. */
const LEFT = 1000

/** The company with such an account: an open one, of a company that has orders to pay. The first has a million. */
const tooSmall = (stage: Stage, companies: readonly Company[]): Company | undefined =>
  companies.find(
    (c, n) =>
      n > 0 &&
      n % 4 !== 3 &&
      liveRows(stage, servicePaymentOrder, { entrustedCompanyId: c.id }).some((p) => p.payStatus === 0),
  )

/** Posts moves in the order of time, each on the balance that the one before left. Returns what the account comes to. */
async function post(
  stage: Stage,
  who: Character,
  account: { readonly id: string; readonly accountNo: string },
  c: Company,
  moves: readonly Move[],
) {
  let [balance, totalIn, totalOut] = [0n, 0n, 0n]
  const inTime = [...moves].sort((a, b) => a.at.localeCompare(b.at) || b.type - a.type)
  for (const m of inTime) {
    const comes = IN.includes(m.type)
    const before = balance
    balance += comes ? m.amount : -m.amount
    if (balance < 0n) throw new Error(`the prepaid account of ${c.name} would be below nothing`)
    if (comes) totalIn += m.amount
    else totalOut += m.amount
    const values = {
      ...(m.id ? { id: m.id } : {}),
      accountId: account.id,
      accountNo: account.accountNo,
      ...copiedOf(c),
      recordType: m.type,
      direction: comes ? 1 : 2,
      amount: yuan(m.amount),
      balanceBefore: yuan(before),
      balanceAfter: yuan(balance),
      bizType: m.biz.type,
      bizId: m.biz.id,
      bizCode: m.biz.code,
      recordTime: m.at,
    } as const
    await stage.born(entrustedAccountRecord, m.at, who, {
      ...values,
      recordNo: await stage.codeAt(entrustedAccountRecord, m.at, who),
    })
  }
  return { balance: yuan(balance), totalIn: yuan(totalIn), totalOut: yuan(totalOut) }
}

/**
 * Prepaid accounts with their ledgers: what companies paid in and took out, and what they paid for their settlement
 * orders. Companies that never worked have closed accounts. Returns the accounts by company.
 */
export async function addPrepaid(
  stage: Stage,
  who: Treasurers,
  companies: readonly Company[],
  working: number,
): Promise<ReadonlyMap<string, string>> {
  const balances = new Map<string, string>()
  const last = workdayBefore(plusDays(stage.today, -1))
  const poor = tooSmall(stage, companies.slice(0, working))
  for (const [n, c] of companies.entries()) {
    const opened = atTime(plusDays(c.createTime, 9), 10, n)
    const id = stage.idAt(opened)
    const moves: Move[] = []
    let frozen = waiting(stage, c)
    const ask = async (at: string, chargeType: 1 | 2, amount: number, status: 0 | 1 | 2) => {
      const serial = `CMB${at.slice(0, 10).replaceAll('-', '')}${String(n).padStart(3, '0')}${String(moves.length + amount).padStart(8, '0')}`
      const move = await prepay(stage, who, c, at, { chargeType, yuan: amount, status, serial })
      if (move) moves.push(move)
      if (chargeType === 2 && status === 0) frozen += BigInt(amount) * 100n
    }
    const day = (back: number) => workdayBefore(plusDays(stage.today, -back))
    const works = n < working
    if (works) {
      const direct = payments(stage, c)
      moves.push(...direct, ...refunds(stage, c))
      const need = direct.reduce((sum, m) => sum + (m.type === 2 ? m.amount : m.type === 5 ? -m.amount : 0n), 0n)
      await ask(
        atTime(plusDays(c.createTime, 10), 9, n),
        1,
        (FIRST[n % FIRST.length] ?? 0) + Math.ceil(Number(need) / 100),
        1,
      )
      for (let k = 0; k < 4; k += 1) await ask(atTime(day(150 - k * 30 - n), 9 + k, n, k), 1, 50_000 + n * 3_000 + k, 1)
      await ask(atTime(day(60 + n), 15, n), 2, 20_000 + n, 1)
      await ask(atTime(day(20 + n), 11, n), n % 3 === 0 ? 2 : 1, 30_000 + n, 2)
      await ask(atTime(last, 9, n * 4, n), 1, 60_000 + n * 500, 0)
      if (n % 2 === 0) await ask(atTime(last, 14, n * 4, n), 2, 10_000 + n * 500, 0)
      if (c === poor) {
        const free = moves.reduce((all, m) => all + (IN.includes(m.type) ? m.amount : -m.amount), -frozen)
        await ask(atTime(last, 16), 2, Number(free / 100n) - LEFT, 1)
      }
    }
    const accountStatus = works ? (n % 4 === 3 ? 2 : 1) : 3
    const code = await stage.codeAt(entrustedAccount, opened, who.cashier)
    const sums = await post(stage, who.reviewer, { id, accountNo: code }, c, moves)
    balances.set(c.id, sums.balance)
    await stage.born(entrustedAccount, opened, who.cashier, {
      id,
      accountNo: code,
      ...copiedOf(c),
      ...sums,
      frozenAmount: yuan(frozen),
      availableAmount: yuan(fen(sums.balance) - frozen),
      accountStatus,
      alertAmount: works ? yuan(BigInt(5_000_000 + n * 100_000)) : '0.00',
    })
  }
  return balances
}
