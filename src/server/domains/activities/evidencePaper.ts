import { meetingDoctor } from '../../../model/activities/doctors.ts'
import { meeting } from '../../../model/activities/meetings/meeting.ts'
import { meetingAgenda, meetingAttend, meetingEvidence } from '../../../model/activities/meetings/meetingParts.ts'
import type { Choice, Field } from '../../../model/language/fields/field.ts'
import { masked } from '../../../model/language/fields/shapes.ts'
import { recordOf } from '../../core/records.ts'
import type { MadeDocument } from '../../documents/documents.ts'
import type { Paper, PaperColumn } from '../../documents/paper.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

// Evidence of a meeting as one document (3.5): its facts, agenda, doctors, sign-ins, and every picture.

const NOTHING = '—'
const textOf = (value: unknown): string =>
  value === null || value === undefined || value === '' ? NOTHING : String(value)
const word = (f: Field, value: unknown): string => (f as Choice).values[String(value)]?.[0] ?? NOTHING
const column = (title: string, width: number): PaperColumn => ({ title, width, right: false })
const inOrder = <T extends { readonly id: string; readonly sort?: number | null }>(rows: readonly T[]): T[] =>
  [...rows].sort((a, b) => (a.sort ?? 0) - (b.sort ?? 0) || (a.id < b.id ? -1 : 1))

async function paper(work: UnitOfWork, row: Row): Promise<Paper> {
  const of = recordOf(meeting, row)
  const { agreementStatus } = meetingDoctor.fields
  const [agenda, doctors, signed, evidence] = await Promise.all([
    work.rows(meetingAgenda, { meetingId: of.id }),
    work.rows(meetingDoctor, { meetingId: of.id }),
    work.rows(meetingAttend, { meetingId: of.id }),
    work.rows(meetingEvidence, { meetingId: of.id }),
  ])
  return {
    title: '会议凭证',
    code: of.code ?? '',
    wide: false,
    parts: [
      {
        kind: 'facts',
        title: '会议',
        pairs: [
          ['会议名称', textOf(of.name)],
          ['委托企业', textOf(of.entrustedCompanyName)],
          ['会议形式', word(meeting.fields.meetingType, of.meetingType)],
          ['会议类别', word(meeting.fields.businessClassType, of.businessClassType)],
          ['开始时间', textOf(of.startTime)],
          ['结束时间', textOf(of.endTime)],
          ['签到人数', textOf(signed.length)],
          ['提交时间', textOf(of.submitTime)],
          ['会议总结', textOf(of.meetingSummary)],
        ],
      },
      {
        kind: 'table',
        title: '议程',
        columns: [
          column('开始', 120),
          column('结束', 120),
          column('议题', 260),
          column('讲者', 90),
          column('角色', 80),
        ],
        rows: inOrder(agenda).map((a) => [
          textOf(a.startTime),
          textOf(a.endTime),
          textOf(a.topic),
          textOf(a.speakerName),
          word(meetingAgenda.fields.roleType, a.roleType),
        ]),
      },
      {
        kind: 'table',
        title: '医生',
        columns: [column('姓名', 90), column('医院', 240), column('协议', 90), column('到会', 70)],
        rows: inOrder(doctors).map((d) => [
          textOf(d.doctorName),
          textOf(d.hospitalName),
          word(agreementStatus, d.agreementStatus),
          d.attended === 1 ? '是' : '否',
        ]),
      },
      {
        kind: 'table',
        title: '签到',
        columns: [
          column('姓名', 90),
          column('手机号', 110),
          column('医院', 200),
          column('科室', 100),
          column('签到时间', 130),
          column('方式', 60),
        ],
        rows: inOrder(signed).map((a) => [
          textOf(a.userName),
          a.phone ? masked(meetingAttend.fields.phone, a.phone) : NOTHING,
          textOf(a.hospitalName),
          textOf(a.departmentName),
          textOf(a.signTime),
          word(meetingAttend.fields.signType, a.signType),
        ]),
      },
      {
        kind: 'pictures',
        title: '凭证',
        pictures: inOrder(evidence).map((e) => ({
          caption: [word(meetingEvidence.fields.evidenceType, e.evidenceType), e.fileName, e.watermarkTime, e.location]
            .filter(Boolean)
            .join(' · '),
          attachId: e.fileUrl ?? null,
        })),
      },
    ],
  }
}

/** The evidence file of a meeting: drawn when it is handed in, and when it is asked for. */
export const evidencePapers: readonly MadeDocument[] = [
  { of: meeting, field: 'evidenceFile', step: 'evidenceDrawn', again: true, paper },
]
