import { entrustedAccount, entrustedAccountRecord } from '../../../../model/funds/accounts.ts'
import { tradingManagerInfo } from '../../../../model/funds/units.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { instantOf, wallClock } from '../../../../model/values/dates.ts'
import type { Label } from '../../../../model/values/label.ts'
import { fen, readable, yuan } from '../../../../model/values/money.ts'
import { AppError } from '../../../core/errors.ts'
import { recordsOf } from '../../../core/records.ts'
import { byId } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { fingerprintOf } from './chain.ts'
import { finder } from './found.ts'
import { moveUnit, type Unit, unitIds } from './units.ts'

const { accountStatus, alertStatus } = statesOf(entrustedAccount)

export type Account = RowOf<typeof entrustedAccount>
type Posting = RowOf<typeof entrustedAccountRecord>

/** Effect of each kind of record on the balance, and on the company's unit at the bank (domain §3.0, ledgers). */
const KINDS = {
  /** Paid in ahead. */
  1: { direction: 1, unit: 1n },
  /** Paid for a settlement order. */
  2: { direction: 2, unit: 0n },
  /** Refunded for a line that was voided. */
  3: { direction: 1, unit: 0n },
  /** Taken out again. */
  4: { direction: 2, unit: -1n },
  /** Came by bank transfer for a settlement order. */
  5: { direction: 1, unit: 1n },
  /** Was at the bank without a place in the books, and has one now. */
  6: { direction: 1, unit: 1n },
} as const

/** Change of a balance: of which kind, how much (fen), for which document. */
export interface Move {
  readonly recordType: keyof typeof KINDS
  readonly amount: bigint
  readonly biz: { readonly type: string; readonly id: string; readonly code: string | null }
  readonly remark?: string | null
  /** Id of the record, where something names it already. */
  readonly id?: string
}

export const NO_ACCOUNT: Label = ['该企业没有预存账户', 'This company has no prepaid account']
const NOT_OPEN: Label = ['账户已冻结或销户，不能支出', 'The account is frozen or closed: nothing is taken out']
export const CLOSED: Label = ['账户已销户，不能入账', 'The account is closed: nothing is paid in']
const NO_UNIT: Label = ['该企业没有正常的交易管家子单元', 'This company has no open trading-manager unit']

const found = finder(
  entrustedAccount,
  (account, companyId) => account.entrustedCompanyId === companyId && account.accountStatus !== accountStatus.closed,
  (companyId) => ({ entrustedCompanyId: companyId, accountStatus: { not: 3 } }),
)

/**
 * Open prepaid account of a company, from the locked records where it is locked already; else a closed one; null where
 * it has none.
 */
export async function accountOf(work: UnitOfWork, companyId: unknown): Promise<Account | null> {
  if (!companyId) return null
  return (await found(work, String(companyId))) ?? work.any(entrustedAccount, { entrustedCompanyId: String(companyId) })
}

/** Locks of a decision about the money of a company. */
export async function moneyOf(work: UnitOfWork, companyId: unknown): Promise<Record<string, string[]>> {
  const [account, units] = await Promise.all([
    accountOf(work, companyId),
    unitIds(work, companyId ? String(companyId) : null),
  ])
  return { [entrustedAccount.id]: account ? [account.id] : [], [tradingManagerInfo.id]: units }
}

/** Why nothing is taken out of an account, null where it may be. */
export const outProblem = (account: Account | null): Label | null =>
  account === null ? NO_ACCOUNT : account.accountStatus === accountStatus.normal ? null : NOT_OPEN

/** Why this much is not available in an account, null where it is. */
export const availableProblem = (account: Account, amount: bigint): Label | null =>
  fen(account.availableAmount ?? '0') >= amount
    ? null
    : [
        `可用余额 ${readable(account.availableAmount)}，不足以支付 ${readable(yuan(amount))}`,
        `Only ${readable(account.availableAmount)} is available of ${readable(yuan(amount))} to be paid`,
      ]

/** Alerts of an account for its available amount (fen); none for a closed account. Pure. */
export const available = (amount: bigint, account: Pick<Account, 'alertAmount' | 'accountStatus'>) => {
  const low = account.accountStatus !== accountStatus.closed && amount < fen(account.alertAmount ?? '0')
  return { availableAmount: yuan(amount), alertStatus: low ? alertStatus.low : alertStatus.none } as const
}

/** Freezes more (or less) of a locked account. What is available was looked at before: below nothing it does not go. */
export async function freeze(work: UnitOfWork, account: Account, more: bigint): Promise<void> {
  if (more === 0n) return
  await work.update(entrustedAccount, account.id, {
    frozenAmount: yuan(fen(account.frozenAmount ?? '0') + more),
    ...available(fen(account.availableAmount ?? '0') - more, account),
  })
}

function problemOf(account: Account | null, unit: Unit | null, moves: readonly Move[]): Label | null {
  if (account === null) return NO_ACCOUNT
  if (account.accountStatus === accountStatus.closed) return CLOSED
  if (moves.some((m) => KINDS[m.recordType].direction === 2)) {
    const frozen = outProblem(account)
    if (frozen) return frozen
  }
  return unit === null && moves.some((m) => KINDS[m.recordType].unit !== 0n) ? NO_UNIT : null
}

/** Sum that the records pay in at the bank, or out there. */
const atBank = (moves: readonly Move[]): bigint =>
  moves.reduce((sum, m) => sum + KINDS[m.recordType].unit * m.amount, 0n)

/**
 * The time of a record: never before that of the last one, whose work may have begun later, and behind it where an id of
 * another process is less in the same second. So records stand in the order in which they were posted.
 */
function timeAfter(last: Pick<Posting, 'id' | 'recordTime'> | null, id: string, now: string): string {
  const at = last?.recordTime ?? ''
  if (last === null || now > at) return now
  return byId(id, last.id) > 0 ? at : wallClock((instantOf(at) ?? 0) + 1000)
}

/**
 * Posts changes to the prepaid account of a company, in this order: the only way in which a balance changes. Each record
 * begins with the balance and the fingerprint that the one before it left (INV-1, 2); account and unit at the bank follow.
 * `frozen`: how much less is frozen (fen), of what is paid now. Account and unit are locked here unless they are already
 * (`moneyOf`). Throws where the account is not there, frozen, closed, or has not enough.
 */
export async function post(
  work: UnitOfWork,
  companyId: unknown,
  moves: readonly Move[],
  frozen: bigint = 0n,
): Promise<Posting[]> {
  const ids = await moneyOf(work, companyId)
  const [account = null] = recordsOf(
    entrustedAccount,
    await work.lock(entrustedAccount, ids[entrustedAccount.id] ?? []),
  )
  const [unit = null] = recordsOf(
    tradingManagerInfo,
    await work.lock(tradingManagerInfo, ids[tradingManagerInfo.id] ?? []),
  )
  const problem = problemOf(account, unit, moves)
  if (problem || account === null) throw new AppError(409, problem ?? NO_ACCOUNT)

  // numbers are counted for all companies together: as late as can be, others wait for them until this is committed
  const [latest, ...numbers] = await Promise.all([
    work.row(entrustedAccountRecord, account.lastRecordId),
    ...moves.map(() => work.code(entrustedAccountRecord)),
  ])
  let last: Pick<Posting, 'id' | 'recordTime' | 'recordHash'> | null = latest
  let balance = fen(account.balance ?? '0')
  const total = { 1: fen(account.totalIn ?? '0'), 2: fen(account.totalOut ?? '0') }
  const left = fen(account.frozenAmount ?? '0') - frozen
  const records: Partial<Posting>[] = []
  for (const [n, m] of moves.entries()) {
    const { direction } = KINDS[m.recordType]
    const before = balance
    balance += direction === 1 ? m.amount : -m.amount
    total[direction] += m.amount
    if (balance < left)
      throw new AppError(409, [
        `账户余额 ${readable(yuan(before))}（冻结 ${readable(yuan(left))}），不足以支出 ${readable(yuan(m.amount))}`,
        `The account has ${readable(yuan(before))} (${readable(yuan(left))} frozen), too little for ${readable(yuan(m.amount))}`,
      ])
    const id = m.id ?? work.newId()
    const record = {
      id,
      recordNo: numbers[n] as string,
      accountId: account.id,
      accountNo: account.accountNo,
      entrustedCompanyId: account.entrustedCompanyId,
      entrustedCompanyName: account.entrustedCompanyName,
      socialCreditCode: account.socialCreditCode,
      recordType: m.recordType,
      direction,
      amount: yuan(m.amount),
      balanceBefore: yuan(before),
      balanceAfter: yuan(balance),
      bizType: m.biz.type,
      bizId: m.biz.id,
      bizCode: m.biz.code,
      recordTime: timeAfter(last, id, work.time),
      remark: m.remark ?? null,
      previousHash: last?.recordHash ?? null,
    } as const
    last = { ...record, recordHash: fingerprintOf(record, last?.recordHash ?? '') }
    records.push(last)
  }
  const [, posted] = await Promise.all([
    work.update(entrustedAccount, account.id, {
      balance: yuan(balance),
      frozenAmount: yuan(left),
      ...available(balance - left, account),
      totalIn: yuan(total[1]),
      totalOut: yuan(total[2]),
      lastRecordId: last?.id ?? null,
    }),
    work.insertAll(entrustedAccountRecord, records),
    unit && atBank(moves) !== 0n ? moveUnit(work, unit.id, atBank(moves)) : undefined,
  ])
  return posted
}
