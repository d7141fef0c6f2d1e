import { describe, expect, it } from 'vitest'
import { lifecycles, resourceOf, statusNames } from '../../../src/model/business.ts'
import { choiceOf, isChoice } from '../../../src/model/language/fields/field.ts'
import { isInState } from '../../../src/model/language/lifecycle.ts'
import { fieldOf } from '../../../src/model/language/resource.ts'
import { twin } from '../../../src/model/language/twin.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'

describe('isInState', () => {
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
  ])('%s', (_, from, row, expected) => expect(isInState(from as never, row)).toBe(expected))

  it('is false for `new`, which is no state', () => expect(isInState('new', {})).toBe(false))
})

describe('declared lifecycles', () => {
  it('of families with amounts in their list say which one is meant, so that dialogs can name it', () => {
    for (const id of lifecycles.keys()) {
      const of = resourceOf(id)
      const amounts = of.list.columns.filter((name) => fieldOf(of, name)?.kind === 'money')
      if (amounts.length > 0)
        expect(amounts, `${id}: list.amount must name one of ${amounts.join(', ')}`).toContain(of.list.amount)
      expect(fieldOf(of, of.name), id).toBeDefined()
    }
  })

  it('of a twin: what it has not is summed by no list of it', () => {
    const of = twin(settlementOrder, 'x', { calls: ['x'], title: ['', ''], without: ['totalAmount'] })
    expect(settlementOrder.list.amount).toBe('totalAmount')
    expect([of.list.amount, of.list.columns.some((name) => String(name) === 'totalAmount')]).toEqual([undefined, false])
  })
  const all = [...lifecycles.values()].flatMap((l) => Object.entries(l.transitions).map(([id, t]) => ({ l, id, t })))

  it('a permission names its own resource', () => {
    for (const { l, t } of all) if (t.permission) expect(t.permission.startsWith(`${l.resource}_`)).toBe(true)
  })

  it('`undo` and `takesBack` name each other', () => {
    for (const { l, id, t } of all)
      for (const back of t.takesBack ?? []) expect(l.transitions[back]?.undo, `${l.resource}.${back}`).toBe(id)
    for (const { l, id, t } of all)
      if (t.undo) expect(l.transitions[t.undo]?.takesBack, `${l.resource}.${id}`).toContain(id)
  })

  /**
   * Values that a record is made with, that other systems set or that come with documents which are not declared yet
   * (tax records, 3.16).
   */
  const later = new Set(['leave.approvalRoute 2', 'orderDoctor.orderStatus 4', 'orderDoctor.orderStatus 9'])
  const statuses = [...lifecycles.values()].flatMap((l) =>
    statusNames(resourceOf(l.resource)).map((name) => [l.resource, name] as const),
  )
  it.each(statuses)('every value of %s.%s but the first is reached by a transition', (resource, name) => {
    const f = fieldOf(resourceOf(resource), name)
    if (!f || !isChoice(f)) throw new Error(`${name} is not a choice`)
    const to = Object.values(lifecycles.get(resource)?.transitions ?? {}).map((t) =>
      typeof t.to === 'object' ? (t.to as Record<string, unknown>)[name] : null,
    )
    for (const value of Object.keys(f.values))
      if (value !== String(f.facts.initial) && !later.has(`${resource}.${name} ${value}`))
        expect(to).toContain(choiceOf(f, value))
  })

  // The business rules in one page for reviewers; `vitest run -u` writes it anew after an intended change.
  it('are those of lifecycles.md', async () => {
    const states = (of: unknown): string =>
      typeof of === 'string'
        ? of
        : Object.entries(of as object)
            .map(([name, v]) => `${name} ${v}`)
            .join(', ')
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    const head = ['transition', 'from', 'to', 'by', 'roles besides the administrator', 'checks']
    const page = [...lifecycles.values()].map((l) =>
      [
        `## ${l.resource}`,
        line(head),
        line(head.map(() => '---')),
        ...Object.entries(l.transitions).map(([id, t]) => {
          const checks = [t.makerChecker && 'maker ≠ checker', t.money && 'money', t.closed && 'closed']
          const roles = t.by === 'system' ? '' : (t.roles ?? []).join(', ')
          return line([id, states(t.from), states(t.to ?? ''), t.by, roles, checks.filter(Boolean).join(', ')])
        }),
      ].join('\n'),
    )
    await expect(`# Lifecycles as declared\n\n${page.join('\n\n')}\n`).toMatchFileSnapshot('lifecycles.md')
  })
})
