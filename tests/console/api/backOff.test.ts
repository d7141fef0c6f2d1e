import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createBackOff } from '../../../src/console/api/backOff.ts'

it('is never longer than the longest nor shorter than half of what is due, and begins anew', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 1, maxLength: 60 }), (random) => {
      let at = 0
      const b = createBackOff(500, 30_000, () => random[at++ % random.length] as number)
      for (let n = 0; n < 100; n++) {
        const due = Math.min(30_000, 500 * 2 ** n)
        const wait = b.next()
        expect(wait).toBeGreaterThan(due / 2)
        expect(wait).toBeLessThanOrEqual(due)
      }
      b.reset()
      expect(b.next()).toBeLessThanOrEqual(500)
    }),
    { numRuns: 20 },
  )
})
