/** Places of a list whose rows left the server's list since it was fetched, rising. */
export class GonePlaces {
  private places: readonly number[] = []

  get size(): number {
    return this.places.length
  }

  /** How many lie before a place. */
  before(index: number): number {
    let low = 0
    let high = this.places.length
    while (low < high) {
      const mid = (low + high) >> 1
      if ((this.places[mid] as number) < index) low = mid + 1
      else high = mid
    }
    return low
  }

  has(index: number): boolean {
    return this.places[this.before(index)] === index
  }

  /** Those from `first` up to, without, `end`. */
  within(first: number, end: number): readonly number[] {
    return this.places.slice(this.before(first), this.before(end))
  }

  /** The row at a place left, or came back. */
  set(index: number, gone: boolean): void {
    if (this.has(index) === gone) return
    const at = this.before(index)
    this.places = gone ? this.places.toSpliced(at, 0, index) : this.places.toSpliced(at, 1)
  }
}
