import { randomInt } from 'node:crypto'
import { renderAsync } from '@resvg/resvg-js'
import captcha from 'svg-captcha'

/** Size of the picture in its own units; it is drawn at twice that many pixels. */
const [WIDTH, HEIGHT] = [130, 44]
const CHARACTERS = 5
/** Characters that people take for one another. */
const ALIKE = '0oO1iIlLsS5zZ2gq9bB68uUvVcC'
/** Distance of glyphs in units: they overlap a little. */
const PITCH = 23

/** Returns an unpredictable number from `low` to `high`. */
const between = (low: number, high: number): number => low + (randomInt(0, 1_000_001) / 1_000_000) * (high - low)
const short = (n: number): number => Math.round(n * 100) / 100
const ink = (): string => `hsl(${randomInt(0, 360)} ${randomInt(45, 80)}% ${randomInt(24, 42)}%)`

type Warp = (x: number, y: number) => readonly [number, number]

/** Outline of a glyph (absolute commands, coordinates in pairs) with every point moved. */
const moved = (path: string, warp: Warp): string =>
  path.replace(/(-?\d*\.?\d+)[ ,]?(-?\d*\.?\d+)/g, (_, x: string, y: string) => {
    const [a, b] = warp(Number(x), Number(y))
    return ` ${short(a)} ${short(b)}`
  })

/** A point turned, sheared and scaled about the middle of its glyph, then moved to the place of the glyph. */
function placed(x: number): Warp {
  const turn = between(-0.34, 0.34)
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const shear = between(-0.25, 0.25)
  const [wide, high] = [between(0.66, 0.8), between(0.68, 0.84)]
  const [dx, dy] = [x + between(-2, 2), HEIGHT / 2 + between(-4, 4)]
  return (px, py) => {
    const [a, b] = [(px + shear * py) * wide, py * high]
    return [dx + a * cos - b * sin, dy + a * sin + b * cos]
  }
}

/** Two waves across the whole picture, so that no outline is an affine image of the font's. */
function waves(): Warp {
  const [p, q, r, s] = [between(0, 7), between(0, 7), between(0, 7), between(0, 7)]
  const [f, g] = [between(0.06, 0.1), between(0.12, 0.2)]
  return (x, y) => [
    x + 1.8 * Math.sin(y * g + p) + 1.2 * Math.sin(x * 0.21 + r),
    y + 3 * Math.sin(x * f + q) + 1.1 * Math.sin(x * 0.31 + s),
  ]
}

const curve = (colour: string, width: number): string =>
  `<path d="M${short(between(-4, 12))} ${short(between(4, HEIGHT - 4))} C${short(between(25, 60))} ${short(between(-6, HEIGHT + 6))} ${short(between(70, 105))} ${short(between(-6, HEIGHT + 6))} ${short(between(WIDTH - 12, WIDTH + 4))} ${short(between(4, HEIGHT - 4))}" stroke="${colour}" stroke-width="${width}" fill="none"/>`

/**
 * Five characters and a PNG of them: outlines bent, crossed by lines of their own colours. Drawn off the main thread.
 */
export async function picture(): Promise<{ text: string; image: string }> {
  const one = { size: 1, noise: 0, width: 2, height: 0, ignoreChars: ALIKE }
  const wave = waves()
  const inks = Array.from({ length: CHARACTERS }, ink)
  const glyphs = inks.map((colour, i) => {
    const { text, data } = captcha.create(one)
    const place = placed(WIDTH / 2 + (i - (CHARACTERS - 1) / 2) * PITCH)
    const outline = / d="([^"]+)"/.exec(data)?.[1] ?? ''
    return {
      text,
      shape: `<path fill="${colour}" stroke="${colour}" stroke-width="1.1" d="${moved(outline, (x, y) => wave(...place(x, y)))}"/>`,
    }
  })
  const specks = Array.from(
    { length: 26 },
    () =>
      `<circle cx="${short(between(0, WIDTH))}" cy="${short(between(0, HEIGHT))}" r="${short(between(0.4, 1.1))}" fill="${ink()}"/>`,
  )
  const lines = [
    curve(inks[0] ?? ink(), 1.5),
    curve(inks[2] ?? ink(), 1.3),
    curve('#f4f6f8', 1.4),
    curve(inks[4] ?? ink(), 1.2),
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><rect width="100%" height="100%" fill="#f4f6f8"/>${specks.join('')}${glyphs.map((g) => g.shape).join('')}${lines.join('')}</svg>`
  const drawn = await renderAsync(svg, { fitTo: { mode: 'zoom', value: 2 }, font: { loadSystemFonts: false } })
  return {
    text: glyphs.map((g) => g.text).join(''),
    image: `data:image/png;base64,${drawn.asPng().toString('base64')}`,
  }
}
