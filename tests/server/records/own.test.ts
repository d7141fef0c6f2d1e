import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resourceOf } from '../../../src/model/business.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { rowsOf } from '../../../src/model/wire/columns.ts'
import type { Found, Page, Slice, WireRow, WireTable } from '../../../src/model/wire/wire.ts'
import { flowManager } from '../../../src/model/workflow/definitions.ts'
import { leave } from '../../../src/model/workflow/leave.ts'
import { work } from '../../../src/model/workflow/work.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { columnOf, quoted, tableOf } from '../../../src/server/database/names.ts'
import { type Client, type TestApp, testApp } from '../app.ts'
import { fill } from '../store/fill.ts'

const { approvalRoute, flowStatus, taskNode } = statesOf(leave)

let t: TestApp
let asks: Client
let decides: Client
let third: Client
let company: Client
let admin: Client
let stranger: Client
let process: string
let id: string

const LEAVE = 'blade-desk/process/leave'
const asked = (more: object = {}) => ({
  processDefinitionId: process,
  startTime: '2024-06-17 09:00:00',
  endTime: '2024-06-18 18:00:00',
  reason: '年假',
  ...more,
})
const start = async (who: Client, more: object = {}) => await who.post<WireRow>(`${LEAVE}/start-process`, asked(more))

beforeAll(async () => {
  t = await testApp()
  const [tenantId, other] = [await t.newTenant(), await t.newTenant()]
  asks = await t.signIn(tenantId, 'ops')
  decides = await t.signIn(tenantId, 'finance')
  third = await t.signIn(tenantId, 'finance')
  company = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: '11' })
  admin = await t.signIn(tenantId, 'administrator')
  stranger = await t.signIn(other, 'administrator')
  const rows = await t.db.owner((tx) =>
    tx.query<{ id: string }>(
      `insert into "flow_manager" (tenant_id, id, name, "key", category, process_version, suspend_state, create_time, update_time)
       values ($1, $2, '请假流程', 'process-leave', 'flow_1', 1, 1, now(), now()) returning id::text as id`,
      [tenantId, t.context.id()],
    ),
  )
  process = rows[0]?.id ?? ''
  id = (await start(asks, { taskUser: decides.userId })).data.id
})
afterAll(() => t?.app.close())

/** The ids that each door gives a person. */
async function doors(who: Client): Promise<Record<string, number>> {
  const found = async (path: string, query: object) => (await who.get<Page>(path, query as never)).data?.records ?? []
  const rows = (table: WireTable | null) => (table ? rowsOf(table) : [])
  const has = (all: readonly { readonly id?: unknown; readonly businessId?: unknown }[]) =>
    all.filter((row) => row.id === id || row.businessId === id).length
  return {
    list: has(await found(`${LEAVE}/list`, {})),
    filtered: has(await found(`${LEAVE}/list`, { flowStatus: flowStatus.inApproval })),
    window: has(rows((await who.get<Slice>('rounds/window', { resource: 'leave', size: 50 })).data)),
    rows: has(rows((await who.get<WireTable>('rounds/rows', { resource: 'leave', ids: id })).data)),
    detail: Number((await who.get(`${LEAVE}/detail`, { businessId: id })).status === 200),
    history: (await found('blade-approvalHistory/list', { bizType: 'leave', bizId: id })).length,
    course: Number((await who.get('blade-flow/process/history-flow-list', { processInstanceId: code })).status === 200),
    todo: has(await found('blade-flow/work/todo-list', {})),
    done: has(await found('blade-flow/work/done-list', {})),
    send: has(await found('blade-flow/work/send-list', {})),
    search: has((await who.get<Found[]>('rounds/search', { q: code })).data ?? []),
    total: (await who.get<{ total: number }>('rounds/total', { resource: 'leave' })).data?.total ?? 0,
  }
}
let code: string
const NONE = {
  list: 0,
  filtered: 0,
  window: 0,
  rows: 0,
  detail: 0,
  history: 0,
  course: 0,
  todo: 0,
  done: 0,
  send: 0,
  search: 0,
  total: 0,
}
const ALL = { list: 1, filtered: 1, window: 1, rows: 1, detail: 1, course: 1, total: 1 }

describe('rows of persons', () => {
  beforeAll(async () => {
    code = String((await asks.get<WireRow>(`${LEAVE}/detail`, { businessId: id })).data.processInstanceId)
    expect(code).toMatch(/^QJ\d{14}$/)
  })

  it('are reached by whom they name and by nobody else, through every door', async () => {
    expect(await doors(asks)).toEqual({ ...NONE, ...ALL, send: 1 })
    // counted and remembered for the first, and not answered to the second
    expect(await doors(third)).toEqual(NONE)
    expect(await doors(decides)).toEqual({ ...NONE, ...ALL, todo: 1 })
    expect(await doors(company)).toEqual(NONE)
    expect(await doors(stranger)).toEqual(NONE)
    // holds leave_all; what there is to do is still a person's own
    expect(await doors(admin)).toEqual({ ...NONE, ...ALL })
  })

  it('are decided by whom they are assigned to', async () => {
    const complete = (who: Client, more: object) => who.post('blade-flow/work/complete-task', { taskId: id, ...more })
    expect((await complete(third, { pass: 1 })).status).toBe(404)
    expect((await complete(stranger, { pass: 1 })).status).toBe(404)
    expect((await complete(asks, { pass: 1 })).msg).toContain('不能是同一人')
    expect((await complete(admin, { pass: 1 })).msg).toContain('该任务由')
    expect((await complete(decides, { pass: 0 })).status).toBe(400)
    expect((await third.post(`${LEAVE}/withdraw`, { id })).status).toBe(404)
    expect((await decides.post(`${LEAVE}/withdraw`, { id })).msg).toBe('只有申请人可以撤回')
    expect(await complete(decides, { pass: 1, comment: '同意' })).toMatchObject({ status: 200 })
    expect((await complete(decides, { pass: 1 })).status).toBe(409)
    expect((await asks.get<WireRow>(`${LEAVE}/detail`, { businessId: id })).data.flowStatus).toBe(flowStatus.approved)
    const { data } = await asks.get<WireRow[]>('blade-flow/process/history-flow-list', { processInstanceId: code })
    expect(data.map((step) => [step.historyActivityName, step.comment])).toEqual([
      ['发起', '年假'],
      ['同意', '同意'],
    ])
    expect(await doors(decides)).toMatchObject({ done: 1, todo: 0, history: 1 })
    expect(await doors(asks)).toMatchObject({ history: 1 })
    expect(await doors(third)).toEqual(NONE)
  })

  it('without a decider wait to be taken, once; long leave passes on to personnel', async () => {
    const claimed = (await start(company)).data.id
    const listed = async (who: Client) =>
      ((await who.get<Page>('blade-flow/work/claim-list')).data?.records ?? []).map((row) => row.businessId)
    expect(await listed(admin)).toContain(claimed)
    // everybody has the list; only personnel has something in it
    for (const who of [third, asks, decides, company, stranger]) expect(await listed(who)).toEqual([])
    const take = (who: Client) => who.post('blade-flow/work/claim-task', { taskId: claimed })
    expect((await take(third)).status).toBe(403)
    expect((await take(admin)).status).toBe(200)
    expect((await take(admin)).status).toBe(409)
    expect(await listed(admin)).not.toContain(claimed)
    expect(await admin.post('blade-flow/work/complete-task', { taskId: claimed, pass: 1 })).toMatchObject({
      status: 200,
    })

    const long = (await start(asks, { taskUser: decides.userId, endTime: '2024-06-28 18:00:00' })).data.id
    expect((await decides.post('blade-flow/work/complete-task', { taskId: long, pass: 1 })).status).toBe(200)
    expect((await asks.get<WireRow>(`${LEAVE}/detail`, { businessId: long })).data).toMatchObject({
      flowStatus: flowStatus.inApproval,
      taskNode: taskNode.personnel,
      taskUser: '',
    })
    expect(await listed(admin)).toContain(long)
  })

  it('that were rejected are asked for anew by who asked, or withdrawn', async () => {
    // the same words twice within seconds are one request
    const again = (await start(asks, { taskUser: decides.userId, reason: '探亲' })).data.id
    const anew = (who: Client, more: object = {}) =>
      who.post(`${LEAVE}/resubmit`, { id: again, ...asked(), processDefinitionId: undefined, ...more })
    expect((await anew(asks)).status).toBe(409)
    const reject = (comment: string) =>
      decides.post('blade-flow/work/complete-task', { taskId: again, pass: 0, comment })
    expect((await reject('请改期')).status).toBe(200)
    expect((await anew(decides)).msg).toBe('只有申请人可以重新提交')
    expect((await anew(third)).status).toBe(404)
    expect((await anew(asks, { endTime: '2024-06-17 08:00:00' })).status).toBe(400)
    expect((await anew(asks, { endTime: '2024-06-28 18:00:00' })).status).toBe(200)
    expect((await asks.get<WireRow>(`${LEAVE}/detail`, { businessId: again })).data).toMatchObject({
      ...{
        flowStatus: flowStatus.inApproval,
        taskNode: taskNode.head,
        days: 12,
        approvalRoute: approvalRoute.headAndPersonnel,
        taskUser: decides.userId,
      },
    })
    expect((await reject('仍请改期')).status).toBe(200)
    expect((await asks.post(`${LEAVE}/withdraw`, { id: again })).status).toBe(200)
  })

  it('begin with a person who may decide, an end after the beginning and a process that runs', async () => {
    expect((await start(asks, { taskUser: asks.userId })).status).toBe(400)
    expect((await start(asks, { endTime: '2024-06-17 08:00:00' })).status).toBe(400)
    expect((await admin.post('blade-flow/manager/change-state', { id: process })).status).toBe(200)
    expect((await start(asks)).status).toBe(409)
  })

  it('say by references to users whose they are', () => {
    expect(leave.own?.by).toEqual(['createUser', 'taskUser'])
    expect(work.own).toEqual({ by: ['personId'] })
    expect(flowManager).not.toHaveProperty('own')
  })
})

describe('activities of an employee', () => {
  const COMPANY = '11'
  let tenantId: string
  /** Ids of the own record, and two of others of the same company, by resource. */
  const ids: Record<string, readonly string[]> = {}
  const mine: Record<string, Client> = {}
  let colleague: string

  beforeAll(async () => {
    tenantId = await t.newTenant()
    const bound = { userType: 2, company: COMPANY } as const
    mine.employee = await t.signIn(tenantId, 'employee', bound)
    mine.everything = await t.signIn(tenantId, ['administrator', 'employee'], bound)
    mine.admin = await t.signIn(tenantId, ['employee', 'companyAdmin'], bound)
    mine.nobody = await t.signIn(tenantId, ['administrator', 'employee'], bound)
    const first = 90_000_000
    const employees = [1, 2, 3].map((n) => String(first + n))
    colleague = employees[2] as string
    await t.db.owner(async (tx) => {
      const set = (resource: string, id: string | undefined, values: Readonly<Record<string, unknown>>) =>
        tx.query(
          `update ${quoted(tableOf(resourceOf(resource)))} set ${Object.keys(values)
            .map((name, n) => `${quoted(columnOf(name))} = $${n + 3}`)
            .join(', ')} where tenant_id = $1 and id = $2`,
          [tenantId, id, ...Object.values(values)],
        )
      await fill(tx, resourceOf('entrustedEmployee'), tenantId, 3, {}, first)
      for (const [n, id] of employees.entries())
        await set('entrustedEmployee', id, {
          entrustedCompanyId: COMPANY,
          userId: [mine.employee, mine.everything][n]?.userId ?? null,
        })
      for (const [who, own] of [mine.employee, mine.everything].entries())
        for (const [resource, of] of [
          ['caseCollectionReport', null],
          ['meeting', null],
          ['meetingAgenda', 'meeting'],
          ['orderDoctor', null],
          ['resultOrder', null],
          ['resultOrderProjectDetail', 'resultOrder'],
          ['resultOrderDoctorDetail', 'resultOrder'],
          ['resultOrderPlatformDetail', 'resultOrder'],
        ] as const) {
          const r = resourceOf(resource)
          const from = first + 10 * (who + 1)
          await fill(tx, r, tenantId, 3, {}, from)
          const made = [1, 2, 3].map((n) => String(from + n))
          ids[`${resource} ${own?.userId}`] = made
          const at = (id: string, n: number) => ids[`${id} ${own?.userId}`]?.[n]
          for (const [n, id] of made.entries()) {
            const employee = 'baseEmployeeId' in r.fields && { baseEmployeeId: [employees[who], colleague, newId()][n] }
            await set(resource, id, {
              ...('demo' in r.fields && { demo: 0 }),
              ...(resource === 'meeting' && { planType: 1, name: `会议${own?.userId}${n}` }),
              ...(resource === 'resultOrder' && { code: `RO${id}` }),
              ...('planId' in r.fields && { planId: at('meeting', n) }),
              ...('orderDoctorId' in r.fields && { orderDoctorId: at('orderDoctor', n) }),
              ...(of === null ? { entrustedCompanyId: COMPANY } : { [`${of}Id`]: at(of, n) }),
              ...employee,
            })
          }
        }
      for (const own of [mine.employee, mine.everything])
        ids[`resultOrderActItems ${own?.userId}`] = ids[`resultOrderDoctorDetail ${own?.userId}`] ?? []
    })
  })

  /** Which of these records each door shows to a person. */
  async function seen(who: Client, resource: string, all: readonly string[]): Promise<Record<string, unknown>> {
    const r = resourceOf(resource)
    const some = { ids: all.join(',') }
    const of = (rows: readonly { readonly id?: unknown }[] | null | undefined) =>
      (rows ?? [])
        .map((row) => String(row.id))
        .filter((x) => all.includes(x))
        .sort()
    const table = (data: WireTable | null) => of(data ? rowsOf(data) : [])
    const details: string[] = []
    for (const x of all) if ((await who.get(`${r.calls[0]}/detail`, { id: x })).status === 200) details.push(x)
    const conditions = [{ field: 'id', op: 'in', value: all.join(',') }]
    const [path, query] = [`${r.calls[0]}/list`, { ...some, size: 50 }]
    const listed = r.list.method === 'POST' ? await who.post<Page>(path, query) : await who.get<Page>(path, query)
    return {
      list: of(listed.data?.records),
      window: table((await who.get<Slice>('rounds/window', { resource, ...some, size: 50 })).data),
      rows: table((await who.get<WireTable>('rounds/rows', { resource, ...some })).data),
      details,
      total: (await who.get<{ total: number }>('rounds/total', { resource, ...some })).data.total,
      selection: (await who.post<{ count: number }>('rounds/selection', { resource, conditions })).data.count,
    }
  }
  const only = (found: readonly string[]) => ({
    ...{ list: found, window: found, rows: found, details: found },
    ...{ total: found.length, selection: found.length },
  })

  it.each([
    'meeting',
    'caseCollectionReport',
    'meetingAgenda',
    'resultOrder',
    'resultOrderProjectDetail',
    'resultOrderDoctorDetail',
    'resultOrderActItems',
  ])('%s: their own, through every door', async (resource) => {
    for (const who of [mine.employee, mine.everything] as Client[]) {
      const all = ids[`${resource} ${who.userId}`] as readonly string[]
      expect(await seen(who, resource, all)).toEqual(only(all.slice(0, 1)))
    }
    const all = ids[`${resource} ${mine.employee?.userId}`] as readonly string[]
    // who also administers the company reaches all of it; whose account is no employee's nothing
    expect(await seen(mine.admin as Client, resource, all)).toEqual(only(all))
    expect(await seen(mine.nobody as Client, resource, all)).toEqual(only([]))
  })

  it('of a result order with theirs and others in it: not what it comes to for all, at any door', async () => {
    const figures = ['orderCount', 'doctorCount', 'doctorAmount', 'platformAmount', 'totalAmount'] as const
    await t.db.owner((tx) =>
      tx.query(
        `update "result_order" set order_count = 4321, doctor_count = 4321, doctor_amount = 43210.99,
           platform_amount = 4321.99, total_amount = 47532.98 where tenant_id = $1`,
        [tenantId],
      ),
    )
    const told = async (who: Client, id: string) => {
      const path = resourceOf('resultOrder').calls[0]
      const some = { resource: 'resultOrder', ids: id }
      const conditions = [{ field: 'id', op: 'in', value: id }]
      const pick = (row: Readonly<Record<string, unknown>> | undefined) => figures.map((name) => row?.[name])
      const whole = await who.get<WireTable>('rounds/rows', { ...some, columns: ['code', ...figures].join() })
      return {
        list: pick((await who.get<Page>(`${path}/list`, { ids: id })).data.records[0]),
        detail: pick((await who.get<WireRow>(`${path}/detail`, { id })).data),
        window: pick(
          rowsOf((await who.get<Slice>('rounds/window', { ...some, columns: figures.join(), size: 5 })).data)[0],
        ),
        rows: pick(rowsOf(whole.data)[0]),
        selection: (await who.post<{ amount: unknown }>('rounds/selection', { resource: 'resultOrder', conditions }))
          .data.amount,
      }
    }
    const nothing = figures.map(() => null)
    for (const who of [mine.employee, mine.everything] as Client[]) {
      const [own] = ids[`resultOrder ${who.userId}`] as readonly [string]
      expect(await told(who, own)).toEqual({
        list: nothing,
        detail: nothing,
        window: nothing,
        rows: nothing,
        selection: null,
      })
    }
    const all = [4321, 4321, '43210.99', '4321.99', '47532.98']
    const [one] = ids[`resultOrder ${mine.employee?.userId}`] as readonly [string]
    expect(await told(mine.admin as Client, one)).toEqual({
      list: all,
      detail: all,
      window: all,
      rows: all,
      selection: '47532.98',
    })
    const { data: file } = await (mine.everything as Client).post<{ link: string }>('rounds/export', {
      ...{ resource: 'resultOrder', columns: ['code', ...figures].join(), format: 'csv' },
    })
    const { payload } = await t.app.inject({ url: file.link })
    expect(payload.trim().split('\n').length).toBe(2)
    expect(payload).not.toMatch(/4321|47532/)
  })

  it('are what search, overview, history and export have', async () => {
    const who = mine.everything as Client
    const [own, other, unnamed] = ids[`meeting ${who.userId}`] as readonly [string, string, string]
    const found = (await who.get<Found[]>('rounds/search', { q: `会议${who.userId}` })).data
    expect(found.filter((f) => f.resource === 'meeting').map((f) => f.id)).toEqual([own])
    expect(await seen(who, 'activityPlan', [own, other, unnamed])).toMatchObject({ rows: [own], total: 1 })
    const orders = ids[`orderDoctor ${who.userId}`] as readonly string[]
    expect(await seen(who, 'traceability', orders)).toMatchObject({ rows: orders.slice(0, 1), total: 1 })
    await t.db.owner((tx) =>
      tx.query(
        `insert into "approval_history" (tenant_id, id, biz_type, biz_id, action, entrusted_company_id)
         select $1, unnest($2::bigint[]), 'meeting', unnest($3::text[]), 'start', $4`,
        [tenantId, [t.context.id(), t.context.id()], [own, other], COMPANY],
      ),
    )
    const history = async (bizId: string) =>
      (await who.get<Page>('blade-approvalHistory/list', { bizType: 'meeting', bizId })).data.total
    expect([await history(own), await history(other)]).toEqual([1, 0])
    // of result orders those with something of theirs in them; of what is put together of all in them nothing
    const results = ids[`resultOrder ${who.userId}`] as readonly [string, string, string]
    await t.db.owner((tx) =>
      tx.query(
        `insert into "approval_history" (tenant_id, id, biz_type, biz_id, action, entrusted_company_id)
         select $1, unnest($2::bigint[]), 'resultOrder', unnest($3::text[]), 'submit', $4`,
        [tenantId, [t.context.id(), t.context.id()], results.slice(0, 2), COMPANY],
      ),
    )
    const told = async (bizId: string) =>
      (await who.get<Page>('blade-approvalHistory/list', { bizType: 'resultOrder', bizId })).data.total
    expect([await told(results[0]), await told(results[1])]).toEqual([1, 0])
    const met = await Promise.all(results.map((id) => who.get<Found[]>('rounds/search', { q: `RO${id}` })))
    expect(met.map((a) => a.data.map((f) => f.id))).toEqual([[results[0]], [], []])
    const records = results.map((id) => `resultOrder.${id}`).join()
    expect((await who.get<Found[]>('rounds/search', { records })).data.map((f) => f.id)).toEqual([results[0]])
    for (const resource of ['resultOrderProductStatistics', 'resultOrderDoctorStatistics'])
      expect(await seen(who, resource, ids[`resultOrderActItems ${who.userId}`] ?? [])).toEqual(only([]))
    expect(await seen(who, 'resultOrderPlatformDetail', ids[`resultOrderPlatformDetail ${who.userId}`] ?? [])).toEqual(
      only([]),
    )
    const file = await who.post<{ link: string; total: number }>('rounds/export', {
      ...{ resource: 'meeting', columns: 'name', format: 'csv' },
    })
    expect(file.data.total).toBe(1)
  })

  it('are what they decide and write: of nobody else, and for nobody else', async () => {
    const who = mine.everything as Client
    const [own, other] = ids[`meeting ${who.userId}`] as readonly [string, string]
    const path = resourceOf('meeting').calls[0]
    const edit = (id: string, more: object) => who.post(`${path}/submit`, { id, ...more })
    expect((await edit(other, { name: '改名' })).status).toBe(404)
    expect((await edit(own, { baseEmployeeId: colleague })).status).toBeGreaterThanOrEqual(400)
    expect((await who.post(`${path}/submit`, { name: '新会', baseEmployeeId: colleague })).status).toBe(403)
    expect((await who.post(`${path}/remove`, {}, { ids: other })).status).toBe(404)
    const agenda = resourceOf('meetingAgenda').calls[0]
    const [, line] = ids[`meetingAgenda ${who.userId}`] as readonly [string, string]
    expect((await who.post(`${agenda}/submit`, { id: line, topic: '改' })).status).toBe(404)
  })

  it('that are handed over say so in their history: who did, from whom to whom', async () => {
    const who = await t.signIn(tenantId, 'companyAdmin', { userType: 2, company: COMPANY })
    const path = resourceOf('meeting').calls[0]
    const [, given] = ids[`meeting ${mine.employee?.userId}`] as readonly [string, string]
    const [from, to] = [colleague, String(Number(colleague) - 2)]
    const draft = 'update "activity_plan" set plan_status = 0 where tenant_id = $1 and id = $2'
    await t.db.owner((tx) => tx.query(draft, [tenantId, given]))
    const without = 'update "entrusted_employee" set dept_id = null where tenant_id = $1'
    await t.db.owner((tx) => tx.query(without, [tenantId]))
    const edit = (more: object) => who.post(`${path}/submit`, { id: given, ...more })
    const told = async () =>
      (await who.get<Page>('blade-approvalHistory/list', { bizType: 'meeting', bizId: given })).data.records
    expect(await edit({ name: '季度会' })).toMatchObject({ status: 200 })
    expect(await told()).toEqual([])
    expect(await edit({ baseEmployeeId: to, changeRemark: '离职交接' })).toMatchObject({ status: 200, msg: '操作成功' })
    expect(await told()).toMatchObject([
      { action: 'edit', operatorId: who.userId, remark: '离职交接', result: 3, recordVersion: '2' },
    ])
    const [line] = await told()
    expect(line?.operateTime).toMatch(/^\d{4}-/)
    expect(line?.changes).toContainEqual({ field: 'baseEmployeeId', from, to })
    // and are no decision that may be taken back
    expect((await who.get('rounds/decisions')).status).toBe(200)
    expect(await edit({ baseEmployeeId: from })).toMatchObject({ status: 200 })
    expect((await told()).length).toBe(2)
  })

  it('are with what came of them of whoever is in charge now', async () => {
    const who = mine.everything as Client
    const [own, other] = ids[`meeting ${who.userId}`] as readonly [string, string]
    const of = (resource: string) => seen(who, resource, ids[`${resource} ${who.userId}`] as readonly string[])
    const change = (from: string, to: string) =>
      t.db.owner((tx) =>
        tx.query(
          `update "activity_plan" p set base_employee_id = o.base_employee_id from "activity_plan" o
           where p.tenant_id = $1 and p.id = $2 and o.tenant_id = $1 and o.id = $3`,
          [tenantId, to, from],
        ),
      )
    await change(own, other)
    const came = ['resultOrder', 'orderDoctor', 'resultOrderProjectDetail', 'resultOrderDoctorDetail']
    for (const resource of [...came, 'resultOrderActItems'])
      expect(await of(resource), resource).toEqual(only(ids[`${resource} ${who.userId}`]?.slice(0, 2) ?? []))
    const third = ids[`meeting ${who.userId}`]?.[2] as string
    for (const lost of [own, other]) await change(third, lost)
    for (const resource of [...came, 'resultOrderActItems']) expect(await of(resource), resource).toEqual(only([]))
  })
})
