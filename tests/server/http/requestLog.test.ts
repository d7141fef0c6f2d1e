import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { asSent } from '../../../src/server/auth/passwords.ts'
import { logged, note, startActionLogs, sweepLogs, writeEntries } from '../../../src/server/database/actionLogs.ts'
import { buildApp } from '../../../src/server/http/app.ts'
import { noteJob } from '../../../src/server/jobs/runner.ts'
import { realParts } from '../../../src/server/parts.ts'
import { type Client, type TestApp, testApp } from '../app.ts'

let t: TestApp
let fin: Client
let app: TestApp['app']
let account: string
const lines: { level: string; text: string; facts: Record<string, unknown>; error: unknown }[] = []

beforeAll(async () => {
  t = await testApp()
  const tenant = await t.newTenant()
  fin = await t.signIn(tenant, 'finance')
  account = (await fin.actor()).account
  const at = (level: string) => (text: string, facts: Record<string, unknown>, error?: unknown) =>
    void lines.push({ level, text, facts, error })
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') } as unknown as Console
  app = await buildApp({ ...t.context, log }, realParts)
})
afterAll(async () => {
  await app?.close()
  await t?.app.close()
})

/** The one line of a request. */
async function lineOf(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  headers: Record<string, string> = {},
  payload?: string,
) {
  lines.length = 0
  await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
  while (!lines.some((l) => l.text === 'request')) await new Promise((r) => setImmediate(r))
  return lines.filter((l) => l.text === 'request')
}
const mine = () => ({ 'blade-auth': `bearer ${fin.access}`, 'x-request-id': 'r-1' })

describe('the line of a request', () => {
  it('names who, what, and how it went', async () => {
    const [line, ...more] = await lineOf('GET', '/api/blade-svc/settlementOrder/list?code=SECRET', mine())
    expect(more).toEqual([])
    expect(line).toMatchObject({
      level: 'debug',
      facts: {
        requestId: 'r-1',
        actor: `${fin.tenantId}/${account}`,
        route: 'GET blade-svc/settlementOrder/list',
        status: 200,
        ip: '127.0.0.1',
      },
    })
    expect(line?.facts.ms).toBeTypeOf('number')
    expect(JSON.stringify(line)).not.toContain('SECRET')
  })
  it('names who was refused', async () => {
    const nobody = await t.signIn(fin.tenantId, [])
    const actor = `${fin.tenantId}/${(await nobody.actor()).account}`
    const headers = { 'blade-auth': `bearer ${nobody.access}`, 'content-type': 'application/json' }
    const [line] = await lineOf('POST', '/api/blade-svc/settlementOrder/audit', headers, '{"remark":"SECRET"}')
    expect(line).toMatchObject({
      level: 'info',
      facts: { actor, route: 'POST blade-svc/settlementOrder/audit', status: 403 },
    })
    expect(JSON.stringify(lines)).not.toContain('SECRET')
  })
  it('of a sign-in has no password, no account and no token', async () => {
    const query = new URLSearchParams({
      tenantId: fin.tenantId,
      username: account,
      password: asSent(account),
      grant_type: 'password',
    })
    // a stock client: ours may not put them into the address
    const saber = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`
    const [line] = await lineOf('POST', `/api/blade-auth/oauth/token?${query}`, { authorization: saber })
    expect(line).toMatchObject({ level: 'info', facts: { route: 'POST blade-auth/oauth/token', status: 200 } })
    expect(JSON.stringify(lines)).not.toContain(asSent(account))
  })
  it('of an invalid token names no user', async () => {
    const [line] = await lineOf('GET', '/api/rounds/catalogue', { 'blade-auth': `bearer 000000.${'x'.repeat(43)}` })
    expect(line?.facts).toMatchObject({ route: 'GET rounds/catalogue', status: 401 })
    expect(line?.facts).not.toHaveProperty('actor')
    expect(JSON.stringify(lines)).not.toContain('xxxxx')
  })
  it('holds no token of a link, neither from its page nor from its calls', async () => {
    const token = '000000-abcdefghijklmnopqrstuv'
    for (const url of [`/d/${token}`, `//d/${token}/x?y`, `/bdface/${token}`, '/api/openapi/doctor/view']) {
      const [line] = await lineOf('GET', url, { accept: 'text/html', 'doctor-link': token })
      expect(JSON.stringify(line), url).not.toContain('abcdefgh')
    }
  })
  it('of an undeclared address is cut short', async () => {
    const [line] = await lineOf('PUT', `/api/${'z'.repeat(3000)}?token=SECRET`)
    expect(line?.facts).toMatchObject({ method: 'PUT', status: 404 })
    expect(JSON.stringify(line).length).toBeLessThan(600)
    expect(JSON.stringify(line)).not.toContain('SECRET')
  })
})

describe('the logs that administrators read', () => {
  const ID_NO = '110105194912310021'
  let logs: ReturnType<typeof startActionLogs>
  let admin: Client
  beforeAll(async () => {
    admin = await t.signIn(fin.tenantId, 'administrator')
    logs = startActionLogs(t.context, 3_600_000)
  })
  afterAll(() => logs.stop())
  type Rows = { readonly records: Record<string, unknown>[]; readonly total: number }
  const entries = async (log: 'api' | 'usual' | 'error'): Promise<Rows['records']> => {
    await logs.flush()
    return (await admin.get<Rows>(`blade-log/${log}/list`, { size: 500 })).data.records
  }

  it('say who asked what, when, how long it took and how it ended, and nothing of what was sent', async () => {
    const saved = await admin.post('blade-system/post/submit', {
      postCode: `P${ID_NO}`,
      postName: '秘密岗位',
      category: 1,
      sort: 1,
    })
    expect(saved.status, saved.msg).toBe(200)
    const nobody = await t.signIn(fin.tenantId, [])
    expect((await nobody.post('blade-svc/settlementOrder/audit', { id: '1', remark: ID_NO })).status).toBe(403)
    await fin.get('blade-svc/settlementOrder/list', { code: ID_NO })
    const found = await entries('api')
    const { account } = await admin.actor()
    expect(found.filter((e) => e.requestUri === '/api/blade-system/post/submit')).toMatchObject([
      { title: '保存岗位', titleEn: 'Saving of posts', method: 'POST', status: 200, createBy: account, type: 2 },
    ])
    const refused = found.find((e) => e.requestUri === '/api/blade-svc/settlementOrder/audit')
    expect(refused).toMatchObject({ status: 403, createBy: (await nobody.actor()).account, remoteIp: '127.0.0.1' })
    expect(refused?.title).toContain('结算单：')
    expect(refused?.time).toBeTypeOf('number')
    expect(String(refused?.createTime)).toMatch(/^\d{4}-/)
    // what only reads, at once, is no entry
    expect(found.filter((e) => e.requestUri === '/api/blade-svc/settlementOrder/list')).toEqual([])
    expect(JSON.stringify(found)).not.toContain(ID_NO)
    expect(JSON.stringify(found)).not.toContain('秘密岗位')
  })

  it('hold what went wrong on the server and in browsers, without numbers of persons', async () => {
    const broken = () => {
      throw new TypeError(`no ${ID_NO} of 13812345678`)
    }
    const rounds = { ...realParts.rounds, 'rounds.total': async () => broken() }
    const faulty = await buildApp(t.context, { ...realParts, rounds })
    const silent = vi.spyOn(t.context.log, 'error').mockImplementation(() => undefined)
    const headers = { 'blade-auth': `bearer ${fin.access}` }
    const answer = await faulty.inject({ method: 'GET', url: '/api/rounds/total?resource=post', headers })
    expect(answer.statusCode).toBe(500)
    await faulty.close()
    silent.mockRestore()
    // what no database keeps would take the entries beside it along
    expect(logged('a\0\ud83db\u{1f600}', 4)).toBe('ab')
    t.context.log.warn = () => {}
    await fin.post('blade-log/error/submit', [
      {
        type: 'TypeError',
        message: `idCard ${ID_NO.slice(0, 6)} ${ID_NO.slice(6)} is missing`,
        url: `/csc?q=${ID_NO}`,
      },
    ])
    const found = await entries('error')
    expect(found.find((e) => e.serviceId === 'rounds-console')).toMatchObject({
      exceptionName: 'TypeError',
      message: 'idCard ••• is missing',
      requestUri: '/csc',
      createBy: account,
    })
    expect(found.find((e) => e.serviceId === 'rounds')).toMatchObject({ message: 'no ••• of •••' })
    expect(JSON.stringify(found)).not.toMatch(/110105|13812345678/)
  })

  it('hold how jobs of the tenant ended', async () => {
    const job = { tenantId: fin.tenantId, id: '7', kind: 'export', lane: 'export', payload: {}, attempts: 1, most: 3 }
    noteJob(t.context, job, { state: 'error', error: `row ${ID_NO} cannot be written` }, 12)
    noteJob(t.context, job, { state: 'done' }, 34)
    noteJob(t.context, { ...job, tenantId: '' }, { state: 'done' }, 1)
    const found = await entries('usual')
    expect(found.map((e) => [e.logLevel, e.logData, e.time])).toEqual(
      expect.arrayContaining([
        ['WARN', '作业 export 第 1 次执行失败：row ••• cannot be written', 12],
        ['INFO', '作业 export 第 1 次执行完成', 34],
      ]),
    )
    expect(found).toHaveLength(2)
  })

  it('are as many as fit, and as old as the parameter says', async () => {
    const own = await t.newTenant()
    const count = async () => {
      const [row] = await t.db.scoped<{ n: number }>(
        { tenantId: own },
        { text: 'select count(*)::int as n from "log_api" where tenant_id = $1', values: [own] },
      )
      return row?.n
    }
    const aged = (days: number) => ({
      log: 'api' as const,
      tenantId: own,
      row: { createTime: new Date(Date.now() - days * 86_400_000) as never, type: 2 as const, title: `${days}` },
    })
    await writeEntries(t.context, [1, 2, 3, 40, 179, 181].map(aged))
    await sweepLogs(t.context)
    expect(await count()).toBe(5)
    await t.db.owner((tx) =>
      tx.query(`update "param" set param_value = '30' where tenant_id = $1 and param_key = 'retention.days.log'`, [
        own,
      ]),
    )
    await sweepLogs(t.context)
    expect(await count()).toBe(3)
    await sweepLogs(t.context, 2)
    expect(await count()).toBe(2)
    // more than wait at once are counted, not kept
    const warned = vi.spyOn(t.context.log, 'warn').mockImplementation(() => undefined)
    for (let n = 0; n < 2_100; n++) note(t.context, { log: 'usual', tenantId: own, row: { logId: String(n) } })
    await logs.flush()
    expect(warned.mock.calls.join()).toContain('100 entries of the request log were not kept')
    warned.mockRestore()
  })
})
