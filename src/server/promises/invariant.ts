import { type Expression, type Term, termOf } from '../../model/language/conditions/expression.ts'
import type { Label } from '../../model/values/label.ts'
import type { Relation } from './form/relation.ts'
import { violationsSql } from './form/sqlForm.ts'

/**
 * Something that holds of the data at every moment, declared once: rows, what they are compared with, and what holds of
 * each. Asked of the database it is one query over all rows (`sql`), of a store in memory a walk over its maps
 * (`memoryCheck.ts`). Rows are joined by tenant throughout, so a check may run inside one tenant's scope or, as the
 * owner, over all of them.
 */
export interface Invariant {
  /**
   * `INV-14.lines`: the number in the list of invariants, then the part of it; lifecycle facts carry their number,
   * `3.12.void`.
   */
  readonly id: string
  readonly title: Label
  readonly of: Relation
  readonly holds: Expression
  /** Answers tenant_id, id and what is wrong, a row per violation. No trailing semicolon, no parameters. */
  readonly sql: string
}

/** Declares an invariant. `shown`: what helps to understand a violation, by name. */
export function invariant(
  id: string,
  title: Label,
  of: Relation,
  holds: Expression,
  shown: Readonly<Record<string, Term>> = {},
): Invariant {
  const columns = Object.fromEntries(Object.entries(shown).map(([name, term]) => [name, termOf(term)]))
  return { id, title, of, holds, sql: violationsSql(of, holds, columns) }
}
