import { entrustedAccount } from '../../../../model/funds/accounts.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { servicePaymentOrder } from '../../../../model/payment/payments.ts'
import { entrustedCompany } from '../../../../model/people/entrustedCompany.ts'
import { fen, yuan } from '../../../../model/values/money.ts'
import { plainPdf } from '../../media/pictures.ts'
import { atTime, plusDays, plusSeconds, workdayAfter, workdayBefore } from '../../values/times.ts'
import type { Company } from '../people/parties.ts'
import { type Character, liveRows, type Stage } from '../stage/stage.ts'
import { uploadFile } from '../stage/uploads.ts'

const { payStatus } = statesOf(servicePaymentOrder)
const { enableStatus } = statesOf(entrustedCompany)
const { accountStatus } = statesOf(entrustedAccount)

/** Persons who pay in, confirm payments, and keep the accounts. */
export interface Treasurers {
  readonly administrator: Character
  readonly cashier: Character
  readonly reviewer: Character
}

/** First payments of companies, in yuan; the first company has a million. */
const FIRST = [1_000_000, 300_000, 500_000, 200_000, 800_000, 400_000]

/** Application: in (1) or out (2), amount, and result. */
interface Application {
  readonly chargeType: 1 | 2
  readonly yuan: number
  readonly status: 0 | 1 | 2
}

/** The account of a company as it stands. */
export const accountIn = (stage: Stage, companyId: string): RowOf<typeof entrustedAccount> | undefined =>
  liveRows(stage, entrustedAccount, { entrustedCompanyId: companyId })[0]

/** A prepayment order is written, and reviewed an hour and a half later. */
async function prepay(stage: Stage, who: Treasurers, c: Company, at: string, order: Application, serial: string) {
  const { chargeType, status } = order
  const paymentType = order.yuan % 3 === 0 ? 2 : 1
  const amount = yuan(BigInt(order.yuan) * 100n)
  const proof = plainPdf(['Bank transfer', `Serial number ${serial}`, `Amount ${amount}`])
  const recordVoucher =
    chargeType === 1
      ? await stage.as(who.cashier).work((work) => uploadFile(work, stage.files, `充值凭证-${serial}.pdf`, proof))
      : null
  const { id } = await stage.as(who.cashier).save('entrustedAccountPrepay', {
    entrustedCompanyId: c.id,
    paymentType,
    chargeType,
    recordAmount: amount,
    prepayTime: at,
    recordVoucher,
    payerName: chargeType === 1 ? c.name : '医联结算平台',
    payerAccount: c.bankAccount,
    bankSerialNo: serial,
  })
  if (status === 0) return
  stage.agenda.at(plusSeconds(at, 5400), async () => {
    await stage.as(who.reviewer).decide({
      resource: 'entrustedAccountPrepay',
      transition: status === 1 ? 'review.pass' : 'review.reject',
      id: String(id),
      ask: status === 1 ? {} : { remark: '银行流水号与到账记录不符' },
    })
  })
}

/** Remaining balance, in yuan, of the account that is too small for its waiting payments. */
const LEFT = 1000

/**
 * The account that is to be too small: an open one, of a company that has orders to pay. The first has a million.
 */
const tooSmall = (stage: Stage, companies: readonly Company[]): Company | undefined =>
  companies.find(
    (c, n) =>
      n > 0 &&
      n % 4 !== 3 &&
      liveRows(stage, servicePaymentOrder, { entrustedCompanyId: c.id }).some((p) => p.payStatus === payStatus.toPay),
  )

/** Does an account stay open? One of four is frozen at last, those of companies that never worked are closed. */
const isFrozen = (n: number): boolean => n % 4 === 3

/**
 * Payments of companies into and out of their accounts: on the agenda, as people do it. Payments for their settlement
 * orders come between. The accounts of companies that the bank opened no unit for are closed.
 */
export async function addPrepaid(
  stage: Stage,
  who: Treasurers,
  companies: readonly Company[],
  working: number,
): Promise<void> {
  const last = workdayBefore(plusDays(stage.today, -1))
  let serials = 0
  const ask = (at: string, c: Company, order: () => Application | null) =>
    stage.agenda.at(at, async () => {
      serials += 1
      const serial = `CMB${at.slice(0, 10).replaceAll('-', '')}${String(serials).padStart(11, '0')}`
      const next = order()
      if (next) await prepay(stage, who, c, at, next, serial)
    })
  for (const [n, c] of companies.entries()) {
    const account = accountIn(stage, c.id)
    const works = n < working
    if (account && (works || c.enableStatus === enableStatus.disabled)) {
      const kept = works
        ? { alertAmount: yuan(BigInt(5_000_000 + n * 100_000)) }
        : { accountStatus: accountStatus.closed }
      stage.agenda.at(atTime(workdayAfter(plusDays(c.createTime, 9)), 10, n), async () => {
        await stage
          .as(who.administrator)
          .save('entrustedAccount', { id: account.id, version: account.version, ...kept })
      })
    }
    if (!works) continue
    const day = (back: number) => workdayBefore(plusDays(stage.today, -back))
    const of = (at: string, chargeType: 1 | 2, amount: number, status: 0 | 1 | 2) =>
      ask(at, c, () => ({ chargeType, yuan: amount, status }))
    of(atTime(workdayAfter(plusDays(c.createTime, 10)), 9, n), 1, FIRST[n % FIRST.length] ?? 0, 1)
    for (let k = 0; k < 4; k += 1) of(atTime(day(150 - k * 30 - n), 9 + k, n, k), 1, 50_000 + n * 3_000 + k, 1)
    of(atTime(day(60 + n), 15, n), 2, 20_000 + n, 1)
    of(atTime(day(20 + n), 11, n), n % 3 === 0 ? 2 : 1, 30_000 + n, 2)
    of(atTime(last, 9, n * 4, n), 1, 60_000 + n * 500, 0)
    if (n % 2 === 0) of(atTime(last, 14, n * 4, n), 2, 10_000 + n * 500, 0)
  }
  stage.agenda.at(atTime(last, 17, 7), async () => {
    const poor = tooSmall(stage, companies.slice(0, working))
    const free = poor && fen(accountIn(stage, poor.id)?.availableAmount ?? '0')
    if (poor && free !== undefined)
      ask(atTime(last, 17, 8), poor, () => ({ chargeType: 2, yuan: Number(free / 100n) - LEFT, status: 1 }))
  })
  stage.agenda.at(atTime(last, 19, 50), () =>
    stage.as(who.cashier).load(async (work) => {
      const frozen = companies.slice(0, working).flatMap((c, n) => (isFrozen(n) ? [c.id] : []))
      const accounts = await work.rows(entrustedAccount, { entrustedCompanyId: frozen })
      const ids = accounts.map((a) => a.id)
      await work.lock(entrustedAccount, ids)
      await work.updateAll(
        entrustedAccount,
        ids.map((id) => ({ id, accountStatus: accountStatus.frozen })),
      )
    }),
  )
}
