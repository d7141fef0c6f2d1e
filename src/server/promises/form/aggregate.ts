import { type Expression, type Term, termOf } from '../../../model/language/conditions/expression.ts'

/** A value of several rows, as data: `sqlForm.ts` writes it as SQL, `memoryForm.ts` computes it of rows in memory. */
export type Aggregate =
  | { readonly is: 'count'; readonly where?: Expression }
  | { readonly is: 'sum'; readonly of: Expression; readonly where?: Expression }
  | { readonly is: 'distinct' | 'least' | 'some'; readonly of: Expression }

/** How many rows, or how many of which the condition holds. */
export const count = (where?: Expression): Aggregate => ({ is: 'count', ...(where ? { where } : {}) })

/** How many different values. */
export const distinct = (term: Term): Aggregate => ({ is: 'distinct', of: termOf(term) })

/** Sum of a number; what is nothing is left out. */
export const sum = (term: Term, where?: Expression): Aggregate => ({
  is: 'sum',
  of: termOf(term),
  ...(where ? { where } : {}),
})

/** The least value; nothing without any. */
export const least = (term: Term): Aggregate => ({ is: 'least', of: termOf(term) })

/** Does the condition hold of any row? */
export const some = (condition: Expression): Aggregate => ({ is: 'some', of: condition })

/** Returns whether the value is nothing where there are no rows; a number is 0 there. */
export const needsRows = (a: Aggregate): boolean => a.is === 'least' || a.is === 'some'
