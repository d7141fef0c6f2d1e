import { Readable } from 'node:stream'
import { meetingAttend } from '../../../../model/activities/meetings/meetingParts.ts'
import {
  answerInvitation,
  attendMeeting,
  enterBid,
  sendFile,
  submitReport,
  withdrawBid,
} from '../../../../model/administration/partner/calls.ts'
import { transitionsOf } from '../../../../model/business.ts'
import { attach } from '../../../../model/files/attach.ts'
import { isId } from '../../../../model/language/derived/validate.ts'
import { LARGEST } from '../../../../model/language/fields/fileTypes.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { bidRecord } from '../../../../model/tender/bids.ts'
import { tenderDoctorProtocols } from '../../../../model/tender/protocols.ts'
import type { RequestContext } from '../../../core/context/context.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { inScope } from '../../../core/permissions.ts'
import { decideIn } from '../../../deciding/decideIn.ts'
import { prepareForSystem } from '../../../deciding/transitions.ts'
import { forget, forgetRefused } from '../../../files/disk.ts'
import { storeFile } from '../../../files/handlers.ts'
import type { DeclaredHandler } from '../../../records/handle.ts'
import { addAttachment } from '../../../writing/save/attachments.ts'
import { save } from '../../../writing/save/save.ts'
import type { AnyResource, Row } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import * as doctorSide from '../../activities/doctorSide/service.ts'
import type { PlanKind } from '../../activities/kinds.ts'
import { planNamed } from './plans.ts'
import { type Made, type Sent, type Taken, take, taking } from './sent.ts'

const { agreementStatus } = statesOf(tenderDoctorProtocols)
const { bidStatus } = statesOf(bidRecord)

// Acts of doctors through a partner's system: the steps of the doctor's side, taken by the client for a doctor (domain
// §13).

/** A message for a doctor, with the work of its transaction: from a partner's client, or from a person who plays one (domain §6). */
export type DoctorMessage = Pick<Sent, 'work' | 'body'>

/** An agreement for an activity, not a frame agreement; not answered yet. */
const OPEN = { protocolType: 2, agreementStatus: agreementStatus.pending }

/** The same request by a client that acts for the doctor whom the message names. */
const forDoctor = (request: RequestContext): RequestContext => {
  const { doctorId } = request.params
  return typeof doctorId === 'string' ? { ...request, actor: { ...request.actor, forDoctor: doctorId } } : request
}

/** 3.2: the doctor's answer to the agreement for an activity. */
export async function answer({ work, body }: DoctorMessage): Promise<Made> {
  const { planId, doctorId, agree } = body
  const protocols = await work.rows(tenderDoctorProtocols, {
    planId: String(planId),
    doctorId: String(doctorId),
    ...OPEN,
  })
  const protocol = protocols.at(-1)
  if (!protocol || !inScope(work.actor, tenderDoctorProtocols, protocol))
    throw new AppError(404, ['没有待答复的邀请', 'There is no invitation that waits for an answer'])
  const reason = typeof body.reason === 'string' ? body.reason : null
  const url = await doctorSide.answerInvitation(work, protocol.id, { agree: agree === 1 ? 1 : 2, reason })
  return { of: tenderDoctorProtocols, id: protocol.id, code: protocol.protocolCode ?? '', url }
}

/** 3.2: a doctor answers a tender; company and price are looked at as where staff enter it. */
export async function bid({ work, body }: DoctorMessage): Promise<Made> {
  const { plan } = await planNamed(work, String(body.planId))
  const { messageNumber: _, ...fields } = body
  const saved = await save(work, bidRecord, { ...fields, entrustedCompanyId: plan.entrustedCompanyId }, 'add')
  return { of: bidRecord, id: saved.id, code: String(saved.tenderCode ?? '') }
}

/** 3.2: a doctor takes back a bid that is not judged yet. */
async function withdraw({ work, body }: Sent): Promise<Made> {
  const { plan } = await planNamed(work, String(body.planId))
  const open = await work.any(bidRecord, {
    planId: plan.id,
    doctorId: String(body.doctorId),
    bidStatus: bidStatus.pending,
  })
  if (!open) throw new AppError(404, ['没有待评审的应征', 'There is no bid that waits to be judged'])
  await decideIn(
    work,
    prepareForSystem(work.domains, work.actor, { resource: bidRecord.id, transition: 'withdraw', ids: [open.id] }),
  )
  return { of: bidRecord, id: open.id, code: open.tenderCode ?? '' }
}

/** Resource that is delivered for activities of a kind. @throws AppError 409 where there is none */
function deliverableOf({ deliverables, of }: PlanKind): AnyResource {
  const found = deliverables.find((d) => d.of.fields.collectData && transitionsOf(d.of.id).handIn)
  if (found) return found.of
  throw new AppError(409, [`${of.title[0]}没有可提交的成果`, `${of.title[1]}: nothing is handed in`])
}

const numbered = async (work: UnitOfWork, of: AnyResource, id: string): Promise<Made> => {
  const row = (await work.row(of, id)) as Row | null
  return { of, id, code: String(row?.codeNumber ?? '') }
}

const objectIn = (value: unknown): Readonly<Record<string, unknown>> | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'object' && !Array.isArray(value)) return value as Readonly<Record<string, unknown>>
  throw new AppError(400, ['采集内容须为一个对象', 'The answers must be one object'], { collectData: '须为对象' })
}

/** 3.4: a report for an activity, or a refused one again. */
export async function report({ work, body }: DoctorMessage): Promise<Made> {
  const {
    messageNumber: _,
    entrustedCompanyId: __,
    planId,
    doctorId: ___,
    reportId,
    collectData,
    files,
    ...more
  } = body
  const { kind, plan } = await planNamed(work, String(planId))
  const of = deliverableOf(kind)
  const content = { collectData: objectIn(collectData), files: typeof files === 'string' ? files : null, more }
  if (!reportId) return numbered(work, of, await doctorSide.handIn(work, of, plan.id, content))
  const id = String(reportId)
  const before = isId(id) ? ((await work.row(of, id)) as Row | null) : null
  const d = kind.deliverables.find((one) => one.of === of)
  if (!before || !d || String(before[d.plan]) !== plan.id) throw notFound()
  await doctorSide.handInAgain(work, of, id, content)
  return numbered(work, of, id)
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim() : null)

/** 3.5: somebody signs in to a meeting. */
export async function attend({ work, body }: DoctorMessage): Promise<Made> {
  const id = await doctorSide.attend(work, String(body.meetingId), {
    userName: textIn(body.userName) ?? '',
    phone: textIn(body.phone) ?? '',
    hospitalName: textIn(body.hospitalName),
    departmentName: textIn(body.departmentName),
  })
  return { of: meetingAttend, id, code: '' }
}

/** Stores a file sent as the body; the same bytes sent again answer the stored file. */
async function file(request: RequestContext): Promise<Taken> {
  const { body, params, context, actor } = request
  if (!Buffer.isBuffer(body)) throw new AppError(400, ['请求体须为文件内容', 'The body has to be the file'])
  const kind = String(params.kind ?? '0') === '1' ? 'image' : 'file'
  const filename = String(params.name ?? '')
  const bytes = body.length > LARGEST[kind] ? body.subarray(0, LARGEST[kind] + 1) : body
  const stored = await storeFile(request, kind, { file: Readable.from([bytes], { objectMode: false }), filename })
  let mine = ''
  try {
    const message = { ...params, sha256: stored.sha256 }
    const taken = await take(request, sendFile, { kind: 'file', r: attach, message }, async ({ work }) => {
      mine = await addAttachment(work, stored)
      return { of: attach, id: mine, code: stored.originalName }
    })
    // a repetition: the file stored just now is nobody's
    if (mine === '') await forget(context, actor.tenantId, stored.name)
    return taken
  } catch (e) {
    await forgetRefused(context, actor.tenantId, stored.name, e)
    throw e
  }
}

const acting = (call: DeclaredHandler): DeclaredHandler => ({
  call: call.call,
  handler: (request) => call.handler(forDoctor(request)),
})

export const partnerDeliveryCalls: readonly DeclaredHandler[] = [
  acting(taking(answerInvitation, { kind: 'invitation' }, answer)),
  acting(taking(enterBid, { kind: 'bid', r: bidRecord }, bid)),
  acting(taking(withdrawBid, { kind: 'bidWithdrawal' }, withdraw)),
  acting(taking(submitReport, { kind: 'report' }, report)),
  taking(attendMeeting, { kind: 'attendance', r: meetingAttend }, attend),
  { call: sendFile, handler: file },
]
