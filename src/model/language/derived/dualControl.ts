import type { Field, Fields } from '../fields/field.ts'
import { kindOf } from '../fields/kinds.ts'
import { isEmpty } from './validate.ts'

type Row = Readonly<Record<string, unknown>>

/** Name under which the detail of a record carries the change that waits for a second person. */
export const CHANGE_WAITS = 'changeWaits'

/** Waiting change: its request, requester, time and fields; no fields for a deletion. */
export interface WaitingChange {
  readonly code: string
  readonly by: string
  readonly at: string
  readonly fields: readonly string[]
  /** Persons who may agree now, or the time from which they may; "" where the reader is not shown them. */
  readonly reviewers: string
}

/** Name under which the detail of a pending request carries its reviewers. */
export const REVIEWERS = 'reviewers'

/** Returns whether a change of this field of this record needs a second person. Pure. */
export function isDualControlled(f: Field, row: Row): boolean {
  const when = f.facts.dualControl
  if (when === undefined) return false
  return when === true || Object.entries(when).every(([name, values]) => values.includes(String(row[name] ?? '')))
}

/** Returns whether a field is of a kind that two persons change: rates, bank accounts and what is said to move money. */
const movesMoney = (f: Field): boolean =>
  kindOf(f).movesMoney || f.facts.means === 'bankAccount' || f.facts.moves === 'money'

/**
 * Fields that one person could change though money follows them. `always`: whether records may be edited in whatever
 * state they are; what is edited before somebody else decides on it needs no second person. Pure.
 */
export const aloneProblems = (r: { readonly fields: Fields }, always: boolean): string[] =>
  always
    ? Object.entries<Field>(r.fields).flatMap(([name, f]) =>
        movesMoney(f) &&
        f.facts.dualControl === undefined &&
        f.facts.readOnly !== 'always' &&
        f.facts.readOnly !== 'edit'
          ? [`${name} moves money and one person changes it: dualControl`]
          : [],
      )
    : []

/** Operation that a second person agrees to. */
export type GuardedOperation = 'edit' | 'delete'

/** Returns whether such a change of some record of this resource may ever wait for a second person. */
export const mayWait = (
  r: { readonly fields: Fields; readonly operations: readonly string[]; readonly appendOnly?: boolean },
  operation: GuardedOperation,
): boolean =>
  !r.appendOnly &&
  r.operations.includes(operation) &&
  Object.values<Field>(r.fields).some(
    (f) => f.facts.dualControl !== undefined && !(operation === 'delete' && f.facts.deletedAlone),
  )

/** Returns those of the named fields whose change in this record waits for a second person. */
export const dualControlled = (r: { readonly fields: Fields }, row: Row, names: Iterable<string>): string[] =>
  [...names].filter((name) => {
    const f = r.fields[name]
    return f !== undefined && isDualControlled(f, row)
  })

/**
 * Returns whether deleting this record waits for a second person. It does where a dual-controlled field is set:
 * otherwise one person could delete the record and add it again with other values.
 */
export const isDeletedByTwo = (r: { readonly fields: Fields }, row: Row): boolean =>
  dualControlled(
    r,
    row,
    Object.keys(r.fields).filter((name) => !isEmpty(row[name]) && !r.fields[name]?.facts.deletedAlone),
  ).length > 0
