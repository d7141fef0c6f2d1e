import {
  doctorLink,
  type doctorLinkLifecycle,
  PURPOSE,
  type Purpose,
  SENT_VIA,
} from '../../../../model/activities/doctorSide/doctorLink.ts'
import { type MESSAGES, shortMessage } from '../../../../model/administration/system/shortMessage.ts'
import { smsLog } from '../../../../model/administration/system/smsLog.ts'
import { resourceOf } from '../../../../model/business.ts'
import type { RulesOf } from '../../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import type { Label } from '../../../../model/values/label.ts'
import { AppError } from '../../../core/errors.ts'
import { keptCode, newLinkCode } from '../../../core/secrets/linkCodes.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { reasonOf } from '../../people/esignAnswers.ts'
import { endOf, goodUntil, type Subject, subjectOf, whyNone } from './subject.ts'

const { linkStatus } = statesOf(doctorLink)

// Links are made by the events that need them and by hand (domain §13). Whoever is sent one is the doctor of the record alone.

export type Link = RowOf<typeof doctorLink>

type Via = (typeof SENT_VIA)[keyof typeof SENT_VIA]
type Template = keyof typeof MESSAGES

const TEMPLATES: Readonly<Record<Exclude<Purpose, 4>, Template>> = {
  1: 'doctorInvitation',
  2: 'doctorFace',
  3: 'doctorReport',
  5: 'doctorCorrection',
  6: 'doctorIncome',
}

/** Messages about one record a day, most. */
const A_DAY = 5

/** A link that was just made, with the only telling of its code. */
export interface Made {
  readonly id: string
  readonly code: string
  readonly expireTime: string
}

/** Sends a text to the doctor of a link after the commit; the link says how that ended, and the log of messages what was sent. */
export async function sendText(
  work: UnitOfWork,
  link: Pick<Link, 'id' | 'title'>,
  phone: string,
  template: Template,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const params = Object.entries(values).map(([name, value]) => ({ name, value: value.slice(0, 200) }))
  await work.intend(shortMessage, 'sendText', { phone, template, params }, `SM${work.newId()}`, {
    of: doctorLink,
    id: link.id,
    code: link.title,
    done: 'smsSent',
    failed: 'smsFailed',
    lost: 'smsFailed',
  })
}

/** Why no further message about a record is sent today: its doctor has had enough. */
export async function manyProblem(work: UnitOfWork, { purpose, of, id }: Subject): Promise<Label | null> {
  const today = await work.rows(doctorLink, {
    bizType: of.id,
    bizId: id,
    purpose,
    sentVia: SENT_VIA.message,
    createTime: { from: `${work.time.slice(0, 10)} 00:00:00`, before: '9999-12-31 00:00:00' },
  })
  return today.length < A_DAY
    ? null
    : [
        `该事项今日已发送 ${A_DAY} 次短信，请明日再试或使用二维码`,
        `${A_DAY} messages were sent about this today: try tomorrow, or show the QR code`,
      ]
}

/**
 * Makes a link of a record; an earlier one of the same purpose and record ends.
 * @throws AppError 404 where there is no such record, 409 where its purpose is over already
 */
export async function makeLink(
  work: UnitOfWork,
  order: { readonly purpose: Purpose; readonly of: string; readonly id: string; readonly via: Via },
): Promise<Made> {
  const { purpose, of, id, via } = order
  // makers of one at once wait for each other: one link is open, and messages are counted
  await work.lock(resourceOf(of), [id])
  const subject = await subjectOf(work, { purpose, bizType: of, bizId: id })
  if (!subject) throw new AppError(404, whyNone.unknown)
  const over = endOf(subject, work.time)
  if (over && over !== 'early') throw new AppError(409, whyNone[over])
  const many = via === SENT_VIA.message ? await manyProblem(work, subject) : null
  if (many) throw new AppError(409, many)
  const earlier = await work.rows(doctorLink, { bizType: of, bizId: id, purpose, linkStatus: linkStatus.open })
  if (earlier.length > 0)
    await work.step(
      doctorLink,
      earlier.map((link) => link.id),
      'end',
    )
  const code = newLinkCode(work.actor.tenantId)
  const { doctor, company, title } = subject
  const expireTime = goodUntil(subject, work.now)
  const link = await work.insert(doctorLink, {
    purpose,
    title: title.slice(0, 200),
    doctorId: doctor?.id ?? null,
    doctorName: doctor?.doctorName ?? null,
    bizType: of,
    bizId: id,
    entrustedCompanyId: company.id,
    entrustedCompanyName: company.name,
    baseEmployeeId: company.employee,
    sentVia: via,
    expireTime,
    tokenHash: keptCode(code),
  })
  if (via === SENT_VIA.message) {
    if (purpose === PURPOSE.signIn || !doctor?.phone)
      throw new AppError(409, ['没有可发送短信的手机号', 'There is no mobile number to send it to'])
    const values = { doctorName: doctor.doctorName, title, until: expireTime.slice(0, 16), code }
    await sendText(work, link, doctor.phone, TEMPLATES[purpose], values)
  }
  return { id: link.id, code, expireTime }
}

/**
 * Log entry of a message to a doctor, or of the reason why none was sent: an unsent message shows its text (sandbox).
 */
async function logged(
  link: Link,
  work: UnitOfWork,
  result: 0 | 1,
  { shown, message }: { readonly shown?: string | null; readonly message?: string },
): Promise<Partial<Link>> {
  const doctor = await work.row(authenticationDoctor, link.doctorId)
  await work.insert(smsLog, {
    code: await work.code(smsLog),
    smsCode: 'doctorLink',
    phones: doctor?.phone ?? null,
    params: shown || `医生链接短信（${link.doctorName ?? ''}）`,
    result,
    message: (message ?? '').slice(0, 200),
    sendTime: work.time,
  })
  return { smsNote: (result === 1 ? '已发送' : `未送达：${message ?? ''}`).slice(0, 200) }
}

const ended = (_link: Link, _answer: unknown, work: UnitOfWork) => ({ revokedTime: work.time })

/** Rules of links. */
export const doctorLinkRules: RulesOf<typeof doctorLink, typeof doctorLinkLifecycle, UnitOfWork> = {
  smsSent: { effect: (link, answer: { readonly shown?: string | null }, work) => logged(link, work, 1, answer) },
  smsFailed: {
    effect: (link, answer: { readonly remark?: string | null }, work) =>
      logged(link, work, 0, { message: reasonOf(answer) }),
  },
  reach: { set: ended },
  end: { set: ended },
  lock: { set: ended },
  revoke: { set: ended },
}
