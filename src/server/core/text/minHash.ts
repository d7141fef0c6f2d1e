import { BANDS, COMPARED_LEAST, comparedText, trigramsOf } from '../../../model/language/derived/alike.ts'

/** How many least values make a band. */
const ROWS = 5

/** A number of 32 bits, well mixed (the finish of MurmurHash3). */
function mixed(n: number): number {
  let x = n
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

const SEEDS = Array.from({ length: BANDS.length * ROWS }, (_, n) => mixed(n + 1))

/** A trigram as a number of 32 bits. */
const hashOf = (gram: number): number => mixed(mixed(Math.floor(gram / 65_536)) ^ (gram % 65_536))

/** The print of a text: whole numbers of 32 bits, one a band. */
export type Print = Readonly<Record<(typeof BANDS)[number], number>>

/**
 * The print of a text (MinHash in bands); null of one that says too little. Two texts that share nine tenths of their
 * trigrams have a band in common with 99.5 per cent, those that share half with 17. What has one in common is compared
 * itself. Pure.
 */
export function printOf(text: string): Print | null {
  const compared = comparedText(text)
  if (compared.length < COMPARED_LEAST) return null
  const least = new Uint32Array(SEEDS.length).fill(0xffffffff)
  for (const gram of trigramsOf(compared)) {
    const hash = hashOf(gram)
    for (let n = 0; n < SEEDS.length; n++) {
      const value = mixed(hash ^ (SEEDS[n] as number))
      if (value < (least[n] as number)) least[n] = value
    }
  }
  return Object.fromEntries(
    BANDS.map((name, band) => {
      let hash = mixed(band + 0x9e37)
      for (let row = 0; row < ROWS; row++) hash = mixed(hash ^ (least[band * ROWS + row] as number))
      return [name, hash | 0]
    }),
  ) as Print
}
