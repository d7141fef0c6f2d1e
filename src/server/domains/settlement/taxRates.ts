import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { taxItemRate } from '../../../model/settlement/taxItemRate.ts'
import { daysOf } from '../../../model/values/calendar.ts'
import { monthWord } from '../../../model/values/dates.ts'
import { type Days, overlap } from '../../../model/values/effectiveDays.ts'
import type { Label } from '../../../model/values/label.ts'
import { type TaxRates, taxRates } from '../../../model/values/tax.ts'
import { recordOf, recordsOf } from '../../core/records.ts'
import type { Hooks, Prepare } from '../../writing/hooks.ts'
import { same } from '../../writing/save/compare.ts'
import { refuseFields } from '../../writing/save/sentFields.ts'
import { lockTenant } from '../../writing/unitOfWork/lockTenant.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

const { settleStatus } = statesOf(orderDoctorSettlement)

// A single rate of a tax item and fiscal-tax company is in force throughout a month: taxes are cumulative within it
// (R-tax).

type Rate = RowOf<typeof taxItemRate>

/** Fields that taxes are computed with: fixed once taxes were fixed by it. */
const COMPUTED_WITH = [
  'fiscalTaxId',
  'taxItemCode',
  'vatRate',
  'vatMonthThreshold',
  'urbanRate',
  'eduRate',
  'localEduRate',
  'reductionRate',
  'iitMethod',
  'iitFixedRate',
] as const

const monthOf = (day: string): string => day.slice(0, 7).replace('-', '')

/** Is a month (yyyyMM) one of those in which a rate is in force? Pure. */
const isIn = ({ effectiveFrom, effectiveTo }: Days, month: string): boolean =>
  (!effectiveFrom || monthOf(effectiveFrom) <= month) && (!effectiveTo || month <= monthOf(effectiveTo))

/** The rates in force in a tax month (yyyyMM; the present one without it) at a fiscal-tax company, by tax item. */
export async function ratesIn(
  work: UnitOfWork,
  { fiscalTaxId, taxMonth }: { readonly fiscalTaxId: string | null; readonly taxMonth: string | null },
): Promise<ReadonlyMap<string, Rate>> {
  const month = taxMonth || monthOf(work.time)
  const rows = await work.rows(taxItemRate, { fiscalTaxId, enableStatus: 1 })
  const inForce = rows.filter((rate) => isIn(rate, month))
  // the later one where two touch one month: spans are whole months, but rates may be older than that rule
  inForce.sort((a, b) => (a.effectiveFrom ?? '').localeCompare(b.effectiveFrom ?? ''))
  return new Map(inForce.map((rate) => [rate.taxItemCode ?? '', rate]))
}

/**
 * Tax rates of a tax month for some tax items, locked for fixing taxes: a change of one of these rates waits until this
 * transaction ends (`written`), and is then refused.
 */
export async function ratesHeld(
  work: UnitOfWork,
  at: Parameters<typeof ratesIn>[1] & { readonly taxMonth: string },
  items: readonly (string | null)[],
): Promise<ReadonlyMap<string, TaxRates>> {
  const inForce = await ratesIn(work, at)
  const wanted = [...inForce.values()].filter((rate) => items.includes(rate.taxItemCode))
  // as they are now: a change that was under way has been waited for
  const ids = wanted.map(({ id }) => id)
  const held = recordsOf(taxItemRate, await work.named(taxItemRate, ids))
  const stands = held.filter((rate) => rate.enableStatus === 1 && isIn(rate, at.taxMonth))
  return computing(new Map(stands.map((rate) => [rate.taxItemCode ?? '', rate])))
}

/** Rates as R-tax computes with them. Pure. */
export const computing = (rates: ReadonlyMap<string, Rate>): ReadonlyMap<string, TaxRates> =>
  new Map([...rates].map(([code, rate]) => [code, taxRates(rate)]))

/** Tax rates of a tax month (`ratesIn`). */
export const ratesOf = async (
  work: UnitOfWork,
  at: Parameters<typeof ratesIn>[1],
): Promise<ReadonlyMap<string, TaxRates>> => computing(await ratesIn(work, at))

/**
 * The months (yyyyMM, ascending) of a tax item whose taxes are fixed, or are about to be: lines under payment are fixed in
 * the present one.
 */
async function fixedMonths(work: UnitOfWork, { fiscalTaxId, taxItemCode }: Rate): Promise<string[]> {
  const key = { fiscalTaxId, taxItemCode }
  const [fixed, paying] = await Promise.all([
    work.groupBy(orderDoctorSettlement, ['taxMonth'], [], { ...key, taxFinal: 1, settleStatus: { not: 9 } }),
    work.any(orderDoctorSettlement, { ...key, taxFinal: 0, settleStatus: settleStatus.paying }),
  ])
  const months = fixed.flatMap(({ key: { taxMonth } }) => (taxMonth ? [String(taxMonth)] : []))
  return [...new Set([...months, ...(paying ? [monthOf(work.time)] : [])])].sort()
}

/** Those in which this rate is in force. */
const fixedBy = async (work: UnitOfWork, rate: Rate): Promise<string[]> =>
  rate.enableStatus === 1 ? (await fixedMonths(work, rate)).filter((month) => isIn(rate, month)) : []

/** Remedy instead of changing a rate by which taxes are fixed. */
const ended = (month: string): Label => [
  `已按此税率核定至 ${monthWord(month)} 的税款：请把失效日期设为月末，再新增下月起生效的税率`,
  `Taxes up to ${monthWord(month)} are fixed by this rate: end it with the last day of a month, and add a rate from the next month on`,
]

/** A rate is in force from the first day of a month to the last day of one. */
function* wrongDays(now: Rate, changed: (name: keyof Rate) => boolean): Generator<{ field: string; message: Label }> {
  const { effectiveFrom: from, effectiveTo: to } = now
  if (from && changed('effectiveFrom') && from !== daysOf(monthOf(from)).first)
    yield {
      field: 'effectiveFrom',
      message: ['税率按月生效，生效日期应为某月 1 日', 'Rates are of whole months: begin with the first day of one'],
    }
  if (to && changed('effectiveTo') && to !== daysOf(monthOf(to)).last)
    yield {
      field: 'effectiveTo',
      message: ['税率按月生效，失效日期应为某月最后一日', 'Rates are of whole months: end with the last day of one'],
    }
}

const overlapping = ({ effectiveFrom, effectiveTo }: Days): Label => [
  `与同税目的另一条税率（${effectiveFrom ?? ''} 至 ${effectiveTo || '长期'}）生效日期重叠，请先设置其失效日期`,
  `Its days overlap with another rate of the tax item (${effectiveFrom ?? ''} – ${effectiveTo || 'open'}): end that one first`,
]

/** Enabling is an edit that a second person agrees to: nobody brings another rate of a tax item into force alone. */
const ENABLED_BY_TWO: Label = [
  '该税目已有税率：请先以停用状态新增，再申请启用',
  'The tax item has a rate already: add this one disabled, then ask for it to be enabled',
]

/**
 * A rate of a tax item is written: of whole months, the only one in force in each, and no other than the one by which
 * taxes of a month are fixed (domain §2.4, INV-25). Saves of rates wait for one another.
 */
const written: Prepare = async (values, row, work) => {
  const before = row as Rate | null
  const initial = { enableStatus: taxItemRate.fields.enableStatus.facts.initial }
  const now = { ...initial, ...before, ...values } as Rate
  const changed = (name: keyof Rate): boolean => {
    const f = taxItemRate.fields[name as keyof typeof taxItemRate.fields]
    return !before || (f !== undefined && !same(f, before[name], now[name]))
  }
  await lockTenant(work)
  const problems = [...wrongDays(now, changed)]
  // whoever is fixing taxes by it is waited for (`ratesHeld`)
  if (before) await work.unnamed(taxItemRate, [before.id])
  const months = before ? await fixedBy(work, before) : []
  const last = months.at(-1)
  if (last !== undefined) {
    const names = COMPUTED_WITH.filter(changed)
    if (now.enableStatus !== 1) names.push('enableStatus' as never)
    else if (!months.every((month) => isIn(now, month)))
      names.push(...(['effectiveFrom', 'effectiveTo'] as const).filter(changed).map((name) => name as never))
    problems.push(...names.map((field) => ({ field, message: ended(last) })))
  }
  if (now.enableStatus === 1) {
    const { fiscalTaxId, taxItemCode } = now
    const others = (await work.rows(taxItemRate, { fiscalTaxId, taxItemCode })).filter((rate) => rate.id !== before?.id)
    const other = others.find((rate) => rate.enableStatus === 1 && overlap(rate, now))
    if (other) problems.push({ field: 'effectiveFrom', message: overlapping(other) })
    else if (!before && others.length > 0) problems.push({ field: 'enableStatus', message: ENABLED_BY_TWO })
  }
  refuseFields(problems, work.actor)
  return {}
}

/** Saves and deletions of rates. */
export const taxItemRateHooks: Hooks = {
  prepare: written,
  removalProblem: async (rows, work) => {
    for (const row of rows) {
      const last = (await fixedBy(work, recordOf(taxItemRate, row))).at(-1)
      if (last !== undefined) return ended(last)
    }
    return null
  },
}
