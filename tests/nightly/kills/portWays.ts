import { Readable } from 'node:stream'
import { doctorLink } from '../../../src/model/activities/doctorSide/doctorLink.ts'
import { meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { meetingTencent } from '../../../src/model/activities/meetings/meetingTencent.ts'
import { apiMessagePool } from '../../../src/model/administration/system/apiMessagePool.ts'
import { contentManagement } from '../../../src/model/content/contentManagement.ts'
import { attach } from '../../../src/model/files/attach.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { faceSession } from '../../../src/model/people/faceSession.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { tenderDoctorProtocols } from '../../../src/model/tender/protocols.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { decide, decideAsSystem } from '../../../src/server/deciding/engine.ts'
import { sendText } from '../../../src/server/domains/activities/doctorSide/links.ts'
import { createOnline } from '../../../src/server/domains/activities/onlineMeetingCalls.ts'
import { sendFaceCheck } from '../../../src/server/domains/people/faceChecks.ts'
import { keep, receive } from '../../../src/server/files/disk.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { person } from '../../rules/people.ts'
import { change, load, order, rowNow, rowsBy, type World } from '../../server/decisions/fixture.ts'

/** Request to a partner: its origin, the partner's answer, and its effect here. */
export interface Way {
  readonly port: string
  readonly call: string
  /** Asks for it, in a transaction that is committed; answers the id of the record it is about. */
  readonly ask: (w: World) => Promise<string>
  /** Answer of the partner after execution. */
  readonly answer: Readonly<Record<string, unknown>>
  /** The step that the answer takes, once. */
  readonly step: string
  /** Whether the answer is kept. */
  readonly done: (context: ServerContext, tenantId: string, id: string) => Promise<boolean>
}

const inWork = <T>(w: World, fn: (work: UnitOfWork) => Promise<T>) => load(w.context, w.tenantId, fn)
const doctorOf = (w: World): string => w.doctors[0] as string
const ID_CARD = '990101199001011234'

/** A stored file of the tenant; its id. */
async function filed(w: World, bytes: string): Promise<string> {
  const arrived = await receive(w.context, Readable.from([Buffer.from(bytes)]))
  const name = `20240615/${w.context.id()}.pdf`
  await keep(w.context, arrived, w.tenantId, name)
  const row = { name, originalName: '协议.pdf', extension: 'pdf', attachSize: bytes.length }
  return (await inWork(w, (work) => work.insert(attach, row as never))).id
}

/** By a name of its own. Every call by which a partner is told to do something new of the head of the chain. */
export const ways: Readonly<Record<string, Way>> = {
  message: {
    port: 'messagePush',
    call: 'push',
    ask: async (w) => {
      const { id } = await order(w, { status: 3 })
      await decide(w.context, person(w.tenantId, 'ops'), { resource: 'settlementOrder', transition: 'push', id })
      return id
    },
    answer: { ack: 'ACK' },
    step: 'process',
    done: async (context, tenantId, id) =>
      (await rowsBy(context, tenantId, apiMessagePool, 'biz_id', id))[0]?.messageStatus === 'PROCESSED' &&
      (await rowNow(context, tenantId, settlementOrder, id)).pushStatus === 1,
  },
  account: {
    port: 'esign',
    call: 'createAccount',
    ask: async (w) => {
      const id = doctorOf(w)
      await change(w.context, w.tenantId, authenticationDoctor, id, { idCardNumber: ID_CARD })
      const register = { resource: 'authenticationDoctor', transition: 'esign.register', id }
      await decide(w.context, person(w.tenantId, 'ops'), register)
      return id
    },
    answer: { accountId: 'ES-1' },
    step: 'esign.registered',
    done: async (context, tenantId, id) => {
      const doctor = await rowNow(context, tenantId, authenticationDoctor, id)
      return doctor.esignStatus === 1 && doctor.esignAccountId === 'ES-1'
    },
  },
  agreement: {
    port: 'esign',
    call: 'createFlow',
    ask: async (w) => {
      const doctorId = doctorOf(w)
      await change(w.context, w.tenantId, authenticationDoctor, doctorId, { esignStatus: 1, esignAccountId: 'ES-1' })
      const fileUrl = await filed(w, '%PDF-1.4 agreement')
      const values = { protocolCode: 'XY1', title: '协议', protocolType: 1, doctorId, doctorName: '医生1', fileUrl }
      const { id } = await inWork(w, (work) => work.insert(tenderDoctorProtocols, values as never))
      await decideAsSystem(w.context, w.tenantId, { resource: 'tenderDoctorProtocols', transition: 'flow.send', id })
      return id
    },
    answer: { flowId: 'F-1', signUrl: 'https://sign.example.com/1' },
    step: 'flow.sent',
    done: async (context, tenantId, id) =>
      (await rowNow(context, tenantId, tenderDoctorProtocols, id)).signFlowId === 'F-1',
  },
  meeting: {
    port: 'tencentMeeting',
    call: 'createMeeting',
    ask: async (w) => {
      const values = {
        ...{ name: '线上会', entrustedCompanyId: w.companyId, baseEmployeeId: w.employeeId },
        ...{ activityServiceProjectId: '1', planStatus: 1, meetingType: 1, planSearchNum: 1 },
        ...{ invitationStartDate: '2024-06-01', invitationEndDate: '2024-07-01' },
        ...{ startTime: '2024-06-15 14:00:00', endTime: '2024-06-15 16:00:00' },
      }
      const { id } = await inWork(w, (work) => work.insert(meeting, values as never))
      await inWork(w, async (work) => {
        const [held] = await work.lock(meeting, [id])
        await createOnline(work, held as never, null)
      })
      return id
    },
    answer: { tencentMeetingId: 'TM-1', meetingCode: '123456789', joinUrl: 'https://meeting.example.com/1' },
    step: 'created',
    done: async (context, tenantId, id) => {
      const made = await rowsBy(context, tenantId, meetingTencent, 'meeting_id', id)
      return made.length === 1 && made[0]?.state === 'SCHEDULED' && made[0].tencentMeetingId === 'TM-1'
    },
  },
  content: {
    port: 'contentSafety',
    call: 'check',
    ask: async (w) => {
      const { id } = await inWork(w, (work) =>
        work.insert(contentManagement, { title: '指南', content: '<p>文</p>' } as never),
      )
      const publish = { resource: 'contentManagement', transition: 'publish', id }
      await decide(w.context, person(w.tenantId, 'content'), publish)
      return id
    },
    answer: { result: 'CLEAN', hits: [] },
    step: 'checked',
    done: async (context, tenantId, id) => (await rowNow(context, tenantId, contentManagement, id)).machineResult === 1,
  },
  unit: {
    port: 'cmbBank',
    call: 'unitOpen',
    ask: async (w) => {
      const values = {
        ...{ code: 'C9', name: '新企业', socialCreditCode: '91330100MA27XW9999', legalPerson: '康' },
        ...{ licenseUrl: await filed(w, '%PDF-1.4 licence'), platformFeeRate: '0.060000' },
      }
      const { id } = await inWork(w, (work) => work.insert(entrustedCompany, values as never))
      const pass = { resource: 'entrustedCompany', transition: 'audit.pass', id }
      await decide(w.context, person(w.tenantId, 'ops'), pass)
      return id
    },
    answer: { unitNo: 'DM-1', bankAccount: '57190000000001' },
    step: 'unit.opened',
    done: async (context, tenantId, id) =>
      Number((await rowNow(context, tenantId, entrustedCompany, id)).unitProgress) !== 1,
  },
  face: {
    port: 'baiduFace',
    call: 'faceInit',
    ask: async (w) => {
      const id = doctorOf(w)
      await change(w.context, w.tenantId, authenticationDoctor, id, { idCardNumber: ID_CARD })
      await inWork(w, async (work) => {
        const [doctor] = await work.lock(authenticationDoctor, [id])
        if (doctor) await sendFaceCheck(work, doctor as never, false)
      })
      return id
    },
    answer: { verifyToken: 'V-1', url: 'https://face.example.com/1' },
    step: 'begun',
    done: async (context, tenantId, id) => {
      const all = await rowsBy(context, tenantId, faceSession, 'doctor_id', id)
      return all.length === 1 && all[0]?.verifyToken === 'V-1'
    },
  },
  text: {
    port: 'shortMessage',
    call: 'sendText',
    ask: async (w) => {
      const values = { purpose: 1, title: '邀请', doctorId: doctorOf(w), sentVia: 1, bizType: 'caseCollectionDoctor' }
      return inWork(w, async (work) => {
        const link = await work.insert(doctorLink, { ...values, bizId: '1', tokenHash: 'a'.repeat(64) } as never)
        await sendText(work, link as never, '19900000001', 'doctorInvitation' as never, { doctorName: '医生1' })
        return (link as { id: string }).id
      })
    },
    answer: { bizId: 'SMS-1' },
    step: 'smsSent',
    done: async (context, tenantId, id) => Boolean((await rowNow(context, tenantId, doctorLink, id)).smsNote),
  },
}
