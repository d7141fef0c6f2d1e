import {
  doctorAgreement,
  doctorAttend,
  doctorDraft,
  doctorFace,
  doctorFile,
  doctorIdentify,
  doctorIncome,
  doctorReport,
  doctorShown,
  doctorView,
} from '../../../../model/activities/doctorSide/doctorCalls.ts'
import { doctorLink, PURPOSE } from '../../../../model/activities/doctorSide/doctorLink.ts'
import { meetingAttend } from '../../../../model/activities/meetings/meetingParts.ts'
import { attach, attachUse } from '../../../../model/files/attach.ts'
import { isId } from '../../../../model/language/derived/validate.ts'
import type { AnyCall } from '../../../../model/language/domain/call.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { wallClock } from '../../../../model/values/dates.ts'
import { attachmentsIn } from '../../../../model/values/files.ts'
import type { Handler, RequestContext } from '../../../core/context/context.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { textParam } from '../../../core/params.ts'
import { countUse, draftOf, dropDraft, keepDraft } from '../../../database/doctorSide.ts'
import { acceptUpload, sendStored } from '../../../files/handlers.ts'
import { type DeclaredHandler, handleWhole } from '../../../records/handle.ts'
import type { Row } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { refreshFaceCheck, sendFaceCheck, waitingOf } from '../../people/faceChecks.ts'
import { type Bearer, bearerOf, linkRefused, readBy, writeBy } from './bearer.ts'
import { identify } from './identity.ts'
import { incomeOf } from './income.ts'
import { answerInvitation, attend, handIn, handInAgain, type Report } from './service.ts'
import type { Subject } from './subject.ts'
import { shownBy } from './views.ts'

// The calls of the page on a doctor's phone: who bears the link, then what the doctor does (service.ts).

const EVERY = Object.values(PURPOSE)
const REPORTS = [PURPOSE.report, PURPOSE.correction] as const

/** The largest draft, characters. */
const DRAFT = 200_000

const drafted = ({ link, actor }: Bearer) => ({
  tenantId: actor.tenantId,
  doctorId: link.doctorId,
  bizType: link.bizType,
  bizId: link.bizId,
})

const view: Handler = async (request) => {
  const { context } = request
  const bearer = await bearerOf(request)
  const shown = await readBy(request, bearer, { purposes: EVERY, unproved: true }, async (work, subject, own) =>
    shownBy(work, subject, own),
  )
  await countUse(context.db, bearer.actor.tenantId, bearer.link.id, wallClock(context.now()))
  if (!shown.report) return shown
  const draft = await draftOf(context.db, drafted(bearer))
  return { ...shown, report: { ...shown.report, draft } }
}

const objectIn = (params: RequestContext['params'], name: string): Readonly<Record<string, unknown>> => {
  const value = params[name] ?? {}
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError(400, [`参数 ${name} 须为对象`, `Parameter ${name} must be an object`], { [name]: '须为对象' })
  return value as Readonly<Record<string, unknown>>
}

const agreement: Handler = (request) => {
  const { params } = request
  const answer = { agree: Number(textParam(params, 'agree')) as 1 | 2, reason: textParam(params, 'reason') || null }
  return writeBy(request, { purposes: [PURPOSE.invitation] }, answer, async (work, { part }) => {
    if (!part?.protocol)
      throw new AppError(409, ['协议尚未生成，请稍后再试', 'There is no agreement yet: try again later'])
    return { url: await answerInvitation(work, part.protocol.id, answer) }
  })
}

const face: Handler = (request) =>
  writeBy(request, { purposes: [PURPOSE.face] }, {}, async (work, { doctor }) => {
    const [locked] = await work.lock(authenticationDoctor, [doctor?.id ?? ''])
    if (!locked || !doctor) throw notFound()
    if ((await waitingOf(work, doctor.id)).length > 0) await refreshFaceCheck(work, doctor.id)
    else await sendFaceCheck(work, doctor, false)
    return null
  })

const file: Handler = async (request) => {
  const bearer = await readBy(request, null, { purposes: REPORTS }, async (_work, _subject, own) => own)
  const row = await acceptUpload({ ...request, actor: bearer.actor }, 'file')
  return { id: row.id, name: String(row.originalName) }
}

/** May the bearer of a link open an attachment: the agreement, what the refused report holds, what they uploaded themselves? */
async function opensFile(work: UnitOfWork, { part, report }: Subject, { link }: Bearer, id: string): Promise<boolean> {
  if (link.purpose === PURPOSE.invitation) return part?.protocol?.fileUrl === id
  if (report && (attachmentsIn(String(report.row.files ?? '')) ?? []).includes(id)) return true
  const held = await work.any(attachUse, { attachId: id })
  if (held) return report !== null && held.resource === report.d.of.id && String(held.recordId) === report.row.id
  const row = (await work.row(attach, id)) as Row | null
  return row?.createUser === link.doctorId
}

const shownFile: Handler = async (request) => {
  const id = textParam(request.params, 'id')
  const purposes = [PURPOSE.invitation, ...REPORTS]
  const actor = await readBy(request, null, { purposes }, async (work, subject, own) => {
    if (!isId(id) || !(await opensFile(work, subject, own, id))) throw notFound()
    return own.actor
  })
  return sendStored({ ...request, actor }, id)
}

const draft: Handler = async (request) => {
  const content = objectIn(request.params, 'content')
  if (JSON.stringify(content).length > DRAFT)
    throw new AppError(413, ['草稿过大，无法保存', 'The draft is too large to be kept'])
  const bearer = await readBy(request, null, { purposes: REPORTS }, async (_work, _subject, own) => own)
  await keepDraft(request.context.db, drafted(bearer), content)
  return null
}

const report: Handler = async (request) => {
  const { params, context } = request
  const handedIn: Report = {
    collectData: objectIn(params, 'collectData'),
    files: textParam(params, 'files') || null,
    more: objectIn(params, 'more'),
  }
  let of: Bearer | null = null
  const done = await writeBy(request, { purposes: REPORTS }, handedIn, async (work, { part, report }, own) => {
    of = own
    if (report) {
      await handInAgain(work, report.d.of, report.row.id, handedIn)
      await work.step(doctorLink, own.link.id, 'reach')
      return { codeNumber: String(report.row.codeNumber ?? '') }
    }
    if (!part?.delivers) throw linkRefused('over')
    const id = await handIn(work, part.delivers.of, part.plan.id, handedIn)
    if (part.done + 1 >= part.most) await work.step(doctorLink, own.link.id, 'reach')
    const row = (await work.row(part.delivers.of, id)) as Row | null
    return { codeNumber: String(row?.codeNumber ?? '') }
  })
  const bearer = of as Bearer | null
  if (bearer) await dropDraft(context.db, drafted(bearer))
  return done
}

const attended: Handler = (request) => {
  const { params } = request
  const who = {
    userName: textParam(params, 'userName').trim(),
    phone: textParam(params, 'phone').trim(),
    hospitalName: textParam(params, 'hospitalName').trim() || null,
    departmentName: textParam(params, 'departmentName').trim() || null,
  }
  const purposes = [PURPOSE.signIn]
  return writeBy(
    request,
    { purposes },
    who,
    async (work, { meeting }) => {
      await attend(work, meeting?.id ?? '', who)
      return null
    },
    () => meetingAttend,
  )
}

const income: Handler = (request) =>
  readBy(request, null, { purposes: [PURPOSE.income] }, async (work, subject, own) => ({
    ...(await shownBy(work, subject, own)),
    months: await incomeOf(work, subject.doctor?.id ?? ''),
  }))

const identified: Handler = (request) =>
  identify(request, { last6: textParam(request.params, 'last6'), code: textParam(request.params, 'code').trim() })

const handled: readonly (readonly [AnyCall, Handler])[] = [
  [doctorView, view],
  [doctorIdentify, identified],
  [doctorAgreement, agreement],
  [doctorFace, face],
  [doctorFile, file],
  [doctorShown, shownFile],
  [doctorDraft, draft],
  [doctorReport, report],
  [doctorAttend, attended],
  [doctorIncome, income],
]

export const doctorHandlers: readonly DeclaredHandler[] = handled.map(([call, handler]) => handleWhole(call, handler))
