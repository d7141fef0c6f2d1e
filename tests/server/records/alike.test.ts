import { afterAll, beforeAll, expect, it } from 'vitest'
import { caseCollectionReport, clinicalResearchReport } from '../../../src/model/activities/reports/reports.ts'
import { attachUse } from '../../../src/model/files/attach.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import type { AlikeAnswer } from '../../../src/model/wire/evidence.ts'
import { creditCodeOf } from '../../../src/server/seed/values/numbers.ts'
import { keepPrint } from '../../../src/server/writing/unitOfWork/prints.ts'
import type { AnyResource } from '../../../src/server/writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { upload } from '../upload.ts'

const { approvalStatus } = statesOf(caseCollectionReport)

/** What is like a report, by its text and its files, and who is told of it. */
let t: TestApp
let tenantId: string
let admin: Client
const ids: Record<string, string> = {}
const companies: string[] = []

const COURSE =
  '两月前活动后出现胸闷，休息可缓解；近一周发作次数增多，无夜间憋醒。查体生命体征平稳，心率七十二次每分，血压一百三十八比八十六，双肺呼吸音清，未闻及干湿啰音，双下肢无水肿，复查指标接近正常，继续原方案随访。'
const CASE = { caseCollectionId: '9' } as const
const OTHER =
  '五年前确诊，口服药物控制尚可；近来口渴多尿，体重下降约四公斤，双足麻木刺痛。加用康复训练并控制饮食，六周后步行距离增加。'

const write = async (name: string, of: AnyResource, values: object) => {
  const actor = await admin.actor()
  ids[name] = await t.db.transaction({ tenantId: actor.tenantId }, async (tx) => {
    const work = new SqlUnitOfWork(t.context, actor, tx)
    const row = await work.insert(of, values as never)
    await keepPrint(work, of, row as never)
    await work.flush()
    return (row as { id: string }).id
  })
}
const holds = async (name: string, bytes: Buffer) => {
  const { attachId } = (await upload(t, admin, bytes, 'a.pdf')).data
  const actor = await admin.actor()
  await t.db.transaction({ tenantId }, async (tx) => {
    const work = new SqlUnitOfWork(t.context, actor, tx)
    const use = { resource: 'caseCollectionReport', recordId: ids[name], field: 'files' }
    await work.insert(attachUse, { attachId, ...use } as never)
    await work.flush()
  })
}
const alikeTo = async (who: Client, name: string) => {
  const { data } = await who.get<AlikeAnswer>('rounds/alike', { resource: 'caseCollectionReport', id: ids[name] })
  const called = (id: string) => Object.keys(ids).find((one) => ids[one] === id)
  return {
    alike: data.alike
      .map((a) => `${called(a.id)} ${a.same}${a.same === 'text' && a.what === '100' ? ' whole' : ''}`)
      .sort(),
    others: data.others.map((o) => called(o.id)).sort(),
  }
}

beforeAll(async () => {
  t = await testApp()
  tenantId = await t.newTenant()
  admin = await t.signIn(tenantId, 'administrator')
  for (const name of ['甲', '乙']) {
    await write(`company ${name}`, entrustedCompany, {
      name: `公司${name}`,
      socialCreditCode: creditCodeOf(companies.length + 90_001),
      legalPerson: '李',
    })
    companies.push(String(ids[`company ${name}`]))
  }
  const [one, two] = companies.map((entrustedCompanyId) => ({
    entrustedCompanyId,
    doctorId: '77',
    baseEmployeeId: '8',
    approvalStatus: approvalStatus.pending,
  }))
  await write('first', caseCollectionReport, {
    ...one,
    ...CASE,
    codeNumber: '1',
    collectData: { course: COURSE, sex: '男' },
  })
  // written otherwise in a few places, among other answers
  const nearly = `${COURSE.replace('继续原方案', '维持原方案')}`
  await write('nearly', caseCollectionReport, {
    ...one,
    ...CASE,
    codeNumber: '2',
    collectData: { a: nearly, sex: '女' },
  })
  await write('same', clinicalResearchReport, {
    ...two,
    clinicalResearchId: '9',
    codeNumber: '3',
    collectData: { text: COURSE },
  })
  await write('other', caseCollectionReport, { ...one, ...CASE, codeNumber: '4', collectData: { course: OTHER } })
  await write('stranger', caseCollectionReport, {
    ...two,
    ...CASE,
    codeNumber: '5',
    doctorId: '78',
    collectData: { course: OTHER.slice(0, 30) },
  })
  const scan = Buffer.from('%PDF-1.4\nthe same scan')
  await holds('first', scan)
  await holds('other', scan)
  await holds('stranger', Buffer.from('%PDF-1.4\nanother scan'))
}, 300_000)
afterAll(() => t.app.close())

it('reports of nine tenths the same text, and those that hold the same file, are told of; others are not', async () => {
  expect(await alikeTo(admin, 'first')).toEqual({
    alike: ['nearly text', 'other file', 'same text whole'],
    others: ['nearly', 'other', 'same'],
  })
  expect(await alikeTo(admin, 'stranger')).toEqual({ alike: [], others: [] })
})

it('of what somebody does not reach they are told nothing', async () => {
  const role = await t.newRole(tenantId, ['caseCollectionReport_view', 'clinicalResearchReport_view'])
  const own = await t.signIn(tenantId, role, { userType: 2, company: companies[0] as string })
  // the same text was handed in for another company
  expect((await alikeTo(own, 'first')).alike).toEqual(['nearly text', 'other file'])
  const cases = await t.signIn(tenantId, await t.newRole(tenantId, ['caseCollectionReport_view']))
  expect((await alikeTo(cases, 'first')).alike).toEqual(['nearly text', 'other file'])
  const far = await t.signIn(await t.newTenant(), 'administrator')
  expect((await far.get('rounds/alike', { resource: 'caseCollectionReport', id: ids.first })).status).toBe(404)
  const nobody = await t.signIn(tenantId, await t.newRole(tenantId, ['attach_view']))
  expect((await nobody.get('rounds/alike', { resource: 'caseCollectionReport', id: ids.first })).status).toBe(403)
})
