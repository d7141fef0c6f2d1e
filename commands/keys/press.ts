import { letterOf, plainCharacter } from './letter.ts'
import { type Modifier, stroke } from './parse.ts'

/** Keydown event freed of the browser: tests write it by hand. */
export interface Press {
  /** Physical key (`KeyA`), "" when the system does not report it. */
  readonly code: string
  /** Produced key (`a`, `?`, `Process`). */
  readonly key: string
  readonly ctrl: boolean
  readonly meta: boolean
  readonly alt: boolean
  readonly shift: boolean
  /** AltGr: Windows reports it as Ctrl+Alt, but it only means another character. */
  readonly altGraph: boolean
  readonly repeat: boolean
  /** An input method is composing (isComposing, or the key code 229). */
  readonly composing: boolean
  /** A handler nearer to the target has used the key already. */
  readonly prevented: boolean
  /** The target takes text. */
  readonly editable: boolean
  /** Keys the focused element uses itself: a button takes Enter and Space, a tab or a scrolled region the arrows. */
  readonly owns: 'nothing' | 'activation' | 'movement' | 'both'
}

/** Characters of a US keyboard by physical key: for keys that an input method hid, and for ⌥ on a Mac. */
const US: Readonly<Record<string, readonly [string, string]>> = {
  Slash: ['/', '?'],
  Period: ['.', '>'],
  Comma: [',', '<'],
  Semicolon: [';', ':'],
  Quote: ["'", '"'],
  BracketLeft: ['[', '{'],
  BracketRight: [']', '}'],
  Backslash: ['\\', '|'],
  Backquote: ['`', '~'],
  Minus: ['-', '_'],
  Equal: ['=', '+'],
  Digit1: ['1', '!'],
  Digit2: ['2', '@'],
  Digit3: ['3', '#'],
  Digit4: ['4', '$'],
  Digit5: ['5', '%'],
  Digit6: ['6', '^'],
  Digit7: ['7', '&'],
  Digit8: ['8', '*'],
  Digit9: ['9', '('],
  Digit0: ['0', ')'],
}

const BARE = new Set([
  'Shift',
  'Control',
  'Alt',
  'Meta',
  'AltGraph',
  'CapsLock',
  'NumLock',
  'ScrollLock',
  'Fn',
  'FnLock',
  'OS',
  'Hyper',
  'Super',
])

/** A modifier key alone: it is not a stroke and does not interrupt a sequence. */
export const isBare = (press: Pick<Press, 'key'>): boolean => BARE.has(press.key)

const NAMED_KEY: Readonly<Record<string, string>> = {
  ' ': 'space',
  Space: 'space',
  Spacebar: 'space',
  Esc: 'escape',
  NumpadEnter: 'enter',
  Del: 'delete',
  Left: 'arrowleft',
  Right: 'arrowright',
  Up: 'arrowup',
  Down: 'arrowdown',
  '+': 'plus',
}
const NAMED = new Set(
  'Enter Escape Tab Backspace Delete Insert ArrowUp ArrowDown ArrowLeft ArrowRight PageUp PageDown Home End F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12'.split(
    ' ',
  ),
)
const nameOf = (key: string): string | undefined => NAMED_KEY[key] ?? (NAMED.has(key) ? key.toLowerCase() : undefined)

/**
 * The canonical strokes a press may mean, best first. Letters and punctuation go by what is produced (so `a` is `a` and `?`
 * is `?` on every layout), letters by physical key where an input method or another script is on.
 */
export function strokesOf(press: Press, mac: boolean): readonly string[] {
  if (isBare(press)) return []
  const modifiers: Modifier[] = []
  const gr = press.altGraph
  if (mac ? press.meta : press.ctrl && !gr) modifiers.push('mod')
  if (mac && press.ctrl) modifiers.push('ctrl')
  if (press.alt && !gr) modifiers.push('alt')
  if (!mac && press.meta) modifiers.push('meta')
  const shifted: readonly Modifier[] = press.shift ? [...modifiers, 'shift'] : modifiers
  const hidden = press.key === 'Process' || press.key === 'Unidentified' || press.key === 'Dead' || press.key === ''
  const found: string[] = []
  const add = (s: string) => {
    if (!found.includes(s)) found.push(s)
  }

  const name = hidden ? nameOf(press.code) : nameOf(press.key)
  if (name) add(stroke(name === 'plus' ? modifiers : shifted, name))
  const letter = name ? '' : letterOf(press.key, gr ? '' : press.code)
  if (letter) {
    add(stroke(shifted, letter))
    return found
  }
  const character = name || hidden || press.key.length > 2 ? '' : plainCharacter(press.key)
  if (character.length === 1 && character > ' ') add(stroke(modifiers, character))
  const us = US[press.code]
  // ⌥ on a Mac produces other characters; an input method hides them: go by the key itself.
  if (us && (hidden || (press.alt && !gr))) {
    const meant = us[press.shift ? 1 : 0]
    add(stroke(modifiers, meant === '+' ? 'plus' : meant))
  }
  const digit = /^Digit(\d)$/.exec(press.code)?.[1]
  if (digit && !gr) add(stroke(shifted, digit))
  return found
}
