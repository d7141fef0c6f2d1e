import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { md5 } from '../../../src/console/api/md5.ts'

describe('md5', () => {
  // RFC 1321, A.5
  it.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['a', '0cc175b9c0f1b6a831c399e269772661'],
    ['abc', '900150983cd24fb0d6963f7d28e17f72'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
    ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'd174ab98d277d9f5a5611c2c9f419d9f'],
    [
      '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
      '57edf4a22be3c955ac49da2e2107b67a',
    ],
    ['admin', '21232f297a57a5a743894a0e4a801fc3'],
  ])('of %j', (text, hex) => {
    expect(md5(text)).toBe(hex)
  })

  it('is what Node says, for any text and every length around a block', () => {
    const node = (s: string) => createHash('md5').update(s, 'utf8').digest('hex')
    for (let n = 0; n < 200; n++) expect(md5('x'.repeat(n))).toBe(node('x'.repeat(n)))
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (s) => md5(s) === node(s)),
      { numRuns: 300 },
    )
  })
})
