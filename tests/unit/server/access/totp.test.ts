import { describe, expect, it } from 'vitest'
import { parseCode } from '../../../../src/model/language/fields/oneTimeCode.ts'
import { base32, codeOf, keyUri, stepAt, stepOfCode } from '../../../../src/server/core/secrets/totp.ts'

/** The secret of RFC 6238, appendix B, for SHA-1. */
const SECRET = Buffer.from('12345678901234567890')

describe('one-time codes by time', () => {
  // the vectors of appendix B have eight digits, of which the last six are ours
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i seconds are those of RFC 6238', (seconds, eight) => {
    expect(codeOf(SECRET, stepAt(seconds))).toBe(eight.slice(2))
  })

  // RFC 4226, appendix D
  it('count as RFC 4226 says', () => {
    expect(Array.from({ length: 10 }, (_, n) => codeOf(SECRET, n))).toEqual(
      '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '),
    )
  })

  it('are good one step early and one step late, and no more', () => {
    const at = { step: 5, lastUsed: 0 }
    expect([3, 4, 5, 6, 7].map((step) => stepOfCode(SECRET, codeOf(SECRET, step), at))).toEqual([null, 4, 5, 6, null])
    expect(stepOfCode(SECRET, '000000', at)).toBeNull()
  })

  it('are used up with their step and all before it', () => {
    expect([4, 5, 6].map((step) => stepOfCode(SECRET, codeOf(SECRET, step), { step: 5, lastUsed: 5 }))).toEqual([
      null,
      null,
      6,
    ])
  })

  it('are read as people type them', () => {
    expect(['123456', ' 123 456 ', '１２３４５６'].map(parseCode)).toEqual(['123456', '123456', '123456'])
    expect(['', '12345', '1234567', '12345a', '-12345', '1234.5'].map(parseCode)).toEqual(Array(6).fill(null))
  })
})

describe('a secret', () => {
  // RFC 4648, 10, without padding
  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('%j is written in base 32', (text, said) => {
    expect(base32(Buffer.from(text))).toBe(said)
  })

  it('is taken over by an address that says whose it is', () => {
    const uri = new URL(keyUri('Rounds', '张三@000000', SECRET))
    expect(uri.protocol + uri.host).toBe('otpauth:totp')
    expect(decodeURIComponent(uri.pathname)).toBe('/Rounds:张三@000000')
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      secret: base32(SECRET),
      issuer: 'Rounds',
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
  })
})
