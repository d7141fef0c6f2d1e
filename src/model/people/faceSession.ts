import { answer } from '../kernel/answer.ts'
import { call } from '../kernel/call.ts'
import { choice, datetime, flag, idCard, rate, readOnly, ref, text } from '../kernel/field.ts'
import { publicPage } from '../kernel/page.ts'
import { resource } from '../kernel/resource.ts'

/** 人脸核验: one attempt of a doctor to show who they are, by a code that was sent to them (domain §2.4). */
export const faceSession = resource('faceSession', {
  calls: [],
  title: ['人脸核验', 'Face checks'],
  name: 'code',
  fields: {
    code: text('核验码', 'Code', { search: 'exact', length: 64, width: 200 }),
    ...readOnly({
      doctorId: ref('authenticationDoctor', '医生', 'Doctor', { shows: 'name' }),
      name: text('姓名', 'Name', { length: 50, width: 100, means: 'person' }),
      idCardNumber: idCard('身份证号', 'Identity no.', { masked: true, width: 170 }),
      verifyToken: text('令牌', 'Token', { length: 128, masked: true }),
      verifyStatus: choice(
        '核验状态',
        'Status',
        {
          0: ['待核验', 'Waiting', 'wait'],
          1: ['通过', 'Passed', 'good'],
          2: ['失败', 'Failed', 'bad'],
          3: ['过期', 'Expired', 'off'],
        },
        { width: 90, initial: 0 },
      ),
      score: rate('分数', 'Score', { width: 90 }),
      simpler: flag('简易核验', 'Simple', { initial: 0, width: 80 }),
      finishTime: datetime('完成时间', 'Finished', { width: 150 }),
    }),
  },
  operations: [],
  list: { columns: [], search: [], filters: ['doctorId', 'code'], sort: 'createTime' },
  owner: 'platform',
  unique: [['code']],
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
    }),
  })

/** Both begin a check at the provider: its port is not there yet. */
export const getFaceInfoInit = face('getFaceInfoInit', ['发起人脸核验', 'Begin a face check'])
export const getFaceInfoSimpler = face('getFaceInfoSimpler', ['发起简易核验', 'Begin a simple check'])

/** What a doctor is told after a check: how it ended, by the number in the address. */
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
  publicPage('faceVerification', { path: '/bdface/:code', title: ['人脸核验', 'Face check'], call: getFaceInfoInit }),
  publicPage('faceResult', { path: '/faceverify/:status', title: ['核验结果', 'Face check result'], call: faceResult }),
]
