import { entrustedAccount } from '../../../model/funds/accounts.ts'
import { handleApply, handleApplyLifecycle } from '../../../model/funds/handle.ts'
import { handleApplyInfo, handleApplyInfoLifecycle } from '../../../model/funds/handleInfo.ts'
import { integralRule } from '../../../model/funds/integral.ts'
import { integralIssue, integralIssueLifecycle } from '../../../model/funds/integralIssue.ts'
import { ledgerCheck, ledgerCheckLifecycle } from '../../../model/funds/ledgerCheck.ts'
import { entrustedAccountPrepay, entrustedAccountPrepayLifecycle } from '../../../model/funds/prepay.ts'
import { reconciliationInfo, reconciliationInfoLifecycle } from '../../../model/funds/reconciliation.ts'
import { suspenseEntry, suspenseEntryLifecycle } from '../../../model/funds/suspense.ts'
import { transferAccount, transferAccountLifecycle } from '../../../model/funds/transfers.ts'
import { tradingManagerInfo, tradingManagerInfoLifecycle } from '../../../model/funds/units.ts'
import { hooks } from '../../writing/hooks.ts'
import { rules } from '../../writing/rules.ts'
import { exchangeRuleWritten } from '../people/exchangeRule.ts'
import { defineServerDomain } from '../serverDomain.ts'
import { accountStatementCalls } from './accountStatement.ts'
import { handleApplyCalls, handleApplyRules } from './bank/handleApply.ts'
import { handleApplyInfoRules } from './bank/handleInfo.ts'
import { transferAccountRules } from './bank/transferAccount.ts'
import { transferCalls } from './bank/transfers.ts'
import { integralIssueRules } from './integralIssue.ts'
import { suspenseRules } from './ledger/suspense.ts'
import { ledgerCheckRules } from './ledgerCheck.ts'
import { accountKept, prepaidCalls, prepayHooks, prepayRules } from './prepaid.ts'
import { accountInvariants } from './promises/accounts.ts'
import { blacklistInvariants } from './promises/blacklist.ts'
import { ledgerInvariants } from './promises/ledgers.ts'
import { passedOnInvariants } from './promises/passedOn.ts'
import { pointLedgerInvariants } from './promises/pointLedgers.ts'
import { suspenseInvariants } from './promises/suspense.ts'
import { transferInvariants } from './promises/transfers.ts'
import { unitInvariants } from './promises/units.ts'
import { reconciliationRules } from './reconciliation.ts'
import services from './services.ts'
import { fundsTables } from './tables.ts'
import { unitRules } from './unitClosing.ts'

/** Accounts, transfers, prepayments, pay-outs, and their checks against the bank. */
export default defineServerDomain({
  name: 'funds',
  tables: fundsTables,
  rules: [
    rules(handleApply, handleApplyLifecycle, handleApplyRules),
    rules(handleApplyInfo, handleApplyInfoLifecycle, handleApplyInfoRules),
    rules(integralIssue, integralIssueLifecycle, integralIssueRules),
    rules(ledgerCheck, ledgerCheckLifecycle, ledgerCheckRules),
    rules(reconciliationInfo, reconciliationInfoLifecycle, reconciliationRules),
    rules(tradingManagerInfo, tradingManagerInfoLifecycle, unitRules),
    rules(transferAccount, transferAccountLifecycle, transferAccountRules),
    rules(entrustedAccountPrepay, entrustedAccountPrepayLifecycle, prepayRules),
    rules(suspenseEntry, suspenseEntryLifecycle, suspenseRules),
  ],
  hooks: [
    hooks(entrustedAccount, { prepare: accountKept }),
    hooks(entrustedAccountPrepay, prepayHooks),
    hooks(integralRule, { prepare: exchangeRuleWritten }),
  ],
  calls: [...accountStatementCalls, ...prepaidCalls, ...handleApplyCalls, ...transferCalls],
  promises: [
    ...accountInvariants,
    ...ledgerInvariants,
    ...transferInvariants,
    ...unitInvariants,
    ...pointLedgerInvariants,
    ...blacklistInvariants,
    ...passedOnInvariants,
    ...suspenseInvariants,
  ],
  services: { funds: services },
})
