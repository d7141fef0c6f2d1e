import { integralAccount, integralDetail } from '../../../../model/funds/integral.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import type { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../../model/people/entrustedCompany.ts'
import { pointsAccount, yuanbaoDetail } from '../../../../model/points/account.ts'
import type { Label } from '../../../../model/values/label.ts'
import { AppError } from '../../../core/errors.ts'
import { recordsOf } from '../../../core/records.ts'
import { lockTenant } from '../../../writing/unitOfWork/lockTenant.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'

const { accountStatus } = statesOf(integralAccount)

// Movements of points between accounts, never out of nothing: two records of one number, one out, one in (INV-36).

type Account = RowOf<typeof integralAccount>
type Doctor = Pick<RowOf<typeof authenticationDoctor>, 'id' | 'doctorName' | 'phone'>
type ForDoctor = NonNullable<RowOf<typeof yuanbaoDetail>['changeType']>

/** Holders of points: the account that they are issued from, companies, the platform, and doctors. */
const [ISSUE, COMPANY, PLATFORM, DOCTOR] = [0, 1, 2, 3] as const
const ISSUED_BY = '积分发行账户'
const OF_PLATFORM = '平台积分账户'

/** Transfer of points: how many points, and the document that they move for. */
export interface PointsMove {
  readonly points: number
  readonly biz: { readonly type: string; readonly id: string; readonly code: string | null }
}

/** The first account of a kind that has one. */
const firstOf = async (work: UnitOfWork, holderType: 0 | 2): Promise<Account | null> =>
  (await work.rows(integralAccount, { holderType }))[0] ?? null

const issuing = (work: UnitOfWork): Promise<Account | null> => firstOf(work, ISSUE)
/** The points account of a company, not locked; null where it has none. */
const ofCompany = (work: UnitOfWork, companyId: string | null): Promise<Account | null> =>
  companyId ? work.any(integralAccount, { holderType: COMPANY, holderId: companyId }) : Promise.resolve(null)

const idsOf = (rows: readonly ({ readonly id: string } | null)[]): string[] => rows.flatMap((r) => (r ? [r.id] : []))

/** Locks of issuing points to a company, and of taking them back. */
export const pointsOf = async (work: UnitOfWork, companyId: string | null): Promise<Record<string, string[]>> => ({
  [integralAccount.id]: idsOf([await issuing(work), await ofCompany(work, companyId)]),
})

/** Locks of granting points of a company to a doctor, besides the doctor. */
export const grantLocks = async (
  work: UnitOfWork,
  companyId: string | null,
  doctorId: string,
): Promise<Record<string, string[]>> => ({
  [pointsAccount.id]: idsOf([await work.any(pointsAccount, { doctorId })]),
  [integralAccount.id]: idsOf([await ofCompany(work, companyId)]),
})

/** Why so many points are not granted by a company now, null where they are. */
export async function pointsProblem(work: UnitOfWork, companyId: string | null, points: number): Promise<Label | null> {
  const account = await ofCompany(work, companyId)
  if (account && account.accountStatus !== accountStatus.normal)
    return ['企业积分账户已冻结或销户，不能发放', 'The points account of the company is frozen or closed']
  const has = account?.balance ?? 0
  return has >= points
    ? null
    : [`企业积分余额 ${has}，不足以发放 ${points}`, `The company has only ${has} points of ${points} to be granted`]
}

const opened = async (work: UnitOfWork, values: Partial<Account>): Promise<Account> =>
  work.insert(integralAccount, { accountNo: await work.code(integralAccount), ...values })

/** The account that points are issued from, opened where it is not there. */
const issuer = async (work: UnitOfWork): Promise<Account> =>
  (await issuing(work)) ?? opened(work, { holderType: ISSUE, holderName: ISSUED_BY })

/** The points account of a company, opened where it is not there. */
async function companys(work: UnitOfWork, companyId: string | null): Promise<Account> {
  const company = await work.row(entrustedCompany, companyId)
  return (
    (await ofCompany(work, companyId)) ??
    opened(work, { holderType: COMPANY, holderId: companyId, holderName: company?.name ?? null })
  )
}

/**
 * Before points are issued to a company for the first time: its account, and the one that they come from, of which a tenant
 * has one (INV-35). The caller holds the company's lock.
 */
export async function openAccounts(work: UnitOfWork, companyId: string | null): Promise<void> {
  // two companies may settle in points for the first time at once
  if (!(await issuing(work))) await lockTenant(work)
  await issuer(work)
  await companys(work, companyId)
}

/** The points account of a doctor, whose lock the caller holds; opened with the first points. */
const doctors = async (work: UnitOfWork, doctor: Doctor) =>
  (await work.any(pointsAccount, { doctorId: doctor.id })) ??
  work.insert(pointsAccount, { userName: doctor.doctorName, phone: doctor.phone, doctorId: doctor.id })

interface Side {
  readonly account: Account
  readonly direction: 1 | 2
  readonly changeType: 1 | 2 | 3
  readonly txNo: string
  readonly other: { readonly type: 0 | 1 | 2 | 3; readonly id: string; readonly name: string | null }
}

/** Posts a record to a locked account that is not a doctor's, with its balance. Returns its id. */
async function posted(work: UnitOfWork, side: Side, { points, biz }: PointsMove): Promise<string> {
  const account = (await work.row(integralAccount, side.account.id)) ?? side.account
  const balance = (account.balance ?? 0) + (side.direction === 1 ? points : -points)
  if (balance < 0 && account.holderType !== ISSUE)
    throw new AppError(409, [
      `${account.holderName ?? ''}积分余额 ${account.balance ?? 0}，不足以支出 ${points}`,
      `${account.holderName ?? ''} has ${account.balance ?? 0} points, too few for ${points}`,
    ])
  await work.update(integralAccount, account.id, {
    balance,
    ...(side.direction === 1
      ? { totalIn: (account.totalIn ?? 0) + points }
      : { totalOut: (account.totalOut ?? 0) + points }),
  })
  const { id } = await work.insert(integralDetail, {
    accountId: account.id,
    holderName: account.holderName,
    txNo: side.txNo,
    changeType: side.changeType,
    direction: side.direction,
    points,
    balanceAfter: balance,
    bizType: biz.type,
    bizId: biz.id,
    bizCode: biz.code,
    counterpartType: side.other.type,
    counterpartId: side.other.id,
    counterpartName: side.other.name,
  })
  return id
}

const party = (account: Account): Side['other'] => ({
  type: account.holderType ?? PLATFORM,
  id: account.id,
  name: account.holderName,
})

const txNoOf = (work: UnitOfWork): string => `TX${work.newId()}`

/** Moves points between two accounts of parties. Returns the record of who gives them. */
async function moved(
  work: UnitOfWork,
  [from, to]: readonly [Account, Account],
  changeType: 1 | 3,
  move: PointsMove,
): Promise<string> {
  const txNo = txNoOf(work)
  await work.lock(integralAccount, [from.id, to.id])
  const given = await posted(work, { account: from, direction: 2, changeType, txNo, other: party(to) }, move)
  await posted(work, { account: to, direction: 1, changeType, txNo, other: party(from) }, move)
  return given
}

/** Moves points between a party and a doctor, to the doctor (`direction` 1) or back (2). */
async function movedDoctor(
  work: UnitOfWork,
  from: Account,
  doctor: Doctor,
  of: { readonly direction: 1 | 2; readonly changeType: ForDoctor; readonly remark?: string | null },
  move: PointsMove,
): Promise<void> {
  const txNo = txNoOf(work)
  const own = await doctors(work, doctor)
  const [found] = recordsOf(pointsAccount, await work.lock(pointsAccount, [own.id]))
  await work.lock(integralAccount, [from.id])
  const balance = ((found ?? own).points ?? 0) + (of.direction === 1 ? move.points : -move.points)
  if (balance < 0)
    throw new AppError(409, [
      `${doctor.doctorName ?? ''}积分余额 ${own.points ?? 0}，不足以支出 ${move.points}`,
      `${doctor.doctorName ?? ''} has ${own.points ?? 0} points, too few for ${move.points}`,
    ])
  await work.update(pointsAccount, own.id, { points: balance })
  await work.insert(yuanbaoDetail, {
    code: await work.code(yuanbaoDetail),
    accountId: own.id,
    userName: own.userName,
    doctorId: doctor.id,
    changeType: of.changeType,
    direction: of.direction,
    points: move.points,
    balanceAfter: balance,
    txNo,
    bizType: move.biz.type,
    bizId: move.biz.id,
    remark: of.remark ?? null,
  })
  await posted(
    work,
    {
      account: from,
      direction: of.direction === 1 ? 2 : 1,
      changeType: of.direction === 1 ? 2 : 3,
      txNo,
      other: { type: DOCTOR, id: doctor.id, name: doctor.doctorName },
    },
    move,
  )
}

/** Points that a company has paid for are issued to it (3.12, 4→5). Its accounts are locked by the caller (`pointsOf`). */
export async function issuePoints(work: UnitOfWork, companyId: string | null, move: PointsMove): Promise<void> {
  if (move.points > 0) await moved(work, [await issuer(work), await companys(work, companyId)], 1, move)
}

/**
 * Points of a company that are granted to nobody go back to where they were issued (3.14, 5→9). Its accounts are locked by
 * the caller (`pointsOf`). Returns the record of the company.
 */
export const returnPoints = async (work: UnitOfWork, companyId: string | null, move: PointsMove): Promise<string> =>
  moved(work, [await companys(work, companyId), await issuer(work)], 3, move)

/** A company's points are granted to a doctor for a settlement line (3.15, 0→4). Locked by the caller (`grantLocks`). */
export async function grantPoints(
  work: UnitOfWork,
  companyId: string | null,
  doctor: Doctor,
  move: PointsMove,
): Promise<void> {
  if (move.points > 0)
    await movedDoctor(work, await companys(work, companyId), doctor, { direction: 1, changeType: 10 }, move)
}

/** The points account of the platform, not locked; null until points are issued to it for the first time. */
export const platformAccount = (work: UnitOfWork): Promise<Account | null> => firstOf(work, PLATFORM)

/** Locks of issuing points to the platform: nothing before the first time, when the tenant's lock comes before theirs. */
export async function platformPointsOf(work: UnitOfWork): Promise<Record<string, string[]>> {
  const both = idsOf([await issuing(work), await platformAccount(work)])
  return both.length === 2 ? { [integralAccount.id]: both } : {}
}

/** Points are issued to the platform, which awards them. Its accounts are locked by the caller (`platformPointsOf`). */
export async function issueToPlatform(work: UnitOfWork, points: number, biz: PointsMove['biz']): Promise<void> {
  // two issues may be the first at once
  if (!(await issuing(work)) || !(await platformAccount(work))) await lockTenant(work)
  const from = await issuer(work)
  const to = (await platformAccount(work)) ?? (await opened(work, { holderType: PLATFORM, holderName: OF_PLATFORM }))
  await moved(work, [from, to], 1, { points, biz })
}

/** Points of the platform are awarded to a doctor (`direction` 1), or come back from one (2); the caller holds the doctor's lock. */
export async function awardPoints(
  work: UnitOfWork,
  doctor: Doctor,
  of: { readonly direction: 1 | 2; readonly changeType: ForDoctor },
  points: number,
  biz?: PointsMove['biz'],
): Promise<void> {
  const [own, account] = [await doctors(work, doctor), await platformAccount(work)]
  if (!account) throw new AppError(409, ['平台没有积分，请先发行积分', 'The platform has no points: issue some first'])
  await movedDoctor(work, account, doctor, of, {
    points,
    biz: biz ?? { type: pointsAccount.id, id: own.id, code: null },
  })
}
