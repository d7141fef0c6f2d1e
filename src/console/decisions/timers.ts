/** Timer: starting it again begins anew. */
export class Timer {
  private timer: ReturnType<typeof setTimeout> | undefined
  start(run: () => void, ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(run, ms)
  }
  stop(): void {
    clearTimeout(this.timer)
  }
}

/** Collects values by name for a short time and passes them on together; the newest of a name counts. */
export class Gathered<T> {
  private things = new Map<string, T>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly run: (things: ReadonlyMap<string, T>) => void
  private readonly ms: number

  constructor(run: (things: ReadonlyMap<string, T>) => void, ms: number) {
    this.run = run
    this.ms = ms
  }
  add(name: string, thing: T): void {
    this.things.set(name, thing)
    this.timer ??= setTimeout(() => {
      const gathered = this.things
      this.things = new Map()
      this.timer = undefined
      this.run(gathered)
    }, this.ms)
  }
  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.things.clear()
  }
}
