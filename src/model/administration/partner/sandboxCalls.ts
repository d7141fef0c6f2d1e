import { SANDBOX_PERMISSION } from '../../activities/doctorSide/sandbox.ts'
import { tencentMeeting } from '../../activities/meetings/tencentPort.ts'
import { cmbBank } from '../../funds/cmbBank.ts'
import { answer } from '../../language/domain/answer.ts'
import { type AnyCall, call } from '../../language/domain/call.ts'
import type { Port } from '../../language/domain/port.ts'
import { choice, type Fields, ref, text } from '../../language/fields/field.ts'
import { baiduFace } from '../../people/baiduFace.ts'
import { esign } from '../../people/esign.ts'
import { SANDBOX_RESULTS } from '../../people/faceSession.ts'
import type { Label } from '../../values/label.ts'
import { shortMessage } from '../system/shortMessage.ts'
import { answerInvitation, attendMeeting, enterBid, submitReport } from './calls.ts'

/**
 * `POST /api/sandbox/*` (domain §6): a signed-in person plays a doctor, so that people are trained without one. Each call is what
 * the partner API takes for a doctor, by the same rules.
 */

/** The parameter without which nobody plays a doctor. */
export const SANDBOX_PARAM = 'sandbox.enabled'

/** Fields of a call of the partner API, without those that name the client's message and company. */
const fieldsOf = ({ body }: AnyCall): Fields => {
  const { messageNumber: _, entrustedCompanyId: __, ...fields } = body as Fields
  return fields
}

const sandboxCall = (name: string, title: Label, body: Fields) =>
  call(`sandbox.${name}`, {
    method: 'POST',
    paths: [`sandbox/${name}`],
    title,
    permission: SANDBOX_PERMISSION,
    roles: [],
    body,
    safe: false,
    answer: answer.one({
      bizType: text('数据类型', 'Record type', { required: '-' }),
      bizId: text('数据编号', 'Record id', { required: '-' }),
      bizCode: text('名称或编号', 'Record', {}),
    }),
  })

/** The answer to the agreement for an activity: signed or refused. */
export const sandboxSign = sandboxCall(
  'sign',
  ['沙箱：签署或拒绝协议', 'Sandbox: sign an agreement'],
  fieldsOf(answerInvitation),
)

/** A report, with files that the person uploaded; with `reportId` a refused one that is handed in again. */
export const sandboxReport = sandboxCall(
  'submitReport',
  ['沙箱：提交成果', 'Sandbox: hand in a report'],
  fieldsOf(submitReport),
)

/** A sign-in to a meeting. */
export const sandboxAttend = sandboxCall(
  'attend',
  ['沙箱：会议签到', 'Sandbox: sign in to a meeting'],
  fieldsOf(attendMeeting),
)

/** The result of the face check that waits for the doctor. */
export const sandboxFace = sandboxCall('face', ['沙箱：人脸核验结果', 'Sandbox: result of a face check'], {
  doctorId: ref('authenticationDoctor', '医生', 'Doctor', {
    required: '请填写医生',
    requiredEn: 'Please say which doctor',
  }),
  result: choice('结果', 'Result', SANDBOX_RESULTS, { required: '请填写结果', requiredEn: 'Please say how it ends' }),
})

/** A bid: the answer to a tender for an activity. */
export const sandboxBid = sandboxCall('bid', ['沙箱：应征', 'Sandbox: answer a tender'], fieldsOf(enterBid))

export const sandboxCalls: readonly AnyCall[] = [sandboxSign, sandboxReport, sandboxAttend, sandboxFace, sandboxBid]

/** Ports of every call, since nothing played leaves the house: no bank pays it, no gateway sends messages about it. */
const ALWAYS: readonly Port[] = [cmbBank, shortMessage]

/** Ports that have to be on their sandboxes, by the call. */
export const SANDBOX_PORTS: Readonly<Record<string, readonly Port[]>> = {
  [sandboxSign.id]: [esign, ...ALWAYS],
  [sandboxReport.id]: [esign, ...ALWAYS],
  [sandboxAttend.id]: [tencentMeeting, ...ALWAYS],
  [sandboxFace.id]: [baiduFace, ...ALWAYS],
  [sandboxBid.id]: [esign, ...ALWAYS],
}
