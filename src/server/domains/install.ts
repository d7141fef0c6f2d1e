import { meetingAgenda, meetingEvidence } from '../../model/activities/meetings/meetingParts.ts'
import { dict, dictBiz } from '../../model/administration/system/dictBiz.ts'
import { tieOpener } from '../core/newTenant.ts'
import { tieSheets } from '../deciding/sheet.ts'
import { declareDocuments } from '../documents/documents.ts'
import { exportsOpened } from '../exchange/export/handlers.ts'
import { askedSheet } from '../exchange/import/askedSheet.ts'
import { importsOpened } from '../exchange/import/handlers.ts'
import { attachmentsOpened } from '../files/handlers.ts'
import { portFiles } from '../files/portFiles.ts'
import { tieFiles } from '../ports/files.ts'
import { declareCalls } from '../records/handle.ts'
import { traceHandlers } from '../records/trace.ts'
import { declareHooks } from '../writing/hooks.ts'
import { declareRules, type Rules } from '../writing/rules.ts'
import { attachmentHeld } from '../writing/save/attachments.ts'
import { deliveredRules } from './activities/delivered.ts'
import { doctorHandlers } from './activities/doctorSide/calls.ts'
import { correctedByLink, linkCalls, qrCodeCalls } from './activities/doctorSide/linkCalls.ts'
import { doctorLinkRules } from './activities/doctorSide/links.ts'
import { evidencePapers } from './activities/evidencePaper.ts'
import { handedInHooks, handInRules } from './activities/handedIn.ts'
import { delivering, kinds, type PlanKind } from './activities/kinds.ts'
import { laborCalls } from './activities/laborPlans.ts'
import { evidenceCalls, evidenceHooks, lectureRules, meetingRules, signInHooks } from './activities/meetings.ts'
import { onlineMeetingCalls } from './activities/onlineMeetingCalls.ts'
import { meetingTencentRules, withOnline } from './activities/onlineMeetings.ts'
import { planHooks, plans } from './activities/plan.ts'
import { planRules } from './activities/planSteps.ts'
import { activityCalls } from './activities/reads.ts'
import { optionsGiven, templateRules } from './activities/templates.ts'
import { tencentEventHandlers } from './activities/tencentEvents.ts'
import { clientHandlers, clientHooks } from './administration/access/clientAdministration.ts'
import { employeeCalls } from './administration/access/employeeAccounts.ts'
import { firstStepsHandlers } from './administration/access/firstSteps.ts'
import { grantCalls } from './administration/access/grantReads.ts'
import { guardParam, paramRemovalProblem } from './administration/access/guardedParams.ts'
import { openTenant } from './administration/access/openTenant.ts'
import { roleRemovalProblem } from './administration/access/roleRemoval.ts'
import { secondFactorHandlers } from './administration/access/secondFactor.ts'
import { packageHooks } from './administration/access/tenantPackages.ts'
import { tenantCalls, tenantHooks } from './administration/access/tenantSettings.ts'
import { userHandlers, userRemoved, userWritten } from './administration/access/userAdministration.ts'
import { codeCalls } from './administration/develop/code.ts'
import { partnerHandlers } from './administration/partner/index.ts'
import { apiMessagePoolRules } from './administration/system/apiMessagePool.ts'
import { dictCalls, prepareDictionary } from './administration/system/dictBiz.ts'
import { errorCalls } from './administration/system/errors.ts'
import { intentRules } from './administration/system/intent.ts'
import { regionPlaced } from './administration/system/region.ts'
import {
  commenManagementRules,
  commentHooks,
  contentCalls,
  contentManagementRules,
  feedbackGiven,
  feedbackRules,
  pageInfoRules,
} from './content/content.ts'
import { quickReplyCalls } from './content/quickReply.ts'
import { cancellationCalls, cancellationRules } from './desk/cancellationRecord.ts'
import { changeRequestRules } from './desk/changeRequest.ts'
import { statisticsCalls } from './desk/statistics.ts'
import { accountStatementCalls } from './funds/accountStatement.ts'
import { handleApplyCalls, handleApplyRules } from './funds/handleApply.ts'
import { handleApplyInfoRules } from './funds/handleInfo.ts'
import { integralIssueRules } from './funds/integralIssue.ts'
import { ledgerCheckRules } from './funds/ledgerCheck.ts'
import { accountKept, prepaidCalls, prepayHooks, prepayRules } from './funds/prepaid.ts'
import { reconciliationRules } from './funds/reconciliation.ts'
import { suspenseRules } from './funds/suspense.ts'
import { transferAccountRules } from './funds/transferAccount.ts'
import { transferCalls } from './funds/transfers.ts'
import { unitRules } from './funds/unitClosing.ts'
import { companyOrderRules } from './orders/companyOrder.ts'
import { settlementOrderCalls } from './payment/conservation.ts'
import { orderDoctorPaymentPointRules, orderDoctorPaymentRules } from './payment/orderDoctorPayment.ts'
import { orderDoctorSettlementPointRules, orderDoctorSettlementRules } from './payment/orderDoctorSettlement.ts'
import {
  dmanInternalTransferPointRules,
  dmanInternalTransferRules,
  platServiceFeePointRules,
  platServiceFeeRules,
  taxPaymentRules,
} from './payment/passedOn.ts'
import { servicePaymentOrderRules } from './payment/servicePayment.ts'
import { voucherAdded, voucherHeld } from './payment/vouchers.ts'
import { doctorListCalls, entrustedCompanyMemberRules, entrustedThirdRelRules } from './people/admission.ts'
import { certificationRules } from './people/certification.ts'
import { companyCorrected, entrustedCompanyRules } from './people/company.ts'
import { companyRegisterCalls } from './people/companyRegister.ts'
import { doctorCalls, doctorHooks } from './people/doctor.ts'
import { duplicateCalls } from './people/duplicates.ts'
import { authenticationDoctorRules } from './people/esign.ts'
import { exchangeRuleWritten } from './people/exchangeRule.ts'
import { certificationHooks, faceCalls } from './people/faceCalls.ts'
import { faceSessionRules } from './people/faceChecks.ts'
import { idPhotoCalls } from './people/idPhotos.ts'
import { partnerLinked } from './people/partnerItems.ts'
import { blacklistCalls, userBlacklistRules } from './people/userBlacklist.ts'
import { doctorAwardRules } from './points/awards.ts'
import { ruleUpdated } from './points/rule.ts'
import { budgetOrderRules } from './settlement/budgetOrder.ts'
import { settlementCycleCalls } from './settlement/cyclePartners.ts'
import { papers, settlementOrderDoctorPointRules, settlementOrderDoctorRules } from './settlement/papers.ts'
import { resultOrderPointRules, resultOrderRules } from './settlement/resultOrder.ts'
import { settlementCycleRules } from './settlement/settlementCycle.ts'
import { settlementOrderPointRules, settlementOrderRules } from './settlement/settlementOrder.ts'
import { taxItemRateHooks } from './settlement/taxRates.ts'
import { lineCalls } from './settlement/taxSteps.ts'
import { invoiceFilePointRules, invoiceFileRules } from './tax/checking.ts'
import {
  entrustedInvoicePointRules,
  entrustedInvoiceRules,
  fileHooks,
  invoiceCalls,
  invoiceHooks,
  invoicePointHooks,
} from './tax/entrustedInvoice.ts'
import { CASH, POINTS } from './tax/families.ts'
import { idCardCalls, idCardSheets } from './tax/idCards.ts'
import { summaryInvoiceShown } from './tax/shown.ts'
import { summaryInvoiceRules } from './tax/summaryInvoice.ts'
import { summaryTaxCertRules, summaryTaxReturnsRules } from './tax/summaryTaxReturns.ts'
import { agreementPapers } from './tender/agreementPaper.ts'
import { agreementCalls, companyProtocolRules, doctorProtocolRules } from './tender/agreements.ts'
import { bidEntered, bidRules } from './tender/bids.ts'
import { invitationHandlers, invitationHooks, invitationRules } from './tender/invitations.ts'
import { flowManagerRules, leaveAsked, leaveCalls, leaveRules } from './workflow/leave.ts'

// Imported for its side effect: registers rules, hooks and calls of the modules, which no other part imports.

tieFiles(portFiles)
tieSheets(askedSheet)
tieOpener(openTenant)
declareDocuments(...papers, ...evidencePapers, ...idCardSheets, ...agreementPapers)
declareHooks('entrustedThirdRel', { prepare: partnerLinked })
declareRules('commenManagement', commenManagementRules as Rules)
declareHooks('commenManagement', commentHooks)
declareRules('contentManagement', contentManagementRules as Rules)
declareRules('customerCertificationRecord', certificationRules as Rules)
declareRules('doctorLink', doctorLinkRules as Rules)
declareRules('faceSession', faceSessionRules as Rules)
declareRules('authenticationDoctor', authenticationDoctorRules as Rules)
declareRules('entrustedCompany', entrustedCompanyRules as Rules)
declareRules('entrustedCompanyMember', entrustedCompanyMemberRules as Rules)
declareRules('entrustedThirdRel', entrustedThirdRelRules as Rules)
declareRules('entrustedInvoice', entrustedInvoiceRules as Rules)
declareRules('entrustedInvoicePoint', entrustedInvoicePointRules as Rules)
declareRules('dmanInternalTransfer', dmanInternalTransferRules as Rules)
declareRules('dmanInternalTransferPoint', dmanInternalTransferPointRules as Rules)
declareRules('entrustedTaxPaymentOrder', taxPaymentRules as Rules)
declareRules('handleApply', handleApplyRules as Rules)
declareRules('handleApplyInfo', handleApplyInfoRules as Rules)
declareRules('platServiceFee', platServiceFeeRules as Rules)
declareRules('integralIssue', integralIssueRules as Rules)
declareRules('doctorAward', doctorAwardRules as Rules)
declareRules('ledgerCheck', ledgerCheckRules as Rules)
declareRules('reconciliationInfo', reconciliationRules as Rules)
declareRules('tradingManagerInfo', unitRules as Rules)
declareRules('platServiceFeePoint', platServiceFeePointRules as Rules)
declareRules('transferAccount', transferAccountRules as Rules)
declareRules('entrustedInvoiceDetail', invoiceFileRules as Rules)
declareRules('entrustedInvoiceDetailPoint', invoiceFilePointRules as Rules)
declareRules('summaryInvoice', summaryInvoiceRules as Rules)
declareRules('summaryTaxCert', summaryTaxCertRules as Rules)
declareRules('summaryTaxReturns', summaryTaxReturnsRules as Rules)
declareRules('feedback', feedbackRules as Rules)
declareRules('pageInfo', pageInfoRules as Rules)
declareRules('flowManager', flowManagerRules as Rules)
declareRules('leave', leaveRules as Rules)
declareRules('apiMessagePool', apiMessagePoolRules as Rules)
declareRules('cancellationRecord', cancellationRules as Rules)
declareRules('changeRequest', changeRequestRules as Rules)
declareRules('intent', intentRules as Rules)
declareRules('budgetOrder', budgetOrderRules as Rules)
declareRules('userBlacklist', userBlacklistRules as Rules)
declareRules('orderDoctorPayment', orderDoctorPaymentRules as Rules)
declareRules('orderDoctorPaymentPoint', orderDoctorPaymentPointRules as Rules)
declareRules('orderDoctorSettlement', orderDoctorSettlementRules as Rules)
declareRules('orderDoctorSettlementPoint', orderDoctorSettlementPointRules as Rules)
declareRules('resultOrder', resultOrderRules as Rules)
declareRules('resultOrderPoint', resultOrderPointRules as Rules)
declareRules('settlementCycle', settlementCycleRules as Rules)
declareRules('settlementOrder', settlementOrderRules as Rules)
declareRules('settlementOrderDoctor', settlementOrderDoctorRules as Rules)
declareRules('settlementOrderDoctorPoint', settlementOrderDoctorPointRules as Rules)
declareRules('settlementOrderPoint', settlementOrderPointRules as Rules)
declareRules('servicePaymentOrder', servicePaymentOrderRules as Rules)
declareRules('bidRecord', bidRules as Rules)
declareRules('tenderEntrustedProtocols', companyProtocolRules as Rules)
declareRules('tenderDoctorProtocols', doctorProtocolRules as Rules)
declareRules('entrustedAccountPrepay', prepayRules as Rules)
declareRules('suspenseEntry', suspenseRules as Rules)
for (const id of ['caseCollectionTemplateAttr', 'clinicalResearchTemplateAttr'])
  declareHooks(id, { prepare: optionsGiven })
declareRules('orderEntrusted', companyOrderRules as Rules)
/** How an activity is reviewed that is delivered, or heard, itself. */
const reviewRules = (kind: PlanKind): Rules =>
  kind.of.fields.meetingStatus ? meetingRules(kind) : kind.of.fields.lectureType ? lectureRules : {}
for (const [id, kind] of kinds) {
  const rules = { ...planRules(kind), ...reviewRules(kind) }
  declareRules(id, id === 'meeting' ? withOnline(rules) : rules)
}
declareRules('meetingTencent', meetingTencentRules as Rules)
for (const [id, d] of delivering) {
  if (kinds.has(id)) continue
  declareRules(id, correctedByLink(id, { ...deliveredRules(d), ...handInRules(d), ...(invitationRules.get(id) ?? {}) }))
  if (d.of.fields.collectData) declareHooks(id, handedInHooks(d))
}
for (const [id, own] of invitationRules) if (!delivering.has(id)) declareRules(id, own)
for (const [id, own] of invitationHooks) declareHooks(id, own)
for (const id of plans.keys()) declareHooks(id, planHooks(kinds.get(id) as PlanKind))
for (const [id, own] of templateRules) declareRules(id, own)
declareHooks('bidRecord', { prepare: bidEntered })
declareHooks('meetingAttend', signInHooks)
for (const part of [meetingEvidence, meetingAgenda]) declareHooks(part.id, evidenceHooks(part))
declareHooks('tenant', tenantHooks)
declareHooks('tenantPackage', packageHooks)
declareHooks('client', clientHooks)
declareHooks('user', { prepare: userWritten, removalProblem: userRemoved })
declareHooks('role', { removalProblem: roleRemovalProblem })
declareHooks('attach', { removalProblem: attachmentHeld })
declareHooks('entrustedCompany', { prepare: companyCorrected })
declareHooks('authenticationDoctor', doctorHooks)
declareHooks('customerCertificationRecord', certificationHooks)
declareHooks('entrustedAccount', { prepare: accountKept })
declareHooks('entrustedAccountPrepay', prepayHooks)
declareHooks('leave', { prepare: leaveAsked })
declareHooks('entrustedInvoice', invoiceHooks)
declareHooks('entrustedInvoiceDetail', fileHooks(CASH))
declareHooks('entrustedInvoicePoint', invoicePointHooks)
declareHooks('entrustedInvoiceDetailPoint', fileHooks(POINTS))
declareHooks('feedback', { prepare: feedbackGiven })
declareHooks('integralRule', { prepare: exchangeRuleWritten })
declareHooks('taxItemRate', taxItemRateHooks)
declareHooks('rule', { prepare: ruleUpdated })
declareHooks('servicePaymentOrderDetail', { prepare: voucherAdded, removalProblem: voucherHeld })
declareHooks('dict', { prepare: prepareDictionary(dict) })
declareHooks('dictBiz', { prepare: prepareDictionary(dictBiz) })
declareHooks('region', { prepare: regionPlaced })
declareHooks('param', { prepare: guardParam, removalProblem: paramRemovalProblem, ownHistory: true })
declareCalls([
  ...activityCalls,
  ...evidenceCalls,
  ...onlineMeetingCalls,
  ...tencentEventHandlers,
  ...laborCalls,
  ...codeCalls,
  ...contentCalls,
  ...statisticsCalls,
  ...traceHandlers,
  ...errorCalls,
  ...grantCalls,
  ...tenantCalls,
  ...firstStepsHandlers,
  ...userHandlers,
  ...clientHandlers,
  ...partnerHandlers,
  ...secondFactorHandlers,
  ...blacklistCalls,
  ...doctorListCalls,
  ...employeeCalls,
  ...companyRegisterCalls,
  ...faceCalls,
  ...doctorCalls,
  ...doctorHandlers,
  ...linkCalls,
  ...qrCodeCalls,
  ...duplicateCalls,
  ...idPhotoCalls,
  ...agreementCalls,
  ...invitationHandlers,
  ...invoiceCalls,
  ...summaryInvoiceShown,
  ...idCardCalls,
  ...dictCalls,
  ...leaveCalls,
  ...prepaidCalls,
  ...accountStatementCalls,
  ...handleApplyCalls,
  ...transferCalls,
  ...lineCalls,
  ...settlementCycleCalls,
  ...settlementOrderCalls,
  ...cancellationCalls,
  ...quickReplyCalls,
  ...attachmentsOpened,
  ...exportsOpened,
  ...importsOpened,
])
