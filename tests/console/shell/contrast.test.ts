import { describe, expect, it } from 'vitest'
import { contrast, dark, light, pairs, TONES } from '../../../src/console/theme/tokens.ts'

describe('contrast', () => {
  it('is counted as WCAG counts it', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 2)
    expect(contrast('#ffffff', '#777777')).toBe(contrast('#777777', '#ffffff'))
  })

  it.each([
    ['light', light],
    ['dark', dark],
  ] as const)('every pair of the %s theme can be read', (name, palette) => {
    const rows = pairs().map((p) => ({ ...p, ratio: contrast(palette[p.ink], palette[p.ground]) }))
    const table = rows.map(
      (r) => `${r.ink.padEnd(12)} on ${r.ground.padEnd(12)} ${r.ratio.toFixed(2).padStart(6)} ≥ ${r.least}`,
    )
    if (process.env.PRINT) console.info(`${name}\n${table.join('\n')}`)
    expect(rows.filter((r) => r.ratio < r.least).map((r) => `${r.ink} on ${r.ground}: ${r.ratio.toFixed(2)}`)).toEqual(
      [],
    )
  })

  it('has a pair for every tone', () => {
    for (const tone of TONES) expect(pairs().some((p) => p.ink === tone && p.ground === `${tone}-soft`)).toBe(true)
  })
})
