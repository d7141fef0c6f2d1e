import { expect, test } from 'vitest'
import type { RowSource } from '../../../src/console/lists/rows/rowSource.ts'
import { loadAround } from '../../../src/console/queue/list/loadAround.ts'

/** A list whose rows change between the question for places and the reading of rows. */
const listOf = (asked: readonly string[], read: readonly string[]) =>
  ({
    total: read.length,
    failure: null,
    count: async () => {},
    position: async (id: string) => asked.indexOf(id),
    need: () => {},
    load: async () => [],
    indexOf: (id: string) => read.indexOf(id),
  }) as unknown as RowSource

test.each([
  ['the row where it was asked for', ['1', '2', '3'], ['1', '2', '3'], ['2', '3'], 1],
  ['the row where it was read, as one above it left meanwhile', ['1', '2', '3'], ['2', '3'], ['2', '3'], 0],
  ['the next one, as the row itself left meanwhile', ['1', '2', '3'], ['1', '3'], ['2', '3'], 1],
  ['the place of before, as none of them is there', ['1'], ['1'], ['2', '3'], 0],
])('a new list begins with %s', async (_, asked, read, ids, place) => {
  expect(await loadAround(listOf(asked, read), ids, 5)).toBe(place)
})
