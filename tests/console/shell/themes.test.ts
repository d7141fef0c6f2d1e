import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COLOUR, COLOUR_PRESETS, DESIGN_NAMES, designs, isColour } from '../../../src/console/theme/designs.ts'
import { hexOf, oklchOf } from '../../../src/console/theme/oklch.ts'
import { coloursOf, type Scheme } from '../../../src/console/theme/palettes.ts'
import { themeSheet } from '../../../src/console/theme/themeSheet.ts'
import { contrast, dark, light, type Palette, pairs } from '../../../src/console/theme/tokens.ts'

const SCHEMES: readonly Scheme[] = ['light', 'dark']

/** Pairs of a palette that cannot be read. */
const unreadable = (palette: Palette, of: string): string[] =>
  pairs().flatMap(({ ink, ground, least }) => {
    const ratio = contrast(palette[ink], palette[ground])
    return ratio < least ? [`${of}: ${ink} on ${ground} ${ratio.toFixed(2)} < ${least}`] : []
  })

/** All that cannot be read in a theme with a main colour. */
const faults = (name: (typeof DESIGN_NAMES)[number], colour: string | null): string[] =>
  SCHEMES.flatMap((scheme) => {
    const { page, header, side, headerEnd } = coloursOf(designs[name], scheme, colour)
    const run = (['text', 'text-2', 'text-3', 'accent'] as const)
      .filter((ink) => contrast(header[ink], headerEnd) < 4.5)
      .map((ink) => `${name} ${scheme} ${colour}: ${ink} on the end of the header`)
    return [
      ...Object.entries({ page, header, side }).flatMap(([part, p]) =>
        unreadable(p, `${name} ${scheme} ${colour} ${part}`),
      ),
      ...run,
    ]
  })

describe('themes', () => {
  it('are the ten of the specification', () => {
    expect(DESIGN_NAMES).toEqual(['default', 'dark', 'colourful', 'smart', 'iview', 'vip', 'cool', 'd2', 'hey', 'lte'])
    expect(COLOUR).toBe('#1D90A2')
    expect(COLOUR_PRESETS).toContain('#9AD94E')
  })

  it.each(DESIGN_NAMES)('%s can be read with each offered colour, light and dark', (name) => {
    for (const colour of [null, ...COLOUR_PRESETS]) expect(faults(name, colour)).toEqual([])
  })

  it('can be read with any colour', () => {
    const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)
    fc.assert(
      fc.property(fc.constantFrom(...DESIGN_NAMES), hex, (name, colour) => faults(name, colour).length === 0),
      {
        numRuns: 60,
      },
    )
  })

  it('differ from each other in grounds, corners or greys', () => {
    const sheets = DESIGN_NAMES.map((name) => themeSheet(name, null))
    expect(new Set(sheets).size).toBe(DESIGN_NAMES.length)
  })

  it('are the product’s own colours by default', () => {
    expect(COLOUR).toBe('#1D90A2')
    expect(coloursOf(designs.default, 'light', null).page).toBe(light)
    expect(coloursOf(designs.default, 'dark', COLOUR).side).toBe(dark)
    expect(coloursOf(designs.default, 'light', '#9AD94E').page.accent).not.toBe(light.accent)
  })

  it('convert colours there and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (n) => {
        const hex = `#${n.toString(16).padStart(6, '0')}`
        const back = hexOf(oklchOf(hex))
        return [1, 3, 5].every(
          (at) =>
            Math.abs(Number.parseInt(hex.slice(at, at + 2), 16) - Number.parseInt(back.slice(at, at + 2), 16)) <= 2,
        )
      }),
    )
    expect(isColour('#1D90A2')).toBe(true)
    for (const no of ['1D90A2', '#1D90A', 'red', null, '#1D90A2;']) expect(isColour(no)).toBe(false)
  })
})
