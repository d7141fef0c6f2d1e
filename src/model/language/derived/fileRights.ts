import type { Field, Fields } from '../fields/field.ts'
import { kindOf } from '../fields/kinds.ts'
import { hasMasked, unmaskCode } from '../resource.ts'

/** Returns whether a field holds files: attachments, or answers among which they may be. */
export const holdsFiles = (f: Field): boolean => kindOf(f).files !== null || f.facts.answers === true

/**
 * The permission that opens the files of a field, besides that to see the record; null where none is needed. What says
 * nothing beside personal data is opened by who reads that.
 */
export function fileRight(r: { readonly id: string; readonly fields: Fields }, f: Field): string | null {
  const by = f.facts.openedBy ?? (hasMasked(r) ? 'unmask' : 'record')
  if (typeof by === 'object') return by.permission
  return by === 'unmask' ? unmaskCode(r) : null
}

/** Returns what is wrong with what the file fields of a resource say of who opens them; `known`: is this a permission? */
export const fileProblems = (
  r: { readonly id: string; readonly fields: Fields },
  known: (permission: string) => boolean,
): string[] =>
  Object.entries<Field>(r.fields).flatMap(([name, f]) => {
    const by = f.facts.openedBy
    if (!holdsFiles(f)) return by === undefined ? [] : [`${name} says who opens it and holds no files`]
    if (f.facts.masked) return [`${name} holds files, which cannot be masked: openedBy`]
    if (by === undefined)
      return hasMasked(r) ? [`${name} holds files beside personal data: say who opens them (openedBy)`] : []
    if (by === 'unmask' && !hasMasked(r)) return [`${name} is opened by a right to personal data that there is none of`]
    return typeof by === 'object' && !known(by.permission) ? [`${name} is opened by the unknown ${by.permission}`] : []
  })
