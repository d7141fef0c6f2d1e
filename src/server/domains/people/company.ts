import { entrustedAccount } from '../../../model/funds/accounts.ts'
import { cmbBank } from '../../../model/funds/cmbBank.ts'
import { tradingManagerInfo } from '../../../model/funds/units.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import type { entrustedCompanyLifecycle } from '../../../model/people/entrustedCompanyLifecycle.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { settlementOrderPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import type { Label } from '../../../model/values/label.ts'
import type { Prepare } from '../../writing/hooks.ts'
import { yurRefOf } from '../../writing/requests.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { companyIdentityKept, companySigningRules } from './esign.ts'
import { reasonOf } from './esignAnswers.ts'

const { enableStatus } = statesOf(entrustedCompany)
const { unitStatus } = statesOf(tradingManagerInfo)

type Company = RowOf<typeof entrustedCompany>

const [WAITING, PASSED, REJECTED] = [0, 1, 2] as const
const UNIT_ASKED = 1
/** Settlement orders that are not paid and not void (3.12). */
const UNPAID = [0, 1, 2, 3, 4]

/** Required fields for an admission, besides the credit code, which no company lacks. */
const PROOFS = ['licenseUrl', 'platformFeeRate'] as const

/** Why a company is not admitted: what its admission is decided by lacks. */
function lackingProblem(company: Company): Label | null {
  const lacking = PROOFS.filter((name) => !company[name]).map((name) => entrustedCompany.fields[name].label)
  if (lacking.length === 0) return null
  const [zh, en] = [lacking.map(([zh]) => zh).join('、'), lacking.map(([, en]) => en.toLowerCase()).join(', ')]
  return [`请先补充${zh}再通过审核`, `The company lacks: ${en}. Enter that first`]
}

/** Asks the bank for a unit of a locked company. Returns what else is to be set of it. */
async function askUnit(work: UnitOfWork, company: Company): Promise<Partial<Company>> {
  await work.intend(
    cmbBank,
    'unitOpen',
    { unitName: `${company.name}子单元`, holderName: company.name, creditCode: company.socialCreditCode },
    yurRefOf(work, 'UO'),
    { of: entrustedCompany, id: company.id, code: company.code, done: 'unit.opened', failed: 'unit.fail' },
  )
  return { unitProgress: UNIT_ASKED, unitMsg: null }
}

/** Opens the accounts of an admitted company where they are missing: it may have been admitted before. */
async function opened(work: UnitOfWork, company: Company): Promise<Partial<Company>> {
  if (!(await work.any(entrustedAccount, { entrustedCompanyId: company.id, accountStatus: { not: 3 } })))
    await work.insert(entrustedAccount, {
      accountNo: await work.code(entrustedAccount),
      entrustedCompanyId: company.id,
      entrustedCompanyName: company.name,
      socialCreditCode: company.socialCreditCode,
    })
  await work.domains.services.funds.openAccounts(work, company.id)
  const hasUnit =
    company.unitProgress === UNIT_ASKED || (await work.domains.services.funds.companyUnit(work, company.id)) !== null
  return hasUnit ? {} : askUnit(work, company)
}

/** Was a company switched off by an administrator? One that was never admitted is off without it. */
const wasDisabled = async (work: UnitOfWork, company: Company): Promise<boolean> =>
  company.enableStatus === enableStatus.disabled &&
  (await work.decidedBy(entrustedCompany, company.id, ['disable'])).length > 0

/** Why a company stays in use: an order of it is not paid. */
async function unpaidProblem(work: UnitOfWork, company: Company): Promise<Label | null> {
  for (const order of [settlementOrder, settlementOrderPoint]) {
    const open = await work.any(order as typeof settlementOrder, {
      entrustedCompanyId: company.id,
      settlementStatus: UNPAID,
    })
    if (open)
      return [
        `结算单 ${open.code ?? ''} 尚未付款，不能停用`,
        `Settlement order ${open.code ?? ''} is not paid yet: the company stays enabled`,
      ]
  }
  return null
}

/**
 * 3.7: a rejected company that was corrected waits again, and so does an admitted one under another name or credit code. Its
 * e-sign account is of its name and number.
 */
export const companyCorrected: Prepare = async (values, before, work, mode) => {
  const changed = ['name', 'socialCreditCode'].some((f) => Object.hasOwn(values, f) && values[f] !== before?.[f])
  const again = before?.auditStatus === REJECTED || (before?.auditStatus === PASSED && changed)
  return {
    ...(await companyIdentityKept(values, before, work, mode)),
    ...(again ? { auditStatus: WAITING } : {}),
  }
}

/** Guards and effects of 3.7. Whose company is disabled is signed out by the database (migrations/0014). */
export const entrustedCompanyRules: RulesOf<typeof entrustedCompany, typeof entrustedCompanyLifecycle, UnitOfWork> = {
  ...companySigningRules,
  'audit.pass': {
    guard: lackingProblem,
    set: (_company, ask) => ({ auditRemark: ask.auditRemark }),
    effect: async (company, _ask, work, before) => ({
      ...(await opened(work, company)),
      // whoever reviews a corrected name does not switch on what an administrator switched off
      ...((await wasDisabled(work, before)) ? { enableStatus: enableStatus.disabled } : {}),
    }),
  },
  'audit.reject': { set: (_company, ask) => ({ auditRemark: ask.auditRemark }) },
  enable: 'none',
  disable: { guard: (company, _ask, work) => unpaidProblem(work, company) },
  'unit.open': {
    guard: async (company, _ask, work) => {
      const unit = await work.domains.services.funds.companyUnit(work, company.id)
      return unit && [`该企业已有子单元 ${unit.unitNo ?? ''}`, `The company has the unit ${unit.unitNo ?? ''} already`]
    },
    effect: (company, _ask, work) => askUnit(work, company),
  },
  'unit.opened': {
    effect: async (company, ask: { readonly unitNo?: string; readonly bankAccount?: string }, work) => {
      await work.insert(tradingManagerInfo, {
        unitNo: ask.unitNo,
        unitName: `${company.name}子单元`,
        holderType: 1,
        holderId: company.id,
        holderName: company.name,
        bankAccount: ask.bankAccount,
        unitStatus: unitStatus.normal,
        openTime: work.time,
      })
      return undefined
    },
  },
  'unit.fail': { set: (_company, ask: { readonly remark?: string | null }) => ({ unitMsg: reasonOf(ask) }) },
}
