import { param } from '../../../src/model/administration/system/param.ts'
import { lifecycles } from '../../../src/model/business.ts'
import type { RowOf } from '../../../src/model/language/resource.ts'
import type { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import type { Database } from '../../../src/server/core/database.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { Limiter } from '../../../src/server/core/limits/limiter.ts'
import { rowFrom } from '../../../src/server/database/codec.ts'
import { TYPED_LIMIT } from '../../../src/server/deciding/largeBatch.ts'
import type { AnyResource, Row } from '../../../src/server/writing/unitOfWork/rows.ts'
import { tableName } from '../../../src/server/writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { type Ground, groundIn, type OrderMore, orderIn } from '../../rules/ground.ts'
import { loader, person } from '../../rules/people.ts'
import { testDomains } from '../domains.ts'
import { filesOfTests, newTenantId, quiet, testDatabase } from '../harness.ts'

/** The clock of the tests: starts at a fixed moment, moved by hand. */
export interface Clock {
  at: number
  pass(minutes: number): void
}

/** A context on a database, the suite's by default, with a clock of its own. */
export async function testContext(instance = 'test', own?: Database): Promise<ServerContext & { clock: Clock }> {
  const clock: Clock = {
    at: Date.UTC(2024, 5, 15, 2, 0, 0),
    pass(minutes) {
      this.at += minutes * 60_000
    },
  }
  const config = {
    port: 0,
    host: '',
    dataDir: filesOfTests(),
    databaseUrl: null,
    secretKeys: null,
    captcha: false,
    sessionHours: 12,
    seed: 'none',
    demoToday: null,
    demoPassword: '',
    adminPassword: null,
    logLevel: 'silent',
    trustProxy: false,
  } as const
  const db = own ?? (await testDatabase())
  return {
    db,
    config,
    domains: testDomains,
    log: quiet,
    limiter: new Limiter(db, quiet),
    instance,
    now: () => new Date(clock.at),
    id: newId,
    // the people of these tests stand in no table: their grants are what the test says
    actorNow: async (actor) => actor,
    clock,
  }
}

/** Runs in one transaction without any trail: rows as a loader would leave them. */
export const load = <T>(context: ServerContext, tenantId: string, fn: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  context.db.transaction({ tenantId }, (tx) => fn(new SqlUnitOfWork(context, loader(tenantId), tx)))

/** Changes one row without any trail. */
export const change = <R extends AnyResource>(
  context: ServerContext,
  tenantId: string,
  of: R,
  id: string,
  patch: Partial<RowOf<R>>,
): Promise<RowOf<R>> =>
  load(context, tenantId, async (work) => {
    await work.lock(of, [id])
    return work.update(of, id, patch)
  })

/** One row as it is, deleted or not. */
export async function rowNow<R extends AnyResource>(
  context: ServerContext,
  tenantId: string,
  of: R,
  id: string,
): Promise<RowOf<R> & { isDeleted: number }> {
  const [found] = await context.db.scoped<Record<string, unknown>>(
    { tenantId },
    { text: `select * from ${tableName(of)} where tenant_id = $1 and id = $2`, values: [tenantId, id] },
  )
  if (!found) throw new Error(`${of.id} ${id} is gone`)
  return rowFrom(of, found) as unknown as RowOf<R> & { isDeleted: number }
}

/** Rows by one column, ascending by id. */
export async function rowsBy<R extends AnyResource>(
  context: ServerContext,
  tenantId: string,
  of: R,
  column: string,
  value: unknown,
): Promise<(RowOf<R> & { isDeleted: number })[]> {
  const found = await context.db.scoped<Record<string, unknown>>(
    { tenantId },
    {
      text: `select * from ${tableName(of)} where tenant_id = $1 and ${column} = $2 order by id`,
      values: [tenantId, value],
    },
  )
  return found.map((f) => rowFrom(of, f)) as unknown as (RowOf<R> & { isDeleted: number })[]
}

/** How many rows of a table the tenant has, optionally by a condition. */
export async function count(
  context: ServerContext,
  tenantId: string,
  table: string,
  where = 'true',
  values: readonly unknown[] = [],
): Promise<number> {
  const [found] = await context.db.scoped<{ n: string }>(
    { tenantId },
    { text: `select count(*) as n from "${table}" where tenant_id = $1 and ${where}`, values: [tenantId, ...values] },
  )
  return Number(found?.n)
}

/** The refusal a call ends with; fails when it does not. */
export async function refusal(call: Promise<unknown>): Promise<AppError> {
  try {
    await call
  } catch (e) {
    if (e instanceof AppError) return e
    throw e
  }
  throw new Error('expected a refusal')
}

/** A tenant with all records a settlement order needs. */
export interface World extends Ground {
  readonly context: ServerContext & { clock: Clock }
  readonly tenantId: string
  readonly fin: Actor
  readonly ca: Actor
  readonly admin: Actor
}

let grounds = 0

export async function world(instance?: string, tenant?: string, db?: Database): Promise<World> {
  const context = await testContext(instance, db)
  const tenantId = tenant ?? newTenantId()
  const fin2 = person(tenantId, 'finance', { name: '钱复核' })
  grounds += 1
  const made = await load(context, tenantId, (work) => groundIn(work, grounds, fin2))
  return {
    context,
    tenantId,
    ...made,
    fin: person(tenantId, 'finance', { name: '钱审核' }),
    ca: person(tenantId, 'companyAdmin', { name: '康管理', company: made.companyId }),
    admin: person(tenantId, 'administrator', { name: '管理员' }),
  }
}

/** Totals need not be typed: for tests in which one person moves much within minutes and that is not what they are about. */
export const untyped = (w: World): Promise<unknown> =>
  load(w.context, w.tenantId, (work) =>
    work.insert(param, { paramKey: TYPED_LIMIT, paramName: '批量合计须输入的限额', paramValue: '999999999.00' }),
  )

let codes = 0

/** A settlement order of the world. */
export async function order(w: World, more: OrderMore = {}): Promise<RowOf<typeof settlementOrder>> {
  codes += 1
  return load(w.context, w.tenantId, (work) => orderIn(work, w, codes, more))
}

/** Every transition of a resource with its declaration. */
export const edgesOf = (resource: string) => Object.entries(lifecycles.get(resource)?.transitions ?? {})

export type { Row }
