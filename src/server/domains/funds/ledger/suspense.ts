import { entrustedAccount } from '../../../../model/funds/accounts.ts'
import { suspenseEntry, type suspenseEntryLifecycle } from '../../../../model/funds/suspense.ts'
import { transferAccount } from '../../../../model/funds/transfers.ts'
import type { RulesOf } from '../../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { entrustedCompany } from '../../../../model/people/entrustedCompany.ts'
import { thirdPlatform } from '../../../../model/people/thirdPlatform.ts'
import type { Label } from '../../../../model/values/label.ts'
import { fen, sum } from '../../../../model/values/money.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import type { Line } from '../../settlement/requote.ts'
import { accountOf, CLOSED, moneyOf, NO_ACCOUNT, post } from './ledger.ts'
import { serialOf } from './serials.ts'
import { companyUnit } from './units.ts'

const { accountStatus } = statesOf(entrustedAccount)

type Entry = RowOf<typeof suspenseEntry>

const [COLLECTED, RETURNED] = [1, 2]
const [INTO_ACCOUNT, BY_HAND] = [1, 2]

/** Money that no account and no unit can take. */
export interface Arrived {
  readonly companyId: string | null
  readonly source: Entry['source']
  readonly biz: { readonly type: string; readonly id: string; readonly code: string | null }
  readonly amount: string | null
  readonly serial?: string | null
  readonly why: Label
  /** The line of a doctor who does not get it. */
  readonly line?: Line
}

/** Writes down money that is at the bank and has no place in the books, until finance clears it. */
export async function suspend(work: UnitOfWork, of: Arrived): Promise<Entry> {
  const company = await work.row(entrustedCompany, of.companyId)
  const partner = of.line ? await work.row(thirdPlatform, of.line.fiscalTaxId) : null
  const taxes = of.line && {
    fiscalTaxId: of.line.fiscalTaxId,
    fiscalTaxName: partner?.name ?? null,
    taxMonth: of.line.taxMonth,
    taxAmount: sum([of.line.vatAmount, of.line.surchargeAmount, of.line.iitAmount].map((a) => a ?? '0.00')),
  }
  return work.insert(suspenseEntry, {
    code: await work.code(suspenseEntry),
    ...(of.companyId === null ? {} : { entrustedCompanyId: of.companyId }),
    entrustedCompanyName: company?.name ?? null,
    socialCreditCode: company?.socialCreditCode ?? null,
    source: of.source,
    bizType: of.biz.type,
    bizId: of.biz.id,
    bizCode: of.biz.code,
    amount: of.amount ?? '0.00',
    bankSerialNo: of.serial ? serialOf(of.serial) : null,
    arriveTime: work.time,
    why: of.why[0],
    ...taxes,
  })
}

/** Why money cannot go into the prepaid account of its company. */
export async function placeProblem(work: UnitOfWork, companyId: string | null): Promise<Label | null> {
  const account = await accountOf(work, companyId)
  if (!account) return NO_ACCOUNT
  if (account.accountStatus === accountStatus.closed) return CLOSED
  return (await companyUnit(work, companyId))
    ? null
    : ['该企业没有正常的交易管家子单元', 'This company has no open trading-manager unit']
}

/** Why an entry cannot be cleared in this way. */
async function clearProblem(
  work: UnitOfWork,
  entry: Entry,
  mode: number | null,
  payeeName: string | null,
): Promise<Label | null> {
  if (mode === BY_HAND)
    return payeeName
      ? null
      : ['线下付出须填写收款方', 'What is paid out by hand needs the name of who gets it: enter “Paid to”']
  const problem = await placeProblem(work, entry.entrustedCompanyId)
  return (
    problem && [
      `${problem[0]}，请先开立账户与子单元，或选择线下付出`,
      `${problem[1]}: open account and unit first, or have it paid out by hand`,
    ]
  )
}

const locks = async (entry: Entry, work: UnitOfWork): Promise<Record<string, string[]>> => ({
  ...(await moneyOf(work, entry.entrustedCompanyId)),
  [transferAccount.id]: entry.bizType === transferAccount.id && entry.bizId ? [entry.bizId] : [],
})

/** Guards and effects of what finance does with money that has no place: one proposes, another agrees. */
export const suspenseRules: RulesOf<typeof suspenseEntry, typeof suspenseEntryLifecycle, UnitOfWork> = {
  apply: {
    guard: (entry, ask, work) => clearProblem(work, entry, ask.clearMode, ask.payeeName),
    set: (_entry, { clearMode, payeeName, clearRemark }, work) => ({
      clearMode,
      payeeName: clearMode === BY_HAND ? payeeName : null,
      clearRemark,
      applyUserName: work.actor.name,
      applyTime: work.time,
      reviewUserName: null,
      reviewTime: null,
      reviewRemark: null,
    }),
  },
  'audit.pass': {
    lock: locks,
    guard: async (entry, ask, work) =>
      entry.clearMode === BY_HAND && !ask.paidSerialNo
        ? ['线下付出须填写付出流水号', 'What was paid out by hand needs the serial no. of the bank: enter it']
        : clearProblem(work, entry, entry.clearMode, entry.payeeName),
    set: (entry, ask, work) => ({
      paidSerialNo: entry.clearMode === BY_HAND && ask.paidSerialNo ? serialOf(ask.paidSerialNo) : null,
      reviewUserName: work.actor.name,
      reviewTime: work.time,
      reviewRemark: ask.reviewRemark,
    }),
    effect: async (entry, _ask, work) => {
      if (entry.source !== COLLECTED && entry.bizId) await work.step(transferAccount, entry.bizId, 'again.clear')
      if (entry.clearMode !== INTO_ACCOUNT) return undefined
      const biz = { type: suspenseEntry.id, id: entry.id, code: entry.code }
      const move = { recordType: 6, amount: fen(entry.amount ?? '0'), biz, remark: entry.clearRemark } as const
      const [record] = await post(work, entry.entrustedCompanyId, [move])
      return { accountRecordId: record?.id ?? null }
    },
  },
  'audit.reject': {
    set: (_entry, ask, work) => ({
      reviewUserName: work.actor.name,
      reviewTime: work.time,
      reviewRemark: ask.reviewRemark,
    }),
  },
}

/** Source of a suspense entry for a returned transfer. */
export const returnedSource = (taxes: boolean): Entry['source'] => (taxes ? 3 : RETURNED) as Entry['source']
