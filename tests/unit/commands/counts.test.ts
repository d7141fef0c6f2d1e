import { describe, expect, it } from 'vitest'
import { atLeast, type ContextKeys, is } from '../../../commands/context.ts'
import type { Press } from '../../../commands/keys/press.ts'
import { keyTable, type Pending, resolve } from '../../../commands/keys/resolve.ts'
import { bound, CONTEXT, press, situation } from './press.ts'

const counted = { counted: true, repeatable: true } as const
const table = keyTable([
  bound('down', ['j', 'arrowdown'], counted),
  bound('up', ['k', 'arrowup'], counted),
  bound('extend', 'shift+j', counted),
  bound('pass', 'a'),
  bound('home', 'g h'),
  bound('fit', '0', { when: is('evidence', true) }),
  ...[1, 2, 3, 4, 5].map((n) => bound(`section.${n}`, String(n), { when: atLeast('sections', n) })),
])

/** Presses keys one after the other; what ran, with its number, and what would be due if nothing followed. */
function type(keys: readonly Press[], more: Partial<ContextKeys> = {}, counts = true) {
  const ran: string[] = []
  let pending: Pending | null = null
  for (const k of keys) {
    const context = { ...CONTEXT, sections: 0, ...more }
    const found = resolve(table, k, situation({ context, pending, counts }))
    pending = found.pending
    if (found.due) ran.push(found.due)
    if (found.is === 'found') ran.push(found.count ? `${found.count} ${found.command}` : found.command)
  }
  return { ran, due: pending?.otherwise ?? '', waits: pending?.count ?? '' }
}
const digits = (text: string) => [...text].map((d) => press(d))

describe('a number before a move', () => {
  it.each<[string, readonly Press[], readonly string[]]>([
    ['5j', [...digits('5'), press('j')], ['5 down']],
    ['12k', [...digits('12'), press('k')], ['12 up']],
    ['10 and an arrow', [...digits('10'), press('ArrowDown')], ['10 down']],
    [
      '3 Shift+J, with Shift by itself in between',
      [...digits('3'), press('Shift', { shift: true }), press('J', { shift: true })],
      ['3 extend'],
    ],
    ['a move after it has no number', [...digits('5'), press('j'), press('j')], ['5 down', 'down']],
    ['what is no move begins anew, once', [...digits('5'), press('a')], ['pass']],
    ['a sequence, too', [...digits('5'), press('g'), press('h')], ['home']],
    ['Escape gives it up', [...digits('5'), press('Escape'), press('j')], ['down']],
    ['0 does not begin one', [...digits('0'), press('j')], ['down']],
    ['a held digit is one digit', [press('5'), press('5', { repeat: true }), press('j')], ['5 down']],
    ['digits of a number pad', [press('4', { code: 'Numpad4' }), press('j')], ['4 down']],
    ['digits of a French keyboard', [press('é', { code: 'Digit2' }), press('j')], ['2 down']],
    ['no more than four digits', [...digits('123456'), press('j')], ['1234 down']],
  ])('%s', (_name, keys, ran) => {
    expect(type(keys).ran).toEqual(ran)
  })

  it('a digit of a section waits for a move, and is that section where none follows', () => {
    const at = { sections: 6 } as const
    expect(type(digits('3'), at)).toEqual({ ran: [], due: 'section.3', waits: '3' })
    expect(type([...digits('3'), press('j')], at).ran).toEqual(['3 down'])
    // as it was before there were numbers: the section, then the key
    expect(type([...digits('3'), press('a')], at).ran).toEqual(['section.3', 'pass'])
    expect(type([...digits('3'), press('Escape')], at)).toEqual({ ran: [], due: '', waits: '' })
    // flipping through sections quickly ends at the last one
    expect(type(digits('12'), at).due).toBe('section.2')
    // no section of that number: a number alone
    expect(type(digits('9'), at)).toEqual({ ran: [], due: '', waits: '9' })
  })

  it('in the record itself a digit is its section at once', () => {
    expect(type(digits('3'), { sections: 6, focus: 'detail' }).ran).toEqual(['section.3'])
    expect(type(digits('12'), { sections: 6, focus: 'detail' }).ran).toEqual(['section.1', 'section.2'])
  })

  it('where nothing takes a number a digit does its own at once', () => {
    const without = keyTable([bound('open', '3')])
    expect(resolve(without, press('3'), situation())).toMatchObject({ is: 'found', command: 'open' })
  })

  it('is no number in a field, above a layer, or where single characters are switched off', () => {
    expect(type([press('5', { editable: true })], { focus: 'input' }).waits).toBe('')
    expect(type(digits('5'), { layers: 1 }).waits).toBe('')
    expect(type(digits('5'), {}, false).waits).toBe('')
    expect(type(digits('3'), { sections: 6 }, false).ran).toEqual(['section.3'])
  })

  it('0 is its own command unless a number has begun', () => {
    expect(type(digits('0'), { evidence: true }).ran).toEqual(['fit'])
    expect(type([...digits('10'), press('j')], { evidence: true }).ran).toEqual(['10 down'])
  })
})
