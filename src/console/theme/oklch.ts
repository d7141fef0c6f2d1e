/** Colour in OKLCH: perceived lightness 0–1, chroma 0–0.4, hue in degrees. */
export interface Oklch {
  readonly l: number
  readonly c: number
  readonly h: number
}

const linear = (v: number) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
const gamma = (v: number) => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055)

/** Converts `#rrggbb`. Pure. */
export function oklchOf(hex: string): Oklch {
  const [r, g, b] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: (Math.atan2(bb, a) * 180) / Math.PI,
  }
}

function rgbOf({ l, c, h }: Oklch): readonly number[] {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const l3 = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m3 = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s3 = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l3 - 3.3077115913 * m3 + 0.2309699292 * s3,
    -1.2684380046 * l3 + 2.6097574011 * m3 - 0.3413193965 * s3,
    -0.0041960863 * l3 - 0.7034186147 * m3 + 1.707614701 * s3,
  ]
}

/** Steps in which chroma is given up until a colour can be shown. */
const CHROMA_STEP = 0.004

/** Converts to `#rrggbb`; a colour that screens cannot show keeps lightness and hue and loses chroma. Pure. */
export function hexOf(colour: Oklch): string {
  const l = Math.min(1, Math.max(0, colour.l))
  for (let c = colour.c; ; c = Math.max(0, c - CHROMA_STEP)) {
    const rgb = rgbOf({ l, c, h: colour.h })
    if (c === 0 || rgb.every((v) => v >= -0.0005 && v <= 1.0005))
      return `#${rgb
        .map((v) =>
          Math.round(gamma(Math.min(1, Math.max(0, v))) * 255)
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`
  }
}
