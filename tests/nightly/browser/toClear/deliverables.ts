import { resourceOf } from '../../../../src/model/business.ts'
import { pngOf } from '../../../png.ts'
import type { Activities } from './activities.ts'
import { type Listed, type People, until } from './people.ts'

/** Files of nothing but their kind. */
export const PICTURE = pngOf(64, 40)
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n')

/** Deliverable of each kind of activity: its resource, the activity's, and its fields besides the answers. */
const REPORTS: Readonly<
  Record<string, readonly [plan: string, by: string, says?: (n: number, name: string) => object]>
> = {
  caseCollectionReport: ['caseCollection', 'caseCollectionId'],
  clinicalResearchReport: ['clinicalResearch', 'clinicalResearchId'],
  medicationFeedbackReport: [
    'medicationFeedback',
    'medicationFeedbackId',
    (n) => ({ drugName: '远图平片', adverseReaction: n % 2 }),
  ],
  professionalReviewReport: [
    'professionalReview',
    'professionalReviewId',
    (n) => ({ score: 60 + n, opinion: `第 ${n} 份意见：研究设计合理。` }),
  ],
  lectureReport: [
    'lecture',
    'lectureId',
    (n, name) => ({ topic: `第 ${n} 讲`, contentUrl: `https://lecture.example.com/${name}/${n}`, duration: 1800 }),
  ],
  patientEducationReport: ['patientEducation', 'planId', (n) => ({ patientCount: 10 + n, educationForm: 1 })],
}

/** Answers to the templates of the demo. */
const answers = (n: number) => ({
  ...{ sex: '男', age: 30 + n, complaint: '反复胸闷两月' },
  ...{ visits: 120, kinds: ['初诊'], choice: '联合' },
})

/** Persons who hand in the records, in turn; the reviewer, where the record waits for acceptance. */
export interface Handing {
  readonly by: readonly string[]
  readonly reviewedBy?: string
}

const review = (p: People, family: string, id: string, by: string): Promise<unknown> => {
  const call = family === 'meeting' ? 'submitRecheck' : 'audit'
  return p.post(by, `${resourceOf(family).calls[0]}/${call}`, { id, auditType: 1, status: 1 })
}

/** How many pieces each doctor is to hand in. */
const EACH = 4

/** Reports of a family, handed in for doctors of an activity of their own by those whose turn it is. Answers their ids. */
export async function reports(a: Activities, family: string, name: string, { by, reviewedBy }: Handing) {
  const [plan, field, says] = REPORTS[family] as (typeof REPORTS)[string]
  const doctors = await a.doctors(Math.ceil(by.length / EACH))
  const activity = await a.running(plan, name, doctors, EACH)
  const ids: string[] = []
  for (const [n, account] of by.entries()) {
    const { id } = await a.p.post<Listed>(account, `${resourceOf(family).calls[0]}/handIn`, {
      [field]: activity,
      doctorId: doctors[n % doctors.length]?.id,
      ...says?.(n, activity),
      collectData: answers(n),
    })
    if (reviewedBy) await review(a.p, family, id, reviewedBy)
    ids.push(id)
  }
  return ids
}

/** Works of a family, each invited, agreed on and handed in by those whose turn it is. Answers their ids. */
async function works(
  a: Activities,
  family: string,
  plan: string,
  invitation: object,
  handed: (file: string) => object,
  { by, reviewedBy }: Handing,
  ready?: () => Promise<void>,
): Promise<string[]> {
  const path = resourceOf(family).calls[0]
  // the person who invites is not of the company when another person accepts the work
  const inviting = reviewedBy ? 'ops2' : 'ca001'
  const ids: string[] = []
  for (const doctor of await a.doctors(by.length, 4)) {
    const { id } = await a.p.post<Listed>(inviting, `${path}/submit`, { ...invitation, doctorId: doctor.id })
    ids.push(id)
  }
  await a.signed([plan])
  await ready?.()
  for (const [n, account] of by.entries()) {
    const id = ids[n] as string
    const file = await (await a.p.as(account)).putFile(`作品${n}.pdf`, PDF)
    await a.p.post(account, `${path}/handIn`, { id, ...handed(file) })
    if (reviewedBy) await review(a.p, family, id, reviewedBy)
  }
  return ids
}

/** Articles. */
export async function creations(a: Activities, name: string, handing: Handing): Promise<string[]> {
  const planId = await a.planned('knowledgeCreation', name)
  const handed = (contentUrl: string) => ({ title: `${name}的文章`, contentUrl })
  return works(a, 'knowledgeCreationDoctor', planId, { planId, title: name }, handed, handing, () =>
    a.start('knowledgeCreation', planId),
  )
}

/** Interpretations of one case that was accepted. */
export async function interpretations(a: Activities, name: string, handing: Handing): Promise<string[]> {
  const [doctor] = await a.doctors(1)
  const caseCollectionId = await a.running('caseCollection', name, doctor ? [doctor] : [], 1)
  const path = resourceOf('caseCollectionReport').calls[0]
  const report = await a.p.post<Listed>('ops2', `${path}/handIn`, {
    caseCollectionId,
    doctorId: doctor?.id,
    collectData: answers(0),
  })
  await review(a.p, 'caseCollectionReport', report.id, 'ops')
  await a.p.post('ca001', `${path}/audit`, { id: report.id, auditType: 2, status: 1 })
  const asked = { caseCollectionId, caseReportId: report.id }
  return works(a, 'caseInterpretationDoctor', caseCollectionId, asked, (interpretFile) => ({ interpretFile }), handing)
}

/** Lectures whose content waits to be reviewed, planned by those whose turn it is. */
export async function lectures(a: Activities, name: string, by: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const [n, account] of by.entries()) ids.push(await a.planned('lecture', `${name}${n + 1}`, {}, account))
  return ids
}

/** Meetings are announced: they begin and end by the clock, every five minutes. Answers their ids. */
export async function announced(a: Activities, name: string, count: number): Promise<string[]> {
  const [doctor] = await a.doctors(1)
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) {
    const id = await a.planned('meeting', `${name}${n + 1}`, {
      ...{ meetingType: 2, planSearchNum: 1, expectNum: 10 },
      ...{ startTime: '2024-06-14 14:00:00', endTime: '2024-06-14 16:00:00' },
    })
    if (doctor) await a.invite('meeting', id, [doctor], 1)
    ids.push(id)
  }
  await a.signed(ids)
  for (const id of ids) await a.start('meeting', id)
  return ids
}

/** Meetings that were announced under a name before. */
export const announcedOf = async (a: Activities, name: string): Promise<string[]> =>
  // lists leave out no row for a condition that they do not know
  (await a.p.list('ops', 'meeting', { name_like: name }))
    .filter((m) => String(m.name).startsWith(name))
    .map((m) => m.id)

/** Meetings that were announced are over: each is handed in with its papers by whose turn it is. */
export async function held(a: Activities, meetings: readonly string[], { by, reviewedBy }: Handing): Promise<string[]> {
  const [doctor] = await a.doctors(1)
  const ended = async () => {
    const all = await a.p.list('ops', 'meeting', { meetingStatus_equal: 2 })
    return meetings.every((id) => all.some((m) => m.id === id))
  }
  await until(ended, 'the meetings do not end')
  for (const [n, account] of by.entries()) {
    const meetingId = meetings[n] as string
    for (const evidenceType of [1, 2]) {
      const fileName = `凭证${evidenceType}.png`
      const fileUrl = await (await a.p.as(account)).putFile(fileName, PICTURE)
      await a.p.post(account, 'blade-act/meetingEvidence/submit', { meetingId, evidenceType, fileUrl, fileName })
    }
    await a.p.post(account, 'blade-act/meetingAgenda/submit', {
      meetingId,
      startTime: '2024-06-14 14:00:00',
      topic: '病例讨论',
    })
    // attendance is entered by people who may read the full number
    const { phone } = await a.p.get<{ phone: string }>('admin', 'blade-authenticationDoctor/detail', {
      id: doctor?.id ?? '',
    })
    await a.p.post('admin', 'blade-act/meetingAttend/submit', { meetingId, userName: doctor?.doctorName, phone })
    await a.p.get('ce001', 'blade-act/meeting/submitAudit', { id: meetingId })
    if (reviewedBy) await review(a.p, 'meeting', meetingId, reviewedBy)
  }
  return meetings.slice(0, by.length)
}
