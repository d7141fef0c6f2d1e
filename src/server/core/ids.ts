/**
 * Ids: 41 bits of milliseconds since 2015, 10 bits of process, 12 bits of counter, as decimal text (a JavaScript number
 * would lose digits). Growing with time, so that the newest rows sit together in every index.
 */

/**
 * Where ids begin: before every record there can be, demo companies of years ago included, so that no id is negative.
 */
export const EPOCH = Date.UTC(2015, 0, 1)
let worker = BigInt(Math.floor(Math.random() * 1024))
let last = 0
let counter = 0

/** The number of this process among those on one database, 0–1023; `openDatabase` draws it. */
export const setWorker = (n: number): void => {
  worker = BigInt(n % 1024)
}

/** A new id. 4,096 a millisecond; beyond that it borrows from the next one. A clock set back never repeats an id. */
export function newId(): string {
  const now = Date.now() - EPOCH
  if (now > last) {
    last = now
    counter = 0
  } else {
    counter += 1
    if (counter > 4095) {
      last += 1
      counter = 0
    }
  }
  return String((BigInt(last) << 22n) | (worker << 12n) | BigInt(counter))
}

/** The instant an id was made, ms. */
export const madeAt = (id: string): number => Number(BigInt(id) >> 22n) + EPOCH

/** The first id of an instant, ms: every one made before it is less. */
export const firstIdAt = (ms: number): string => String(BigInt(Math.floor(ms) - EPOCH) << 22n)
