import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { customerCertificationRecord } from '../../../model/people/certification.ts'
import { refreshFaceVerify, resendFaceSms, retryFaceSms } from '../../../model/people/certificationLifecycle.ts'
import { faceResult, faceSession, getFaceInfoInit, getFaceInfoSimpler } from '../../../model/people/faceSession.ts'
import { wallClock } from '../../../model/values/dates.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { AppError } from '../../core/errors.ts'
import { keptCode, tenantOfCode } from '../../core/secrets/linkCodes.ts'
import { rowFrom } from '../../database/codec.ts'
import { linkProblem } from '../../ports/registry.ts'
import { handle } from '../../records/handle.ts'
import type { Hooks } from '../../writing/hooks.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { doctorOf } from './certification.ts'
import { refreshFaceCheck, sendFaceCheck } from './faceChecks.ts'

const { verifyStatus } = statesOf(faceSession)

type Session = RowOf<typeof faceSession>

/** The check that a code is of, while it waits and its tenant is served; 404 for every other code. */
async function sessionOf({ db, now }: ServerContext, code: string): Promise<Session> {
  const tenantId = tenantOfCode(code)
  const [found] = tenantId
    ? await db.scoped<Record<string, unknown>>(
        { tenantId },
        {
          name: 'face-session',
          text: `select s.* from "face_session" s join "tenant" t on t.code = s.tenant_id and t.is_deleted = 0
               and (t.expire_time is null or t.expire_time >= (now() at time zone 'Asia/Shanghai')::date)
             where s.tenant_id = $1 and s.code = $2 and s.is_deleted = 0`,
          values: [tenantId, keptCode(code)],
        },
      )
    : []
  const session = found ? rowFrom(faceSession, found) : null
  const isGood = session?.verifyStatus === verifyStatus.waiting && (session.expireTime ?? '') >= wallClock(now())
  if (
    !session ||
    (session.verifyStatus !== verifyStatus.passed && session.verifyStatus !== verifyStatus.failed && !isGood)
  )
    throw new AppError(404, ['链接无效或已过期', 'The link is not valid or is over'])
  return session
}

/** Masked name for the holder of a link: enough to recognise one's own. */
const hinted = (name: string): string => `${[...name][0] ?? ''}${'*'.repeat(Math.max(1, [...name].length - 1))}`

const shown = (session: Session) => ({
  name: hinted(session.name ?? ''),
  verifyStatus: session.verifyStatus,
  expireTime: session.expireTime,
  verifyUrl: session.verifyStatus === verifyStatus.waiting ? session.verifyUrl : null,
})

const ENDINGS: Readonly<Record<string, { readonly result: string; readonly hint: string }>> = {
  1: { result: '核验通过', hint: '您可以关闭此页面，返回应用继续操作。' },
  success: { result: '核验通过', hint: '您可以关闭此页面，返回应用继续操作。' },
  2: { result: '核验未通过', hint: '请确认光线充足、本人操作后重试，或联系平台运营人员。' },
  fail: { result: '核验未通过', hint: '请确认光线充足、本人操作后重试，或联系平台运营人员。' },
  3: { result: '核验已过期', hint: '链接已过期，请在应用中重新发起。' },
}

/** Calls about a record that write the doctor, who comes before it in the order of locks. */
export const certificationHooks: Hooks = {
  first: async (ids, work) => {
    const records = await work.rows(customerCertificationRecord, { id: ids })
    await work.lock(authenticationDoctor, [...new Set(records.flatMap(doctorOf))].sort())
  },
}

/** @throws AppError 409 where links in messages would lead nowhere */
async function refuseUnsendable(context: ServerContext, work: UnitOfWork): Promise<void> {
  const problem = await linkProblem(context, work)
  if (problem) throw new AppError(409, problem)
}

/** 3.8: face checks are sent and asked about by operations, and made by the doctor behind the link. */
export const faceCalls = [
  handle(retryFaceSms, async ({ rows, work, context }) => {
    await refuseUnsendable(context, work)
    for (const doctor of rows) await sendFaceCheck(work, doctor)
    return null
  }),
  handle(resendFaceSms, async ({ rows, work, context }) => {
    await refuseUnsendable(context, work)
    for (const record of rows) {
      const doctor = await work.row(authenticationDoctor, record.customerId)
      if (!doctor) throw new AppError(404, ['医生不存在', 'There is no such doctor'])
      await sendFaceCheck(work, doctor)
    }
    return null
  }),
  handle(refreshFaceVerify, async ({ rows, work }) => {
    for (const record of rows) await refreshFaceCheck(work, record.customerId)
    return null
  }),
  handle(getFaceInfoInit, async ({ query, context }) => shown(await sessionOf(context, query.code ?? ''))),
  handle(getFaceInfoSimpler, async ({ query, context }) => {
    const session = await sessionOf(context, query.code ?? '')
    if (session.simpler !== 1) throw new AppError(404, ['链接无效或已过期', 'The link is not valid or is over'])
    return shown(session)
  }),
  handle(
    faceResult,
    ({ query }) => ENDINGS[query.status ?? ''] ?? { result: '核验状态未知', hint: '请在应用中查看核验结果。' },
  ),
]
