import { beforeAll, expect, it } from 'vitest'
import { clinicalResearchProject } from '../../src/model/activities/clinicalResearchProject.ts'
import { lecture } from '../../src/model/activities/meetings/lecture.ts'
import { meeting } from '../../src/model/activities/meetings/meeting.ts'
import { clinicalResearchTemplate } from '../../src/model/activities/templates.ts'
import { lifecycles } from '../../src/model/business.ts'
import { pageInfo } from '../../src/model/content/pages.ts'
import { handleApply } from '../../src/model/funds/handle.ts'
import { dmanInternalTransfer, transferAccount } from '../../src/model/funds/transfers.ts'
import { statesOf } from '../../src/model/language/states.ts'
import { orderDoctorPayment } from '../../src/model/payment/orderDoctorPayment.ts'
import { platServiceFee } from '../../src/model/payment/payments.ts'
import { entrustedCompany } from '../../src/model/people/entrustedCompany.ts'
import { resultOrder } from '../../src/model/settlement/results/resultOrder.ts'
import { orderDoctorSettlement } from '../../src/model/settlement/settlementLines.ts'
import { entrustedInvoice } from '../../src/model/tax/entrustedInvoice.ts'
import { summaryInvoice } from '../../src/model/tax/summaryInvoice.ts'
import { tenderDoctorProtocols, tenderEntrustedProtocols } from '../../src/model/tender/protocols.ts'
import type { AnyResource } from '../../src/server/writing/unitOfWork/rows.ts'
import { loader, person } from './people.ts'
import { refusal, World } from './world.ts'

const { templateStatus } = statesOf(clinicalResearchTemplate)
const { projectStatus } = statesOf(clinicalResearchProject)
const { approvalStatus, planStatus } = statesOf(lecture)
const { confirmStatus, meetingStatus, submitStatus } = statesOf(meeting)
const { enableStatus } = statesOf(pageInfo)
const { invoiceStatus } = statesOf(entrustedInvoice)
const { invoiceStatus: invoiceStates } = statesOf(summaryInvoice)
const { resultStatus } = statesOf(resultOrder)
const { agreementStatus, signStatus } = statesOf(tenderDoctorProtocols)
const { esignStatus } = statesOf(entrustedCompany)

// Steps of people that no other test of the rules takes: whoever may take them does, and nobody else, from a record in the state
// before (reached.test.ts).

let w: World
beforeAll(async () => {
  w = await World.made()
})

const load = async (of: AnyResource, values: object): Promise<string> =>
  (await w.as(loader('world')).load((work) => work.insert(of, values as never))).id

/** Takes a step as somebody of the first role that may; an auditor, who reads, is refused before. */
async function take(of: AnyResource, id: string, name: string, ask: object = {}): Promise<Record<string, unknown>> {
  const { roles = [] } = (lifecycles.get(of.id)?.transitions[name] ?? {}) as { roles?: readonly string[] }
  const [role = 'administrator'] = roles
  const bound = /^(company|employee)/.test(role) ? { company: w.g.companyId } : {}
  expect(await refusal(w.decide(person('world', 'auditor'), of, name, id, { ...ask }))).not.toBe('')
  await w.decide(person('world', role, bound), of, name, id, { ...ask })
  return (w.play.store.table(of).get(of, id) ?? {}) as Record<string, unknown>
}

const company = () => ({ entrustedCompanyId: w.g.companyId, entrustedCompanyName: '杭州康泰医药有限公司' })
let codes = 0
const activity = () => ({
  ...company(),
  ...{
    code: `HD${++codes}`,
    name: '活动',
    baseEmployeeId: w.g.employeeId,
    activityServiceProjectId: '1',
    planSearchNum: 1,
  },
  ...{ invitationStartDate: '2024-06-01', invitationEndDate: '2024-07-31' },
})

it('a research project is sent back, confirmed with an enabled template, disabled and enabled', async () => {
  const templateId = await load(clinicalResearchTemplate, {
    code: 'T1',
    name: '调研模板',
    templateStatus: templateStatus.draft,
  })
  const id = await load(clinicalResearchProject, {
    ...company(),
    code: 'P1',
    name: '项目',
    templateId,
    projectStatus: projectStatus.toConfirm,
  })
  expect((await take(clinicalResearchProject, id, 'reject')).projectStatus).toBe(0)
  await take(clinicalResearchProject, id, 'submit')
  expect(await refusal(take(clinicalResearchProject, id, 'confirmTemplate'))).toContain('未启用')
  await w.write(clinicalResearchTemplate, templateId, { templateStatus: templateStatus.enabled } as never)
  expect((await take(clinicalResearchProject, id, 'confirmTemplate')).projectStatus).toBe(2)
  expect((await take(clinicalResearchProject, id, 'disable')).projectStatus).toBe(3)
  expect((await take(clinicalResearchProject, id, 'enable')).projectStatus).toBe(2)
})

it('a lecture is reviewed, taken back by who reviewed it, and refused', async () => {
  const id = await load(lecture, {
    ...activity(),
    planStatus: planStatus.inProgress,
    approvalStatus: approvalStatus.pending,
  })
  const ops = person('world', 'ops')
  await w.decide(ops, lecture, 'audit.pass', id)
  expect(w.row(lecture, id)).toMatchObject({ approvalStatus: approvalStatus.approved, approvalOfficer: ops.name })
  expect(await refusal(w.decide(person('world', 'ops'), lecture, 'recall.audit', id))).not.toBe('')
  await w.decide(ops, lecture, 'recall.audit', id)
  expect(w.row(lecture, id)).toMatchObject({ approvalStatus: approvalStatus.pending, approvalOfficer: null })
  expect((await take(lecture, id, 'audit.reject', { remark: '内容不符' })).approvalRemark).toBe('内容不符')
})

it('a meeting that its company refuses is sent back to be handed in again; its evidence file is asked for anew', async () => {
  const id = await load(meeting, {
    ...activity(),
    ...{
      planStatus: planStatus.inProgress,
      meetingStatus: meetingStatus.ended,
      submitStatus: submitStatus.handedIn,
      approvalStatus: approvalStatus.approved,
      confirmStatus: confirmStatus.pending,
    },
  })
  expect((await take(meeting, id, 'createEvidenceFile')).createEvidenceFileStatus).toBe(1)
  const back = await take(meeting, id, 'confirm.reject', { confirmResult: '签到不全' })
  expect(back).toMatchObject({
    confirmStatus: confirmStatus.rejected,
    submitStatus: submitStatus.none,
    confirmResult: '签到不全',
  })
})

it('a page is switched off; drafts of invoices are deleted, one that was uploaded is not', async () => {
  const page = await load(pageInfo, { pageName: '首页', pageCode: 'home', enableStatus: enableStatus.enabled })
  expect((await take(pageInfo, page, 'disable')).enableStatus).toBe(0)
  const own = {
    ...company(),
    invoiceAmount: '106.00',
    amountExTax: '100.00',
    taxAmount: '6.00',
    invoiceTitle: '杭州康泰',
    taxNo: '91330100MA27XW1234',
  }
  const invoice = await load(entrustedInvoice, { ...own, code: 'IV1', invoiceStatus: invoiceStatus.draft })
  expect((await take(entrustedInvoice, invoice, 'remove')).isDeleted).toBe(1)
  const draft = await load(summaryInvoice, { ...company(), code: 'SI1', invoiceStatus: invoiceStates.toIssue })
  const sent = await load(summaryInvoice, { ...company(), code: 'SI2', invoiceStatus: invoiceStates.uploaded })
  expect((await take(summaryInvoice, draft, 'remove')).isDeleted).toBe(1)
  expect(await refusal(take(summaryInvoice, sent, 'remove'))).not.toBe('')
})

it('a result order is refused by its company with the reason, and its report asked for', async () => {
  const own = { ...company(), periodStart: '2024-05-01', periodEnd: '2024-05-31' }
  const id = await load(resultOrder, { ...own, code: 'RO1', name: '五月', resultStatus: resultStatus.toConfirm })
  expect((await take(resultOrder, id, 'createServiceManagerReport')).resultStatus).toBe(3)
  expect(await take(resultOrder, id, 'confirm.reject', { remark: '数量不符' })).toMatchObject({
    resultStatus: resultStatus.rejected,
    confirmRemark: '数量不符',
  })
})

it.each([tenderDoctorProtocols, tenderEntrustedProtocols])(
  '$id: signing is asked about by the clock and by hand, and ends as the partner says',
  async (of) => {
    const waits = async () => {
      const doctor = of === tenderDoctorProtocols ? { doctorId: w.g.doctors[0], doctorName: '医生1' } : {}
      const parties = { ...company(), ...doctor }
      const own = {
        protocolCode: `X${++codes}`,
        title: '协议',
        protocolType: 1,
        agreementStatus: agreementStatus.pending,
      }
      return load(of, {
        ...parties,
        ...own,
        signStatus: signStatus.signing,
        signFlowId: `F${codes}`,
        signQueryTime: '2024-06-15 09:00:00',
      })
    }
    const row = (id: string) => (w.play.store.table(of).get(of, id) ?? {}) as Record<string, unknown>
    const says = (id: string, answer: Record<string, unknown> | 'refused') => w.told(id, 'flowStatus', answer)
    const id = await waits()
    await w.takes(of, 'flow.poll', id)
    await says(id, 'refused')
    expect(row(id)).toMatchObject({
      signStatus: signStatus.signing,
      agreementStatus: agreementStatus.pending,
      signQueryCount: 1,
    })
    await take(of, id, 'querySign')
    await says(id, { status: 'EXPIRED' })
    expect(row(id)).toMatchObject({
      agreementStatus: agreementStatus.pending,
      signMsg: '签署已过期',
      signQueryTime: null,
    })
    const other = await waits()
    await w.takes(of, 'flow.poll', other)
    await says(other, { status: 'REFUSED', reason: '条款有误' })
    expect(row(other).agreementStatus).toBe(2)
  },
)

it('the account of a company that was stopped at the partner for e-signing is taken up again', async () => {
  await w.write(entrustedCompany, w.g.companyId, { esignStatus: esignStatus.stopped, esignAccountId: 'ES1' } as never)
  await take(entrustedCompany, w.g.companyId, 'esign.resume')
  await w.told(w.g.companyId, 'setAccountStatus', {})
  expect(w.row(entrustedCompany, w.g.companyId).esignStatus).toBe(1)
})

it('an invoice that was asked for is withdrawn by who asked; a fee that the bank does not move is moved again; the clock asks', async () => {
  const order = await w.paid(['3000.00'])
  const amounts = { invoiceAmount: '3180.00', amountExTax: '3000.00', taxAmount: '180.00' }
  const titles = { invoiceTitle: '杭州康泰', taxNo: '91330100MA27XW1234', settlementOrderId: order.id }
  const invoice = await load(entrustedInvoice, {
    ...company(),
    ...amounts,
    ...titles,
    code: 'IV2',
    invoiceStatus: invoiceStatus.draft,
  })
  await w.decide(w.people.client, entrustedInvoice, 'request', invoice)
  await w.decide(w.people.client, entrustedInvoice, 'withdraw', invoice)
  expect(w.row(entrustedInvoice, invoice)).toMatchObject({ invoiceStatus: 0, applyTime: null })
  const fee = () => w.rows(platServiceFee, { settlementOrderId: order.id })[0]
  await w.decide(w.people.cashier, platServiceFee, 'transfer', fee()?.id ?? '')
  const [move] = w.rows(dmanInternalTransfer, { platServiceFeeId: fee()?.id ?? '' })
  await w.told(move?.id ?? '', 'internalTransfer', 'refused')
  expect(fee()?.feeStatus).toBe(3)
  await w.decide(w.people.cashier, platServiceFee, 'transfer', fee()?.id ?? '')
  expect(fee()?.feeStatus).toBe(1)
  const [line = ''] = order.lines
  await w.decide(w.people.ops, orderDoctorSettlement, 'applyForPayment', line)
  const payment = w.row(orderDoctorSettlement, line).paymentId ?? ''
  await w.decide(w.people.fin, orderDoctorPayment, 'auditPass', payment)
  await w.decide(w.people.cashier, handleApply, 'sponsorHandle', w.row(orderDoctorPayment, payment).handleApplyId ?? '')
  const [transfer] = w.rows(transferAccount, { bizId: payment })
  await w.told(transfer?.id ?? '', 'pay', { serial: 'CMB1' })
  await w.takes(transferAccount, 'poll', transfer?.id ?? '')
  expect(w.asked('payQuery')).toHaveLength(1)
})
