import { instantOf } from '../../../model/values/dates.ts'
import { EPOCH } from '../../core/ids.ts'
import type { Source } from '../unitOfWork/trail.ts'

/** Ids that a millisecond has room for. */
const PER_MOMENT = 4096

/**
 * A clock that stands until it is set, and ids made of its moment and a counter: the same play gives the same data. Ids
 * of a later moment are larger, as those of a server are.
 */
export class PinnedSource implements Source {
  private at: number
  /** Ids made by moment, so that a clock set back repeats none. */
  private readonly made = new Map<number, number>()

  /** `at`: `yyyy-MM-dd HH:mm:ss` in Shanghai, or ms. */
  constructor(at: string | number) {
    this.at = momentOf(at)
  }

  /** Sets the clock. */
  set(at: string | number): void {
    this.at = momentOf(at)
  }

  /** A clock of its own at the same moment, which makes the same ids from now on. */
  copy(): PinnedSource {
    const copy = new PinnedSource(this.at)
    for (const [at, n] of this.made) copy.made.set(at, n)
    return copy
  }

  now(): Date {
    return new Date(this.at)
  }

  id(): string {
    const n = this.made.get(this.at) ?? 0
    this.made.set(this.at, n + 1)
    // a crowded moment goes on in the next ones: the bits of the process are those of copies (seed/multiply/copies.ts)
    return String((BigInt(this.at - EPOCH + Math.floor(n / PER_MOMENT)) << 22n) | BigInt(n % PER_MOMENT))
  }
}

function momentOf(at: string | number): number {
  const moment = typeof at === 'number' ? at : instantOf(at)
  if (moment === null) throw new RangeError(`not a time: ${at}`)
  return moment
}
