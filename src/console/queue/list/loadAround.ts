import type { RowSource } from '../../lists/rows/rowSource.ts'

/** Rows loaded on either side of the place a new list is entered at. */
const AROUND = 60

/**
 * Makes a new list ready to be shown: counted, and loaded around the first of these records that is in it; where none
 * is, around the place `stood` of the list before. Returns that place.
 * @throws what the server said when it could not be read.
 */
export async function loadAround(list: RowSource, ids: readonly string[], stood: number): Promise<number> {
  const [, ...places] = await Promise.all([list.count(), ...ids.map((id) => list.position(id))])
  const place = places.find((p) => p >= 0) ?? Math.min(stood, Math.max(0, list.total - 1))
  list.need(Math.max(0, place - AROUND), place + AROUND)
  if (list.total > 0) await list.load(Math.max(0, place - AROUND), Math.min(place + AROUND, list.total - 1))
  if (list.failure) throw list.failure
  // rows above may have left since its place was answered: the place at which it was loaded counts
  return ids.map((id) => list.indexOf(id)).find((at) => at >= 0) ?? place
}
