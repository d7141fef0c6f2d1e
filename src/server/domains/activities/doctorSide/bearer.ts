import { doctorLink, PURPOSE } from '../../../../model/activities/doctorSide/doctorLink.ts'
import { DOCTOR_HEADER, type LinkEnd } from '../../../../model/activities/doctorSide/doctorWire.ts'
import type { Label } from '../../../../model/values/label.ts'
import { type Actor, doctorActor } from '../../../core/actor.ts'
import type { RequestContext } from '../../../core/context/context.ts'
import { AppError } from '../../../core/errors.ts'
import { languageOf } from '../../../core/params.ts'
import { keptCode, tenantOfCode } from '../../../core/secrets/linkCodes.ts'
import { isSigned, sign } from '../../../core/settings/secrets.ts'
import { tenantStands } from '../../../core/tenantStands.ts'
import { rowFrom } from '../../../database/codec.ts'
import { readIn } from '../../../records/readIn.ts'
import { keySent, write } from '../../../records/write.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import type { Link } from './links.ts'
import { endOf, linkEnd, type Subject, subjectOf } from './subject.ts'

// Bearer of a link (domain §13), identified by the header alone. A session opens nothing here, and a link nothing
// elsewhere.

const WHY: Readonly<Record<LinkEnd, Label>> = {
  unknown: ['链接无效，请核对是否完整', 'The link is not valid: check that it is whole'],
  expired: ['链接已过期，请联系邀请您的工作人员重新发送', 'The link is over: ask whoever invited you for a new one'],
  reached: ['该事项已完成，无需再次操作', 'This is done: nothing is left to do'],
  revoked: ['链接已失效，请使用最新收到的链接', 'The link has ended: use the one that you received last'],
  locked: ['多次核对错误，链接已锁定，请联系工作人员', 'Too many wrong answers: the link is locked. Ask for a new one'],
  over: ['活动已结束或您已不在该活动中', 'The activity is over, or you take part in it no longer'],
  early: ['会议前 2 小时起可签到，请届时再打开', 'Sign-in opens 2 hours before the meeting: come back then'],
}

/** Refuses a link, saying why it shows nothing. */
export const linkRefused = (end: LinkEnd, agreement?: unknown): AppError =>
  new AppError(end === 'unknown' ? 404 : 410, WHY[end], { end, ...(agreement === undefined ? {} : { agreement }) })

/** How long it is believed that the bearer knew the identity number, ms. */
const PROVED = 2 * 3_600_000
/** Purposes that show or do what only the doctor may. */
export const ASKS: readonly (number | null)[] = [PURPOSE.invitation, PURPOSE.face, PURPOSE.income]

const claim = ({ id, tokenHash, doctorId }: Link, until: string): string =>
  ['doctor-proof', id, tokenHash, doctorId, until].join('\n')

/** Proof that the bearer of a link receives after identification. */
export function proofOf(link: Link, now: Date): string {
  const until = (now.getTime() + PROVED).toString(36)
  return `${until}.${sign(claim(link, until))}`
}

const isProof = (link: Link, given: string, now: Date): boolean => {
  const [until = '', signature = '', ...more] = given.split('.')
  if (more.length > 0 || !/^[0-9a-z]{1,9}$/.test(until) || Number.parseInt(until, 36) < now.getTime()) return false
  return isSigned(claim(link, until), signature)
}

/** Whoever presents a link that is there: the doctor it is of, and whether they proved to be that. */
export interface Bearer {
  readonly link: Link
  readonly actor: Actor
  readonly proved: boolean
}

const headerOf = (request: RequestContext, name: string): string => {
  const given = request.http.headers[name]
  return typeof given === 'string' ? given : ''
}

/** The link that a request presents, counted. @throws AppError 404 for none that there is, 429 */
export async function bearerOf(request: RequestContext): Promise<Bearer> {
  const { context } = request
  const token = headerOf(request, DOCTOR_HEADER.link)
  const tenantId = tenantOfCode(token)
  if (!tenantId) throw linkRefused('unknown')
  const hash = keptCode(token)
  const [found] = await context.db.scoped<Record<string, unknown>>(
    { tenantId },
    {
      name: 'doctor-link',
      text: `select l.* from "doctor_link" l join "tenant" t on t.code = l.tenant_id and ${tenantStands('t')}
        where l.tenant_id = $1 and l.token_hash = $2 and l.is_deleted = 0`,
      values: [tenantId, hash],
    },
  )
  if (!found) throw linkRefused('unknown')
  const link = rowFrom(doctorLink, found)
  // the code of a meeting is one for all who came: they are counted by their addresses alone
  if (link.purpose !== PURPOSE.signIn) await context.limiter.consume('doctorLink', hash)
  const doctor = link.doctorId ? { id: link.doctorId, name: link.doctorName ?? '' } : null
  const actor = doctorActor({
    ...{ tenantId, doctor, source: 'link' as const, requestId: request.http.id },
    language: languageOf(request.http),
  })
  const proved = !ASKS.includes(link.purpose) || isProof(link, headerOf(request, DOCTOR_HEADER.proof), context.now())
  return { link, actor, proved }
}

/** Subject of a link that is still open. @throws AppError 410 saying why it is over */
export async function openSubject(work: UnitOfWork, id: string): Promise<{ link: Link; subject: Subject }> {
  const link = await work.row(doctorLink, id)
  if (!link) throw linkRefused('unknown')
  const over = linkEnd(link, work.now)
  if (over) throw linkRefused(over)
  const subject = await subjectOf(work, link)
  if (!subject || (link.doctorId && subject.doctor?.id !== link.doctorId)) throw linkRefused('over')
  const end = endOf(subject, work.time)
  if (end)
    throw linkRefused(end, subject.purpose === PURPOSE.invitation ? subject.part?.row.agreementStatus : undefined)
  return { link, subject }
}

const notProved = () => new AppError(403, ['请先核对身份', 'Prove first who you are'], { asks: 'identity' })

interface Allowed {
  /** The purposes that the call is for: with any other link it does not exist. */
  readonly purposes: readonly number[]
  /** Asked before the bearer has proved who they are. */
  readonly unproved?: true
}

const refuseOther = ({ link, proved }: Bearer, { purposes, unproved }: Allowed): void => {
  if (!purposes.includes(Number(link.purpose))) throw linkRefused('unknown')
  if (!proved && !unproved) throw notProved()
}

/** A read by link: on what its record is now. `known`: its bearer, where it was counted already. */
export async function readBy<T>(
  request: RequestContext,
  known: Bearer | null,
  allowed: Allowed,
  read: (work: UnitOfWork, subject: Subject, bearer: Bearer) => Promise<T>,
): Promise<T> {
  const bearer = known ?? (await bearerOf(request))
  refuseOther(bearer, allowed)
  return readIn(request.context, bearer.actor, async (work) => {
    const { subject, link } = await openSubject(work, bearer.link.id)
    return read(work, subject, { ...bearer, link })
  })
}

/** A write by link: in one transaction, once for its key, which every client has to send. `of`: whose refusals name fields. */
export async function writeBy<T>(
  request: RequestContext,
  allowed: Allowed,
  body: unknown,
  act: (work: UnitOfWork, subject: Subject, bearer: Bearer) => Promise<T>,
  of: (subject: Link) => AnyResource | null = () => null,
): Promise<T> {
  const bearer = await bearerOf(request)
  refuseOther(bearer, allowed)
  const key = keySent(request)
  if (key === null)
    throw new AppError(400, ['缺少请求编号 Idempotency-Key', 'The header Idempotency-Key is missing'], {
      'idempotency-key': 'missing',
    })
  return write(
    { ...request, actor: bearer.actor },
    of(bearer.link),
    { link: bearer.link.id, said: body },
    async (work) => {
      const { subject, link } = await openSubject(work, bearer.link.id)
      const answer = await act(work, subject, { ...bearer, link })
      await work.flush()
      return answer
    },
    // whoever is no doctor has no keys of their own: those of one link are
    `${bearer.link.id}:${key}`.slice(0, 200),
  )
}
