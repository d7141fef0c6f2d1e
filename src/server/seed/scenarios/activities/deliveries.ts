import { demoLectureReport, lectureReport } from '../../../../model/activities/meetings/lecture.ts'
import { patientEducationReport } from '../../../../model/activities/reports/patientEducationReport.ts'
import * as reports from '../../../../model/activities/reports/reports.ts'
import { knowledgeCreationDoctor } from '../../../../model/activities/works.ts'
import { statesOf } from '../../../../model/language/states.ts'
import type { AnyResource } from '../../../core/records.ts'
import { keepPrint } from '../../../writing/unitOfWork/prints.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { DISEASES } from '../../values/names.ts'
import { atTime, plusDays, plusSeconds } from '../../values/times.ts'
import { type Stage, SYSTEM } from '../stage/stage.ts'
import type { Book, Part, PlanDraft, PlanType } from './book.ts'
import { ofPlan } from './plans.ts'

const {
  agreementStatus: agreementStates,
  approvalStatus,
  confirmStatus,
  submitStatus,
} = statesOf(knowledgeCreationDoctor)

/** The resource of what is submitted for each kind of plan, of its demonstration, and the field that names the plan. */
const RESOURCE_OF_TYPE: Readonly<
  Partial<Record<PlanType, readonly [own: AnyResource, demo: AnyResource | null, parent: string]>>
> = {
  2: [lectureReport, demoLectureReport, 'lectureId'],
  3: [reports.caseCollectionReport, reports.demoCaseCollectionReport, 'caseCollectionId'],
  4: [reports.clinicalResearchReport, reports.demoClinicalResearchReport, 'clinicalResearchId'],
  5: [reports.medicationFeedbackReport, reports.demoMedicationFeedbackReport, 'medicationFeedbackId'],
  6: [reports.professionalReviewReport, reports.demoProfessionalReviewReport, 'professionalReviewId'],
  7: [patientEducationReport, null, 'planId'],
  8: [knowledgeCreationDoctor, null, 'planId'],
}

/**
 * State of a deliverable: `waiting` for review, `passed` and waiting for acceptance, `rejected`, `refused`, accepted.
 */
type Outcome = Part['others'][number] | 'accepted'

/** Payment for a deliverable. */
interface Reward {
  readonly fee: string
  readonly points?: number
}

/** Answers of doctors to the attributes of a case template and of a questionnaire (preparations.ts). */
const CASE_ANSWERS = { sex: '男', age: 56, complaint: '反复胸闷两月', therapy: ['药物', '康复'], effect: '4' }
const RESEARCH_ANSWERS = { visits: 120, kinds: ['初诊', '复诊'], choice: '联合', satisfaction: '5' }

const COURSES = [
  '两月前活动后出现胸闷，休息可缓解；近一周发作次数增多，无夜间憋醒。',
  '半年前体检发现指标升高，未规律用药；三周来头晕加重，伴有轻度恶心，无视物旋转。',
  '一年来餐后上腹胀痛反复，自服胃药稍缓解；十天前症状再现并向后背放射，夜间尤甚。',
  '受凉后咳嗽咳痰四周，痰白量少，不发热；外院抗感染一周效果欠佳，活动后气促。',
  '晨起双手关节僵硬逾一小时，持续八周，双腕对称性肿痛，握拳困难，乏力明显。',
  '五年前确诊，口服药物控制尚可；近来口渴多尿，体重下降约四公斤，双足麻木刺痛。',
  '间断便血伴腹泻三月，每日四至六次，里急后重，无发热，近期贫血貌逐渐明显。',
]
const FOLLOWED = [
  '调整方案两周后复诊，主要症状明显减轻，复查指标接近正常，继续原方案随访。',
  '联合用药一月，发作频率下降过半，未见肝肾功能异常，计划三月后减量观察。',
  '加用康复训练并控制饮食，六周后步行距离增加，患者满意，电话随访未诉不适。',
  '首剂后有轻度潮红，对症处理后消失；第四周疗效评价为显效，维持治疗至今。',
  '改为每日一次给药后依从性提高，八周时量表评分改善，无新发不良事件报告。',
]

/** How the case of the nth report went. Every seventeenth doctor writes nearly what the one before them wrote. */
const courseOf = (n: number): string => {
  const of = n % 17 === 16 ? n - 1 : n
  const text = `${COURSES[of % COURSES.length]}查体生命体征平稳，心率${60 + (of % 31)}次每分，体重${48 + (of % 37)}公斤。${FOLLOWED[of % FOLLOWED.length]}`
  return n % 17 === 16 ? text.replace('计划', '拟').replace('未见', '无').replace('尤甚', '为甚') : text
}

/** Answers of the nth report of a kind of plan; of every ninth one answer is to what the template no longer asks. */
const answersOf = (type: PlanType, n: number): Readonly<Record<string, unknown>> => {
  const gone = n % 9 === 4 ? { bloodType: 'A' } : {}
  if (type === 3 || type === 5)
    return {
      ...CASE_ANSWERS,
      history: courseOf(n),
      age: 30 + (n % 50),
      visitDate: `2024-0${1 + (n % 5)}-1${n % 9}`,
      ...gone,
    }
  if (type !== 4) return {}
  const adverse = `${30 + (n % 61)} 例中有 ${1 + (n % 7)} 例轻度乏力，停药后缓解；${FOLLOWED[n % FOLLOWED.length]}`
  return { ...RESEARCH_ANSWERS, adverse, visits: 60 + (n % 90), ...gone }
}

const ownValues = (type: PlanType, n: number): Readonly<Record<string, unknown>> => {
  if (type === 2)
    return {
      lectureType: ((n % 4) + 1) as 1 | 2 | 3 | 4,
      topic: `${DISEASES[n % DISEASES.length]}诊治新进展`,
      contentUrl: `https://lecture.example.com/${n % 41 === 40 ? n - 1 : n}`,
      urlHash: String(n % 41 === 40 ? n - 1 : n),
      duration: 1800 + (n % 7) * 60,
      dupFlag: n % 41 === 40 ? 1 : 0,
    }
  if (type === 5) return { drugName: `${DISEASES[n % DISEASES.length]}治疗药`, adverseReaction: n % 12 === 7 ? 1 : 0 }
  if (type === 6) return { score: 60 + (n % 40), opinion: '研究设计合理，结论可信，建议补充随访数据。' }
  if (type === 7) return { patientCount: 10 + (n % 40), educationForm: ((n % 4) + 1) as 1 | 2 | 3 | 4 }
  return {}
}

/** Deliverable of a doctor in a plan, in its present state. Returns the facts that an order of it names. */
async function submit(
  work: UnitOfWork,
  draft: PlanDraft,
  part: Part,
  outcome: Outcome,
  { at, fee, points = 0, submitted }: Reward & { readonly at: string; readonly submitted: string },
): Promise<{ bizType: string; bizId: string }> {
  // the meeting itself is the deliverable of whoever attended it
  if (draft.type === 1) return { bizType: 'meetingDoctor', bizId: part.id }
  const [own, demoed, parent] = RESOURCE_OF_TYPE[draft.type] ?? []
  const resource = draft.demo ? demoed : own
  if (!resource || !parent) throw new Error(`nothing is submitted for plans of type ${draft.type}`)
  const n = draft.submitted.count++
  const { doctor } = part
  const decided = outcome !== 'waiting'
  // doctors who have not signed have submitted nothing
  const agreementStatus = decided ? 1 : ([1, 0, 2, 3] as const)[draft.nth % 4]
  const person = {
    doctorId: doctor.id,
    doctorName: doctor.doctorName,
    phone: doctor.phone,
    idCardNumber: doctor.idCardNumber,
    hospitalName: doctor.hospitalName,
    departmentName: doctor.departmentName,
  }
  const decisions = {
    approvalStatus:
      outcome === 'waiting'
        ? approvalStatus.pending
        : outcome === 'rejected'
          ? approvalStatus.rejected
          : approvalStatus.approved,
    approvalOfficer: decided ? '运营一部' : null,
    approvalDate: decided ? plusSeconds(submitted, 7200) : null,
    approvalRemark: outcome === 'rejected' ? '内容不完整，请补充后重新提交' : null,
    confirmStatus:
      outcome === 'accepted'
        ? confirmStatus.accepted
        : outcome === 'refused'
          ? confirmStatus.rejected
          : confirmStatus.pending,
    confirmer: outcome === 'accepted' || outcome === 'refused' ? draft.planner.company.contactName : null,
    confirmDate: outcome === 'accepted' || outcome === 'refused' ? at : null,
    confirmResult: outcome === 'refused' ? '与活动主题不符' : null,
    feeAmount: fee,
    pointAmount: points,
  }
  const values =
    draft.type === 8
      ? {
          planId: draft.id,
          planName: draft.name,
          entrustedCompanyName: draft.planner.company.name,
          title: `${DISEASES[n % DISEASES.length]}科普${n + 1}`,
          ...person,
          planSearchNum: 1,
          finishNum: outcome === 'accepted' ? 1 : 0,
          doctorFee: fee,
          agreementStatus,
          signTime: agreementStatus === agreementStates.agreed ? submitted : null,
          ...(agreementStatus === agreementStates.agreed
            ? {
                submitStatus: submitStatus.handedIn,
                codeNumber: `${draft.code}-${String(n + 1).padStart(5, '0')}`,
                submitType: n % 9 === 8 ? 2 : 1,
                submitTime: submitted,
              }
            : {}),
          ...decisions,
        }
      : {
          [parent]: draft.id,
          planName: draft.name,
          code: draft.code,
          codeNumber: `${draft.code}-${String(n + 1).padStart(5, '0')}`,
          ...ofPlan(draft),
          ...person,
          submitType: n % 9 === 8 ? 2 : 1,
          collectData: answersOf(draft.type, n),
          ...(draft.templateId ? { templateId: draft.templateId } : {}),
          submitTime: submitted,
          isOldData: 0,
          ...decisions,
          ...ownValues(draft.type, n),
          ...(draft.article ? { resourceId: draft.article.id, resourceTitle: draft.article.title } : {}),
        }
  const row = await work.insert(resource, values as never)
  await keepPrint(work, resource, row)
  return { bizType: resource.id, bizId: (row as { id: string }).id }
}

/** The accepted deliverable that a doctor order is of. */
export const acceptedOf = (work: UnitOfWork, draft: PlanDraft, part: Part, reward: Reward, at: string) =>
  submit(work, draft, part, 'accepted', {
    at,
    ...reward,
    submitted: atTime(plusDays(at, -2), 10, draft.submitted.count % 60, draft.submitted.count % 53),
  })

/** Deliverables that are not accepted: deliverables that wait, were rejected or refused in the last days. */
export async function submitOthers(stage: Stage, book: Book): Promise<void> {
  for (const draft of book.drafts)
    for (const part of draft.parts.values())
      for (const [i, outcome] of part.others.entries()) {
        const day = plusDays(stage.today, -1 - ((draft.nth + i) % 9))
        const submitted = atTime(day, 9 + ((draft.nth + i) % 6), (draft.nth * 11 + i * 7) % 60, i)
        stage.agenda.at(submitted, async () => {
          await stage.as(SYSTEM).load(async (work) => {
            await submit(work, draft, part, outcome, { at: plusSeconds(submitted, 14_400), fee: '800.00', submitted })
          })
        })
      }
}
