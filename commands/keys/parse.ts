/**
 * Keys as they are written in commands: strokes joined by spaces, modifiers by `+`: `a`, `shift+a`, `mod+k`, `g q`,
 * `?`. `mod` is Ctrl, ⌘ on a Mac. Punctuation is the character produced (`?`, not `shift+/`), because keyboard layouts
 * differ.
 */
export const MODIFIERS = ['mod', 'ctrl', 'alt', 'shift', 'meta'] as const
export type Modifier = (typeof MODIFIERS)[number]

/** Keys with a name. Letters, digits and produced characters name themselves. */
export const NAMED = [
  'enter',
  'escape',
  'space',
  'tab',
  'backspace',
  'delete',
  'insert',
  'arrowup',
  'arrowdown',
  'arrowleft',
  'arrowright',
  'pageup',
  'pagedown',
  'home',
  'end',
  'plus',
  ...Array.from({ length: 12 }, (_, n) => `f${n + 1}`),
] as const
const named: ReadonlySet<string> = new Set(NAMED)

export const isLetter = (key: string): boolean => /^[a-z]$/.test(key)
const isPrintable = (key: string): boolean => key.length === 1 && key > ' ' && key !== '+'

/** Stroke in canonical spelling: modifiers in fixed order, then the key. */
export const stroke = (modifiers: readonly Modifier[], key: string): string =>
  [...MODIFIERS.filter((m) => modifiers.includes(m)), key].join('+')

/** Parses one stroke; throws a sentence naming what is wrong (a programming error: keys are written by developers). */
export function parseStroke(text: string): string {
  const parts = text.toLowerCase().split('+')
  const key = parts.pop() ?? ''
  const modifiers = parts.map((p) => {
    const m = MODIFIERS.find((x) => x === p)
    if (!m) throw new Error(`"${text}": ${p || 'an empty part'} is not a modifier (${MODIFIERS.join(', ')})`)
    return m
  })
  if (!named.has(key) && !isPrintable(key)) throw new Error(`"${text}": no key is called "${key}"`)
  if (modifiers.includes('shift') && isPrintable(key) && !isLetter(key) && !/^\d$/.test(key))
    throw new Error(`"${text}": write the character that Shift produces instead`)
  if (modifiers.includes('alt') && (modifiers.includes('ctrl') || modifiers.includes('mod')))
    throw new Error(`"${text}": Ctrl+Alt is AltGr on many keyboards`)
  return stroke(modifiers, key)
}

/** Parses a key or sequence into canonical strokes. */
export function parseKeys(keys: string): readonly string[] {
  const strokes = keys.trim().split(/\s+/).filter(Boolean).map(parseStroke)
  if (strokes.length === 0) throw new Error('no key given')
  if (strokes.length > 3) throw new Error(`"${keys}": three strokes are the most a person remembers`)
  return strokes
}

/** A canonical stroke, taken apart. */
export function splitStroke(text: string): { readonly modifiers: readonly Modifier[]; readonly key: string } {
  const parts = text.split('+')
  const key = parts.pop() ?? ''
  return { modifiers: parts.filter((p): p is Modifier => (MODIFIERS as readonly string[]).includes(p)), key }
}
