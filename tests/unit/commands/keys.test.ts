import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { any, atLeast, is } from '../../../commands/context.ts'
import { explain } from '../../../commands/keys/explanation.ts'
import { ariaKeys, formatKeys, platformOf } from '../../../commands/keys/format.ts'
import { parseKeys } from '../../../commands/keys/parse.ts'
import { type Press, strokesOf } from '../../../commands/keys/press.ts'
import { record, SEQUENCE_GAP_MS, startRecording } from '../../../commands/keys/record.ts'
import { reserved } from '../../../commands/keys/reserved.ts'
import {
  AFTER_COMPOSITION,
  keyTable,
  type Pending,
  type Resolution,
  resolve,
  type Situation,
} from '../../../commands/keys/resolve.ts'
import { bound, CONTEXT, press, situation } from './press.ts'

const MAC = { mac: true }
const PC = { mac: false }

describe('parse and format', () => {
  it.each([
    ['a', ['a'], 'a', 'a'],
    ['shift+a', ['shift+a'], 'Shift+A', '⇧A'],
    ['mod+k', ['mod+k'], 'Ctrl+K', '⌘K'],
    ['Shift+Mod+K', ['mod+shift+k'], 'Ctrl+Shift+K', '⌘⇧K'],
    ['g q', ['g', 'q'], 'g q', 'g q'],
    ['?', ['?'], '?', '?'],
    ['mod+plus', ['mod+plus'], 'Ctrl++', '⌘+'],
    ['alt+l', ['alt+l'], 'Alt+L', '⌥L'],
    ['arrowdown', ['arrowdown'], '↓', '↓'],
    ['shift+enter', ['shift+enter'], 'Shift+Enter', '⇧Enter'],
    ['space', ['space'], 'Space', 'Space'],
    ['\\', ['\\'], '\\', '\\'],
  ])('%s', (text, strokes, pc, mac) => {
    expect(parseKeys(text)).toEqual(strokes)
    expect(formatKeys(text, PC)).toBe(pc)
    expect(formatKeys(text, MAC)).toBe(mac)
  })

  it.each([['shift+?'], ['ctrl+alt+e'], ['mod+alt+q'], ['hyper+a'], ['enterr'], [''], ['a b c d'], ['+'], ['a+']])(
    'refuses %j',
    (text) => {
      expect(() => parseKeys(text)).toThrow()
    },
  )

  it('canonical spelling parses to itself', () => {
    const key = fc.constantFrom('a', 'z', 'enter', 'escape', 'arrowup', 'f5', '7')
    fc.assert(
      fc.property(key, fc.uniqueArray(fc.constantFrom('mod', 'shift', 'meta')), (k, modifiers) => {
        const [stroke = ''] = parseKeys([...modifiers, k].join('+'))
        expect(parseKeys(stroke)).toEqual([stroke])
      }),
    )
  })

  it('formats keys for the platform and for screen readers', () => {
    expect(platformOf('Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0)')).toEqual(MAC)
    expect(platformOf('Mozilla/5.0 (Windows NT 10.0)')).toEqual(PC)
    expect(platformOf('Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)')).toEqual(PC)
    expect(ariaKeys(['mod+k', 'g q', 'shift+enter'], PC)).toBe('Control+K Shift+Enter')
    expect(ariaKeys(['mod+k'], MAC)).toBe('Meta+K')
    expect(ariaKeys(['g q'], PC)).toBeUndefined()
  })
})

describe('what a press may mean', () => {
  it.each<[string, Press, boolean, readonly string[]]>([
    ['a letter', press('a'), false, ['a']],
    ['with Shift', press('A', { shift: true }), false, ['shift+a']],
    ['with CapsLock', press('A'), false, ['a']],
    ['AZERTY a', press('a', { code: 'KeyQ' }), false, ['a']],
    ['AZERTY q', press('q', { code: 'KeyA' }), false, ['q']],
    ['AZERTY m, where US has ;', press('m', { code: 'Semicolon' }), false, ['m']],
    ['QWERTZ z', press('z', { code: 'KeyY' }), false, ['z']],
    ['Dvorak p', press('p', { code: 'KeyR' }), false, ['p']],
    ['Dvorak J, shifted', press('J', { code: 'KeyC', shift: true }), false, ['shift+j']],
    ['Dvorak Ctrl+K', press('k', { code: 'KeyV', ctrl: true }), false, ['mod+k']],
    ['Dvorak ;, where US has z', press(';', { code: 'KeyZ' }), false, [';']],
    ['Dvorak s, where US has ;', press('s', { code: 'Semicolon' }), false, ['s']],
    ['Turkish dotless ı: by physical key', press('ı', { code: 'KeyI' }), false, ['i']],
    ['Greek with Shift: by physical key', press('Α', { code: 'KeyA', shift: true }), false, ['shift+a']],
    ['ª of a Spanish keyboard is no a', press('ª', { code: 'Backquote', shift: true }), false, ['ª']],
    [
      'AltGr+a that is another letter',
      press('ä', { code: 'KeyA', ctrl: true, alt: true, altGraph: true }),
      false,
      ['ä'],
    ],
    ['a letter of an input method’s full width', press('ｊ', { code: 'KeyJ' }), false, ['j']],
    ['Russian layout: by physical key', press('ф', { code: 'KeyA' }), false, ['a']],
    ['behind an input method', press('Process', { code: 'KeyJ', composing: true }), false, ['j']],
    ['without key codes', press('j', { code: '' }), false, ['j']],
    ['Shift without key codes', press('J', { code: '', shift: true }), false, ['shift+j']],
    ['full-width letter without code', press('ｊ', { code: '' }), false, ['j']],
    ['Ctrl is mod', press('k', { ctrl: true }), false, ['mod+k']],
    ['⌘ is mod on a Mac', press('k', { meta: true }), true, ['mod+k']],
    ['Ctrl is itself on a Mac', press('k', { ctrl: true }), true, ['ctrl+k']],
    ['the Windows key is itself', press('k', { meta: true }), false, ['meta+k']],
    ['? on a US keyboard', press('?', { code: 'Slash', shift: true }), false, ['?']],
    ['? on a German keyboard', press('?', { code: 'Minus', shift: true }), false, ['?']],
    ['full-width ？', press('？', { code: 'Slash', shift: true }), false, ['?']],
    ['、 where / is', press('、', { code: 'Slash' }), false, ['/']],
    ['/ hidden by an input method', press('Process', { code: 'Slash', composing: true }), false, ['/']],
    ['? hidden by an input method', press('Process', { code: 'Slash', shift: true }), false, ['?']],
    ['# is also shift+3', press('#', { code: 'Digit3', shift: true }), false, ['#', 'shift+3']],
    ['a digit', press('1'), false, ['1']],
    ['a digit on a French keyboard', press('&', { code: 'Digit1' }), false, ['&', '1']],
    ['a digit of the number pad', press('1', { code: 'Numpad1' }), false, ['1']],
    ['AltGr+Q is @, not Ctrl+Alt+Q', press('@', { code: 'KeyQ', ctrl: true, alt: true, altGraph: true }), false, ['@']],
    ['Alt with a letter', press('l', { alt: true }), false, ['alt+l']],
    ['⌥L produces ¬', press('¬', { code: 'KeyL', alt: true }), true, ['alt+l']],
    ['⌥. goes by the key', press('≥', { code: 'Period', alt: true }), true, ['alt+≥', 'alt+.']],
    ['Space', press(' '), false, ['space']],
    ['Enter of the number pad', press('Enter', { code: 'NumpadEnter' }), false, ['enter']],
    ['Shift+Enter', press('Enter', { shift: true }), false, ['shift+enter']],
    ['+', press('+', { code: 'Equal', shift: true }), false, ['plus']],
    ['a dead key', press('Dead', { code: 'BracketLeft' }), false, ['[']],
    ['Shift by itself', press('Shift', { code: 'ShiftLeft', shift: true }), false, []],
    ['arrow hidden by an input method', press('Process', { code: 'ArrowDown' }), false, ['arrowdown']],
  ])('%s', (_name, given, mac, strokes) => {
    expect(strokesOf(given, mac)).toEqual(strokes)
  })
})

const table = keyTable([
  bound('down', ['j', 'arrowdown'], { repeatable: true }),
  bound('pass', 'a', { from: { settlementStatus: 0 } }),
  bound('confirm', 'a', { from: { settlementStatus: 2 } }),
  bound('batch', 'shift+a'),
  bound('home', 'g h'),
  bound('queues', 'g q'),
  bound('open', ['o', 'enter']),
  bound('toggle', ['x', 'space']),
  bound('filter', '/', { when: is('screen', 'queue') }),
  bound('help', '?'),
  bound('palette', 'mod+k', { global: true, when: any(is('layers', 0), is('palette', true)) }),
  bound('back', 'escape', { global: true }),
  bound('language', 'alt+l', { global: true }),
  bound('short', 'q'),
  bound('long', 'q w'),
  bound('inDialog', 'y', { when: atLeast('layers', 1) }),
  bound('onlyHere', 'n', { keysWhen: is('screen', 'table') }),
])

const brief = (r: Resolution): string =>
  r.is === 'found' ? r.command : r.is === 'more' ? `more ${r.pending?.strokes.join(' ')}` : r.why
const on = (given: Press, more: Partial<Situation> = {}): string => brief(resolve(table, given, situation(more)))
const at = (context: Partial<typeof CONTEXT>): Partial<Situation> => ({ context: { ...CONTEXT, ...context } })

describe('resolve', () => {
  it.each<[string, Press, Partial<Situation>, string]>([
    ['a bound letter', press('j'), {}, 'down'],
    ['an arrow', press('ArrowDown'), {}, 'down'],
    ['the row tells which command a key means', press('a'), { row: { settlementStatus: 2 } }, 'confirm'],
    ['the first one when the row fits none (it will say why)', press('a'), { row: { settlementStatus: 9 } }, 'pass'],
    ['the first one without a row', press('a'), { row: null }, 'pass'],
    ['Shift is another key', press('A', { shift: true }), {}, 'batch'],
    ['Ctrl is another key', press('a', { ctrl: true }), {}, 'unbound'],
    ['AltGr is not Ctrl+Alt', press('?', { code: 'Minus', ctrl: true, alt: true, altGraph: true }), {}, 'help'],
    ['the beginning of sequences waits', press('g'), {}, 'more g'],
    ['an unbound key', press('p'), {}, 'unbound'],
    ['a modifier', press('Control', { ctrl: true }), {}, 'modifier'],
    ['already used', press('a', { prevented: true }), {}, 'prevented'],
    ['not on this screen', press('/', { code: 'Slash' }), at({ screen: 'home', queue: '', view: '' }), 'elsewhere'],
    ['keysWhen does not hold', press('n'), {}, 'elsewhere'],
    ['held: only what may repeat', press('a', { repeat: true }), {}, 'repeat'],
    ['held: moving', press('j', { repeat: true }), {}, 'down'],
    // typing
    ['a letter in a field', press('a', { editable: true }), at({ focus: 'input' }), 'typing'],
    ['a sequence cannot begin in a field', press('g', { editable: true }), at({ focus: 'input' }), 'typing'],
    ['a global one in a field', press('k', { ctrl: true, editable: true }), at({ focus: 'input' }), 'palette'],
    ['Escape in a field', press('Escape', { editable: true }), at({ focus: 'input' }), 'back'],
    ['a letter in a menu', press('a'), at({ focus: 'widget' }), 'typing'],
    ['an unbound key in a field', press('p', { editable: true }), at({ focus: 'input' }), 'typing'],
    // input methods
    [
      'composing in a field',
      press('k', { ctrl: true, editable: true, composing: true }),
      at({ focus: 'input' }),
      'composing',
    ],
    [
      'just after composing in a field',
      press('Escape', { editable: true }),
      { ...at({ focus: 'input' }), sinceComposition: AFTER_COMPOSITION - 1 },
      'composing',
    ],
    [
      'a while after composing',
      press('Escape', { editable: true }),
      { ...at({ focus: 'input' }), sinceComposition: AFTER_COMPOSITION },
      'back',
    ],
    ['input method on, but no field', press('Process', { code: 'KeyA', composing: true }), {}, 'pass'],
    // layers
    ['dead above a layer', press('a'), at({ layers: 1 }), 'layers'],
    ['an unbound key there', press('p'), at({ layers: 1 }), 'layers'],
    ['global ones too', press('Escape'), at({ layers: 1 }), 'layers'],
    ['dead while the palette is on its way', press('a'), at({ palette: true }), 'layers'],
    [
      'the palette closes with its key',
      press('k', { ctrl: true, editable: true }),
      at({ layers: 1, palette: true, focus: 'input' }),
      'palette',
    ],
    ['but does not open above another dialog', press('k', { ctrl: true }), at({ layers: 1 }), 'elsewhere'],
    ['what names layers works there', press('y'), at({ layers: 2 }), 'inDialog'],
    ['and only there', press('y'), {}, 'elsewhere'],
    // keys that the focused element uses itself
    ['Enter on a button', press('Enter', { owns: 'activation' }), {}, 'belongs'],
    ['Space on a button', press(' ', { owns: 'activation' }), {}, 'belongs'],
    ['a letter on a button', press('j', { owns: 'activation' }), {}, 'down'],
    ['an arrow on a button', press('ArrowDown', { owns: 'activation' }), {}, 'down'],
    ['an arrow on a tab', press('ArrowDown', { owns: 'both' }), {}, 'belongs'],
    ['an arrow in a scrolled region', press('ArrowDown', { owns: 'movement' }), {}, 'belongs'],
    ['Enter in a scrolled region', press('Enter', { owns: 'movement' }), {}, 'open'],
  ])('%s', (_name, given, more, expected) => {
    expect(on(given, more)).toBe(expected)
  })

  /** Presses one key after the other, as the root listener does; returns the commands that ran. */
  function type(keys: readonly Press[], more: Partial<Situation> = {}) {
    const ran: string[] = []
    let pending: Pending | null = null
    let last = ''
    for (const k of keys) {
      const r = resolve(table, k, situation({ ...more, pending }))
      pending = r.pending
      if (r.due) ran.push(r.due)
      if (r.is === 'found') ran.push(r.command)
      last = brief(r)
    }
    return { ran, pending, last }
  }

  it.each<[string, readonly Press[], readonly string[]]>([
    ['g q', [press('g'), press('q')], ['queues']],
    ['a wrong key begins anew', [press('g'), press('g'), press('q')], ['queues']],
    ['a wrong key counts for itself', [press('g'), press('j')], ['down']],
    ['Escape forgets and does nothing else', [press('g'), press('Escape')], []],
    ['a modifier in between does not break it', [press('g'), press('Shift', { shift: true }), press('q')], ['queues']],
    ['a held first key stays the first key', [press('g'), press('g', { repeat: true }), press('q')], ['queues']],
    ['Ctrl+G Ctrl+Q is no sequence', [press('g', { ctrl: true }), press('q', { ctrl: true })], []],
    ['a key that is also a beginning: the longer one', [press('q'), press('w')], ['long']],
    ['… else the shorter one, then the new key', [press('q'), press('j')], ['short', 'down']],
    ['… or the shorter one, and begin anew', [press('q'), press('g'), press('h')], ['short', 'home']],
    ['a sequence, then again', [press('g'), press('q'), press('g'), press('h')], ['queues', 'home']],
    ['an input method on', [press('Process', { code: 'KeyG' }), press('Process', { code: 'KeyQ' })], ['queues']],
  ])('sequence: %s', (_name, keys, ran) => {
    expect(type(keys).ran).toEqual(ran)
  })

  it('a shorter command that waits is named, so that a timeout can run it', () => {
    expect(type([press('q')]).pending).toEqual({ strokes: ['q'], otherwise: 'short' })
    expect(type([press('g')]).pending).toEqual({ strokes: ['g'], otherwise: undefined })
  })

  it('uses up exactly the keys that mean something', () => {
    expect(resolve(table, press('j'), situation()).consume).toBe(true)
    expect(resolve(table, press('g'), situation()).consume).toBe(true)
    expect(resolve(table, press('a', { repeat: true }), situation()).consume).toBe(true)
    expect(resolve(table, press('p'), situation()).consume).toBe(false)
    expect(resolve(table, press('a'), situation(at({ layers: 1 }))).consume).toBe(false)
    expect(resolve(table, press('a', { editable: true }), situation(at({ focus: 'input' }))).consume).toBe(false)
  })

  const anyPress = fc
    .record({
      key: fc.constantFrom(
        'a',
        'j',
        'g',
        'q',
        'h',
        'w',
        'x',
        'Enter',
        'Escape',
        ' ',
        'ArrowDown',
        'Shift',
        'Process',
        '?',
      ),
      ctrl: fc.boolean(),
      shift: fc.boolean(),
      repeat: fc.boolean(),
      composing: fc.boolean(),
      prevented: fc.boolean(),
      editable: fc.boolean(),
    })
    .map(({ key, ...more }) => press(key, more))

  it('whatever is pressed: used keys, dialogs and compositions run nothing', () => {
    fc.assert(
      fc.property(fc.array(anyPress, { maxLength: 12 }), fc.nat(2), (keys, layers) => {
        let pending: Pending | null = null
        for (const k of keys) {
          const context = { ...CONTEXT, layers, focus: k.editable ? ('input' as const) : ('grid' as const) }
          const r: Resolution = resolve(table, k, situation({ context, pending }))
          if (k.prevented || (k.editable && k.composing) || layers > 0)
            expect(r.is === 'found' ? r.command : '').toBe('')
          if (k.repeat && r.is === 'found') expect(r.command).toBe('down')
          expect(r.pending === null || r.pending.strokes.length > 0).toBe(true)
          pending = r.pending
        }
      }),
    )
  })

  it('a longer table changes nothing for keys it does not have', () => {
    const more = keyTable([...['u', 'v', 'b'].map((k) => bound(k, k)), bound('down', 'j', { repeatable: true })])
    expect(brief(resolve(more, press('j'), situation()))).toBe('down')
  })
})

describe('explain', () => {
  it('names the key, the candidates, and why each does not fire', () => {
    const text = explain(table, press('a'), situation(at({ layers: 1 }))).join('\n')
    expect(text).toContain('key a code KeyA → a')
    expect(text).toContain('pass (a): layers')
    expect(text).toContain('nothing: layers')
    expect(explain(table, press('a'), situation()).join('\n')).toContain(
      'confirm (a): may fire, but not for the state of this row',
    )
    expect(explain(table, press('g'), situation()).at(-1)).toBe('waits for g h, g q')
    expect(explain(table, press('h'), situation({ pending: { strokes: ['g'] } })).at(-1)).toBe('fires home')
  })
})

describe('record', () => {
  const typed = (...keys: readonly Press[]) => keys.reduce((r, k) => record(r, k, false), startRecording)
  it('records a sequence until Enter; a fourth stroke begins anew', () => {
    expect(typed(press('g'), press('q'), press('Enter'))).toMatchObject({ strokes: ['g', 'q'], state: 'done' })
    expect(typed(press('g'), press('q'), press('w'), press('x'))).toMatchObject({ strokes: ['x'], state: 'listening' })
    expect(typed(press('Enter'))).toMatchObject({ strokes: ['enter'], state: 'listening' })
    expect(typed(press('g'), press('Escape'))).toMatchObject({ strokes: [], state: 'cancelled' })
  })
  it("refuses the browser's keys, warns of shared ones, ignores modifiers and held keys", () => {
    expect(typed(press('w', { ctrl: true }))).toMatchObject({ strokes: [], refused: 'mod+w', state: 'listening' })
    expect(typed(press('s', { ctrl: true }))).toMatchObject({ strokes: ['mod+s'], soft: true })
    expect(typed(press('Shift', { shift: true }), press('a', { repeat: true }))).toEqual(startRecording)
    expect(reserved('mod+t')).toBe('hard')
    expect(reserved('j')).toBe('')
  })
  it('a stroke within a second goes on, a later one takes the place of what was recorded', () => {
    const g = record(startRecording, press('g'), false, 5000)
    expect(record(g, press('q'), false, 5000 + SEQUENCE_GAP_MS).strokes).toEqual(['g', 'q'])
    expect(record(g, press('q'), false, 5001 + SEQUENCE_GAP_MS).strokes).toEqual(['q'])
  })
  it('records behind an input method and on other layouts by the physical key', () => {
    expect(typed(press('Process', { code: 'KeyG', composing: true })).strokes).toEqual(['g'])
    expect(typed(press('п', { code: 'KeyG' })).strokes).toEqual(['g'])
    expect(typed(press('？', { code: 'Slash', shift: true })).strokes).toEqual(['?'])
  })
})
