import { describe, expect, it } from 'vitest'
import { lifecycles, resourceOf } from '../../src/model/all.ts'
import { isChoice } from '../../src/model/kernel/field.ts'
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

  it.each(all.map(({ l, id, t }) => [`${l.resource}.${id}`, l.resource, t] as const))(
    '%s moves between values that exist',
    (_, resource, t) => {
      const r = resourceOf(resource)
      for (const side of [t.from, t.to]) {
        if (typeof side === 'string') continue
        for (const [name, value] of Object.entries(side)) {
          const f = fieldOf(r, name)
          if (!f || !isChoice(f)) throw new Error(`${name} is not a choice of ${resource}`)
          for (const v of [value].flat()) if (v !== 'previous') expect(Object.keys(f.values)).toContain(String(v))
        }
      }
    },
  )

  it('a permission names its own resource', () => {
    for (const { l, t } of all) if (t.permission) expect(t.permission.startsWith(`${l.resource}_`)).toBe(true)
  })

  it('transitions of one call can be told apart: by where they start or by a parameter', () => {
    for (const a of all) {
      for (const b of all) {
        if (a === b || a.l !== b.l || !a.t.call || a.t.call !== b.t.call) continue
        const apart = Object.entries(a.t.match ?? {}).some(([k, v]) => b.t.match?.[k] !== v)
        const together = (x: typeof a, y: typeof a) =>
          typeof x.t.from === 'object' &&
          typeof y.t.from === 'object' &&
          Object.entries(x.t.from).every(([name, v]) => {
            const other = (y.t.from as Record<string, number | readonly number[] | undefined>)[name]
            return other === undefined || [v].flat().some((one) => [other].flat().includes(one as number))
          })
        if (!apart) expect(together(a, b), `${a.l.resource}: ${a.id} and ${b.id}`).toBe(false)
      }
    }
  })

  it('at most one transition of a call is meant without its parameter', () => {
    for (const l of lifecycles.values()) {
      const defaults = Object.values(l.transitions).filter((t) => t.byDefault)
      const calls = new Set(defaults.map((t) => t.call))
      expect(defaults.length, l.resource).toBe(calls.size)
    }
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
      if (value !== String(f.facts.initial)) expect(to).toContain(Number(value))
  })
})
