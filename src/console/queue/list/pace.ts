/** The user's speed of deciding, over the last minutes with decisions. */
export class Pace {
  private times: number[] = []
  private count = 0

  /** Decisions the server has taken, less those taken back; never below 0, also where older ones were taken back. */
  get done(): number {
    return this.count
  }
  did(at: number): void {
    this.count += 1
    this.times.push(at)
    if (this.times.length > 2_000) this.times = this.times.slice(-1_000)
  }
  /** A batch: counted, but not used to measure the speed. */
  didMany(n: number): void {
    this.count += n
  }
  undid(): void {
    this.undidMany(1)
    this.times.pop()
  }
  /** A batch was taken back. */
  undidMany(n: number): void {
    this.count = Math.max(0, this.count - n)
  }
  /** Decisions a minute, null before there is a rate (fewer than three). */
  perMinute(now: number): number | null {
    const recent = this.times.filter((t) => now - t <= WINDOW)
    const first = recent[0]
    if (first === undefined || recent.length < 3) return null
    return Math.round(recent.length / (Math.max(now - first, 10_000) / 60_000))
  }
}
const WINDOW = 180_000
