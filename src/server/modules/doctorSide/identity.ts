import { randomInt } from 'node:crypto'
import { doctorLink, PURPOSE } from '../../../model/doctorSide/doctorLink.ts'
import type { RequestContext } from '../../core/context.ts'
import type { Tx } from '../../core/database.ts'
import { AppError } from '../../core/errors.ts'
import { isSigned, sign } from '../../core/secrets.ts'
import { systemStep } from '../../decisions/decideIn.ts'
import { recordSecurityEventIn } from '../../writes/securityEvents.ts'
import { SqlUnitOfWork } from '../../writes/sqlUnitOfWork.ts'
import { type Bearer, bearerOf, linkRefused, openSubject, proofOf } from './bearer.ts'
import { type Link, sendText } from './links.ts'

// Who asks proves to be the doctor: by the last six of their identity number, for income by a code that was sent, too.

/** Wrong answers of one link, most; codes sent for one; minutes that a code is good. */
const [TRIES, CODES, GOOD] = [5, 5, 5]

const codeClaim = (link: Link, code: string): string => ['doctor-code', link.id, link.tokenHash, code].join('\n')

/** How an answer ended, committed before it is told: a refusal must not take the count of wrong ones back. */
type Ended =
  | { readonly as: 'proved'; readonly proof: string }
  | { readonly as: 'sent'; readonly to: string }
  | { readonly as: 'wrong'; readonly left: number }
  | { readonly as: 'refused'; readonly error: AppError }

/** Counts a wrong answer; the last one locks the link, and staff hear of it. */
async function wrong(request: RequestContext, tx: Tx, work: SqlUnitOfWork, link: Link): Promise<Ended> {
  const tries = (link.wrongTries ?? 0) + 1
  if (tries < TRIES) {
    await work.update(doctorLink, link.id, { wrongTries: tries })
    return { as: 'wrong', left: TRIES - tries }
  }
  await work.step(doctorLink, link.id, 'lock')
  await work.amend(doctorLink, link.id, { wrongTries: tries })
  await recordSecurityEventIn(request.context, tx, {
    kind: 'doctorLinkGuessing',
    subject: link.doctorName ?? link.title ?? '',
    detail: [
      `医生链接“${link.title ?? ''}”的身份核对连续 ${TRIES} 次错误，链接已锁定，请联系医生后重新生成`,
      `The identity was answered wrongly ${TRIES} times by the link “${link.title ?? ''}”: it is locked. Speak to the doctor and make another`,
    ],
    ip: request.http.ip,
    exists: true,
  })
  return { as: 'wrong', left: 0 }
}

/** Sends a code, in the place of an earlier one. */
async function send(tx: Tx, work: SqlUnitOfWork, link: Link, phone: string, doctorName: string): Promise<Ended> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const [kept] = await tx.query<{ sent_count: number }>(
    `insert into "doctor_code" (tenant_id, link_id, signature) values ($1, $2, $3)
     on conflict (tenant_id, link_id) do update set signature = excluded.signature, sent_time = now(), sent_count = "doctor_code".sent_count + 1
     where "doctor_code".sent_count < $4 and "doctor_code".sent_time < now() - interval '1 minute' returning sent_count`,
    [tx.tenantId, link.id, sign(codeClaim(link, code)), CODES],
  )
  if (!kept)
    return {
      as: 'refused',
      error: new AppError(409, [
        '验证码刚刚发送过或次数过多，请稍后再试',
        'A code was just sent, or too many were: try again later',
      ]),
    }
  await sendText(work, link, phone, 'doctorCode', { doctorName, code })
  return { as: 'sent', to: `${phone.slice(0, 3)}****${phone.slice(-4)}` }
}

/** Takes the code that was sent, once. */
async function takes(tx: Tx, link: Link, code: string): Promise<boolean> {
  const [kept] = await tx.query<{ signature: string }>(
    `select signature from "doctor_code" where tenant_id = $1 and link_id = $2 and sent_time > now() - make_interval(mins => $3) for update`,
    [tx.tenantId, link.id, GOOD],
  )
  if (!kept || !isSigned(codeClaim(link, code), kept.signature)) return false
  await tx.query('update "doctor_code" set signature = $3 where tenant_id = $1 and link_id = $2', [
    tx.tenantId,
    link.id,
    '',
  ])
  return true
}

async function answerIn(
  request: RequestContext,
  tx: Tx,
  { link: { id }, actor }: Bearer,
  { last6, code }: { readonly last6: string; readonly code: string },
): Promise<Ended> {
  const work = new SqlUnitOfWork(request.context, actor, tx, systemStep)
  const { subject } = await openSubject(work, id)
  // two who guess at once wait for each other
  const [locked] = await work.lock(doctorLink, [id])
  const link = locked as unknown as Link
  if (link.linkStatus !== 0) return { as: 'refused', error: linkRefused('locked') }
  const known = (subject.doctor?.idCardNumber ?? '').toUpperCase()
  const done = async (): Promise<Ended> => {
    if (!/^[\dX]{15,18}$/.test(known))
      return {
        as: 'refused',
        error: new AppError(409, [
          '您的身份证号尚未登记，请联系工作人员',
          'Your identity number is not on record: ask the staff',
        ]),
      }
    if (known.slice(-6) !== last6.trim().toUpperCase()) return wrong(request, tx, work, link)
    if (link.purpose !== PURPOSE.income) return { as: 'proved', proof: proofOf(link, work.now) }
    if (!code) return send(tx, work, link, subject.doctor?.phone ?? '', subject.doctor?.doctorName ?? '')
    return (await takes(tx, link, code))
      ? { as: 'proved', proof: proofOf(link, work.now) }
      : wrong(request, tx, work, link)
  }
  const ended = await done()
  await work.flush()
  return ended
}

/** Proves who bears a link, or sends the code that is asked for besides. @throws AppError 400 for a wrong answer, 410 after the last */
export async function identify(
  request: RequestContext,
  given: { readonly last6: string; readonly code: string },
): Promise<{ readonly proof: string; readonly sent: string }> {
  const bearer = await bearerOf(request)
  const ended = await request.context.db.transaction({ tenantId: bearer.actor.tenantId }, (tx) =>
    answerIn(request, tx, bearer, given),
  )
  if (ended.as === 'proved') return { proof: ended.proof, sent: '' }
  if (ended.as === 'sent') return { proof: '', sent: ended.to }
  if (ended.as === 'refused') throw ended.error
  if (ended.left === 0) throw linkRefused('locked')
  throw new AppError(
    400,
    [`核对不正确，还可尝试 ${ended.left} 次`, `That is not right; ${ended.left} tries are left`],
    { [given.code ? 'code' : 'last6']: bearer.actor.language === 'en' ? 'Not right' : '不正确' },
  )
}
