import {
  SANDBOX_PARAM,
  SANDBOX_PORTS,
  sandboxAttend,
  sandboxBid,
  sandboxFace,
  sandboxReport,
  sandboxSign,
} from '../../../model/administration/partner/sandboxCalls.ts'
import type { AnyCall } from '../../../model/language/domain/call.ts'
import { portParam } from '../../../model/language/domain/port.ts'
import { HEADER } from '../../../model/wire/wire.ts'
import { refusal } from './openapiPartner.ts'
import type { Json } from './openapiSchemas.ts'

// Descriptions and examples of the calls by which people play doctors (domain §6) in the API document.

const [PLAN, DOCTOR, MEETING] = ['2001', '3001', '4001'].map((n) => `157590291155${n}000`)

const made = (bizType: string, bizId: string, bizCode = ''): Json => ({ bizType, bizId, bizCode })

const EXAMPLES: Readonly<Record<string, readonly [sent: Json, data: Json, more: string]>> = {
  [sandboxSign.id]: [
    { planId: PLAN, doctorId: DOCTOR, agree: 2, reason: '时间冲突' },
    made('tenderDoctorProtocols', '1575902911556001000', 'XY20240615000001'),
    [
      'Agree 1 signs, 2 refuses with a reason. The agreement must wait for the doctor: the sandbox of e-signing waits for those whose mobile',
      'number ends with 6, and answers for all others within a minute.',
    ].join(' '),
  ],
  [sandboxReport.id]: [
    { planId: PLAN, doctorId: DOCTOR, collectData: { age: '56' }, files: '1575902911555001000' },
    made('caseCollectionReport', '1575902911557001000', 'HD20240615000001-00001'),
    [
      'The activity runs and the doctor has signed. collectData: answers by the field names of the template of the activity; files: ids that',
      'POST blade-resource/oss/endpoint/put-file answered, joined by commas. With reportId a refused report is handed in again.',
    ].join(' '),
  ],
  [sandboxAttend.id]: [
    { meetingId: MEETING, userName: '李明', phone: '13900000001' },
    made('meetingAttend', '1575902911558001000'),
    'From two hours before the meeting until two hours after it, once a number; a doctor of the meeting has come when the number is theirs.',
  ],
  [sandboxFace.id]: [
    { doctorId: DOCTOR, result: 1 },
    made('faceSession', '1575902911559001000'),
    'The check must have been sent to the doctor (GET blade-csc/customerCertificationRecord/retryFaceSms) and not be over.',
  ],
  [sandboxBid.id]: [
    { planId: PLAN, doctorId: DOCTOR, tenderCode: 'ZM20240615001', tenderName: '病例征集医生招募', bidPrice: '800.00' },
    made('bidRecord', '1575902911560001000', 'ZM20240615001'),
    'Once a doctor and activity, while the activity has not ended. A tender that is left blank is the one of its files.',
  ],
}

/** True of a call by which people play doctors. */
export const isSandboxCall = (call: Pick<AnyCall, 'id'>): boolean => Object.hasOwn(EXAMPLES, call.id)

/** Description, header and examples that the document adds to such a call. */
export function sandboxOperation(call: AnyCall): Json {
  const [sent, data, more] = EXAMPLES[call.id] ?? []
  const keys = (SANDBOX_PORTS[call.id] ?? []).map(({ id }) => portParam(id))
  return {
    description: [
      `A signed-in person plays a doctor, by the rules of the doctor's own ways. Only while the parameter ${SANDBOX_PARAM} is true and`,
      `${keys.join(', ')} are on sandbox. History and audit name the person and the source sandbox; who played a doctor reviews and`,
      'accepts nothing that came of it.',
      more,
    ].join(' '),
    headers: [
      {
        name: HEADER.idempotency,
        in: 'header',
        description: 'the same key with the same body is done once and answered alike',
        schema: { type: 'string', maxLength: 200 },
      },
    ],
    sent,
    answered: { code: 200, success: true, data, msg: '操作成功' },
    refused: {
      403: {
        description: `no permission, or ${SANDBOX_PARAM} is not true`,
        ...refusal(403, `系统参数 ${SANDBOX_PARAM} 未开启，不能代医生操作；该参数由两名管理员修改`),
      },
      409: {
        description: 'a port is not on its sandbox, or the state does not allow it',
        ...refusal(409, `以下接口未使用沙箱，不能代医生操作：${SANDBOX_PORTS[call.id]?.[0]?.title[0]}（${keys[0]}）`),
      },
    },
  }
}
