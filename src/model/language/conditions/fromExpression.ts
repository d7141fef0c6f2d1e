import { and, type Expression, equal, not, oneOfValues, or, there, value } from './expression.ts'
import type { Scalar } from './value.ts'

const isScalar = (of: unknown): of is Scalar => of !== null && of !== undefined

/**
 * Expression of states (`From`, as values): each field has its state or one of several, where `null` is no state. Pure.
 */
export const fromExpression = (from: Readonly<Record<string, unknown>>): Expression =>
  and(
    ...Object.entries(from).map(([name, want]) => {
      const all: readonly unknown[] = [want].flat()
      const states = all.filter(isScalar)
      const one = states.length === 1 ? equal(name, value(states[0] as Scalar)) : oneOfValues(name, states)
      if (!all.includes(null)) return one
      return states.length === 0 ? not(there(name)) : or(not(there(name)), one)
    }),
  )
