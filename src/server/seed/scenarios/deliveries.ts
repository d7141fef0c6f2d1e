import { knowledgeCreationDoctor } from '../../../model/activities/works.ts'
import { demoLectureReport, lectureReport } from '../../../model/meetings/lecture.ts'
import { patientEducationReport } from '../../../model/reports/patientEducationReport.ts'
import * as reports from '../../../model/reports/reports.ts'
import type { AnyResource } from '../../core/records.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { DISEASES } from '../names.ts'
import { atTime, plusDays, plusSeconds } from '../times.ts'
import type { Book, Part, PlanDraft, PlanType } from './book.ts'
import { ofPlan } from './plans.ts'
import { type Stage, SYSTEM } from './stage.ts'

/** The family of what is submitted for each kind of plan, of its demonstration, and the field that names the plan. */
const FAMILY: Readonly<
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

/** What became of a deliverable: `waiting` for review, `passed` and waiting for acceptance, `rejected`, `refused`, accepted. */
type Fate = Part['others'][number] | 'accepted'

/** What is paid for a deliverable. */
interface Reward {
  readonly fee: string
  readonly points?: number
}

/** What doctors answer to the attributes of a case template and of a questionnaire (preparations.ts). */
const CASE_ANSWERS = {
  sex: '男',
  age: 56,
  complaint: '反复胸闷两月',
  history: '两月前活动后出现胸闷，休息可缓解；近一周发作次数增多，无夜间憋醒。',
  therapy: ['药物', '康复'],
  effect: '4',
}
const RESEARCH_ANSWERS = {
  visits: 120,
  kinds: ['初诊', '复诊'],
  choice: '联合',
  adverse: '个别患者有轻度乏力，停药后缓解。',
  satisfaction: '5',
}

/** What the nth report of a kind of plan says; of every ninth one answer is to what the template no longer asks. */
const answersOf = (type: PlanType, n: number): Readonly<Record<string, unknown>> => {
  const gone = n % 9 === 4 ? { bloodType: 'A' } : {}
  if (type === 3 || type === 5)
    return { ...CASE_ANSWERS, age: 30 + (n % 50), visitDate: `2024-0${1 + (n % 5)}-1${n % 9}`, ...gone }
  return type === 4 ? { ...RESEARCH_ANSWERS, visits: 60 + (n % 90), ...gone } : {}
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

/** One deliverable of a doctor in a plan, in the state that it has now. Returns what an order of it names. */
async function submit(
  work: UnitOfWork,
  draft: PlanDraft,
  part: Part,
  fate: Fate,
  { at, fee, points = 0, submitted }: Reward & { readonly at: string; readonly submitted: string },
): Promise<{ bizType: string; bizId: string }> {
  // the meeting itself is the deliverable of whoever attended it
  if (draft.type === 1) return { bizType: 'meetingDoctor', bizId: part.id }
  const [own, demoed, parent] = FAMILY[draft.type] ?? []
  const family = draft.demo ? demoed : own
  if (!family || !parent) throw new Error(`nothing is submitted for plans of type ${draft.type}`)
  const n = draft.submitted.count++
  const { doctor } = part
  const decided = fate !== 'waiting'
  // who has not signed has handed in nothing
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
    approvalStatus: fate === 'waiting' ? 0 : fate === 'rejected' ? 2 : 1,
    approvalOfficer: decided ? '运营一部' : null,
    approvalDate: decided ? plusSeconds(submitted, 7200) : null,
    approvalRemark: fate === 'rejected' ? '内容不完整，请补充后重新提交' : null,
    confirmStatus: fate === 'accepted' ? 1 : fate === 'refused' ? 2 : 0,
    confirmer: fate === 'accepted' || fate === 'refused' ? draft.planner.company.contactName : null,
    confirmDate: fate === 'accepted' || fate === 'refused' ? at : null,
    confirmResult: fate === 'refused' ? '与活动主题不符' : null,
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
          finishNum: fate === 'accepted' ? 1 : 0,
          doctorFee: fee,
          agreementStatus,
          signTime: agreementStatus === 1 ? submitted : null,
          ...(agreementStatus === 1
            ? {
                submitStatus: 1,
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
  const row = await work.insert(family, values as never)
  return { bizType: family.id, bizId: (row as { id: string }).id }
}

/** The accepted deliverable that a doctor order is of. */
export const acceptedOf = (work: UnitOfWork, draft: PlanDraft, part: Part, reward: Reward, at: string) =>
  submit(work, draft, part, 'accepted', {
    at,
    ...reward,
    submitted: atTime(plusDays(at, -2), 10, draft.submitted.count % 60, draft.submitted.count % 53),
  })

/** What is not accepted: deliverables that wait, were rejected or refused in the last days. */
export async function submitOthers(stage: Stage, book: Book): Promise<void> {
  for (const draft of book.drafts)
    for (const part of draft.parts.values())
      for (const [i, fate] of part.others.entries()) {
        const day = plusDays(stage.today, -1 - ((draft.nth + i) % 9))
        const submitted = atTime(day, 9 + ((draft.nth + i) % 6), (draft.nth * 11 + i * 7) % 60, i)
        stage.agenda.at(submitted, async () => {
          await stage.as(SYSTEM).load(async (work) => {
            await submit(work, draft, part, fate, { at: plusSeconds(submitted, 14_400), fee: '800.00', submitted })
          })
        })
      }
}
