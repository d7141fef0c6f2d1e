/** Collects values; answers their places. Values never become SQL. */
export class Values {
  readonly list: unknown[]

  /** `list`: those that are there already, which are added to. */
  constructor(list: unknown[] = []) {
    this.list = list
  }

  /** `$n` of a value. */
  add(value: unknown): string {
    this.list.push(value)
    return `$${this.list.length}`
  }
}
