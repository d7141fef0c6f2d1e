import { describe, expect, it } from 'vitest'
import { lifecycles, resourceOf, statusNames } from '../../../src/model/all.ts'
import { type Field, isChoice } from '../../../src/model/kernel/field.ts'
import { isInState, type Lifecycle, type Transition } from '../../../src/model/kernel/lifecycle.ts'

/** States that nothing leads out of, by lifecycle: what is over. Any other one is a document that is stuck. */
const ENDS: Readonly<Record<string, readonly string[]>> = {}

/** The values of a status field that no transition, of a person or the system, leads out of. */
function ends(l: Lifecycle): string[] {
  const of = resourceOf(l.resource)
  return statusNames(of).flatMap((name) => {
    const f = of.fields[name] as Field | undefined
    if (!f || !isChoice(f)) return []
    return Object.keys(f.values).filter((value) => !leaves(l, name, Number.isNaN(Number(value)) ? value : Number(value)))
      .map((value) => `${name} ${value} ${f.values[value as never]?.[0] ?? ''}`)
  })
}

const leaves = (l: Lifecycle, name: string, value: string | number): boolean =>
  Object.values<Transition>(l.transitions).some((t) => {
    if (typeof t.from !== 'object' || !Object.hasOwn(t.from, name)) return false
    const goes = t.to === 'deleted' || (typeof t.to === 'object' && Object.keys(t.to).length > 0)
    return goes && isInState({ [name]: (t.from as Record<string, never>)[name] as never }, { [name]: value } as never)
  })

describe('every state of every document', () => {
  it('is left by a decision of a person or the system, or is an end that is named here', () => {
    const found = Object.fromEntries(
      [...lifecycles.values()].flatMap((l) => (ends(l).length > 0 ? [[l.resource, ends(l)]] : [])),
    )
    expect(found).toEqual(ENDS)
  })
})
