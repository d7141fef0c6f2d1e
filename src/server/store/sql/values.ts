/** Collects values; answers their places. Values never become SQL. */
export class Values {
  readonly list: unknown[] = []

  /** `$n` of a value. */
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}
