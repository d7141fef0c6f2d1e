import type { Prng } from '../../values/prng.ts'
import { plusDays, plusSeconds, workdayAfter, workdayBefore, working } from '../../values/times.ts'

/** When people and other systems take the steps of one order: a working day or two apart, all before today. */
export class Moments {
  private readonly today: string
  private readonly prng: Prng
  at: string

  constructor(today: string, prng: Prng, at: string) {
    this.today = today
    this.prng = prng
    this.at = at
  }

  /** A moment of a working day, so many days later. */
  later(from: number, to: number): string {
    const next = working(this.prng, workdayAfter(plusDays(this.at, this.prng.int(from, to))))
    const last = workdayBefore(plusDays(this.today, -1))
    if (next.slice(0, 10) <= last) this.at = next
    // no working day is left: a little later on the same day, or on the last one
    else this.at = this.at < `${last} 17:00:00` && this.at.slice(0, 10) < last ? working(this.prng, last) : this.soon()
    return this.at
  }

  private soon(): string {
    return plusSeconds(this.at, this.prng.int(200, 900))
  }
}
