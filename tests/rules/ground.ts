import { approvalHistory } from '../../src/model/desk/approvalHistory.ts'
import type { RowOf } from '../../src/model/language/resource.ts'
import { statesOf } from '../../src/model/language/states.ts'
import { orderDoctor } from '../../src/model/orders/orderDoctor.ts'
import { authenticationDoctor } from '../../src/model/people/authenticationDoctor.ts'
import { entrustedCompany } from '../../src/model/people/entrustedCompany.ts'
import { entrustedEmployee } from '../../src/model/people/entrustedEmployee.ts'
import { thirdPlatform } from '../../src/model/people/thirdPlatform.ts'
import { settlementCycle } from '../../src/model/settlement/results/settlementCycle.ts'
import {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../src/model/settlement/settlementLines.ts'
import { settlementOrder } from '../../src/model/settlement/settlementOrder.ts'
import { taxItemRate } from '../../src/model/settlement/taxItemRate.ts'
import { fen, yuan } from '../../src/model/values/money.ts'
import { taxRates } from '../../src/model/values/tax.ts'
import type { Actor } from '../../src/server/core/actor.ts'
import { feesBy, quoteLines } from '../../src/server/domains/settlement/requote.ts'
import type { UnitOfWork } from '../../src/server/writing/unitOfWork/unitOfWork.ts'

const { auditStatus, enableStatus } = statesOf(entrustedCompany)
const { certStatus } = statesOf(authenticationDoctor)
const { cycleStatus } = statesOf(settlementCycle)
const { settleStatus } = statesOf(orderDoctorSettlement)
const { orderStatus } = statesOf(orderDoctor)
const { settlementStatus } = statesOf(settlementOrder)

// The records a settlement order needs, created through any unit of work, in the database or in memory.

/** A company, a partner with its rates, three doctors, and a confirmed cycle. */
export interface Ground {
  readonly companyId: string
  /** The employee of the company whose activities they are. */
  readonly employeeId: string
  readonly partnerId: string
  readonly cycleId: string
  readonly doctors: readonly string[]
  /** Who confirmed the cycle. */
  readonly fin2: Actor
}

/** What of an order is not as usual. */
export interface OrderMore {
  readonly status?: number
  /** In yuan, one line each, doctors in turn. */
  readonly fees?: readonly string[]
  readonly cycleId?: string | null
  readonly companyId?: string
  readonly ownCycle?: boolean
  /** Doctors of the lines, those of the ground unless said. */
  readonly doctors?: readonly string[]
}

const ITEMS = [
  { taxItemCode: '3040407', taxItemName: '信息技术咨询服务', vatRate: '0.010000', vatMonthThreshold: '1000.00' },
  { taxItemCode: '3040603', taxItemName: '会议展览服务', vatRate: '0.010000', vatMonthThreshold: '100000.00' },
] as const

/** The history a confirmed cycle has: closed by the calendar, confirmed by a person. */
export async function confirmed(
  work: UnitOfWork,
  cycle: { id: string; code: string | null },
  by: Actor,
): Promise<void> {
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
    row('close', '0/0', '1/0', '2024-06-01 00:00:00'),
    row('confim', '1/0', '2/0', '2024-06-01 09:00:00'),
  ])
}

/** The history of a company that was admitted. */
export const admitted = (work: UnitOfWork, company: { id: string; code: string | null }, by: Actor) =>
  work.insert(approvalHistory, {
    bizType: 'entrustedCompany',
    bizId: company.id,
    bizCode: company.code,
    action: 'audit.pass',
    fromStatus: '0/0/0/0/0',
    toStatus: '1/1/0/0/0',
    result: 1,
    operatorId: by.userId,
    operatorName: by.name,
    operateTime: '2024-01-01 09:00:00',
  })

/** The history of doctor orders that came into a result order. */
export const collected = (work: UnitOfWork, orders: readonly { id: string; code: string | null }[], by: Actor) =>
  work.insertAll(
    approvalHistory,
    orders.map((o) => ({
      bizType: 'orderDoctor',
      bizId: o.id,
      bizCode: o.code,
      action: 'collect',
      fromStatus: '0',
      toStatus: '1',
      result: 3 as const,
      operatorId: by.userId,
      operatorName: by.name,
      operateTime: '2024-06-01 08:00:00',
    })),
  )

const twoDigits = (n: number) => String(n).padStart(2, '0')
const phoneOf = (n: number) => `199${String(n).padStart(8, '0')}`

/** The `nth` ground of a tenant. */
export async function groundIn(work: UnitOfWork, nth: number, fin2: Actor): Promise<Ground> {
  const company = await work.insert(entrustedCompany, {
    code: 'C0001',
    name: '杭州康泰医药有限公司',
    socialCreditCode: '91330100MA27XW1234',
    legalPerson: '康泰',
    platformFeeRate: '0.060000',
    auditStatus: auditStatus.approved,
    enableStatus: enableStatus.enabled,
  })
  await admitted(work, company, fin2)
  const employee = await work.insert(entrustedEmployee, {
    entrustedCompanyId: company.id,
    entrustedCompanyName: company.name,
    employeeNumber: 'E0001',
    name: '陈明',
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
    const number = nth * 3 + n + 1
    doctors.push(
      await work.insert(authenticationDoctor, {
        code: `D${String(number).padStart(4, '0')}`,
        doctorName: `医生${n + 1}`,
        phone: phoneOf(number),
        hospitalName: '杭州第一人民医院',
        certStatus: certStatus.certified,
      }),
    )
  }
  const cycle = await work.insert(settlementCycle, {
    code: `SC20240601${String(nth * 3 + 3).padStart(6, '0')}`,
    entrustedCompanyId: company.id,
    entrustedCompanyName: company.name,
    cycleMonth: '202405',
    cycleStatus: cycleStatus.confirmed,
    confirmUser: fin2.userId,
    confirmUserName: fin2.name,
    confirmTime: '2024-06-01 09:00:00',
  })
  await confirmed(work, cycle, fin2)
  return {
    companyId: company.id,
    employeeId: employee.id,
    partnerId: partner.id,
    cycleId: cycle.id,
    doctors: doctors.map((d) => d.id),
    fin2,
  }
}

/** The `nth` settlement order of a tenant, with coherent lines, doctors and tax items. */
export async function orderIn(
  work: UnitOfWork,
  g: Ground,
  nth: number,
  more: OrderMore = {},
): Promise<RowOf<typeof settlementOrder>> {
  const fees = more.fees ?? ['3000.00', '3000.00', '1234.56']
  const companyId = more.companyId ?? g.companyId
  const doctors = more.doctors ?? g.doctors
  const code = `SO20240601${String(nth).padStart(6, '0')}`
  const own = {
    entrustedCompanyId: companyId,
    entrustedCompanyName: '杭州康泰医药有限公司',
    fiscalTaxId: g.partnerId,
    fiscalTaxName: '州一财税',
  }
  const rates = new Map<string, ReturnType<typeof taxRates>>()
  for (const r of await work.rows(taxItemRate, { fiscalTaxId: g.partnerId })) rates.set(r.taxItemCode, taxRates(r))
  const id = work.newId()
  const drafts = fees.map((fee, n) => {
    const item = ITEMS[n % ITEMS.length] ?? ITEMS[0]
    return {
      id: work.newId(),
      code: `DS20240601${twoDigits(nth % 100)}${String(nth * 10 + n).padStart(8, '0')}`,
      settlementOrderId: id,
      settlementOrderCode: code,
      ...own,
      doctorId: doctors[n % 2 === 0 ? 0 : n % doctors.length] as string,
      doctorName: `医生${n}`,
      taxItemCode: item.taxItemCode,
      taxItemName: item.taxItemName,
      grossAmount: fee,
      platformFee: yuan((fen(fee) * 6n + 50n) / 100n),
      acceptTime: `2024-05-${twoDigits(10 + (n % 20))} 10:00:00`,
      taxFinal: 0 as const,
      taxMonth: '202406',
      settleStatus: settleStatus.unsettled,
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
        baseEmployeeId: g.employeeId,
        baseEmployeeName: '陈明',
        doctorId: d.doctorId,
        doctorName: d.doctorName,
        taxItemCode: d.taxItemCode,
        feeAmount: fees[n] as string,
        platformFee: d.platformFee,
        acceptTime: d.acceptTime,
        orderStatus: orderStatus.collected,
        settlementOrderId: id,
        fiscalTaxName: undefined,
      }))
      .map(({ fiscalTaxName: _name, ...o }) => o) as never,
  )
  await collected(work, doctorOrders, g.fin2)
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
      fiscalTaxId: g.partnerId,
      ...sums,
      totalAmount: yuan(fen(sums.grossAmount) + fen(sums.platformFee)),
    })
  }
  for (const [doctorId, sums] of feesBy(lines as never, (l) => l.doctorId)) {
    await work.insert(settlementOrderDoctor, {
      settlementOrderId: id,
      settlementOrderCode: code,
      entrustedCompanyId: companyId,
      fiscalTaxId: g.partnerId,
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
  const month = more.ownCycle ? `${1000 + Math.floor(nth / 12)}${twoDigits((nth % 12) + 1)}` : '202405'
  const cycle = more.ownCycle
    ? await work.insert(settlementCycle, {
        code: `SC20240602${String(nth).padStart(6, '0')}`,
        entrustedCompanyId: companyId,
        cycleMonth: month,
        cycleStatus: cycleStatus.confirmed,
        doctorAmount: money.grossAmount,
        platformAmount: money.platformFee,
        totalAmount: total,
        confirmUser: g.fin2.userId,
        confirmTime: '2024-06-01 09:00:00',
      })
    : null
  if (cycle) await confirmed(work, cycle, g.fin2)
  return work.insert(settlementOrder, {
    id,
    code,
    ...own,
    settlementCycleId: cycle?.id ?? (more.cycleId === null ? null : (more.cycleId ?? g.cycleId)),
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
    settlementStatus: (more.status ?? settlementStatus.pending) as 0,
  })
}
