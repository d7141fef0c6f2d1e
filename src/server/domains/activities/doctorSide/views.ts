import { activityPlan } from '../../../../model/activities/activityPlan.ts'
import { PURPOSE } from '../../../../model/activities/doctorSide/doctorLink.ts'
import type {
  DoctorView,
  MoreField,
  NamedValue,
  WireReport,
} from '../../../../model/activities/doctorSide/doctorWire.ts'
import { resourceOf, transitionsOf } from '../../../../model/business.ts'
import { attach } from '../../../../model/files/attach.ts'
import { partChildren } from '../../../../model/language/derived/parts.ts'
import { type Field, isChoice, isRef } from '../../../../model/language/fields/field.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { review } from '../../../../model/patterns/mixins.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { tenderDoctorProtocols } from '../../../../model/tender/protocols.ts'
import { attachmentsIn } from '../../../../model/values/files.ts'
import type { Label } from '../../../../model/values/label.ts'
import { readable } from '../../../../model/values/money.ts'
import { templateQuestionOf } from '../../../../model/values/questionnaire.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { waitingOf } from '../../people/faceChecks.ts'
import { isAnswering } from '../../people/signing.ts'
import { planProblem } from '../handedIn.ts'
import type { Bearer } from './bearer.ts'
import type { Part, Subject } from './subject.ts'

const { payType: payTypes } = statesOf(activityPlan)
const { agreementStatus, signStatus } = statesOf(tenderDoctorProtocols)
const { approvalStatus } = statesOf({ fields: review })
const { faceStatus } = statesOf(authenticationDoctor)

// View of a link (domain §13): its own record, and of it what its doctor has to know.

/** Masked name for the holder of a link: enough to recognise one's own. */
export const hinted = (name: string): string => `${[...name][0] ?? ''}${'*'.repeat(Math.max(1, [...name].length - 1))}`

/** Kinds of fields that the page asks for besides a template. */
const MORE_KINDS: Readonly<Record<string, MoreField['by']>> = {
  text: 'line',
  longText: 'line',
  integer: 'count',
  flag: 'yesOrNo',
  choice: 'option',
}

const shown = (f: Field, value: unknown): NamedValue[] =>
  value === null || value === undefined || value === '' ? [] : [{ label: f.label, value: String(value) }]

const rewardOf = ({ plan, row }: Part): NamedValue =>
  plan.payType === payTypes.points
    ? { label: ['积分（每份）', 'Points each'], value: String(row.doctorPoint ?? 0) }
    : {
        label: ['劳务费（每份，税前）', 'Fee each, before tax'],
        value: `¥ ${readable(String(row.doctorFee ?? '0.00'))}`,
      }

/** The facts of an activity that its doctor is told. */
function factsOf(part: Part): NamedValue[] {
  const { plan, row, kind } = part
  const f = kind.of.fields as Readonly<Record<string, Field>>
  const facts = [
    'entrustedCompanyName',
    'baseProductName',
    'startTime',
    'endTime',
    'invitationStartDate',
    'invitationEndDate',
  ]
  return [
    ...facts.flatMap((name) => (f[name] ? shown(f[name], plan[name]) : [])),
    { label: ['份数', 'How many'], value: String(row.planSearchNum ?? 1) },
    rewardOf(part),
  ]
}

const NO_FLOW: Label = [
  '协议正在准备，请稍后再打开；如长时间未就绪，请联系工作人员',
  'The agreement is being prepared: come back in a moment, or ask the staff',
]

async function agreementOf(work: UnitOfWork, { protocol, row }: Part): Promise<DoctorView['agreement']> {
  const sent =
    protocol?.agreementStatus === agreementStatus.pending &&
    protocol.signStatus === signStatus.signing &&
    Boolean(protocol.signFlowId)
  return {
    status: Number(row.agreementStatus ?? 0),
    signing: protocol ? await isAnswering(work, tenderDoctorProtocols, protocol.id) : false,
    problem: row.agreementStatus === agreementStatus.pending && !sent ? NO_FLOW : null,
    fileId: protocol?.fileUrl ?? null,
  }
}

/** Fields besides the template that handing a report of a resource in asks for; references are chosen by staff. */
function moreOf(of: AnyResource, planField: string): MoreField[] {
  const fields = Object.entries<Field>(transitionsOf(of.id).handIn?.ask ?? {})
  return fields.flatMap(([name, f]) => {
    const by = MORE_KINDS[f.kind]
    if (isRef(f) || [planField, 'doctorId', 'collectData', 'files'].includes(name) || !by) return []
    const options = isChoice(f)
      ? Object.entries<Label>(f.values as never).map(([value, label]) => ({
          value,
          label: [label[0], label[1]] as const,
        }))
      : []
    return [{ name, label: f.label, by, required: Boolean(f.facts.required), options }]
  })
}

/** Questions of an activity's template, in their order. */
async function attributesOf(work: UnitOfWork, of: AnyResource, templateId: unknown) {
  const f = of.fields.templateId as Field | undefined
  if (!f || !isRef(f) || !templateId) return []
  const [attributes] = partChildren(resourceOf(f.to))
  if (!attributes) return []
  const rows = await work.rows(resourceOf(attributes.resource), {
    [attributes.by]: String(templateId),
  })
  return rows.sort((a, b) => Number(a.sort ?? 0) - Number(b.sort ?? 0)).map(templateQuestionOf)
}

async function filesOf(work: UnitOfWork, ids: string) {
  const found = await work.rows(attach, { id: attachmentsIn(ids) ?? [] })
  return found.map(({ id, originalName }) => ({ id, name: originalName }))
}

async function reportOf(work: UnitOfWork, { part, report }: Subject): Promise<WireReport | null> {
  const none = { answers: {}, files: [], draft: null, reason: null }
  if (report) {
    const { d, row } = report
    return {
      ...none,
      attributes: await attributesOf(work, d.of, row.templateId),
      more: [],
      takesFiles: true,
      answers: (row.collectData ?? {}) as Readonly<Record<string, unknown>>,
      files: await filesOf(work, String(row.files ?? '')),
      reason: String((row.approvalStatus === approvalStatus.rejected ? row.approvalRemark : row.confirmResult) ?? ''),
      number: 1,
      of: 1,
    }
  }
  const d = part?.delivers
  if (!part || !d) return null
  return {
    ...none,
    attributes: await attributesOf(work, d.of, part.plan.templateId),
    more: moreOf(d.of, d.plan),
    takesFiles: true,
    number: part.done + 1,
    of: part.most,
  }
}

/** View of a link once its bearer is identified. */
export async function shownBy(work: UnitOfWork, subject: Subject, { link, proved }: Bearer): Promise<DoctorView> {
  const { purpose, doctor, part } = subject
  const base = {
    purpose,
    name: doctor ? hinted(doctor.doctorName) : '',
    expireTime: link.expireTime ?? '',
    facts: [],
    problem: null,
  }
  if (!proved) return { ...base, asks: 'identity', title: '' }
  const seen = { ...base, asks: null, title: subject.title }
  if (purpose === PURPOSE.face) {
    const [waiting] = doctor ? await waitingOf(work, doctor.id) : []
    return {
      ...seen,
      face: {
        status: doctor?.faceStatus ?? faceStatus.none,
        waits: waiting !== undefined,
        url: waiting?.verifyUrl ?? '',
      },
    }
  }
  if (subject.meeting) {
    const { name, startTime, endTime } = subject.meeting
    return { ...seen, meeting: { name, startTime: startTime ?? '', endTime: endTime ?? '' } }
  }
  const report = purpose === PURPOSE.report || purpose === PURPOSE.correction ? await reportOf(work, subject) : null
  const plan = part?.plan ?? subject.report?.plan
  return {
    ...seen,
    facts: part ? factsOf(part) : [],
    ...(purpose === PURPOSE.invitation && part ? { agreement: await agreementOf(work, part) } : {}),
    ...(report ? { report } : {}),
    problem: report && plan ? planProblem(work, plan) : null,
  }
}
