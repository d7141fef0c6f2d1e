import { integralAccount, integralDetail, integralRule } from '../../../model/funds/integral.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { yuanbaoDetail } from '../../../model/points/account.ts'
import { atTime, plusDays } from '../times.ts'
import type { Company } from './parties.ts'
import { type Character, liveRows, type Stage } from './stage.ts'

type Holder = 0 | 1 | 2
/** An account with what it has so far. */
interface Account {
  readonly id: string
  readonly no: string
  readonly type: Holder
  readonly company: Company | null
  readonly name: string
  readonly opened: string
  balance: number
  totalIn: number
  totalOut: number
}

/** One side of a move of points. */
interface Side {
  readonly account: Account
  readonly other: { readonly type: 0 | 1 | 2 | 3; readonly id: string; readonly name: string }
  readonly direction: 1 | 2
}

/** Points that companies and the platform are issued at first. */
const ISSUED = { company: 200_000, platform: 500_000 }

async function moved(
  stage: Stage,
  who: Character,
  at: string,
  { account, other, direction }: Side,
  move: {
    readonly txNo: string
    readonly points: number
    readonly changeType: 1 | 2 | 3
    readonly biz: { readonly type: string; readonly id: string; readonly code: string }
  },
): Promise<void> {
  account.balance += direction === 1 ? move.points : -move.points
  if (direction === 1) account.totalIn += move.points
  else account.totalOut += move.points
  await stage.born(integralDetail, at, who, {
    accountId: account.id,
    holderName: account.name,
    txNo: move.txNo,
    changeType: move.changeType,
    direction,
    points: move.points,
    balanceAfter: account.balance,
    bizType: move.biz.type,
    bizId: move.biz.id,
    bizCode: move.biz.code,
    counterpartType: other.type,
    counterpartId: other.id,
    counterpartName: other.name,
  })
}

const sideOf = (a: Account) => ({ type: a.type, id: a.id, name: a.name })

/** Rules of exchange: one for all companies, some of their own, an old one. */
async function addRules(stage: Stage, since: string, who: Character, companies: readonly Company[]): Promise<void> {
  const rule = (n: number, values: Partial<RowOf<typeof integralRule>>) =>
    stage.born(integralRule, atTime(plusDays(since, 4), 9, n), who, { pointsPerYuan: 10, enableStatus: 1, ...values })
  await rule(0, { ruleName: '通用兑换规则', effectiveFrom: since })
  await rule(1, { ruleName: '通用兑换规则（旧）', pointsPerYuan: 8, enableStatus: 0, effectiveTo: since })
  for (const [i, c] of companies.slice(0, 4).entries())
    await rule(2 + i, {
      ruleName: `${c.shortName ?? ''}专用兑换规则`,
      pointsPerYuan: 10 + i,
      entrustedCompanyId: c.id,
      entrustedCompanyName: c.name,
      validMonths: i % 2 === 0 ? 24 : null,
      effectiveFrom: c.createTime.slice(0, 10),
    })
}

/**
 * Accounts of points of companies and the platform: what they were issued, and the other side of every move of a doctor's
 * points, so that all balances together are nothing (INV-35).
 */
export async function addIntegral(
  stage: Stage,
  who: Character,
  companies: readonly Company[],
  since: string,
): Promise<void> {
  await addRules(stage, since, who, companies)
  const start = plusDays(stage.today, -200)
  const account = async (n: number, type: Holder, name: string, company: Company | null): Promise<Account> => {
    const opened = atTime(start, 8, n)
    const no = await stage.codeAt(integralAccount, opened, who)
    return { id: stage.idAt(opened), no, type, company, name, opened, balance: 0, totalIn: 0, totalOut: 0 }
  }
  const issue = await account(0, 0, '积分发行账户', null)
  const platform = await account(1, 2, '医联结算平台', null)
  const holders: Account[] = []
  for (const [i, c] of companies.entries()) holders.push(await account(2 + i, 1, c.name, c))
  for (const [i, to] of [platform, ...holders].entries()) {
    const points = to.type === 2 ? ISSUED.platform : ISSUED.company
    const move = {
      txNo: `IS${start.replaceAll('-', '')}${String(i).padStart(4, '0')}`,
      points,
      changeType: 1,
      biz: { type: integralAccount.id, id: to.id, code: to.no },
    } as const
    const at = atTime(start, 10, i)
    await moved(stage, who, at, { account: issue, other: sideOf(to), direction: 2 }, move)
    await moved(stage, who, at, { account: to, other: sideOf(issue), direction: 1 }, move)
  }
  const doctors = liveRows(stage, yuanbaoDetail).sort((a, b) => a.createTime.localeCompare(b.createTime))
  for (const [i, d] of doctors.entries()) {
    // a settlement is granted by a company, everything else by the platform
    const side = d.changeType === 10 ? (holders[i % holders.length] ?? platform) : platform
    const direction = d.direction === 1 ? 2 : 1
    await moved(
      stage,
      who,
      d.createTime,
      { account: side, other: { type: 3, id: d.doctorId ?? '', name: d.userName ?? '' }, direction },
      {
        txNo: d.txNo ?? '',
        points: d.points ?? 0,
        changeType: direction === 2 ? 2 : 3,
        biz: { type: yuanbaoDetail.id, id: d.id, code: d.code ?? '' },
      },
    )
  }
  for (const a of [issue, platform, ...holders])
    await stage.born(integralAccount, a.opened, who, {
      id: a.id,
      accountNo: a.no,
      holderType: a.type,
      holderId: a.company?.id ?? null,
      holderName: a.name,
      balance: a.balance,
      totalIn: a.totalIn,
      totalOut: a.totalOut,
      accountStatus: 1,
    })
}
