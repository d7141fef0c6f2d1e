import { caseCollection } from '../../../src/model/activities/collections.ts'
import { activityServiceProject } from '../../../src/model/activities/projects.ts'
import { caseCollectionTemplate, caseCollectionTemplateAttr } from '../../../src/model/activities/templates.ts'
import { smsLog } from '../../../src/model/administration/system/smsLog.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { entrustedEmployee } from '../../../src/model/people/entrustedEmployee.ts'
import type { Answer, Client, TestApp } from '../app.ts'
import { load, rowsBy } from '../decisions/fixture.ts'
import { carried, serve } from '../integrations/carry.ts'
import { companyIn, doctorIn, SIGNS } from '../integrations/parties.ts'
import { documentsMade } from '../records/documentsMade.ts'

const { faceStatus, protocolStatus } = statesOf(authenticationDoctor)
const { planStatus } = statesOf(caseCollection)
const { templateStatus } = statesOf(caseCollectionTemplate)

/** Headers of whoever bears a link. */
type Bears = Readonly<Record<string, string>>

let keys = 0

/** Calls the page's API as a browser on a doctor's phone does. */
export const phoneOf = (t: TestApp, token: string) => {
  let proof = ''
  const headers = (more: Bears = {}): Bears => ({
    'doctor-link': token,
    ...(proof ? { 'doctor-proof': proof } : {}),
    ...more,
  })
  const get = <T = Record<string, unknown>>(path: string, query: Record<string, string> = {}): Promise<Answer<T>> =>
    t.call<T>('GET', `openapi/doctor/${path}`, { headers: headers(), query })
  const post = <T = Record<string, unknown>>(
    path: string,
    body: unknown = {},
    key = `k${++keys}`,
  ): Promise<Answer<T>> =>
    t.call<T>('POST', `openapi/doctor/${path}`, {
      headers: headers({ 'content-type': 'application/json', ...(key ? { 'idempotency-key': key } : {}) }),
      payload: JSON.stringify(body),
    })
  return {
    get,
    post,
    headers,
    /** Answers the question who it is; keeps the proof. */
    async identify(idCardNumber: string, code = ''): Promise<Answer<{ proof: string; sent: string }>> {
      const answer = await post<{ proof: string; sent: string }>(
        'identify',
        { last6: idCardNumber.slice(-6), code },
        '',
      )
      proof = answer.data?.proof || proof
      return answer
    },
    bear: (given: string) => {
      proof = given
    },
    proof: () => proof,
  }
}

/** A tenant with a company and a running case collection, whose template asks for a complaint and a picture. */
export async function ground(t: TestApp) {
  const tenantId = await t.newTenant()
  for (const port of ['esign', 'shortMessage', 'baiduFace']) await serve(t.context, tenantId, port)
  const ops = await t.signIn(tenantId, 'ops')
  const company = await companyIn(t.context, tenantId, SIGNS)
  const doctor = (more: Parameters<typeof doctorIn>[2] = {}) =>
    doctorIn(t.context, tenantId, {
      ...SIGNS,
      protocolStatus: protocolStatus.agreed,
      faceStatus: faceStatus.passed,
      ...more,
    })
  const { id: employeeId } = await load(t.context, tenantId, (work) =>
    work.insert(entrustedEmployee, {
      ...{ employeeNumber: 'E1', name: '王负责', phone: '19988887777' },
      ...{ entrustedCompanyId: company.id, entrustedCompanyName: company.name },
    } as never),
  )
  const planId = await load(t.context, tenantId, async (work) => {
    const project = await work.insert(activityServiceProject, {
      ...{ code: 'FW1', name: '病例服务', projectType: 3, taxItemCode: '3040407', enableStatus: 1 },
    } as never)
    const template = await work.insert(caseCollectionTemplate, {
      ...{ code: 'BM1', name: '病例模板', templateStatus: templateStatus.enabled },
    } as never)
    for (const [attrName, attrCode, attrType] of [
      ['主诉', 'complaint', 1],
      ['照片', 'photo', 7],
    ] as const)
      await work.insert(caseCollectionTemplateAttr, {
        ...{ templateId: template.id, attrName, attrCode, attrType, required: attrCode === 'complaint' ? 1 : 0 },
      } as never)
    const plan = await work.insert(caseCollection, {
      ...{ code: 'HD1', name: '慢病病例征集', planType: 3, activityServiceProjectId: project.id, unitFee: '800.00' },
      ...{ baseEmployeeId: employeeId, baseEmployeeName: '王负责' },
      ...{ entrustedCompanyId: company.id, entrustedCompanyName: company.name, templateId: template.id },
      ...{
        invitationStartDate: '2024-06-01',
        invitationEndDate: '2024-06-30',
        planSearchNum: 10,
        planStatus: planStatus.inProgress,
      },
    } as never)
    return plan.id
  })
  return { tenantId, ops, company, employeeId, doctor, planId }
}
export type Ground = Awaited<ReturnType<typeof ground>>

/** Invites a doctor as staff do; the agreement is drawn and sent, and so is the message. Answers the link's token. */
export async function invited(t: TestApp, g: Ground, doctorId: string): Promise<string> {
  const before = (await rowsBy(t.context, g.tenantId, smsLog, 'result', 1 as never)).length
  const answer = await g.ops.post('blade-act/caseCollectionDoctor/saveList', [
    { caseCollectionId: g.planId, doctorId, planSearchNum: 1 },
  ])
  if (answer.status !== 200) throw new Error(answer.msg)
  await documentsMade(t, g.tenantId)
  await carried(t.context, g.tenantId, 'esign')
  return tokenSent(t, g, before)
}

/** The token in the message that the sandbox shows last. */
export async function tokenSent(t: TestApp, g: Ground, before: number): Promise<string> {
  await carried(t.context, g.tenantId, 'shortMessage')
  const logs = await rowsBy(t.context, g.tenantId, smsLog, 'result', 1 as never)
  if (logs.length !== before + 1) throw new Error(`${logs.length - before} messages were sent`)
  return /\/d\/(\S+)$/.exec(logs.at(-1)?.params ?? '')?.[1] ?? ''
}

/** A link that staff make by hand. */
export async function madeBy(
  who: Client,
  purpose: number,
  bizType: string,
  bizId: string,
  sentVia = 3,
): Promise<Answer<{ id: string; url: string; expireTime: string }>> {
  return who.post('blade-sys/doctorLink/create', { purpose, bizType, bizId, sentVia })
}
