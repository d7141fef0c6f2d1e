import { activityPlan } from '../../../src/model/activities/activityPlan.ts'
import {
  type Field,
  isChoice,
  isInteger,
  isRef,
  isRefs,
  isRows,
  lengthOf,
} from '../../../src/model/language/fields/field.ts'
import { kindOf } from '../../../src/model/language/fields/kinds.ts'
import { type Span, spansOf } from '../../../src/model/language/fields/spans.ts'
import { PARTIES } from '../../../src/model/language/owner.ts'
import { fixedValues, type Resource } from '../../../src/model/language/resource.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { bankBranchCheck, creditCheck } from '../../../src/model/values/officialNumbers.ts'
import type { WireRow } from '../../../src/model/wire/wire.ts'
import { sampleOf } from '../../kinds.ts'

/** Ids of records that are there, by resource. */
export type Ids = Readonly<Record<string, readonly string[]>>

let made = 0

const credit = (n: number): string => {
  const body = `91310000MA${String(n).padStart(7, '0')}`
  return `${body}${creditCheck(body)}`
}

/** A text that no other record has, of what the field means. */
export function textOf(f: Field, n: number): string {
  switch (f.facts.means) {
    case 'creditCode':
      return credit(n)
    case 'email':
      return `n${n}@example.com`
    case 'bankBranch': {
      const body = `308${String(n).padStart(8, '0')}`
      return `${body}${bankBranchCheck(body)}`
    }
    case 'telephone':
      return `021-6${String(n).padStart(7, '0')}`
    case 'month':
      return `${2030 + (n % 60)}01`
    default:
      return `n${n}`.slice(0, lengthOf(f) ?? 20)
  }
}

/** Points ask for a rule of exchange in force. */
const IN_CASH = { payType: statesOf(activityPlan).payType.money }
/** What a family asks of its fields together, which no field says. */
const TOGETHER: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // a user of the platform works for no party
  user: { userType: 1, entrustedId: '', fiscalTaxId: '', providerId: '' },
  // an expense asks for an account with money in it
  entrustedAccountPrepay: { chargeType: 1 },
  // a fiscal-tax company asks for tax items that it has rates of
  entrustedThirdRel: { thirdType: 2 },
  activityPlan: IN_CASH,
  caseCollection: IN_CASH,
  // whole months
  taxItemRate: { effectiveFrom: '2024-06-01', effectiveTo: '2024-06-30' },
  // INV-33: with the tax, of which each part is 1.00
  entrustedInvoiceDetail: { amount: '2.00' },
  entrustedInvoiceDetailPoint: { amount: '2.00' },
}

let taken = 0
/** A file that no record of the test holds yet; the first ten are held by records already. */
const nextFile = (ids: Ids): string | undefined => {
  const free = (ids.attach ?? []).slice(10)
  taken += 1
  return free[taken % free.length]
}

/**
 * A good value of a field, as different as its kind allows; undefined for what tests leave out. `back`: references name
 * the last record but so many.
 */
function goodValue(f: Field, ids: Ids, n: number, back = 0): unknown {
  if (kindOf(f).files) return f.facts.required === undefined ? undefined : nextFile(ids)
  if (isRows(f))
    return [Object.fromEntries(Object.entries<Field>(f.rows).map(([name, own]) => [name, goodValue(own, ids, n)]))]
  if (isChoice(f)) return sampleOf(f).nth(1, f)
  // keys of records are not ids
  if (f.facts.nodeOf) return undefined
  // what is named is of this company, whichever it is
  if (isRef(f)) return ids[f.to]?.at(f.to === PARTIES.company ? -1 : -1 - back)
  if (isRefs(f)) return ids[f.to]?.slice(0, 1)
  // whatever begins and ends does so in the order of its fields
  if (f.kind === 'datetime') return `2024-06-15 ${String(8 + (n % 12)).padStart(2, '0')}:00:00`
  if (f.kind === 'phone') return `139${String(n).padStart(8, '0')}`
  if (f.kind === 'sealed') return `62${String(n).padStart(14, '0')}`
  if (kindOf(f).prose || f.kind === 'html') return textOf(f, n)
  if (f.facts.min !== undefined && Number(f.facts.min) > Number(sampleOf(f).good)) return f.facts.min
  if (f.facts.max !== undefined && Number(f.facts.max) < Number(sampleOf(f).good)) return f.facts.max
  return sampleOf(f).good
}

const writable = (r: Resource, operation: 'add' | 'edit'): [string, Field][] =>
  Object.entries<Field>(r.fields).filter(
    ([name, { facts }]) =>
      facts.readOnly !== 'always' && facts.readOnly !== operation && !Object.hasOwn(fixedValues(r), name),
  )

/** Times that one may write, of which one may not be before the other. */
export const spansWritten = (r: Resource, operation: 'add' | 'edit'): readonly Span[] => {
  const names = writable(r, operation).map(([name]) => name)
  return spansOf(r.fields).filter(({ start, end }) => names.includes(start) && names.includes(end))
}

/** What is sent to add a record: every field that may be written. `back`: of which records, from the last. */
export function newRecord(r: Resource, ids: Ids, back = 0): Record<string, unknown> {
  made += 12
  let moment = 0
  return Object.fromEntries(
    writable(r, 'add').flatMap(([name, f]) => {
      if (f.kind === 'datetime') moment += 1
      const n = f.kind === 'datetime' ? moment : made
      const value = TOGETHER[r.id]?.[name] ?? (name === r.tree?.parent ? undefined : goodValue(f, ids, n, back))
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** What is sent to edit a record: one field that may be edited, with another value than the record has; else nothing. */
export function changed(r: Resource, row: WireRow): Record<string, unknown> {
  made += 1
  // of a closed set the next value may be another record's alone
  const bounds = new Set(spansOf(r.fields).flatMap(({ start, end }) => [start, end]))
  const fields = writable(r, 'edit').sort(([, a], [, b]) => Number(isChoice(a)) - Number(isChoice(b)))
  for (const [name, f] of fields) {
    if (isRef(f) || isRefs(f) || kindOf(f).writeOnly || f.facts.dualControl !== undefined) continue
    if (name === r.tree?.parent) continue
    // one end alone would be moved beyond the other
    if (bounds.has(name)) continue
    const value = isChoice(f)
      ? Object.keys(f.values).find((v) => v !== String(row[name]))
      : isInteger(f)
        ? Number(row[name] ?? 0) + 1
        : goodValue(f, {}, made)
    if (value !== undefined && String(value) !== String(row[name])) return { [name]: value }
  }
  return {}
}
