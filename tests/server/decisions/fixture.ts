import { lifecycles } from '../../../src/model/all.ts'
import { approvalHistory } from '../../../src/model/desk/approvalHistory.ts'
import { permissionsOf } from '../../../src/model/grants.ts'
import { fen, yuan } from '../../../src/model/kernel/money.ts'
import type { RowOf } from '../../../src/model/kernel/resource.ts'
import { taxRates } from '../../../src/model/kernel/tax.ts'
import { orderDoctor } from '../../../src/model/orders/orderDoctor.ts'
import { authenticationDoctor } from '../../../src/model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import { thirdPlatform } from '../../../src/model/people/thirdPlatform.ts'
import { roles } from '../../../src/model/roles.ts'
import { settlementCycle } from '../../../src/model/settlement/settlementCycle.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { taxItemRate } from '../../../src/model/settlement/taxItemRate.ts'
import type { Actor } from '../../../src/server/core/actor.ts'
import type { ServerContext } from '../../../src/server/core/context.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { newId } from '../../../src/server/core/ids.ts'
import { Limiter } from '../../../src/server/core/limiter.ts'
import { feesBy, quoteLines } from '../../../src/server/modules/settlement/requote.ts'
import { rowFrom } from '../../../src/server/store/codec.ts'
import type { AnyResource, Row } from '../../../src/server/writes/rows.ts'
import { tableName } from '../../../src/server/writes/rows.ts'
import { SqlUnitOfWork } from '../../../src/server/writes/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../../../src/server/writes/unitOfWork.ts'
import { newTenantId, quiet, testDatabase } from '../harness.ts'

/** The clock of the tests: starts at a fixed moment, moved by hand. */
export interface Clock {
  at: number
  pass(minutes: number): void
}

/** A context on the suite's database with a clock of its own. */
export async function testContext(instance = 'test'): Promise<ServerContext & { clock: Clock }> {
  const clock: Clock = {
    at: Date.UTC(2024, 5, 15, 2, 0, 0),
    pass(minutes) {
      this.at += minutes * 60_000
    },
  }
  const config = {
    port: 0,
    host: '',
    dataDir: '',
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
  const db = await testDatabase()
  return {
    db,
    config,
    log: quiet,
    limiter: new Limiter(db, quiet),
    instance,
    now: () => new Date(clock.at),
    id: newId,
    clock,
  }
}

/** A person with a built-in role. */
export function person(tenantId: string, alias: string, more: Partial<Actor> = {}): Actor {
  const role = roles.find((r) => r.alias === alias)
  if (!role) throw new Error(`no role ${alias}`)
  return {
    tenantId,
    userId: newId(),
    name: `${role.title[0]}${Math.floor(Math.random() * 1000)}`,
    account: alias,
    roles: [alias],
    roleTitles: role.title[0],
    deptId: null,
    company: null,
    fiscalTax: null,
    provider: null,
    permissions: permissionsOf(role),
    language: 'zh',
    sessionId: 's',
    requestId: 'r',
    ...more,
  }
}

/** Runs in one transaction without any trail: rows as a loader would leave them. */
export const load = <T>(context: ServerContext, tenantId: string, fn: (work: UnitOfWork) => Promise<T>): Promise<T> =>
  context.db.transaction({ tenantId }, (tx) =>
    fn(new SqlUnitOfWork(context, person(tenantId, 'administrator', { name: '装载', userId: '1' }), tx)),
  )

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

/** A tenant with everything a settlement order stands on. */
export interface World {
  readonly context: ServerContext & { clock: Clock }
  readonly tenantId: string
  readonly companyId: string
  readonly partnerId: string
  readonly cycleId: string
  readonly fin: Actor
  readonly fin2: Actor
  readonly ca: Actor
  readonly admin: Actor
  readonly doctors: readonly string[]
}

const ITEMS = [
  { taxItemCode: '3040407', taxItemName: '信息技术咨询服务', vatRate: '0.010000', vatMonthThreshold: '1000.00' },
  { taxItemCode: '3040603', taxItemName: '会议展览服务', vatRate: '0.010000', vatMonthThreshold: '100000.00' },
] as const

/** The history a confirmed cycle has: closed by the calendar, confirmed by a person. */
async function confirmed(work: UnitOfWork, cycle: { id: string; code: string | null }, by: Actor): Promise<void> {
  const row = (action: string, fromStatus: string, toStatus: string, operateTime: string) => ({
    bizType: 'settlementCycle',
    bizId: cycle.id,
    bizCode: cycle.code,
    action,
    fromStatus,
    toStatus,
    result: 3 as const,
    operatorId: by.userId,
    operatorName: by.name,
    operateTime,
  })
  await work.insertAll(approvalHistory, [
    row('close', '0', '1', '2024-06-01 00:00:00'),
    row('confim', '1', '2', '2024-06-01 09:00:00'),
  ])
}

let people = 0
const twoDigits = (n: number) => String(n).padStart(2, '0')
const phoneOf = (n: number) => `199${String(n).padStart(8, '0')}`

export async function world(instance?: string, tenant?: string): Promise<World> {
  const context = await testContext(instance)
  const tenantId = tenant ?? newTenantId()
  const fin2 = person(tenantId, 'finance', { name: '钱复核' })
  const made = await load(context, tenantId, async (work) => {
    const company = await work.insert(entrustedCompany, {
      code: 'C0001',
      name: '杭州康泰医药有限公司',
      socialCreditCode: '91330100MA27XW1234',
      legalPerson: '康泰',
      platformFeeRate: '0.060000',
      auditStatus: 1,
      enableStatus: 1,
    })
    const partner = await work.insert(thirdPlatform, { code: 'FT1', name: '州一财税', thirdType: 1 })
    await work.insertAll(
      taxItemRate,
      ITEMS.map((i) => ({
        ...i,
        fiscalTaxId: partner.id,
        fiscalTaxName: partner.name,
        urbanRate: '0.070000',
        eduRate: '0.030000',
        localEduRate: '0.020000',
        reductionRate: '0.500000',
        iitMethod: 1 as const,
        enableStatus: 1 as const,
      })),
    )
    const doctors = []
    for (let n = 0; n < 3; n++) {
      people += 1
      doctors.push(
        await work.insert(authenticationDoctor, {
          code: `D${String(people).padStart(4, '0')}`,
          doctorName: `医生${n + 1}`,
          phone: phoneOf(people),
          hospitalName: '杭州第一人民医院',
          certStatus: 2,
        }),
      )
    }
    const cycle = await work.insert(settlementCycle, {
      code: `SC20240601${String(people).padStart(6, '0')}`,
      entrustedCompanyId: company.id,
      entrustedCompanyName: company.name,
      cycleMonth: '202405',
      cycleStatus: 2,
      confirmUser: fin2.userId,
      confirmUserName: fin2.name,
      confirmTime: '2024-06-01 09:00:00',
    })
    await confirmed(work, cycle, fin2)
    return { companyId: company.id, partnerId: partner.id, cycleId: cycle.id, doctors: doctors.map((d) => d.id) }
  })
  return {
    context,
    tenantId,
    ...made,
    fin2,
    fin: person(tenantId, 'finance', { name: '钱审核' }),
    ca: person(tenantId, 'companyAdmin', { name: '康管理', company: made.companyId }),
    admin: person(tenantId, 'administrator', { name: '管理员' }),
  }
}

let codes = 0

/** A settlement order with coherent lines, doctors and tax items. Fees in yuan, one line each, doctors in turn. */
export async function order(
  w: World,
  more: {
    status?: number
    fees?: readonly string[]
    cycleId?: string | null
    companyId?: string
    ownCycle?: boolean
  } = {},
): Promise<RowOf<typeof settlementOrder>> {
  const fees = more.fees ?? ['3000.00', '3000.00', '1234.56']
  const companyId = more.companyId ?? w.companyId
  return load(w.context, w.tenantId, async (work) => {
    codes += 1
    const code = `SO20240601${String(codes).padStart(6, '0')}`
    const own = {
      entrustedCompanyId: companyId,
      entrustedCompanyName: '杭州康泰医药有限公司',
      fiscalTaxId: w.partnerId,
      fiscalTaxName: '州一财税',
    }
    const rates = new Map<string, ReturnType<typeof taxRates>>()
    for (const r of await work.rows(taxItemRate, { fiscalTaxId: w.partnerId })) rates.set(r.taxItemCode, taxRates(r))
    const id = w.context.id()
    const drafts = fees.map((fee, n) => {
      const item = ITEMS[n % ITEMS.length] ?? ITEMS[0]
      return {
        id: w.context.id(),
        code: `DS20240601${twoDigits(codes % 100)}${String(codes * 10 + n).padStart(8, '0')}`,
        settlementOrderId: id,
        settlementOrderCode: code,
        ...own,
        doctorId: w.doctors[n % 2 === 0 ? 0 : n % w.doctors.length] as string,
        doctorName: `医生${n}`,
        taxItemCode: item.taxItemCode,
        taxItemName: item.taxItemName,
        grossAmount: fee,
        platformFee: yuan((fen(fee) * 6n + 50n) / 100n),
        acceptTime: `2024-05-${twoDigits(10 + n)} 10:00:00`,
        taxFinal: 0 as const,
        taxMonth: '202406',
        settleStatus: 0 as const,
        planName: '病例征集',
        planType: 3 as const,
      }
    }) as unknown as RowOf<typeof orderDoctorSettlement>[]
    const quotes = quoteLines(drafts, rates, new Map())
    const doctorOrders = await work.insertAll(
      orderDoctor,
      drafts
        .map((d, n) => ({
          ...own,
          code: `OD${d.code?.slice(2)}`,
          doctorId: d.doctorId,
          doctorName: d.doctorName,
          taxItemCode: d.taxItemCode,
          feeAmount: fees[n] as string,
          platformFee: d.platformFee,
          acceptTime: d.acceptTime,
          orderStatus: 1 as const,
          settlementOrderId: id,
          fiscalTaxName: undefined,
        }))
        .map(({ fiscalTaxName: _name, ...o }) => o) as never,
    )
    const lines = drafts.map((d, n) => {
      const q = quotes.get(d.id)
      if (!q) throw new Error('no quote')
      return {
        ...d,
        orderDoctorId: doctorOrders[n]?.id as string,
        vatAmount: yuan(q.vat),
        surchargeAmount: yuan(q.surcharge),
        iitAmount: yuan(q.iit),
        netAmount: yuan(q.net),
      }
    })
    await work.insertAll(orderDoctorSettlement, lines)
    for (const [taxItemCode, sums] of feesBy(lines as never, (l) => l.taxItemCode ?? '')) {
      const name = ITEMS.find((i) => i.taxItemCode === taxItemCode)?.taxItemName ?? ''
      await work.insert(settlementOrderTaxItem, {
        settlementOrderId: id,
        taxItemCode,
        taxItemName: name,
        entrustedCompanyId: companyId,
        fiscalTaxId: w.partnerId,
        ...sums,
        totalAmount: yuan(fen(sums.grossAmount) + fen(sums.platformFee)),
      })
    }
    for (const [doctorId, sums] of feesBy(lines as never, (l) => l.doctorId)) {
      await work.insert(settlementOrderDoctor, {
        settlementOrderId: id,
        settlementOrderCode: code,
        entrustedCompanyId: companyId,
        fiscalTaxId: w.partnerId,
        doctorId,
        doctorName: '医生',
        ...sums,
      })
    }
    const all = feesBy(lines as never, () => '').get('')
    const money = all ?? {
      grossAmount: '0.00',
      vatAmount: '0.00',
      surchargeAmount: '0.00',
      iitAmount: '0.00',
      netAmount: '0.00',
      platformFee: '0.00',
    }
    const total = yuan(fen(money.grossAmount) + fen(money.platformFee))
    const month = more.ownCycle ? `${1000 + Math.floor(codes / 12)}${twoDigits((codes % 12) + 1)}` : '202405'
    const cycle = more.ownCycle
      ? await work.insert(settlementCycle, {
          code: `SC20240602${String(codes).padStart(6, '0')}`,
          entrustedCompanyId: companyId,
          cycleMonth: month,
          cycleStatus: 2,
          doctorAmount: money.grossAmount,
          platformAmount: money.platformFee,
          totalAmount: total,
          confirmUser: w.fin2.userId,
          confirmTime: '2024-06-01 09:00:00',
        })
      : null
    if (cycle) await confirmed(work, cycle, w.fin2)
    return work.insert(settlementOrder, {
      id,
      code,
      ...own,
      settlementCycleId: cycle?.id ?? (more.cycleId === null ? null : (more.cycleId ?? w.cycleId)),
      cycleMonth: month,
      taxMonth: '202406',
      orderCount: fees.length,
      doctorCount: new Set(lines.map((l) => l.doctorId)).size,
      doctorAmount: money.grossAmount,
      vatAmount: money.vatAmount,
      surchargeAmount: money.surchargeAmount,
      iitAmount: money.iitAmount,
      taxAmount: yuan(fen(money.vatAmount) + fen(money.surchargeAmount) + fen(money.iitAmount)),
      netAmount: money.netAmount,
      platformAmount: money.platformFee,
      totalAmount: total,
      settlementStatus: (more.status ?? 0) as 0,
    })
  })
}

/** Every transition of a resource with its declaration. */
export const edgesOf = (resource: string) => Object.entries(lifecycles.get(resource)?.transitions ?? {})

export type { Row }
