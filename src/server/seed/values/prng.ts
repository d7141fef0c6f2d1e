/** Reproducible chance (mulberry32): the same seed gives the same demo data on every machine. */
export class Prng {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** A number of 32 bits. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = this.state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }

  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + (this.next() % (max - min + 1))
  }

  /** True `percent` times in a hundred. */
  chance(percent: number): boolean {
    return this.int(1, 100) <= percent
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.int(0, list.length - 1)]
    if (found === undefined) throw new Error('nothing to pick from')
    return found
  }

  /** `n` different elements, in a chance order. */
  some<T>(list: readonly T[], n: number): T[] {
    const rest = [...list]
    const taken: T[] = []
    while (taken.length < n && rest.length > 0) taken.push(...rest.splice(this.int(0, rest.length - 1), 1))
    return taken
  }
}
