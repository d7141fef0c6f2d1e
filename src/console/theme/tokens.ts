/**
 * The colours of the product, by role. Names are CSS variables without the dashes;
 * `tests/console/shell/contrast.test.ts` holds every pair that carries text to 4.5:1 in both themes.
 */
export const TONES = ['good', 'bad', 'wait', 'busy', 'off'] as const
export type ToneName = (typeof TONES)[number]

export type Token =
  | 'bg'
  | 'surface'
  | 'surface-2'
  | 'surface-3'
  | 'line'
  | 'line-strong'
  | 'text'
  | 'text-2'
  | 'text-3'
  | 'accent'
  | 'accent-2'
  | 'accent-soft'
  | 'on-accent'
  | 'focus'
  | ToneName
  | `${ToneName}-soft`

export type Palette = Readonly<Record<Token, string>>

export const light: Palette = {
  bg: '#f4f6f7',
  surface: '#ffffff',
  'surface-2': '#f6f8f9',
  'surface-3': '#ebeff1',
  line: '#e1e6e9',
  'line-strong': '#c3ccd1',
  text: '#192227',
  'text-2': '#46535b',
  'text-3': '#5f6d75',
  accent: '#0e6f7c',
  'accent-2': '#0a5762',
  'accent-soft': '#e0f0f2',
  'on-accent': '#ffffff',
  focus: '#0e8596',
  good: '#14713f',
  'good-soft': '#e2f3e9',
  bad: '#b8302a',
  'bad-soft': '#fcebe9',
  wait: '#875400',
  'wait-soft': '#fbf0d9',
  busy: '#2858b0',
  'busy-soft': '#e6edfb',
  off: '#56636b',
  'off-soft': '#ebeff1',
}

export const dark: Palette = {
  bg: '#0f1416',
  surface: '#161c1f',
  'surface-2': '#1b2226',
  'surface-3': '#252e33',
  line: '#273136',
  'line-strong': '#3f4c53',
  text: '#e6ecee',
  'text-2': '#b3bfc5',
  'text-3': '#93a1a8',
  accent: '#58bccb',
  'accent-2': '#7fd0db',
  'accent-soft': '#12353b',
  'on-accent': '#04262b',
  focus: '#58bccb',
  good: '#66c993',
  'good-soft': '#14301f',
  bad: '#f28b82',
  'bad-soft': '#3b1b1a',
  wait: '#e5b45c',
  'wait-soft': '#352709',
  busy: '#8fb3f5',
  'busy-soft': '#182948',
  off: '#a2afb6',
  'off-soft': '#262f34',
}

/** `--name: value;` lines of a palette. */
export const variables = (palette: Palette): string =>
  Object.entries(palette)
    .map(([name, value]) => `--${name}:${value};`)
    .join('')

const channel = (hex: string, at: number) => {
  const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
}
const luminance = (hex: string) => 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5)

/** Contrast of two `#rrggbb` colours as WCAG 2 counts it: 1 (same) … 21 (black on white). */
export function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (hi + 0.05) / (lo + 0.05)
}

/** A pair with a required contrast: text on a ground (4.5) or a mark on a ground (3). */
export interface Pair {
  readonly ink: Token
  readonly ground: Token
  readonly least: 4.5 | 3
}

/** Every pair the product uses. */
export const pairs = (): Pair[] => {
  const text = (ink: Token, ...grounds: Token[]): Pair[] => grounds.map((ground) => ({ ink, ground, least: 4.5 }))
  const grounds: Token[] = ['bg', 'surface', 'surface-2', 'surface-3']
  return [
    ...text('text', ...grounds, 'accent-soft', ...TONES.map((t): Token => `${t}-soft`)),
    ...text('text-2', ...grounds, 'accent-soft'),
    ...text('text-3', ...grounds),
    ...text('accent', 'bg', 'surface', 'surface-2', 'surface-3', 'accent-soft'),
    ...text('accent-2', 'surface', 'accent-soft'),
    ...text('on-accent', 'accent', 'accent-2'),
    ...TONES.flatMap((t) => text(t, 'surface', 'surface-2', 'bg', `${t}-soft`)),
    ...grounds.map((ground): Pair => ({ ink: 'focus', ground, least: 3 })),
  ]
}
