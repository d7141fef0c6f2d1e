import { Prng } from '../../../src/server/seed/values/prng.ts'

/** Choices of a walk, drawn from one seed: the same on every run. */
export class Draw {
  private readonly chances: Prng

  constructor(seed: number) {
    this.chances = new Prng(seed)
  }

  /** The next number, from 0 up to 1. */
  next(): number {
    return this.chances.next() / 4_294_967_296
  }

  /** A whole number below `n`. */
  below(n: number): number {
    return Math.floor(this.next() * n)
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  /** One of a list; undefined of an empty one. */
  of<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)]
  }

  /** One of a list that has some. */
  among<T>(...list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] as T
  }

  /** One of a list, three times of four among those that are fit where there are any. */
  fit<T>(list: readonly T[], isFit: (one: T) => boolean): T | undefined {
    const fit = list.filter(isFit)
    return this.of(fit.length > 0 && this.chance(0.75) ? fit : list)
  }
}
