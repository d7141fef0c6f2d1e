import type { Calculate, Calculation, Calculations } from './calculations.ts'
import type { Expression, Sign } from './expression.ts'
import { compare, type Value } from './value.ts'

/**
 * Reading of a field of a row: `from` names a lookup of it, null is the row itself. null and undefined both mean that
 * there is no value.
 */
export type Read<R> = (row: R, name: string, from: string | null) => Value | undefined

const HOLDS: Readonly<Record<Exclude<Sign, '='>, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

/**
 * Returns the evaluation of an expression in memory, the only one there is: a function of a row. Prepared once and run
 * on many rows. `calculations` are needed where the expression calculates. Pure.
 */
export function evaluator<R>(e: Expression, read: Read<R>, calculations?: Calculations): (row: R) => Value {
  const of = (part: Expression) => evaluator(part, read, calculations)
  const test = (part: Expression) => tester(part, read, calculations)
  const calculation = (by: Calculation): Calculate => {
    const calculate = calculations?.[by]
    if (!calculate) throw new Error(`${by} is not calculated here`)
    return calculate
  }
  switch (e.is) {
    case 'field': {
      const { name, from } = e
      return (row) => read(row, name, from) ?? null
    }
    case 'value': {
      const { value } = e
      return () => value
    }
    case 'compared': {
      const [left, right] = [of(e.left), of(e.right)]
      const holds = e.sign === '=' ? null : HOLDS[e.sign]
      return (row) => {
        const [a, b] = [left(row), right(row)]
        return a !== null && b !== null && (holds ? holds(compare(a, b)) : a === b)
      }
    }
    case 'same': {
      const [left, right] = [of(e.left), of(e.right)]
      return (row) => left(row) === right(row)
    }
    case 'there': {
      const value = of(e.of)
      return (row) => value(row) !== null
    }
    case 'oneOf': {
      const [value, values] = [of(e.of), new Set<Value>(e.values)]
      return (row) => {
        const is = value(row)
        return is !== null && values.has(is)
      }
    }
    case 'overlaps': {
      const [value, ids] = [of(e.of), new Set(e.ids)]
      return (row) => {
        const all = value(row)
        return Array.isArray(all) && all.some((id) => ids.has(String(id)))
      }
    }
    case 'alike': {
      const fold = calculation('folded')
      const [value, texts] = [of(e.of), new Set(e.texts.map((text) => fold([text])))]
      return (row) => {
        const text = fold([value(row)])
        return text !== null && texts.has(text)
      }
    }
    case 'before': {
      const pairs = e.left.map((part, n) => [of(part), of(e.right[n] as Expression)] as const)
      return (row) => {
        for (const [left, right] of pairs) {
          const [a, b] = [left(row), right(row)]
          if (a === null || b === null) return false
          const order = compare(a, b)
          if (order !== 0) return order < 0
        }
        return false
      }
    }
    case 'and': {
      const parts = e.parts.map(test)
      return (row) => parts.every((part) => part(row))
    }
    case 'or': {
      const parts = e.parts.map(test)
      return (row) => parts.some((part) => part(row))
    }
    case 'not': {
      const part = test(e.part)
      return (row) => !part(row)
    }
    case 'when': {
      const [condition, yes, no] = [test(e.condition), of(e.yes), of(e.no)]
      return (row) => (condition(row) ? yes : no)(row)
    }
    case 'calculated': {
      const calculate = calculation(e.by)
      const parts = e.of.map(of)
      return (row) => calculate(parts.map((part) => part(row)))
    }
    case 'sought':
      throw new Error(`${e.op} of ${e.name} is answered by the database alone`)
  }
}

/** Returns whether a condition holds of a row, as `evaluator` does. */
export function tester<R>(e: Expression, read: Read<R>, calculations?: Calculations): (row: R) => boolean {
  const value = evaluator(e, read, calculations)
  return (row) => value(row) === true
}
