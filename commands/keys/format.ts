import { type Modifier, parseKeys, splitStroke } from './parse.ts'

/** Names of keys depend on the platform. */
export interface Platform {
  readonly mac: boolean
}

/** The platform from what a browser says of itself. */
export const platformOf = (userAgent: string): Platform => ({
  mac: /mac/i.test(userAgent) && !/iphone|ipad|ipod/i.test(userAgent),
})

const MAC: Readonly<Record<Modifier, string>> = { mod: '⌘', meta: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧' }
const PLAIN: Readonly<Record<Modifier, string>> = { mod: 'Ctrl', meta: 'Win', ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' }

const NAMES: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  space: 'Space',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Del',
  insert: 'Ins',
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  plus: '+',
}

const keyName = (key: string, modified: boolean): string =>
  NAMES[key] ?? (/^f\d+$/.test(key) || modified ? key.toUpperCase() : key)

/**
 * Stroke as people read it: `Ctrl+K`, `⌘K`, `Shift+A`, `a`, `?`. A plain letter stays small, so that it is never read
 * as Shift.
 */
export function formatStroke(text: string, platform: Platform): string {
  const { modifiers, key } = splitStroke(text)
  const name = keyName(key, modifiers.length > 0)
  return platform.mac
    ? modifiers.map((m) => MAC[m]).join('') + name
    : [...modifiers.map((m) => PLAIN[m]), name].join('+')
}

/** A key or sequence as people read it: `g q`. */
export const formatKeys = (keys: string, platform: Platform): string =>
  parseKeys(keys)
    .map((s) => formatStroke(s, platform))
    .join(' ')

const ARIA: Readonly<Record<string, string>> = {
  arrowup: 'ArrowUp',
  arrowdown: 'ArrowDown',
  arrowleft: 'ArrowLeft',
  arrowright: 'ArrowRight',
  pageup: 'PageUp',
  pagedown: 'PageDown',
  enter: 'Enter',
  escape: 'Escape',
  space: 'Space',
  tab: 'Tab',
  backspace: 'Backspace',
  delete: 'Delete',
  insert: 'Insert',
  home: 'Home',
  end: 'End',
  plus: '+',
}

/** The value of `aria-keyshortcuts`; sequences cannot be said there and give undefined. */
export function ariaKeys(keys: readonly string[], platform: Platform): string | undefined {
  const single = keys.map(parseKeys).filter((s) => s.length === 1)
  const words = single.map(([text = '']) => {
    const { modifiers, key } = splitStroke(text)
    const names = modifiers.map((m) =>
      m === 'mod' ? (platform.mac ? 'Meta' : 'Control') : m === 'ctrl' ? 'Control' : m[0]?.toUpperCase() + m.slice(1),
    )
    return [...names, ARIA[key] ?? key.toUpperCase()].join('+')
  })
  return words.length > 0 ? words.join(' ') : undefined
}
