import { beforeEach, describe, expect, it } from 'vitest'
import { lifecycles, queues, resources } from '../../../src/model/business.ts'
import { wallDate } from '../../../src/model/values/dates.ts'
import { BACKLOG_DAYS, together } from '../../../src/model/wire/backlog.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { tableOf } from '../../../src/server/database/names.ts'
import { decide } from '../../../src/server/deciding/engine.ts'
import { backlogs } from '../../../src/server/domains/desk/backlog/backlog.ts'
import { isRemovable, memberOf } from '../../../src/server/domains/desk/backlog/flows.ts'
import { rowsChanged } from '../../../src/server/lists/anchors.ts'
import { person } from '../../rules/people.ts'
import { order, type World, world } from './fixture.ts'

const DAY = 24 * 60
let w: World

beforeEach(async () => {
  w = await world()
})

const sql = (text: string, values: unknown[] = []) =>
  w.context.db.owner((tx) => tx.query<Record<string, unknown>>(text, [w.tenantId, ...values]))
const take = (transition: string, id: string, ask = {}) =>
  decide(w.context, w.fin, { resource: 'settlementOrder', transition, id, ask })
const now = () => w.context.now().toISOString()
/** Records that wait for the review of settlement orders and of issues of points, as they are counted at this moment. */
const counted = async () => {
  const [found] = await sql(
    `select (select count(*)::int from "settlement_order" where tenant_id = $1 and is_deleted = 0 and settlement_status = 0) as orders,
            (select count(*)::int from "integral_issue" where tenant_id = $1 and is_deleted = 0 and issue_status = 0) as issues`,
  )
  return found as { orders: number; issues: number }
}
const backlog = async (actor = w.admin) => {
  for (const resource of ['settlementOrder', 'integralIssue']) rowsChanged(w.context.db, w.tenantId, resource)
  const all = await backlogs(actor, w.context)
  const of = (queue: string, view: string) => all.find((v) => v.queue === queue && v.view === view)?.days ?? []
  return { all, orders: of('settlementOrder', 'audit'), issues: of('integralIssue', 'audit') }
}

describe('the backlog of a queue', () => {
  it('is at the end of each day what was counted then, whatever came, went, came back or was deleted', async () => {
    const truth: { day: string; orders: number; issues: number }[] = []
    const orders: string[] = []
    const issue = newId()
    for (let day = 0; day < 6; day++) {
      for (let n = 0; n <= day % 3; n++) orders.push((await order(w, { fees: ['900.00'] })).id)
      if (day === 2) {
        // made by a transition: its history begins with it
        const made = newId()
        await sql(
          `insert into "integral_issue" (tenant_id, id, points, reason, issue_status, create_time) values ($1, $2, 5, '补发', 0, $3)`,
          [made, now()],
        )
        await sql(
          `insert into "approval_history" (tenant_id, id, biz_type, biz_id, action, from_status, to_status, operate_time)
           values ($1, $2, 'integralIssue', $2::bigint::text, 'submit', null, '0', $3)`,
          [made, now()],
        )
      }
      if (day === 1)
        await sql(
          `insert into "integral_issue" (tenant_id, id, points, reason, issue_status, create_time, update_time)
           values ($1, $2, 5, '补发', 0, $3, $3)`,
          [issue, now()],
        )
      if (day === 3)
        await sql(`update "integral_issue" set is_deleted = 1, update_time = $3 where tenant_id = $1 and id = $2`, [
          issue,
          now(),
        ])
      if (day > 0) await take('audit.pass', orders[day - 1] as string)
      // taken back within its ten minutes: it waits again, and another is refused
      if (day === 2) await take('recall.audit', orders[day - 1] as string)
      if (day === 4) await take('audit.reject', orders.at(-1) as string, { remark: '金额不符' })
      truth.push({ day: wallDate(w.context.now()), ...(await counted()) })
      w.context.clock.pass(DAY)
    }
    const { orders: shown, issues } = await backlog()
    const days = truth.map(({ day }) => day)
    expect(shown).toHaveLength(BACKLOG_DAYS)
    expect(shown.filter((d) => days.includes(d.day)).map((d) => ({ day: d.day, n: d.waiting }))).toEqual(
      truth.map(({ day, orders: n }) => ({ day, n })),
    )
    expect(issues.filter((d) => days.includes(d.day)).map((d) => d.waiting)).toEqual(truth.map((d) => d.issues))
    expect(shown.at(-1)).toMatchObject({ day: wallDate(w.context.now()), waiting: truth.at(-1)?.orders })
    // three came on the third day, of which none was decided; one was decided, and came back
    expect(shown.find((d) => d.day === days[2])).toMatchObject({ came: 4, left: 1 })
    for (const [n, day] of shown.entries())
      if (n > 0) expect(day.waiting).toBe((shown[n - 1]?.waiting ?? 0) + day.came - day.left)
  })

  it('is counted once a day: days that are over are read as they were kept, by whoever asks', async () => {
    await order(w, { fees: ['900.00'] })
    w.context.clock.pass(2 * DAY)
    const { orders: first } = await backlog()
    await sql(
      `update "queue_day" set came = came + 7 where tenant_id = $1 and queue = 'settlementOrder' and view = 'audit' and came > 0`,
    )
    const { orders: second } = await backlog()
    const grown = second.filter((d, n) => d.came !== first[n]?.came)
    expect(grown.map((d) => d.came)).toEqual([8])
    // counted for other conditions, it says nothing
    await sql(`update "queue_day" set conditions = '[]' where tenant_id = $1`)
    expect((await backlog()).orders).toEqual(first)
    // a day is not over while what it noted may still be on its way
    w.context.clock.at = Date.parse(`${wallDate(w.context.now())}T16:05:00Z`)
    await backlog()
    const [last] = await sql('select max(day)::text as day from "queue_day" where tenant_id = $1')
    expect(last?.day).toBe(wallDate(w.context.now().getTime() - 2 * DAY * 60_000))
  })

  it('counts a day once for all who ask at once, and begins behind a day that could not be counted', async () => {
    await order(w, { fees: ['900.00'] })
    w.context.clock.pass(2 * DAY)
    const asked: string[] = []
    const days = [2, 1, 0].map((n) => wallDate(w.context.now().getTime() - n * DAY * 60_000))
    const together = w.context.db.together.bind(w.context.db)
    const broken = { day: '' }
    const db = Object.assign(Object.create(w.context.db), {
      together: (scope: never, statements: readonly { readonly values: readonly unknown[] }[]) => {
        const from = statements.flatMap((s) => s.values).find((v) => /^\d{4}-\d\d-\d\d 00:00:00\+08$/.test(String(v)))
        if (from === undefined) return together(scope, statements as never)
        asked.push(String(from).slice(0, 10))
        if (String(from).startsWith(broken.day || 'none'))
          return Promise.resolve({ found: [], failed: new Error('slow') })
        return together(scope, statements as never)
      },
    })
    const context = { ...w.context, db, now: () => w.context.now() }
    const of = (all: Awaited<ReturnType<typeof backlogs>>) =>
      all.find((v) => v.queue === 'settlementOrder' && v.view === 'audit')?.days ?? []
    const [one, two] = await Promise.all([backlogs(w.admin, context), backlogs(w.fin, context)])
    expect(of(one)).toEqual(of(two))
    const pieces = asked.filter((day) => day === days[0]).length
    asked.length = 0
    await sql(`delete from "queue_day" where tenant_id = $1`)
    await backlogs(w.admin, context)
    expect(asked.filter((day) => day === days[0])).toHaveLength(pieces)
    // a day that takes too long is left out with all before it, and is not tried again at once
    await sql(`delete from "queue_day" where tenant_id = $1`)
    broken.day = days[1] as string
    expect(of(await backlogs(w.admin, context)).map((d) => d.day)).toEqual([days[2]])
    asked.length = 0
    expect(of(await backlogs(w.fin, context)).map((d) => d.day)).toEqual([days[2]])
    expect(asked).not.toContain(days[1])
    broken.day = ''
    w.context.clock.pass(11)
    expect(of(await backlogs(w.fin, context))).toHaveLength(BACKLOG_DAYS)
  })

  it('is answered to who reaches all of its rows and works it, and summed day by day', async () => {
    await order(w, { fees: ['900.00'] })
    expect((await backlog(w.ca)).all).toEqual([])
    expect((await backlog({ ...w.admin, employee: '7' })).all).toEqual([])
    const finance = await backlog(w.fin)
    expect(finance.orders.at(-1)?.waiting).toBe(1)
    expect(finance.all.map((v) => v.queue)).not.toContain('messages')
    expect((await backlog(person(w.tenantId, 'content'))).all.map((v) => v.queue)).not.toContain('settlementOrder')
    const sum = finance.all.reduce((n, v) => n + (v.days.at(-1)?.waiting ?? 0), 0)
    expect(together(finance.all).at(-1)).toMatchObject({ waiting: sum })
  })

  it('finds deleted records by an index, in every table where a queue could have had them', async () => {
    const tables = [...queues.values()]
      .flatMap((q) => q.views)
      .flatMap((view) => {
        const [r, l] = [resources.get(view.resource), lifecycles.get(view.resource)]
        return r && l && memberOf(view) && isRemovable(r, l) ? [tableOf(r)] : []
      })
    const found = await sql(
      `select tablename from pg_indexes where indexdef like '%(tenant_id, update_time) WHERE (is_deleted = 1)' and $1 <> ''`,
    )
    expect([...new Set(tables)].filter((table) => !found.some((f) => f.tablename === table))).toEqual([])
  })
})
