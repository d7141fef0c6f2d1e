import { defineDomain } from '../language/domain/domain.ts'
import { accountStatement } from './accountStatement.ts'
import { entrustedAccount, entrustedAccountRecord } from './accounts.ts'
import { cmbBank } from './cmbBank.ts'
import { handleApply, handleApplyLifecycle, handleStatusRecord, pollApprovals } from './handle.ts'
import { handleApplyInfo, handleApplyInfoLifecycle, queryApplyInfoStatus } from './handleInfo.ts'
import { integralAccount, integralDetail, integralRule } from './integral.ts'
import { integralIssue, integralIssueLifecycle, integralIssueQueue } from './integralIssue.ts'
import { ledgerCheck, ledgerCheckLifecycle, ledgerCheckQueue, ledgerCheckResults } from './ledgerCheck.ts'
import { entrustedAccountPrepay, entrustedAccountPrepayLifecycle, recharge } from './prepay.ts'
import { prepayQueue } from './prepayQueue.ts'
import { handleApplyQueue } from './queue.ts'
import { reconciliationInfo, reconciliationInfoLifecycle } from './reconciliation.ts'
import { reconciliationQueue } from './reconciliationQueue.ts'
import { suspenseEntry, suspenseEntryLifecycle } from './suspense.ts'
import {
  dmanInternalTransfer,
  dmanInternalTransferLifecycle,
  dmanInternalTransferPoint,
  dmanInternalTransferPointLifecycle,
  pollTransfers,
  transferAccount,
  transferAccountLifecycle,
  transferLink,
  transferPage,
  transferResult,
} from './transfers.ts'
import { reconcileUnits, tradingManagerInfo, tradingManagerInfoLifecycle } from './units.ts'

export default defineDomain('funds', {
  resources: [
    entrustedAccount,
    entrustedAccountPrepay,
    entrustedAccountRecord,
    suspenseEntry,
    handleApply,
    handleApplyInfo,
    handleStatusRecord,
    transferAccount,
    dmanInternalTransfer,
    dmanInternalTransferPoint,
    tradingManagerInfo,
    reconciliationInfo,
    integralAccount,
    integralDetail,
    integralRule,
    integralIssue,
    ledgerCheck,
  ],
  lifecycles: [
    entrustedAccountPrepayLifecycle,
    suspenseEntryLifecycle,
    handleApplyLifecycle,
    handleApplyInfoLifecycle,
    transferAccountLifecycle,
    dmanInternalTransferLifecycle,
    dmanInternalTransferPointLifecycle,
    tradingManagerInfoLifecycle,
    reconciliationInfoLifecycle,
    ledgerCheckLifecycle,
    integralIssueLifecycle,
  ],
  queues: [prepayQueue, handleApplyQueue, reconciliationQueue, ledgerCheckQueue, integralIssueQueue],
  calls: [accountStatement, recharge, queryApplyInfoStatus, transferLink, transferResult, ledgerCheckResults],
  pages: [transferPage],
  ports: [cmbBank],
  every: [pollApprovals, pollTransfers, reconcileUnits],
})
