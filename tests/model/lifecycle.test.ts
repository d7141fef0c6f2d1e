import { describe, expect, it } from 'vitest'
import { lifecycles, resourceOf } from '../../src/model/all.ts'
import { choiceOf, isChoice } from '../../src/model/kernel/field.ts'
import { isInState } from '../../src/model/kernel/lifecycle.ts'
import { fieldOf } from '../../src/model/kernel/resource.ts'

describe('standsAt', () => {
  it.each([
    ['the one value', { settlementStatus: 0 }, { settlementStatus: 0 }, true],
    ['another value', { settlementStatus: 0 }, { settlementStatus: 1 }, false],
    ['any of several', { settlementStatus: [0, 1] }, { settlementStatus: 1 }, true],
    ['none of several', { settlementStatus: [0, 1] }, { settlementStatus: 2 }, false],
    ['no value at all', { settlementStatus: 0 }, {}, false],
    ['null is no status', { settlementStatus: [0] }, { settlementStatus: null }, false],
    [
      'two fields, both right',
      { approvalStatus: 1, confirmStatus: [0, 2] },
      { approvalStatus: 1, confirmStatus: 2 },
      true,
    ],
    ['two fields, one wrong', { approvalStatus: 1, confirmStatus: 0 }, { approvalStatus: 1, confirmStatus: 1 }, false],
    ['a text is not the number', { settlementStatus: 0 }, { settlementStatus: '0' }, false],
    ['nothing asked', {}, { settlementStatus: 7 }, true],
  ])('%s', (_, from, row, stands) => expect(isInState(from as never, row)).toBe(stands))

  it('a new record stands nowhere', () => expect(isInState('new', {})).toBe(false))
})

describe('declared lifecycles', () => {
  const all = [...lifecycles.values()].flatMap((l) => Object.entries(l.transitions).map(([id, t]) => ({ l, id, t })))

  it('a permission names its own resource', () => {
    for (const { l, t } of all) if (t.permission) expect(t.permission.startsWith(`${l.resource}_`)).toBe(true)
  })

  it('what takes back is named by what it takes back', () => {
    for (const { l, id, t } of all)
      for (const back of t.takesBack ?? []) expect(l.transitions[back]?.undo, `${l.resource}.${back}`).toBe(id)
    for (const { l, id, t } of all)
      if (t.undo) expect(l.transitions[t.undo]?.takesBack, `${l.resource}.${id}`).toContain(id)
  })

  it.each([
    ['settlementOrder', 'settlementStatus'],
    ['settlementCycle', 'cycleStatus'],
  ])('every status of %s but the first can be reached', (resource, name) => {
    const f = fieldOf(resourceOf(resource), name)
    if (!f || !isChoice(f)) throw new Error(`${name} is not a choice`)
    const to = Object.values(lifecycles.get(resource)?.transitions ?? {}).map((t) =>
      typeof t.to === 'object' ? (t.to as Record<string, unknown>)[name] : null,
    )
    for (const value of Object.keys(f.values))
      if (value !== String(f.facts.initial)) expect(to).toContain(choiceOf(f, value))
  })
})
