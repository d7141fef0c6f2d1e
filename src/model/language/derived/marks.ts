import { type Field, isRef } from '../fields/field.ts'
import { PARTIES, PAYEE } from '../owner.ts'
import type { Resource } from '../resource.ts'

/** A mark of records: a value that they share, such as owner or month. */
export interface Mark {
  readonly field: string
  /** The first `MARKED` of them. */
  readonly values: readonly string[]
  /** How many different ones there are. */
  readonly count: number
}

/** Number of values of one field that a confirmation lists by name. */
const MARKED = 2

/** Fields that mark owners, in the order in which a question names them. */
const WHOSE: readonly string[] = [PARTIES.company, PAYEE, PARTIES.fiscalTax]

/** The fields that say which company, doctor, partner and month a record is of: one of each. Pure. */
export function markFields(of: Pick<Resource, 'fields' | 'id' | 'name'>): readonly string[] {
  const fields = Object.entries<Field>(of.fields)
  const whose = WHOSE.flatMap((to) => {
    if (to === of.id) return []
    const found = fields.find(([, f]) => isRef(f) && f.to === to && f.facts.shows !== undefined && !f.facts.masked)
    return found ? [String(found[1].facts.shows)] : []
  })
  const month = fields.find(([, f]) => f.facts.means === 'month')
  return [...whose, ...(month ? [month[0]] : [])].filter((name) => name !== of.name)
}

/** Marks of these rows, where fields carry them. Pure. */
export const marksIn = (of: Pick<Resource, 'fields' | 'id' | 'name'>, rows: readonly object[]): readonly Mark[] =>
  markFields(of).flatMap((field) => {
    const all = new Set(rows.map((row) => String((row as Readonly<Record<string, unknown>>)[field] ?? '')))
    all.delete('')
    return all.size === 0 ? [] : [{ field, values: [...all].slice(0, MARKED), count: all.size }]
  })
