import type { AnyCall } from '../../../model/language/domain/call.ts'
import { HEADER } from '../../../model/wire/wire.ts'
import { signatureOf } from '../../ports/http.ts'
import type { Json } from './openapiSchemas.ts'

// Description of the partner API beyond its parameters: how a request is signed, examples, refusals.

const SECRET = 'Zm9yLXRoZS1leGFtcGxlLW9ubHktMDEyMzQ1Njc4OWE'
const TIME = '1718424000'
const MESSAGE = { messageNumber: '20240615-0001' }
const [COMPANY, PLAN, DOCTOR, MEETING] = ['1001', '2001', '3001', '4001'].map((n) => `157590291155${n}000`)

/** An example of a call: what is sent in its body, or beside a file, and what is answered as `data`. */
interface Example {
  readonly sent?: Json
  readonly address?: string
  readonly data: unknown
}

const taken = (bizType: string, bizId: string | undefined, bizCode: string, url = ''): Json => ({
  ...MESSAGE,
  bizType,
  bizId,
  bizCode,
  url,
})

const EXAMPLES: Readonly<Record<string, Example>> = {
  'partner.doctors': {
    sent: { ...MESSAGE, doctorName: '李明', phone: '13900000001', hospitalName: '第一人民医院', title: '主任医师' },
    data: taken('authenticationDoctor', DOCTOR, 'D00001'),
  },
  'partner.certifications': {
    sent: { ...MESSAGE, doctorId: DOCTOR, idCardNumber: '11010519491231002X', idCardFront: '1575902911555001000' },
    data: taken('authenticationDoctor', DOCTOR, 'D00001'),
  },
  'partner.plans': {
    sent: {
      ...MESSAGE,
      entrustedCompanyId: COMPANY,
      planType: 3,
      name: '病例征集',
      planSearchNum: 10,
      invitationStartDate: '2024-06-15',
      invitationEndDate: '2024-06-30',
    },
    data: taken('caseCollection', PLAN, 'HD20240615000001'),
  },
  'partner.plansClose': { sent: { ...MESSAGE, planId: PLAN }, data: taken('caseCollection', PLAN, 'HD20240615000001') },
  'partner.invitations': {
    sent: { ...MESSAGE, planId: PLAN, doctorId: DOCTOR, agree: 1 },
    data: taken('tenderDoctorProtocols', '1575902911556001000', 'XY20240615000001', 'https://sign.example.com/f/1'),
  },
  'partner.bids': {
    sent: {
      ...MESSAGE,
      planId: PLAN,
      doctorId: DOCTOR,
      tenderCode: 'ZM20240615001',
      tenderName: '病例征集医生招募',
      bidPrice: '800.00',
    },
    data: taken('bidRecord', '1575902911554001000', 'ZM20240615001'),
  },
  'partner.bidsWithdraw': {
    sent: { ...MESSAGE, planId: PLAN, doctorId: DOCTOR },
    data: taken('bidRecord', '1575902911554001000', 'ZM20240615001'),
  },
  'partner.reports': {
    sent: { ...MESSAGE, planId: PLAN, doctorId: DOCTOR, collectData: { age: '56' }, files: '1575902911555001000' },
    data: taken('caseCollectionReport', '1575902911557001000', 'HD20240615000001-00001'),
  },
  'partner.files': {
    address: `?messageNumber=${MESSAGE.messageNumber}&name=case.png&kind=1`,
    data: taken('attach', '1575902911555001000', 'case.png'),
  },
  'partner.meetings': {
    sent: { ...MESSAGE, meetingId: MEETING, userName: '李明', phone: '13900000001' },
    data: taken('meetingAttend', '1575902911558001000', ''),
  },
  'partner.contents': {
    sent: {
      ...MESSAGE,
      contentId: '1575902911560001000',
      doctorId: DOCTOR,
      eventType: 3,
      comment: '很有帮助，感谢分享',
    },
    data: taken('contentEvent', '1575902911560002000', '高血压诊疗指南解读'),
  },
  'partner.messages': {
    address: '?after=1575902911550000000',
    data: {
      next: '1575902911559001000',
      more: 0,
      events: [
        {
          eventId: '1575902911559001000',
          ...MESSAGE,
          kind: 'report',
          bizType: 'caseCollectionReport',
          bizId: '1575902911557001000',
          bizCode: 'HD20240615000001-00001',
          outcome: 'refused',
          action: 'audit.reject',
          state: '2/0',
          reason: '病例资料不完整',
          eventTime: '2024-06-15 14:30:00',
        },
      ],
    },
  },
  'partner.settlements': {
    address: '?cycleMonth=202406',
    data: { records: [], total: 0, size: 10, current: 1, pages: 0 },
  },
}

/** The example of a request as it is signed: its texts and what comes of them. */
export interface SignedExample {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly time: string
  readonly secret: string
  readonly text: string
  readonly signature: string
}

/** A request of a call with its signature, step by step; null where there is no example of the call. Pure. */
export function signedExample(call: Pick<AnyCall, 'id' | 'method' | 'paths'>): SignedExample | null {
  const example = EXAMPLES[call.id]
  if (!example) return null
  const path = `/api/${call.paths[0]}${example.address ?? ''}`
  const body = example.sent ? JSON.stringify(example.sent) : ''
  const shown = call.id === 'partner.files' ? '<bytes>' : body
  const text = [TIME, call.method, path, shown].join('\n')
  const signature = signatureOf(SECRET, TIME, call.method, path, body)
  return { method: call.method, path, body, time: TIME, secret: SECRET, text, signature }
}

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** A refusal as an example. */
export const refusal = (code: number, msg: string, data: unknown = null): Json => ({
  content: { 'application/json': { example: { code, success: false, data, msg } } },
})

const SIGNING = [
  '1. text = time + "\\n" + method + "\\n" + path with query + "\\n" + body, each as it is sent (UTF-8; of a file its bytes)',
  '2. signature = lower-case hex of HMAC-SHA256(secret, text)',
  `3. headers: Blade-Auth: bearer <token>, ${HEADER.time}: time (seconds since 1970, at most 300 away), ${HEADER.signature}: signature`,
].join('\n')

/** Additions of the document to a call of the partner API. */
export function partnerOperation(call: AnyCall): Json {
  const example = EXAMPLES[call.id]
  const signed = signedExample(call)
  const steps =
    signed && call.id !== 'partner.files'
      ? `\n\nExample with the secret ${signed.secret}:\n\n${signed.text}\n\ngives ${signed.signature}`
      : ''
  return {
    description: `${SIGNING}${steps}`,
    ...(call.scope ? { 'x-scope': call.scope } : {}),
    security: [{ partner: [] }],
    headers: [
      header(HEADER.time, 'seconds since 1970'),
      header(HEADER.signature, 'HMAC-SHA256 in hex, see the description'),
    ],
    sent: example?.sent,
    answered: { code: 200, success: true, data: example?.data ?? null, msg: '操作成功' },
    refused: {
      401: {
        description: 'token unknown, revoked or over; signature wrong; time more than 5 minutes away',
        ...refusal(401, '缺少签名或签名不正确', { [HEADER.signature]: '不正确' }),
      },
      403: { description: 'scope or company not allowed', ...refusal(403, '该应用不能操作该委托企业') },
      409: {
        description: 'the same number is being processed, or the state does not allow it',
        ...refusal(409, '正在处理中，请稍候'),
      },
      422: { description: 'the same number with another body', ...refusal(422, '同一请求编号的内容不一致') },
      429: {
        description: 'more than 600 calls in a minute; Retry-After says how long to wait',
        ...refusal(429, '操作过于频繁，请在30秒后重试', { retryAfter: 30 }),
      },
    },
  }
}
