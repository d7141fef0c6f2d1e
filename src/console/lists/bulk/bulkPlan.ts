import { dualControlled } from '../../../model/language/derived/dualControl.ts'
import { isEmpty, tidy } from '../../../model/language/derived/validate.ts'
import { type Field, isHtml, isRows } from '../../../model/language/fields/field.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import { isShownIn } from '../../../model/language/form.ts'
import { isInState } from '../../../model/language/lifecycle.ts'
import type { Resource } from '../../../model/language/resource.ts'
import type { Label } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import {
  formFieldNames,
  lockedOf,
  problemsIn,
  same,
  shownBy,
  typedOf,
  valuesOf,
  wireOf,
} from '../../forms/base/values.ts'

/** Most rows that are edited together. */
export const BULK_ROWS_MAX = 500

/** Value that a field of a row is given. */
export interface GivenValue {
  readonly typed: string
  /** Text of a record that `typed` names by its id. */
  readonly shown?: string
  /** Why it cannot be given. */
  readonly why?: Label
}
/** Values that the fields of a row are given, by name. */
export type Given = Readonly<Record<string, GivenValue>>

/** Outcome of a field of a row. */
export interface PlannedField extends GivenValue {
  readonly name: string
  readonly will: 'change' | 'same' | 'notAsked' | 'wrong'
}

/** Outcome of a row when fields of many are edited: `wrong` is saved in no part. */
export interface PlannedRow {
  readonly row: WireRow
  readonly will: 'change' | 'same' | 'notEditable' | 'notAsked' | 'wrong'
  readonly fields: readonly PlannedField[]
  /** The change waits for a second person. */
  readonly waits: boolean
}

/**
 * Fields that may be given one value in many records: what the form of a single one lets people write, without what is each record's
 * own (numbers that are unique, files, rows, formatted texts, secrets). Pure.
 */
export function bulkFields(of: Resource): string[] {
  const own = new Set((of.unique ?? []).flat().map(String))
  return formFieldNames(of.fields, 'edit').filter((name) => {
    const field = of.fields[name] as Field
    const { files, writeOnly } = kindOf(field)
    const apart = files !== null || writeOnly || isRows(field) || isHtml(field) || kindOf(field).wire === 'json'
    return (
      !apart &&
      !own.has(name) &&
      !field.facts.code &&
      name !== of.tree?.parent &&
      lockedOf(field, 'edit', 'zh') === null
    )
  })
}

/** Field that a form asks for what a column shows: of the name of another record, the reference itself. Pure. */
export function fieldBehind(of: Resource, column: string): string | undefined {
  const names = bulkFields(of)
  return names.includes(column) ? column : names.find((name) => shownBy(of.fields[name] as Field) === column)
}

/** Fields behind these columns that may be given one value in many records. Pure. */
export const bulkFieldsAmong = (of: Resource, columns: readonly string[]): string[] =>
  columns.flatMap((column) => fieldBehind(of, column) ?? [])

/** Fields of a row as a form would type them. */
const typedIn = (of: Resource, row: WireRow): Record<string, string> =>
  Object.fromEntries(
    formFieldNames(of.fields, 'edit').map((name) => [name, typedOf(of.fields[name] as Field, row[name])]),
  )

/** Outcome of each field of a row, as the form of this record would have it. */
function fieldsOf(of: Resource, row: WireRow, given: Given): PlannedField[] {
  const names = Object.keys(given)
  const typed = { ...typedIn(of, row), ...Object.fromEntries(names.map((name) => [name, given[name]?.typed ?? ''])) }
  // a value may have the form ask for another field
  const after = { ...row, ...valuesOf(of.fields, typed, names) }
  const problems = new Map(problemsIn(of.fields, typed, names).map((p) => [p.field, p.message]))
  return names.map((name): PlannedField => {
    const field = of.fields[name] as Field
    const { typed: text, ...value } = given[name] as GivenValue
    const all = { ...value, name, typed: text }
    if (value.why) return { ...all, will: 'wrong' }
    if (!isShownIn(of.form, name, after) || (field.facts.none !== undefined && row[name] === field.facts.none))
      return { ...all, will: 'notAsked' }
    const kept = tidy(field, wireOf(field, text))
    // masked values are not compared: what is shown of them is not what they are
    const isSame =
      !field.facts.masked && (same(field, typedOf(field, row[name]), text) || (isEmpty(kept) && isEmpty(row[name])))
    if (isSame) return { ...all, will: 'same' }
    const why = problems.get(name)
    return why ? { ...all, why, will: 'wrong' } : { ...all, will: 'change' }
  })
}

/**
 * Outcome of each row that is given values, as the form of a single record would have it; rows that are given none are left out.
 * Pure.
 */
export function plan(
  of: Resource,
  editable: Parameters<typeof isInState>[0] | undefined,
  rows: readonly WireRow[],
  givenTo: (row: WireRow) => Given,
): PlannedRow[] {
  return rows.flatMap((row): PlannedRow[] => {
    const given = givenTo(row)
    if (Object.keys(given).length === 0) return []
    if (!isInState(editable ?? {}, row)) return [{ row, will: 'notEditable', fields: [], waits: false }]
    const fields = fieldsOf(of, row, given)
    const has = (will: PlannedField['will']) => fields.some((f) => f.will === will)
    const will = has('wrong') ? 'wrong' : has('change') ? 'change' : has('same') ? 'same' : 'notAsked'
    const changed = fields.flatMap((f) => (f.will === 'change' ? [f.name] : []))
    return [
      { row, will, fields, waits: will === 'change' && dualControlled({ fields: of.fields }, row, changed).length > 0 },
    ]
  })
}
