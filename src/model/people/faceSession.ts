import { is } from '../language/conditions/condition.ts'
import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { publicPage } from '../language/domain/page.ts'
import { every, past } from '../language/every.ts'
import { choice, datetime, flag, idCard, rate, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { states, statesOf } from '../language/states.ts'

/** 人脸核验: one attempt of a doctor to show who they are, by a link that was sent to them (domain §2.4, 3.8). */
export const faceSession = resource('faceSession', {
  calls: [],
  title: ['人脸核验', 'Face checks'],
  name: 'code',
  fields: {
    // the SHA-256 of what the link holds: the table opens nobody's check
    code: text('核验码', 'Code', { search: 'exact', length: 80, width: 200 }),
    ...readOnly({
      doctorId: ref('authenticationDoctor', '医生', 'Doctor', { shows: 'name' }),
      name: text('姓名', 'Name', { length: 50, width: 100, means: 'person' }),
      idCardNumber: idCard('身份证号', 'Identity no.', { masked: true, width: 170 }),
      verifyToken: text('令牌', 'Token', { length: 128, masked: true }),
      verifyUrl: text('核验地址', 'Address of the check', { length: 500, masked: true }),
      verifyStatus: states(
        '核验状态',
        'Status',
        {
          waiting: [0, '待核验', 'Waiting', 'wait'],
          passed: [1, '通过', 'Passed', 'good'],
          failed: [2, '失败', 'Failed', 'bad'],
          expired: [3, '过期', 'Expired', 'off'],
        },
        { width: 90, initial: 'waiting' },
      ),
      score: rate('分数', 'Score', { width: 90 }),
      simpler: flag('简易核验', 'Simple', { initial: 0, width: 80 }),
      expireTime: datetime('有效期至', 'Good until', { width: 150 }),
      finishTime: datetime('完成时间', 'Finished', { width: 150 }),
    }),
  },
  operations: [],
  list: { columns: [], search: [], filters: ['doctorId', 'code', 'verifyStatus'], sort: 'createTime' },
  owner: 'platform',
  unique: [['code']],
})

const { verifyStatus } = statesOf(faceSession)

/** Results of a face check that a person gives in the sandbox (domain §6). */
export const SANDBOX_RESULTS = { 1: ['通过', 'Passed'], 2: ['未通过', 'Failed'] } as const

const system = { by: 'system' } as const
const waiting = { verifyStatus: 'waiting' } as const

/** 3.8: a check waits half an hour for the doctor, and is asked about a last time before it is over. */
export const faceSessionLifecycle = lifecycle(faceSession, {
  begun: { ...system, label: ['已发起', 'Begun'], from: waiting, to: {} },
  notBegun: { ...system, label: ['未能发起', 'Not begun'], from: waiting, to: { verifyStatus: 'expired' } },
  smsSent: { ...system, label: ['短信已发送', 'Message sent'], from: {}, to: {} },
  smsFailed: { ...system, label: ['短信未送达', 'Message not sent'], from: {}, to: {} },
  ask: { ...system, label: ['查询结果', 'Asked about'], from: waiting, to: {} },
  play: {
    ...system,
    label: ['沙箱给出结果', 'Result given in the sandbox'],
    from: waiting,
    to: {},
    ask: { result: choice('结果', 'Result', SANDBOX_RESULTS, {}) },
  },
  told: { ...system, label: ['已答复', 'Answered'], from: {}, to: {} },
  unanswered: { ...system, label: ['没有答复', 'Not answered'], from: {}, to: {} },
  pass: { ...system, label: ['核验通过', 'Passed'], from: waiting, to: { verifyStatus: 'passed' }, result: 'pass' },
  fail: { ...system, label: ['核验失败', 'Failed'], from: waiting, to: { verifyStatus: 'failed' }, result: 'reject' },
  expire: { ...system, label: ['已过期', 'Expired'], from: waiting, to: { verifyStatus: 'expired' } },
})

/** Checks that are over are asked about a last time. */
export const endFaceSessions = every('faceSession.ask', {
  cron: '*/5 * * * *',
  resource: 'faceSession',
  where: [is('verifyStatus', verifyStatus.waiting), past('expireTime', 'now')],
  step: 'ask',
})

const face = (name: string, title: readonly [string, string]) =>
  call(`face.${name}`, {
    method: 'GET',
    paths: [`blade-third/baidu/${name}`],
    title,
    // the code, which only the doctor was sent, is the permission
    open: 'public',
    safe: true,
    query: { code: text('核验码', 'Code', { length: 64 }) },
    answer: answer.one({
      name: text('姓名', 'Name', { length: 50 }),
      verifyStatus: faceSession.fields.verifyStatus,
      expireTime: datetime('有效期至', 'Good until'),
      verifyUrl: text('开始核验', 'Begin the check', { length: 500 }),
    }),
  })

/** The check that a link is for, and where it is made. */
export const getFaceInfoInit = face('getFaceInfoInit', ['发起人脸核验', 'Begin a face check'])
/** The same of a simple check, of somebody whose identity number is not known: any other is not found. */
export const getFaceInfoSimpler = face('getFaceInfoSimpler', ['发起简易核验', 'Begin a simple check'])

/** Result page of a face check for the doctor: how it ended, by the number in the address. */
export const faceResult = call('face.result', {
  method: 'GET',
  paths: ['blade-third/baidu/result'],
  title: ['核验结果', 'How a face check ended'],
  // says nothing but the words of the number that was sent
  open: 'public',
  safe: true,
  query: { status: text('结果', 'Result', { length: 20 }) },
  answer: answer.one({
    result: text('核验结果', 'Result', { length: 50 }),
    hint: text('说明', 'What to do', { length: 200 }),
  }),
})

/** Pages of the link that a doctor was sent. */
export const facePages = [
  publicPage('faceVerification', {
    path: '/bdface/:code',
    title: ['人脸核验', 'Face check'],
    call: getFaceInfoInit,
    leadsTo: 'verifyUrl',
  }),
  publicPage('faceResult', { path: '/faceverify/:status', title: ['核验结果', 'Face check result'], call: faceResult }),
]
