import { describe, expect, it } from 'vitest'
import { lifecycles, resourceOf, statusNames } from '../../../src/model/business.ts'
import { choiceOf, type Field, isChoice } from '../../../src/model/language/fields/field.ts'
import { isInState, type Lifecycle, type Transition } from '../../../src/model/language/lifecycle.ts'

/** The states of a lifecycle that say that somebody or something is waited for. */
const waiting = (l: Lifecycle): (readonly [name: string, value: string | number, words: string])[] => {
  const of = resourceOf(l.resource)
  return statusNames(of).flatMap((name) => {
    const f = of.fields[name] as Field | undefined
    if (!f || !isChoice(f)) return []
    return Object.entries(f.values).flatMap(([value, [words, , tone]]) =>
      tone === 'wait' || tone === 'busy' ? [[name, choiceOf(f, value), words] as const] : [],
    )
  })
}

const leaves = (l: Lifecycle, name: string, value: string | number): boolean =>
  Object.values<Transition>(l.transitions).some((t) => {
    if (typeof t.from !== 'object' || !Object.hasOwn(t.from, name)) return false
    const goes = t.to === 'deleted' || (typeof t.to === 'object' && Object.keys(t.to).length > 0)
    return goes && isInState({ [name]: (t.from as Record<string, never>)[name] as never }, { [name]: value } as never)
  })

describe('every state that says that it waits', () => {
  it('is left by a decision of a person or the system: nothing waits for ever', () => {
    const stuck = [...lifecycles.values()].flatMap((l) =>
      waiting(l).flatMap(([name, value, words]) =>
        leaves(l, name, value) ? [] : [`${l.resource}.${name} ${value} ${words}`],
      ),
    )
    expect(stuck).toEqual([])
  })
})
