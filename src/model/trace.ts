import type { Trace } from './language/derived/traceWays.ts'
import { answer } from './language/domain/answer.ts'
import { type AnyCall, call } from './language/domain/call.ts'
import { flag, integer, list, text } from './language/fields/field.ts'
import type { Resource } from './language/resource.ts'
import { tracePanel } from './language/section.ts'
import { TRACE, tracePath } from './language/trace.ts'

/**
 * The line of documents of the business, in the order in which they come about (domain §4). How one leads to the next is
 * said by their references. Resources of one stop stand for each other, in money and in points.
 */
export const trace: Trace = {
  // an order names what it was made of by type and id
  made: { of: 'orderDoctor', id: 'bizId', type: 'bizType' },
  stops: [
    [
      'meetingDoctor',
      'lectureReport',
      'caseCollectionReport',
      'clinicalResearchReport',
      'medicationFeedbackReport',
      'professionalReviewReport',
      'patientEducationReport',
      'caseInterpretationDoctor',
      'knowledgeCreationDoctor',
    ],
    ['orderDoctor'],
    ['resultOrder', 'resultOrderPoint'],
    ['settlementCycle'],
    ['settlementOrder', 'settlementOrderPoint'],
    ['servicePaymentOrder'],
    ['orderDoctorSettlement', 'orderDoctorSettlementPoint'],
    ['orderDoctorPayment', 'orderDoctorPaymentPoint'],
    ['handleApply'],
    ['platServiceFee', 'platServiceFeePoint'],
    ['entrustedTaxPaymentOrder'],
    ['entrustedInvoice', 'entrustedInvoicePoint'],
    ['summaryInvoice'],
    ['summaryTaxReturns'],
    ['summaryTaxCert'],
  ],
}

/** [+] `trace?id`: the line that a record stands in, of what the person may see. */
export const traceCall = (on: Resource) =>
  call(`${on.id}.${TRACE}`, {
    method: 'GET',
    paths: [tracePath(on)],
    title: tracePanel().title,
    permission: `${on.id}_view`,
    on,
    safe: true,
    answer: answer.one({
      stops: list('各环节', 'Stops', {
        resource: text('数据', 'Resource', { length: 64 }),
        place: integer('位置', 'Place'),
        title: text('名称', 'Name', { length: 100 }),
        count: integer('数量', 'Count'),
        more: flag('还有更多', 'There are more'),
        name: text('编号', 'No.', { length: 200 }),
        state: text('状态', 'State', { length: 50 }),
        tone: text('色调', 'Tone', { length: 10 }),
        here: flag('当前', 'The record itself'),
        to: text('地址', 'Address', { length: 10_000 }),
      }),
    }),
  })

/** The calls of all resources that stand in the line. */
export const traceCalls = (find: (id: string) => Resource): readonly AnyCall[] =>
  trace.stops.flat().map((id) => traceCall(find(id)))
