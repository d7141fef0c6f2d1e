import { entrustedAccount } from '../../../model/funds/accounts.ts'
import { entrustedAccountPrepay } from '../../../model/funds/prepay.ts'
import { fen, readable, yuan } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { AppError } from '../../core/errors.ts'
import type { Hooks, Prepare } from '../../writes/hooks.ts'
import type { Row } from '../../writes/rows.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'

type Account = RowOf<typeof entrustedAccount>
type Values = Readonly<Record<string, unknown>>

const OUT = 2
const OPEN = 0
const REJECTED = 2

/** What a prepayment order freezes: its amount in fen while it takes out and waits to be confirmed (3.23, INV-4). */
const frozenBy = (order: Values | null): bigint =>
  order && Number(order.chargeType) === OUT && Number(order.confirmStatus ?? OPEN) === OPEN
    ? fen(String(order.recordAmount ?? '0'))
    : 0n

/** The account of a company, locked; null where it has none. */
async function accountOf(work: UnitOfWork, companyId: unknown): Promise<Account | null> {
  const found = companyId ? await work.any(entrustedAccount, { entrustedCompanyId: String(companyId) }) : null
  const [row] = found ? await work.lock(entrustedAccount, [found.id]) : []
  return row && row.isDeleted !== 1 ? (row as unknown as Account) : null
}

/** Freezes more (or less) of a locked account, as far as it has it. */
async function freeze(work: UnitOfWork, account: Account, more: bigint): Promise<void> {
  if (more === 0n) return
  const [frozen, available] = [fen(account.frozenAmount ?? '0') + more, fen(account.availableAmount ?? '0') - more]
  if (available < 0n)
    throw new AppError(
      409,
      [
        `可用余额 ${readable(account.availableAmount)}，不足以支出`,
        `Only ${readable(account.availableAmount)} is available`,
      ],
      { recordAmount: '超过可用余额' },
    )
  await work.update(entrustedAccount, account.id, { frozenAmount: yuan(frozen), availableAmount: yuan(available) })
}

/**
 * What a prepayment order written by hand freezes. One that was rejected is asked for anew by its edit (2 → 0); the
 * account is the one of the company that the order is of, and a company without an open one takes nothing out.
 */
const prepayWritten: Prepare = async (values, before, work) => {
  const again = before?.confirmStatus === REJECTED
  const after: Values = { ...before, ...values, ...(again ? { confirmStatus: OPEN } : {}) }
  const reviewed = again ? { confirmStatus: OPEN, reviewUserName: null, reviewTime: null, reviewRemark: null } : {}
  const [old, own] = [frozenBy(before), frozenBy(after)]
  const moved = before !== null && String(before.entrustedCompanyId) !== String(after.entrustedCompanyId)
  if (moved && (old > 0n || own > 0n))
    throw new AppError(409, [
      '支出单不能更换委托企业，请另建一张',
      'An expense keeps its company: make another one instead',
    ])
  if (old === own) return reviewed
  const account = await accountOf(work, after.entrustedCompanyId)
  if (own > old && account?.accountStatus !== 1)
    throw new AppError(409, [
      account ? '账户已冻结或销户，不能支出' : '该企业没有预存账户，不能支出',
      account ? 'The account is frozen or closed: nothing is taken out' : 'This company has no prepaid account',
    ])
  if (account) await freeze(work, account, own - old)
  return reviewed
}

/** Hooks of prepayment orders: accounts come before orders in the order of locks. */
export const prepayHooks: Hooks = {
  first: async (ids, work) => {
    const orders = await work.rows(entrustedAccountPrepay, { id: [...ids] })
    const companies = [...new Set(orders.flatMap((o) => o.entrustedCompanyId ?? []))]
    const accounts = companies.length > 0 ? await work.rows(entrustedAccount, { entrustedCompanyId: companies }) : []
    await work.lock(
      entrustedAccount,
      accounts.map((a) => a.id),
    )
  },
  prepare: prepayWritten,
  removed: async (rows: readonly Row[], work) => {
    for (const row of rows) {
      const account = frozenBy(row) > 0n ? await accountOf(work, row.entrustedCompanyId) : null
      if (account) await freeze(work, account, -frozenBy(row))
    }
  },
}

/** 3.23: an account is closed with nothing left in it. */
export const accountKept: Prepare = async (values, before) => {
  const closes = Number(values.accountStatus) === 3 && before?.accountStatus !== 3
  if (!closes || !before) return {}
  const left = fen(String(before.balance ?? '0'))
  const frozen = fen(String(before.frozenAmount ?? '0'))
  if (left !== 0n || frozen !== 0n)
    throw new AppError(
      409,
      [
        `账户余额 ${readable(yuan(left))}，余额为零方可销户`,
        `${readable(yuan(left))} is left: only an empty account is closed`,
      ],
      { accountStatus: '余额为零方可销户' },
    )
  return {}
}
