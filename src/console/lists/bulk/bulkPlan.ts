import { dualControlled } from '../../../model/language/derived/dualControl.ts'
import { isEmpty, tidy } from '../../../model/language/derived/validate.ts'
import { type Field, isHtml, isRows } from '../../../model/language/fields/field.ts'
import { kindOf } from '../../../model/language/fields/kinds.ts'
import { isShownIn } from '../../../model/language/form.ts'
import { isInState } from '../../../model/language/lifecycle.ts'
import type { Resource } from '../../../model/language/resource.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { formFieldNames, lockedOf, same, typedOf, wireOf } from '../../forms/base/values.ts'

/** Most rows that are edited together. */
export const BULK_ROWS_MAX = 500

/** Outcome of a row when a field of many is edited. */
export interface PlannedRow {
  readonly row: WireRow
  readonly will: 'change' | 'same' | 'notEditable' | 'notAsked'
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

/** Outcome of each row when this field is given a value, as the form of a single record would have it. Pure. */
export function plan(
  of: Resource,
  editable: Parameters<typeof isInState>[0] | undefined,
  rows: readonly WireRow[],
  name: string,
  typed: string,
): PlannedRow[] {
  const field = of.fields[name] as Field
  const value = tidy(field, wireOf(field, typed))
  return rows.map((row): PlannedRow => {
    if (!isInState(editable ?? {}, row)) return { row, will: 'notEditable', waits: false }
    if (!isShownIn(of.form, name, row) || (field.facts.none !== undefined && row[name] === field.facts.none))
      return { row, will: 'notAsked', waits: false }
    // masked values are not compared: what is shown of them is not what they are
    const isSame =
      !field.facts.masked && (same(field, typedOf(field, row[name]), typed) || (isEmpty(value) && isEmpty(row[name])))
    return {
      row,
      will: isSame ? 'same' : 'change',
      waits: !isSame && dualControlled({ fields: of.fields }, row, [name]).length > 0,
    }
  })
}
