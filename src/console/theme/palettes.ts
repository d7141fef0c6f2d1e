import { COLOUR, type Design, type Ground } from './designs.ts'
import { hexOf, type Oklch, oklchOf } from './oklch.ts'
import { contrast, dark, light, type Palette, TONES, type ToneName } from './tokens.ts'

export type Scheme = 'light' | 'dark'

/** Colours of a design in one scheme: of the page, and of header and sidebar, which may stand on other grounds. */
export interface Colours {
  readonly page: Palette
  readonly header: Palette
  readonly side: Palette
  /** Second end of the header's ground; the first one where it is of one colour. */
  readonly headerEnd: string
}

/** Lightness of the grounds and lines, from the page's to the strongest line. */
const STEPS: Readonly<Record<Scheme, readonly number[]>> = {
  light: [0.972, 1, 0.98, 0.948, 0.913, 0.838],
  dark: [0.19, 0.222, 0.246, 0.295, 0.305, 0.41],
}
/** Lightness at which text of the three ranks begins; it is moved until it can be read. */
const INK: Readonly<Record<Scheme, readonly [number, number, number]>> = {
  light: [0.25, 0.43, 0.52],
  dark: [0.94, 0.79, 0.69],
}
const TONE_HUES: Readonly<Record<Exclude<ToneName, 'off'>, number>> = { good: 152, bad: 27, wait: 75, busy: 262 }

/** Contrast of text (WCAG 2.2, 1.4.3), with a little room for rounding. */
const TEXT = 4.52
const STEP = 0.004

/** The colour nearest to `from` that is read on all grounds: lighter on dark ones, darker on light ones. */
function readable(from: Oklch, scheme: Scheme, grounds: readonly string[], least = TEXT): string {
  const away = scheme === 'light' ? -STEP : STEP
  for (let l = from.l; l >= 0 && l <= 1; l += away) {
    // colours near white or black have no chroma left
    const hex = hexOf({ ...from, l, c: from.c * Math.min(1, 4 * Math.min(l, 1 - l) + 0.2) })
    if (grounds.every((g) => contrast(hex, g) >= least)) return hex
  }
  return scheme === 'light' ? '#000000' : '#ffffff'
}

/** Tones on some grounds, each with its soft ground. */
function tonesOn(scheme: Scheme, hue: number, grounds: readonly string[]): Record<string, string> {
  const tones: Record<string, string> = {}
  for (const tone of TONES) {
    const h = tone === 'off' ? hue : TONE_HUES[tone]
    const soft = hexOf({ l: scheme === 'light' ? 0.945 : 0.285, c: tone === 'off' ? 0.006 : 0.035, h })
    tones[`${tone}-soft`] = soft
    const c = tone === 'off' ? 0.015 : 0.115
    tones[tone] = readable({ l: scheme === 'light' ? 0.5 : 0.74, c, h }, scheme, [...grounds, soft])
  }
  return tones
}

/**
 * Palette whose grounds are near one colour; `accent`: the main colour, null where what is current is marked by lightness alone;
 * `also`: other grounds on which its texts stand.
 */
function paletteOn(
  scheme: Scheme,
  grounds: readonly string[],
  grey: Oklch,
  accent: Oklch | null,
  also: readonly string[] = [],
): Palette {
  const [bg, surface, s2, s3, line, strong] = grounds as [string, string, string, string, string, string]
  const plain = [bg, surface, s2, s3, ...also]
  const soft = accent
    ? hexOf({
        l: scheme === 'light' ? 0.94 : 0.31,
        c: Math.min(accent.c, scheme === 'light' ? 0.028 : 0.045),
        h: accent.h,
      })
    : s3
  const tones = tonesOn(scheme, grey.h, [surface, s2, bg])
  const [ink, ink2, ink3] = INK[scheme]
  const softs = [soft, ...TONES.map((t) => tones[`${t}-soft`] as string)]
  const main = readable(
    accent
      ? { ...accent, l: scheme === 'light' ? Math.min(accent.l, 0.6) : Math.max(accent.l, 0.7) }
      : { ...grey, l: ink },
    scheme,
    [...plain, soft],
  )
  const { l, c, h } = oklchOf(main)
  const main2 = readable({ l: l + (scheme === 'light' ? -0.07 : 0.07), c, h }, scheme, [surface, soft, ...plain])
  const deep = hexOf({ l: 0.24, c: Math.min(c, 0.05), h })
  const on = [main, main2].every((g) => contrast('#ffffff', g) >= TEXT) ? '#ffffff' : deep
  return {
    bg,
    surface,
    'surface-2': s2,
    'surface-3': s3,
    line,
    'line-strong': strong,
    text: readable({ ...grey, l: ink }, scheme, [...plain, ...softs]),
    'text-2': readable({ ...grey, l: ink2 }, scheme, [...plain, soft]),
    'text-3': readable({ ...grey, l: ink3 }, scheme, plain),
    accent: main,
    'accent-2': main2,
    'accent-soft': soft,
    'on-accent': on,
    focus: main,
    ...tones,
  } as Palette
}

const greyGrounds = (scheme: Scheme, hue: number, tint: number): string[] =>
  STEPS[scheme].map((l, at) =>
    hexOf({ l, c: l === 1 ? 0 : tint * (at > 3 ? 1.6 : 1) * (scheme === 'dark' ? 1.5 : 1), h: hue }),
  )

/** Grounds of a strong colour, dark enough for white text of all three ranks. */
function strongGrounds({ c, h }: Oklch, scheme: Scheme): string[] {
  for (let l = scheme === 'light' ? 0.5 : 0.36; ; l -= STEP) {
    const base = hexOf({ l, c, h })
    if (contrast('#ffffff', base) >= 6 || l <= 0.2)
      return [
        base,
        base,
        hexOf({ l: l - 0.02, c, h }),
        hexOf({ l: l - 0.07, c, h }),
        hexOf({ l: l - 0.09, c, h }),
        hexOf({ l: l + 0.12, c, h }),
      ]
  }
}

/** Colours of a design in a scheme; `colour`: the person's main colour, null for the design's own. Pure. */
export function coloursOf(design: Design, scheme: Scheme, colour: string | null): Colours {
  const own = colour ?? design.colour ?? COLOUR
  const main = oklchOf(own)
  const grey: Oklch = { l: 0, c: Math.min(0.03, design.tint * 2.2), h: design.hue }
  const isProduct = design.header === 'page' && design.side === 'page' && design.tint <= 0.005 && own === COLOUR
  const page = isProduct
    ? { light, dark }[scheme]
    : paletteOn(scheme, greyGrounds(scheme, design.hue, design.tint), grey, main)
  const end = design.run ? strongGrounds({ ...main, h: main.h + design.run }, scheme)[0] : undefined
  const groundsOf = (ground: Ground, also: readonly string[] = []): Palette => {
    if (ground === 'page') return page
    if (ground !== 'dark') return paletteOn('dark', strongGrounds(main, scheme), { ...grey, h: main.h }, null, also)
    const lift = scheme === 'light' ? 0.06 : -0.02
    const grounds = STEPS.dark.map((l) => hexOf({ l: l + lift, c: Math.max(0.012, design.tint * 2), h: design.hue }))
    return paletteOn('dark', grounds, grey, main)
  }
  const header = groundsOf(design.header, end ? [end] : [])
  return { page, header, side: groundsOf(design.side), headerEnd: end ?? header.surface }
}
