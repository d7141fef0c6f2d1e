import { describe, expect, it } from 'vitest'
import { ALIKE_SHARE, BANDS, comparedText, likenessTo } from '../../../../src/model/language/derived/alike.ts'
import { type Print, printOf } from '../../../../src/server/core/text/minHash.ts'
import { requestedPart } from '../../../../src/server/files/part.ts'
import { Prng } from '../../../../src/server/seed/values/prng.ts'

describe('the part of a file that is asked for', () => {
  it.each([
    ['bytes=0-3', { from: 0, to: 3 }],
    ['bytes=4-', { from: 4, to: 9 }],
    ['bytes=-3', { from: 7, to: 9 }],
    ['bytes=-30', { from: 0, to: 9 }],
    ['bytes=8-99', { from: 8, to: 9 }],
    ['bytes=10-', 'beyond'],
    ['bytes=-0', 'beyond'],
    // several ranges are answered by the whole file
    ['', null],
    ['bytes=5-2', null],
    ['bytes=-', null],
    ['bytes=0-1,4-5', null],
    ['lines=0-1', null],
  ])('%s', (header, part) => {
    expect(requestedPart(header, 10)).toEqual(part)
  })
})

describe('texts that are alike', () => {
  const words = Array.from({ length: 60 }, (_, n) => `第${n}次随访时患者自述症状${'甲乙丙丁戊己庚'[n % 7]}有所减轻`)
  const text = words.join('，')
  const common = (a: Print | null, b: Print | null) => BANDS.filter((band) => a?.[band] === b?.[band]).length
  /** The share of trigrams as it is defined. */
  const grams = (said: string) => {
    const whole = comparedText(said)
    return new Set(Array.from({ length: Math.max(0, whole.length - 2) }, (_, at) => whole.slice(at, at + 3)))
  }
  const share = (a: string, b: string) => {
    const [one, other] = [grams(a), grams(b)]
    const both = [...one].filter((gram) => other.has(gram)).length
    return one.size === 0 || other.size === 0 ? 0 : both / (one.size + other.size - both)
  }

  it('have a number of their prints in common, whatever stands between their letters', () => {
    const nearly = text.replace('第7次随访时患者自述', '第7回复诊时病人自己讲')
    expect(share(text, nearly)).toBeGreaterThan(0.9)
    expect(common(printOf(text), printOf(nearly))).toBeGreaterThan(0)
    expect(common(printOf(text), printOf(`<p>${words.join('； ')}</p>`.replaceAll('0', '０')))).toBe(BANDS.length)
  })

  it('are told from others, and from what says too little', () => {
    const other = words.map((w) => [...w].reverse().join('')).join('，')
    expect(share(text, other)).toBeLessThan(0.2)
    expect(common(printOf(text), printOf(other))).toBe(0)
    expect(printOf('病情平稳')).toBeNull()
  })

  it('are those of which nine tenths are the same when every trigram is looked for', () => {
    const random = new Prng(28)
    const below = (n: number) => random.int(0, n - 1)
    const seen = { alike: 0, not: 0 }
    for (let n = 0; n < 3_000; n++) {
      // from few letters, so that trigrams come again; some edited in a few places, cut, or drawn out
      const one = Array.from({ length: below(90) }, () => '甲乙丙丁ABｃ1，<'[below(10)]).join('')
      const other = [...one].flatMap((c) => (random.chance(3) ? (random.chance(50) ? [] : [c, '戊']) : [c])).join('')
      const pair = random.chance(20) ? other.repeat(2) : random.chance(20) ? other.slice(below(9)) : other
      const all = share(one, pair)
      expect(likenessTo(one)(pair)).toBe(all >= ALIKE_SHARE ? all : null)
      seen[all >= ALIKE_SHARE ? 'alike' : 'not']++
    }
    expect(Math.min(seen.alike, seen.not)).toBeGreaterThan(300)
  })
})
