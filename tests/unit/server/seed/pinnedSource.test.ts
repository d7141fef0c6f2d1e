import { expect, it } from 'vitest'
import { madeAt } from '../../../../src/server/core/ids.ts'
import { PinnedSource } from '../../../../src/server/writing/memory/pinnedSource.ts'

it('ids of a crowded moment grow, are each once, and leave the bits of the process to the copies of the demo', () => {
  const source = new PinnedSource('2024-06-14 22:01:24')
  const ids = Array.from({ length: 10_000 }, () => BigInt(source.id()))
  expect(ids.every((id, n) => n === 0 || id > (ids[n - 1] as bigint))).toBe(true)
  expect(new Set(ids.map((id) => (id >> 12n) & 1023n))).toEqual(new Set([0n]))
  // not as far as the moments of another group of copies
  expect(madeAt(String(ids.at(-1))) - madeAt(String(ids[0]))).toBe(2)
})
