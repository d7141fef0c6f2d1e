import { newId } from '../../../src/server/core/ids.ts'
import { signatureOf } from '../../../src/server/ports/http.ts'
import { creditCodeOf } from '../../../src/server/seed/values/numbers.ts'
import { type Answer, admit, type Client, type TestApp } from '../app.ts'

/** A partner's system in tests: a client of its own, tokens, and requests that are signed as the guide says. */
export interface System {
  readonly id: string
  readonly clientId: string
  readonly secret: string
  readonly token: string
  send<T = Record<string, string>>(path: string, body: object, how?: How): Promise<Answer<T>>
  read<T = Record<string, unknown>>(path: string, how?: How): Promise<Answer<T>>
}

/** What an attacker changes of a request. */
export interface How {
  readonly token?: string
  readonly secret?: string
  readonly time?: number
  readonly signed?: string | Buffer
  readonly type?: string
  readonly bytes?: Buffer
}

let n = 0

const ok = <T>(answer: Answer<T>): T => {
  if (answer.status !== 200) throw new Error(answer.raw)
  return answer.data
}
const add = async (who: Client, path: string, body: object): Promise<string> =>
  ok(await who.post<{ id: string }>(`${path}/submit`, body)).id

/** A company in use with what an activity of it names. */
export interface Planning {
  readonly company: string
  readonly plan: Readonly<Record<string, unknown>>
}

export async function planning(t: TestApp, admin: Client): Promise<Planning> {
  n += 1
  const entrustedCompanyId = await add(admin, 'blade-csc/entrustedCompany', {
    name: `合作企业${n}`,
    socialCreditCode: creditCodeOf(9_300 + n),
    legalPerson: '张三',
    establishDate: '2010-05-01',
  })
  await admit(t, entrustedCompanyId)
  const deptId = await add(admin, 'blade-csc/entrustedDept', { entrustedCompanyId, deptName: `部门${n}` })
  const baseProductId = await add(admin, 'blade-sys/baseProduct', {
    entrustedCompanyId,
    productCode: `PA${n}`,
    productName: `产品${n}`,
  })
  const employee = { entrustedCompanyId, employeeNumber: `EA${n}`, name: `员工${n}`, deptId }
  const baseEmployeeId = await add(admin, 'blade-csc/entrustedEmployee', employee)
  const project = { name: `服务${n}`, projectType: 3, taxItemCode: '3040', baseProductId }
  const activityServiceProjectId = await add(admin, 'blade-act/activityServiceProject', project)
  const dates = { invitationStartDate: '2024-06-01', invitationEndDate: '2024-06-30' }
  const plan = {
    planType: 3,
    name: '征集',
    baseEmployeeId,
    baseProductId,
    activityServiceProjectId,
    planSearchNum: 5,
    unitFee: '100.00',
    ...dates,
  }
  return { company: entrustedCompanyId, plan }
}

/** Asks for a token as a partner's system does. */
export const tokenFor = (t: TestApp, clientId: string, secret: string) =>
  t.call<never>('POST', 'blade-auth/oauth/token', {
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
    payload: { grant_type: 'client_credentials' },
  }) as Promise<Answer<never> & { access_token?: string; expires_in?: number; scope?: string }>

export const takeSecret = async (admin: Client, id: string) =>
  ok(await admin.post<{ clientId: string; clientSecret: string }>('blade-system/client/secret', { id }))

/** A signed request. */
export function ask<T>(
  t: TestApp,
  of: { readonly token: string; readonly secret: string },
  method: 'GET' | 'POST',
  path: string,
  body: string | Buffer,
  how: How = {},
): Promise<Answer<T>> {
  const time = String(Math.floor(Date.now() / 1000) + (how.time ?? 0))
  const signature = signatureOf(
    how.secret ?? of.secret,
    time,
    method,
    `/api/openapi/partner/${path}`,
    how.signed ?? body,
  )
  const type = how.type ?? (typeof body === 'string' ? 'application/json' : 'application/octet-stream')
  return t.call<T>(method, `openapi/partner/${path}`, {
    headers: {
      'blade-auth': `bearer ${how.token ?? of.token}`,
      'x-rounds-time': time,
      'x-rounds-signature': signature,
      ...(method === 'POST' ? { 'content-type': type } : {}),
    },
    ...(method === 'POST' ? { payload: body } : {}),
  })
}

/** A client with these scopes, bound as said, with its secret and a first token. */
export async function system(t: TestApp, admin: Client, scopes: readonly string[], bound: object): Promise<System> {
  const allowed = Object.fromEntries(scopes.map((scope) => [scope, 1]))
  const id = await add(admin, 'blade-system/client', { clientName: `合作方${newId().slice(-6)}`, ...allowed, ...bound })
  const { clientId, clientSecret: secret } = await takeSecret(admin, id)
  const { access_token: token = '', raw } = await tokenFor(t, clientId, secret)
  if (!token) throw new Error(raw)
  const of = { token, secret }
  return {
    id,
    clientId,
    secret,
    token,
    send: (path, body, how = {}) => ask(t, of, 'POST', path, how.bytes ?? JSON.stringify(body), how),
    read: (path, how = {}) => ask(t, of, 'GET', path, '', how),
  }
}
