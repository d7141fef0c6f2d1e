import { intent } from '../../../model/administration/system/intent.ts'
import { shortMessage } from '../../../model/administration/system/shortMessage.ts'
import { smsLog } from '../../../model/administration/system/smsLog.ts'
import type { OutOf } from '../../../model/language/domain/port.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { baiduFace } from '../../../model/people/baiduFace.ts'
import { customerCertificationRecord } from '../../../model/people/certification.ts'
import { faceSession, type faceSessionLifecycle } from '../../../model/people/faceSession.ts'
import { wallClock } from '../../../model/values/dates.ts'
import type { Label } from '../../../model/values/label.ts'
import { AppError } from '../../core/errors.ts'
import { keptCode, newLinkCode } from '../../core/secrets/linkCodes.ts'
import { sandboxCheck } from '../../ports/baiduFace/sandbox.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { reasonOf } from './esignAnswers.ts'

const { faceStatus: faceStates } = statesOf(authenticationDoctor)

const { approvalStatus } = statesOf(customerCertificationRecord)
const { verifyStatus } = statesOf(faceSession)
const { intentStatus } = statesOf(intent)

type Session = RowOf<typeof faceSession>
type Doctor = RowOf<typeof authenticationDoctor>

/** How long a link is good, minutes; messages to one doctor a day, most. */
const [MINUTES, A_DAY] = [30, 5]
const [PASSED, FAILED, WAITING] = [1, 2, 3] as const
const MINUTE = 60_000

/** Certification records of a doctor that wait to be decided. */
const recordsOf = (work: UnitOfWork, doctorId: string | null) =>
  doctorId
    ? work.rows(customerCertificationRecord, {
        certType: 2,
        customerId: doctorId,
        approvalStatus: approvalStatus.pending,
      })
    : []

/** Checks of a doctor that wait for them. */
export const waitingOf = (work: UnitOfWork, doctorId: string) =>
  work.rows(faceSession, { doctorId, verifyStatus: verifyStatus.waiting })

/** Rows besides a check that its ending writes. */
async function lockParties(session: Session, work: UnitOfWork): Promise<Record<string, string[]>> {
  const records = await recordsOf(work, session.doctorId)
  return {
    [authenticationDoctor.id]: session.doctorId ? [session.doctorId] : [],
    [customerCertificationRecord.id]: records.map((r) => r.id),
  }
}

/** How the face of a doctor stands: their own record, and those that wait to be decided about them. All are locked. */
async function say(
  work: UnitOfWork,
  doctorId: string | null,
  faceStatus: 0 | 1 | 2 | 3,
  more: {
    readonly faceScore?: string | null
    readonly faceVerifyTime?: string
    readonly checkMsg?: string | null
  } = {},
): Promise<void> {
  if (doctorId) await work.update(authenticationDoctor, doctorId, { faceStatus })
  for (const { id } of await recordsOf(work, doctorId))
    await work.update(customerCertificationRecord, id, { faceStatus, ...more })
}

/** Why no message goes to a doctor now. */
async function sendProblem(work: UnitOfWork, doctor: Doctor): Promise<Label | null> {
  if (doctor.faceStatus === PASSED) return ['该医生人脸核验已通过', "The doctor's face has been verified already"]
  if (!doctor.phone) return ['医生缺少手机号，不能发送短信', 'The doctor has no mobile number: no message can be sent']
  const today = `${work.time.slice(0, 10)} 00:00:00`
  const sent = await work.rows(faceSession, {
    doctorId: doctor.id,
    createTime: { from: today, before: '9999-12-31 00:00:00' },
  })
  if (sent.length >= A_DAY)
    return [
      `该医生今日已发送 ${A_DAY} 次人脸核验短信，请明日再试`,
      `The doctor has had ${A_DAY} messages today: try again tomorrow`,
    ]
  const last = Math.max(0, ...sent.map((s) => Date.parse(`${s.createTime.replace(' ', 'T')}+08:00`)))
  return work.now.getTime() - last < MINUTE
    ? ['刚刚发送过短信，请一分钟后再试', 'A message has just been sent: try again in a minute']
    : null
}

/**
 * 3.8: sends a doctor the link to a face check. Links that were sent before open nothing any more. The doctor and the
 * records that wait about them are locked. Without an identity number the check is a simple one. `message` false: the
 * doctor is at their own link already.
 * @throws AppError 409.
 */
export async function sendFaceCheck(work: UnitOfWork, doctor: Doctor, message = true): Promise<void> {
  const problem = await sendProblem(work, doctor)
  if (problem) throw new AppError(409, problem)
  const records = await recordsOf(work, doctor.id)
  await work.lock(
    customerCertificationRecord,
    records.map((r) => r.id),
  )
  const earlier = (await waitingOf(work, doctor.id)).map((s) => s.id)
  if (earlier.length > 0) await work.step(faceSession, earlier, 'expire')
  const code = newLinkCode(work.actor.tenantId)
  const { idCardNumber } = doctor
  const session = await work.insert(faceSession, {
    code: keptCode(code),
    doctorId: doctor.id,
    name: doctor.doctorName,
    idCardNumber,
    simpler: idCardNumber ? 0 : 1,
    expireTime: wallClock(work.now.getTime() + MINUTES * MINUTE),
  })
  for (const record of records)
    await work.update(customerCertificationRecord, record.id, {
      smsRetryCount: (record.smsRetryCount ?? 0) + 1,
      faceStatus: WAITING,
      checkMsg: null,
    })
  await work.update(authenticationDoctor, doctor.id, { faceStatus: WAITING })
  const back = { of: faceSession, id: session.id, code: doctor.code }
  const init = { ...back, done: 'begun', failed: 'notBegun', lost: 'notBegun' }
  const name = doctor.doctorName
  const returnUrl = '/faceverify/'
  if (idCardNumber)
    await work.intend(baiduFace, 'faceInit', { name, idNo: idCardNumber, returnUrl }, `FI${work.newId()}`, init)
  else await work.intend(baiduFace, 'faceSimpler', { name, returnUrl }, `FI${work.newId()}`, init)
  if (!message) return
  const params = [
    { name: 'doctorName', value: name },
    { name: 'code', value: code },
  ]
  await work.intend(
    shortMessage,
    'sendText',
    { phone: doctor.phone, template: 'faceCheck', params },
    `SM${work.newId()}`,
    { ...back, done: 'smsSent', failed: 'smsFailed', lost: 'smsFailed' },
  )
}

const isOver = (session: Session, work: UnitOfWork): boolean => (session.expireTime ?? '') < work.time

/** The check that waits for a doctor and has begun at the provider. @throws AppError 409 where there is none */
export async function begunCheck(work: UnitOfWork, doctorId: string | null): Promise<Session> {
  const [session] = doctorId ? await waitingOf(work, doctorId) : []
  if (!session)
    throw new AppError(409, ['核验链接已过期，请重新发送短信', 'The link of the check is over: send the message again'])
  // without the provider's token there is nothing to ask about
  if (!session.verifyToken && !isOver(session, work))
    throw new AppError(409, [
      '人脸核验正在发起，请稍后再刷新',
      'The face check is being set up: refresh again in a moment',
    ])
  return session
}

/** A question to the provider about the check that waits for a doctor. @throws AppError 409 where none does, or none has begun yet */
export async function refreshFaceCheck(work: UnitOfWork, doctorId: string | null): Promise<void> {
  await work.step(faceSession, (await begunCheck(work, doctorId)).id, 'ask')
}

/** True while a question to the provider about the check is on its way. */
const isRequested = async (work: UnitOfWork, session: Session): Promise<boolean> =>
  (await work.any(intent, {
    bizType: faceSession.id,
    bizId: session.id,
    portCall: 'faceResult',
    intentStatus: [intentStatus.pending, intentStatus.sent, intentStatus.unknown, intentStatus.forPerson],
  })) !== null

const askResult = (work: UnitOfWork, { id, verifyToken }: Session): Promise<void> =>
  work.intend(baiduFace, 'faceResult', { verifyToken }, `FQ${work.newId()}`, {
    of: faceSession,
    id,
    done: 'told',
    failed: 'unanswered',
    lost: 'unanswered',
  })

const ENDS = { 1: 'PASSED', 2: 'FAILED' } as const

/**
 * Log entry of a message to a doctor, or of the reason why none was sent: an unsent message shows its text (sandbox).
 */
async function logged(
  session: Session,
  work: UnitOfWork,
  result: 0 | 1,
  { shown, message }: { readonly shown?: string | null; readonly message?: string },
): Promise<undefined> {
  const doctor = await work.row(authenticationDoctor, session.doctorId)
  await work.insert(smsLog, {
    code: await work.code(smsLog),
    smsCode: 'faceCheck',
    phones: doctor?.phone ?? null,
    params: shown || `人脸核验短信（${session.name ?? ''}）`,
    result,
    message: (message ?? '').slice(0, 200),
    sendTime: work.time,
  })
  return undefined
}

type Begun = Partial<OutOf<typeof baiduFace, 'faceInit'>>
type FaceAnswer = Partial<OutOf<typeof baiduFace, 'faceResult'>>
type Remark = { readonly remark?: string | null }

const ended = (session: Session, { score }: FaceAnswer, work: UnitOfWork): Partial<Session> => ({
  finishTime: work.time,
  score: score ?? session.score,
})

const result = (faceStatus: 1 | 2) => ({
  set: ended,
  effect: async (session: Session, { score }: FaceAnswer, work: UnitOfWork): Promise<undefined> => {
    const doctor = await work.row(authenticationDoctor, session.doctorId)
    // the face matched a different name: the doctor was corrected since, and needs a new check
    if (doctor && (doctor.doctorName !== session.name || (doctor.idCardNumber ?? '') !== (session.idCardNumber ?? '')))
      return undefined
    await say(work, session.doctorId, faceStatus, { faceScore: score ?? null, faceVerifyTime: work.time })
    return undefined
  },
})

/** Guards and effects of the checks themselves. */
export const faceSessionRules: RulesOf<typeof faceSession, typeof faceSessionLifecycle, UnitOfWork> = {
  begun: {
    set: (_session, answer: Begun) => ({ verifyToken: answer.verifyToken, verifyUrl: answer.url }),
  },
  notBegun: {
    lock: lockParties,
    set: (_session, _answer, work) => ({ finishTime: work.time }),
    effect: async (session, answer: Remark, work) => {
      await say(work, session.doctorId, faceStates.none, { checkMsg: reasonOf(answer) })
      return undefined
    },
  },
  smsSent: {
    effect: (session, answer: { readonly shown?: string | null }, work) => logged(session, work, 1, answer),
  },
  smsFailed: {
    lock: lockParties,
    effect: async (session, answer: Remark, work) => {
      for (const { id } of await recordsOf(work, session.doctorId))
        await work.update(customerCertificationRecord, id, {
          checkMsg: `短信未送达：${reasonOf(answer)}`.slice(0, 255),
        })
      return logged(session, work, 0, { message: reasonOf(answer) })
    },
  },
  ask: {
    effect: async (session, _ask, work) => {
      if (await isRequested(work, session)) return undefined
      if (!session.verifyToken) {
        if (isOver(session, work)) await work.step(faceSession, session.id, 'expire')
        return undefined
      }
      await askResult(work, session)
      return undefined
    },
  },
  play: {
    guard: async (session, _ask, work) => {
      if (isOver(session, work))
        return ['核验链接已过期，请重新发送短信', 'The link of the check is over: send the message again']
      if (!sandboxCheck(session.verifyToken, 'PASSED'))
        return [
          '该核验不是由沙箱发起，不能代为给出结果',
          'The check was not begun in the sandbox: nobody says how it ends',
        ]
      return (await isRequested(work, session))
        ? ['正在查询核验结果，请稍后再试', 'The result is being asked for: try again in a moment']
        : null
    },
    set: (session, { result }) => {
      const check = sandboxCheck(session.verifyToken, ENDS[result ?? 2])
      return { verifyToken: check?.verifyToken ?? null, verifyUrl: check?.url ?? null }
    },
    effect: async (session, _ask, work) => {
      await askResult(work, session)
      return undefined
    },
  },
  told: {
    lock: lockParties,
    effect: async (session, answer: FaceAnswer, work) => {
      if (session.verifyStatus !== verifyStatus.waiting) return undefined
      if (answer.status === 'PASSED') await work.step(faceSession, session.id, 'pass', answer)
      else if (answer.status === 'FAILED') await work.step(faceSession, session.id, 'fail', answer)
      else if (isOver(session, work)) await work.step(faceSession, session.id, 'expire')
      return undefined
    },
  },
  unanswered: {
    effect: async (session, _answer, work) => {
      if (session.verifyStatus === verifyStatus.waiting && isOver(session, work))
        await work.step(faceSession, session.id, 'expire')
      return undefined
    },
  },
  pass: result(PASSED),
  fail: result(FAILED),
  expire: { set: (_session, _answer, work) => ({ finishTime: work.time }) },
}
