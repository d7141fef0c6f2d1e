import { writeXlsx } from 'hucre/xlsx'
import { activityPlan } from '../../../../model/activities/activityPlan.ts'
import { lectureContent } from '../../../../model/activities/meetings/lecture.ts'
import { meeting } from '../../../../model/activities/meetings/meeting.ts'
import { meetingAgenda, meetingEvidence } from '../../../../model/activities/meetings/meetingParts.ts'
import { activityFile } from '../../../../model/activities/projects.ts'
import { caseCollectionReport } from '../../../../model/activities/reports/reports.ts'
import { feedback, feedbackImage } from '../../../../model/content/feedback.ts'
import { attachUse } from '../../../../model/files/attach.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { settlementOrderDoctor } from '../../../../model/settlement/settlementLines.ts'
import { claimAttachments } from '../../../writing/save/attachments.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { smallFilm } from '../../media/film.ts'
import { licencePicture, pagesPdf, plainPdf } from '../../media/pictures.ts'
import { smallSound } from '../../media/sound.ts'
import { atTime, plusDays, plusSeconds, workdayBefore } from '../../values/times.ts'
import { CONFIRMED, type Confirmations, toBeSigned } from '../people/esign.ts'
import { type Character, liveRows, type Stage } from '../stage/stage.ts'
import { type StoredFile, uploadFile } from '../stage/uploads.ts'

const { createEvidenceFileStatus, meetingStatus, submitStatus } = statesOf(meeting)
const { fileStatus } = statesOf(settlementOrderDoctor)
const { approvalStatus } = statesOf(caseCollectionReport)
const { planStatus } = statesOf(activityPlan)

/** Doctors with a signed confirmation that is shown, most. */
const CONFIRMATIONS = 3

/** Uploads of operations, and the confirmations that doctors signed for settlement orders that were paid. */
class Files {
  readonly stored: StoredFile[] = []
  private minute = 0

  private readonly stage: Stage
  private readonly who: Character

  constructor(stage: Stage, who: Character) {
    this.stage = stage
    this.who = who
  }

  /** Does something a minute after the one before it, on the last working day. */
  private do(what: (work: UnitOfWork) => Promise<void>): Promise<void> {
    this.minute += 1
    const at = plusSeconds(atTime(workdayBefore(plusDays(this.stage.today, -1)), 20), this.minute * 60)
    this.stage.agenda.at(at, () => this.stage.as(this.who).work(what))
    return this.stage.run()
  }

  evidence(of: RowOf<typeof meeting>, n: number): Promise<void> {
    return this.do(async (work) => {
      const fileUrl = await uploadFile(work, this.stored, `${EVIDENCE[n]}-${of.name}.png`, licencePicture(n + 7))
      const row = await work.insert(meetingEvidence, {
        meetingId: of.id,
        meetingName: of.name,
        evidenceType: (n + 1) as 1 | 2 | 3 | 4 | 5,
        fileUrl,
        fileName: `${EVIDENCE[n]}.png`,
        watermarkTime: of.startTime,
        location: of.entrustedCompanyName,
        sort: n + 1,
      })
      await claimAttachments(work, meetingEvidence, { fileUrl }, null, row.id)
    })
  }

  /** The evidence of a meeting that was handed in, as one document. */
  evidenceFile(of: RowOf<typeof meeting>): Promise<void> {
    return this.do(async (work) => {
      const evidence = await work.rows(meetingEvidence, { meetingId: of.id })
      const agenda = await work.rows(meetingAgenda, { meetingId: of.id })
      const pages = [
        [
          '会议凭证',
          '',
          ...[`编号 ${of.code}`, `会议 ${of.name}`, `委托企业 ${of.entrustedCompanyName}`],
          ...[`时间 ${of.startTime} 至 ${of.endTime}`, `签到 ${of.attendNum} 人`],
        ],
        ['议程', '', ...agenda.map((a) => `${a.startTime}　${a.topic}`)],
        ['凭证', '', ...evidence.map((e) => `${e.fileName}　${e.watermarkTime}　${e.location}`)],
      ]
      const evidenceFile = await uploadFile(work, this.stored, `会议凭证-${of.code}.pdf`, pagesPdf(pages))
      await work.lock(meeting, [of.id])
      await work.update(meeting, of.id, { evidenceFile, createEvidenceFileStatus: createEvidenceFileStatus.ready })
      await claimAttachments(work, meeting, { evidenceFile }, null, of.id)
    })
  }

  /** Content of a lecture: slides, its sound or its film. */
  material(of: RowOf<typeof activityPlan>, materialType: keyof typeof MATERIALS): Promise<void> {
    return this.do(async (work) => {
      const [name, bytes, audioDuration] = MATERIALS[materialType](String(of.code))
      const attachLink = await uploadFile(work, this.stored, `${of.name}-${name}`, bytes)
      const row = await work.insert(lectureContent, {
        ...{ activityId: of.id, activityName: of.name, materialType },
        ...{ attachLink, audioDuration, attachOrder: materialType },
      })
      await claimAttachments(work, lectureContent, { attachLink }, null, row.id)
    })
  }

  fileOf(plan: RowOf<typeof activityPlan>, fileType: keyof typeof FILE_KINDS): Promise<void> {
    return this.do(async (work) => {
      const fileName = `${plan.name}${FILE_KINDS[fileType]}.pdf`
      const bytes = plainPdf(['Activity', String(plan.code), FILE_KINDS[fileType] === '方案' ? 'Plan' : 'Document'])
      const fileUrl = await uploadFile(work, this.stored, fileName, bytes)
      const row = await work.insert(activityFile, {
        planId: plan.id,
        planName: plan.name,
        planType: plan.planType,
        fileType,
        fileName,
        fileUrl,
        size: bytes.length,
      })
      await claimAttachments(work, activityFile, { fileUrl }, null, row.id)
    })
  }

  /** Pictures of an examination among the answers of a case, as the doctors' app hands them in. */
  examination(report: RowOf<typeof caseCollectionReport>, n: number): Promise<void> {
    return this.do(async (work) => {
      const examination: string[] = []
      // the last one hands in a picture of the one before it
      for (const [i, side] of ['正位', '侧位'].entries())
        examination.push(
          await uploadFile(
            work,
            this.stored,
            `检查-${side}.png`,
            licencePicture(Math.min(n, EXAMINED - 2) * 2 + i + 31),
          ),
        )
      const files: string[] = []
      for (const [name, bytes] of await handedInWith(n, String(report.codeNumber), String(report.doctorName)))
        files.push(await uploadFile(work, this.stored, name, bytes))
      await work.lock(caseCollectionReport, [report.id])
      const own = { resource: caseCollectionReport.id, recordId: report.id, field: 'collectData' }
      await work.insertAll(
        attachUse,
        examination.map((attachId) => ({ attachId, ...own })),
      )
      await work.update(caseCollectionReport, report.id, {
        collectData: { ...(report.collectData as object), examination },
        files: files.join(','),
      })
      await claimAttachments(work, caseCollectionReport, { files: files.join(',') }, null, report.id)
    })
  }

  /** A picture that came with feedback. */
  screenshot(of: RowOf<typeof feedback>, n: number): Promise<void> {
    return this.do(async (work) => {
      const imageUrl = await uploadFile(work, this.stored, `反馈截图-${n + 1}.png`, licencePicture(n + 61))
      const row = await work.insert(feedbackImage, {
        feedbackId: of.id,
        feedbackTitle: of.title,
        imageUrl,
        sort: n + 1,
      })
      await claimAttachments(work, feedbackImage, { imageUrl }, null, row.id)
    })
  }

  confirmation(of: Confirmations, doctor: RowOf<Confirmations>): Promise<void> {
    return this.do(async (work) => {
      const lines = ['Settlement confirmation', `Order ${doctor.settlementOrderCode}`]
      const fileUrl = await uploadFile(work, this.stored, `结算确认书-${doctor.doctorName}.pdf`, plainPdf(lines))
      await work.lock(of, [doctor.id])
      await claimAttachments(work, of, { fileUrl }, null, doctor.id)
      await work.update(of, doctor.id, { fileUrl })
    })
  }
}

/** When the tables of the demo say that they were written. */
const WRITTEN = new Date('2024-01-01T00:00:00Z')

/** Attachments of the nth case, by its name: a document, a table of visits, a film, a recording. */
async function handedInWith(n: number, code: string, doctor: string): Promise<[name: string, bytes: Buffer][]> {
  const visits = ['初诊', '第二周复诊', '第四周复诊', '第八周复诊']
  const record = pagesPdf([
    ['病历摘要', '', `编号 ${code}`, `医生 ${doctor}`, '', '主诉、现病史、查体与辅助检查见后页。'],
    ...visits.map((visit, i) => [
      visit,
      '',
      `收缩压 ${150 - 8 * i} mmHg　舒张压 ${94 - 4 * i} mmHg`,
      `心率 ${84 - 3 * i} 次每分　体重 ${72 - i} 公斤`,
      i === 0 ? '开始治疗，嘱规律服药、低盐饮食。' : '症状减轻，继续原方案，未诉不适。',
    ]),
  ])
  const table = await writeXlsx({
    // Fixed times in the workbook, so that its bytes are equal on every run.
    properties: { created: WRITTEN, modified: WRITTEN },
    sheets: [
      {
        name: '随访',
        rows: [
          ['随访', '收缩压', '舒张压', '心率', '不良反应'],
          ...visits.map((visit, i) => [visit, 150 - 8 * i, 94 - 4 * i, 84 - 3 * i, i === 1 ? '轻度潮红' : '无']),
        ],
      },
      {
        name: '用药',
        rows: [
          ['药品', '剂量', '频次'],
          ['氨氯地平', '5 mg', '每日一次'],
        ],
      },
    ],
  })
  const all: [string, Buffer][] = [
    ['病历摘要.pdf', record],
    ['随访记录.xlsx', Buffer.from(table)],
    ['检查过程.mp4', smallFilm(4)],
    ['问诊录音.mp3', smallSound(20)],
  ]
  return [all[0] as [string, Buffer], ...(n % 4 === 0 ? all.slice(1) : all.slice(n % 4, (n % 4) + 1))]
}

/** Kinds of evidence that every meeting has that was handed in, and those that some have besides. */
const EVIDENCE = ['现场照片', '签到表', '课件', '录屏', '会议纪要'] as const
/** Meetings with evidence, plans with a file of each kind, cases and feedback with pictures, most. */
const [PROVED, FILED, EXAMINED, PICTURED] = [30, 3, 4, 4]
/** Content of a lecture of a code, by its kind: name, bytes, and how long it lasts, s. */
const MATERIALS = {
  1: (code: string) => ['课件.pdf', plainPdf(['Lecture', code, 'Slides']), null],
  2: () => ['录音.mp3', smallSound(20), 20],
  3: () => ['视频.mp4', smallFilm(4), 4],
} as const satisfies Readonly<Record<number, (code: string) => readonly [string, Buffer, number | null]>>
const FILE_KINDS = { 1: '方案', 2: '签到', 3: '照片', 4: '课件', 5: '报告', 9: '其他' } as const

/** Uploads the demo's files through the same rules as everybody's. Runs when all else has been played. */
export async function addFiles(stage: Stage, operations: Character): Promise<readonly StoredFile[]> {
  const files = new Files(stage, operations)
  const signed = liveRows(stage, settlementOrderDoctor, { fileStatus: fileStatus.signed })
  for (const doctor of signed.slice(-CONFIRMATIONS)) await files.confirmation(settlementOrderDoctor, doctor)
  for (const confirmations of CONFIRMED)
    for (const doctor of toBeSigned(stage, confirmations)) await files.confirmation(confirmations, doctor)
  const held = liveRows(stage, meeting, { meetingStatus: meetingStatus.ended })
  for (const [i, one] of held.slice(-PROVED).entries()) {
    for (let n = 0; n < (i % 10 === 0 ? EVIDENCE.length : 2); n += 1) await files.evidence(one, n)
    if (one.submitStatus === submitStatus.handedIn) await files.evidenceFile(one)
  }
  const cases = liveRows(stage, caseCollectionReport, { approvalStatus: approvalStatus.pending, demo: 0 })
  // those that wait longest: a queue begins with them
  const waited = [...cases].sort((a, b) => (String(a.submitTime) < String(b.submitTime) ? -1 : 1))
  for (const [n, one] of waited.slice(0, EXAMINED).entries()) await files.examination(one, n)
  const plans = liveRows(stage, activityPlan, { planStatus: planStatus.inProgress })
  for (const [i, kind] of ([1, 2, 3, 4, 5, 9] as const).entries())
    for (const plan of plans.slice(i * FILED, (i + 1) * FILED)) await files.fileOf(plan, kind)
  for (const plan of plans.filter(({ planType, demo }) => planType === 2 && demo === 0).slice(0, FILED))
    for (const kind of [1, 2, 3] as const) await files.material(plan, kind)
  for (const [n, one] of liveRows(stage, feedback).slice(-PICTURED).entries()) await files.screenshot(one, n)
  return files.stored
}
