import { randomInt } from 'node:crypto'
import { doctorLink, PURPOSE } from '../../../../model/activities/doctorSide/doctorLink.ts'
import { statesOf } from '../../../../model/language/states.ts'
import type { RequestContext } from '../../../core/context/context.ts'
import { AppError } from '../../../core/errors.ts'
import { recordOf } from '../../../core/records.ts'
import { isSigned, sign } from '../../../core/settings/secrets.ts'
import { keepCode, takeCode } from '../../../database/doctorSide.ts'
import { write } from '../../../records/write.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { ASKS, type Bearer, bearerOf, linkRefused, openSubject, proofOf } from './bearer.ts'
import { type Link, sendText } from './links.ts'
import type { Doctor } from './subject.ts'

const { linkStatus } = statesOf(doctorLink)

// Identification of the bearer as the doctor: by the last six of their identity number, for income by a code that was
// sent, too.

/** Wrong answers of one link, most. */
const TRIES = 5

interface Given {
  readonly last6: string
  readonly code: string
}

const codeClaim = ({ id, tokenHash }: Link, code: string): string => ['doctor-code', id, tokenHash, code].join('\n')

/** How an answer ended, committed before it is told: a refusal must not take the count of wrong ones back. */
type Ended =
  | { readonly as: 'proved'; readonly proof: string }
  | { readonly as: 'send'; readonly doctor: Doctor }
  | { readonly as: 'wrong'; readonly left: number }

/** Counts a wrong answer; the last one locks the link, and administrators hear of it. */
async function wrong(work: UnitOfWork, link: Link, ip: string): Promise<Ended> {
  const tries = (link.wrongTries ?? 0) + 1
  if (tries < TRIES) {
    await work.update(doctorLink, link.id, { wrongTries: tries })
    return { as: 'wrong', left: TRIES - tries }
  }
  await work.step(doctorLink, link.id, 'lock')
  await work.amend(doctorLink, link.id, { wrongTries: tries })
  await work.alert({
    kind: 'doctorLinkGuessing',
    subject: link.doctorName ?? link.title ?? '',
    detail: [
      `医生链接“${link.title ?? ''}”的身份核对连续 ${TRIES} 次错误，链接已锁定，请联系医生后重新生成`,
      `The identity was answered wrongly ${TRIES} times by the link “${link.title ?? ''}”: it is locked. Speak to the doctor and make another`,
    ],
    ip,
    exists: true,
  })
  return { as: 'wrong', left: 0 }
}

const NOT_KNOWN = (): AppError =>
  new AppError(409, ['您的身份证号尚未登记，请联系工作人员', 'Your identity number is not on record: ask the staff'])

/** Holds an answer against the doctor. `coded`: whether the code that came with it was the one that was sent. */
async function answerIn(work: UnitOfWork, { link: { id } }: Bearer, given: Given, coded: boolean, ip: string) {
  const { subject } = await openSubject(work, id)
  // two who guess at once wait for each other
  const [locked] = await work.lock(doctorLink, [id])
  if (!locked) throw linkRefused('unknown')
  const link = recordOf(doctorLink, locked)
  if (link.linkStatus !== linkStatus.open) throw linkRefused('locked')
  const { doctor } = subject
  const known = (doctor?.idCardNumber ?? '').toUpperCase()
  if (!doctor || !/^[\dX]{15,18}$/.test(known)) throw NOT_KNOWN()
  const ended = async (): Promise<Ended> => {
    if (known.slice(-6) !== given.last6.trim().toUpperCase()) return wrong(work, link, ip)
    if (link.purpose === PURPOSE.income && !given.code) return { as: 'send', doctor }
    if (link.purpose === PURPOSE.income && !coded) return wrong(work, link, ip)
    return { as: 'proved', proof: proofOf(link, work.now) }
  }
  const done = await ended()
  await work.flush()
  return done
}

/** Sends a code, in the place of an earlier one. Answers where to, as it may be shown. */
async function send(request: RequestContext, { link, actor }: Bearer, doctor: Doctor): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  if (!(await keepCode(request.context.db, actor.tenantId, link.id, sign(codeClaim(link, code)))))
    throw new AppError(409, [
      '验证码刚刚发送过或次数过多，请稍后再试',
      'A code was just sent, or too many were: try again later',
    ])
  await write(
    { ...request, actor },
    null,
    null,
    async (work) => {
      await sendText(work, link, doctor.phone, 'doctorCode', { doctorName: doctor.doctorName, code })
      await work.flush()
    },
    null,
  )
  return `${doctor.phone.slice(0, 3)}****${doctor.phone.slice(-4)}`
}

/** Proves who bears a link, or sends the code that is asked for besides. @throws AppError 400 for a wrong answer, 410 after the last */
export async function identify(
  request: RequestContext,
  given: Given,
): Promise<{ readonly proof: string; readonly sent: string }> {
  const bearer = await bearerOf(request)
  const { link, actor } = bearer
  // a link that asks nobody answers no guesses either
  if (!ASKS.includes(link.purpose)) throw linkRefused('unknown')
  const coded =
    given.code !== '' &&
    (await takeCode(request.context.db, actor.tenantId, link.id, (signature) =>
      isSigned(codeClaim(link, given.code), signature),
    ))
  const ended = await write(
    { ...request, actor },
    null,
    null,
    (work) => answerIn(work, bearer, given, coded, request.http.ip),
    null,
  )
  if (ended.as === 'proved') return { proof: ended.proof, sent: '' }
  if (ended.as === 'send') return { proof: '', sent: await send(request, bearer, ended.doctor) }
  if (ended.left === 0) throw linkRefused('locked')
  throw new AppError(
    400,
    [`核对不正确，还可尝试 ${ended.left} 次`, `That is not right; ${ended.left} tries are left`],
    { [given.code ? 'code' : 'last6']: actor.language === 'en' ? 'Not right' : '不正确' },
  )
}
