import { Worker } from 'node:worker_threads'
import type { Together } from '../../core/database.ts'
import { AppError } from '../../core/errors.ts'
import { type Step, tooLong } from '../driver.ts'
import { parameter, rowsOf } from '../values.ts'

interface Answer {
  readonly id: number
  /** Of each step that was done, in order. */
  readonly results: readonly {
    readonly fields: readonly { name: string; oid: number }[]
    readonly rows: readonly (readonly (string | null)[])[]
  }[]
  /** e.g. COMMIT, UPDATE 3 */
  readonly tag: string
  readonly error: (Record<string, unknown> & { message: string }) | null
}

/** A caller that waits for an answer of the thread. */
interface Asker {
  done(a: Answer): void
  fail(e: unknown): void
  /** Longest the thread may compute for this statement, ms; undefined = as long as it takes. */
  readonly budget: number | undefined
  /** This statement took too long. */
  late: boolean
}

/** The error of all waiting statements when the thread has ended. */
export const gone = () =>
  new AppError(503, ['数据库正在恢复，请稍后重试', 'The database is recovering, please try again'])

/** A statement with its values, prepared under `name` where one is given. */
export const step = (text: string, values: readonly unknown[] = [], name = ''): Step => ({
  text,
  values: values.map(parameter),
  name,
})

/** Thread with a database of its own. It ends with the thread; its owner opens a new one. */
export class Engine {
  private readonly worker: Worker
  /** In the order asked, which is the order the thread answers in: the first is the one it computes for. */
  private readonly waiting = new Map<number, Asker>()
  private timer: NodeJS.Timeout | undefined
  private last = 0
  private up = false
  dead = false

  private readonly received: (channel: string, payload: string) => void
  private readonly died: (why: unknown) => void

  private constructor(
    folder: string,
    received: (channel: string, payload: string) => void,
    died: (why: unknown) => void,
    opened: (why: string | null) => void,
  ) {
    this.received = received
    this.died = died
    // no loader: the worker is plain JavaScript
    this.worker = new Worker(new URL('./embedded.worker.mjs', import.meta.url), {
      workerData: { folder },
      execArgv: [],
      stdout: true,
      stderr: true,
    })
    this.worker.on('message', (m: Answer & { opened?: true; refused?: string; channel?: string; payload?: string }) => {
      if (m.opened) {
        this.up = true
        opened(null)
      } else if (m.refused !== undefined) opened(m.refused)
      else if (m.channel !== undefined) this.received(m.channel, m.payload ?? '')
      else {
        const who = this.waiting.get(m.id)
        this.waiting.delete(m.id)
        this.watch()
        who?.done(m)
      }
    })
    this.worker.stdout.resume()
    this.worker.stderr.resume()
    const ended = (why: unknown) => {
      if (this.dead) return
      this.dead = true
      opened(String(why))
      clearTimeout(this.timer)
      for (const who of this.waiting.values()) who.fail(who.late ? tooLong() : gone())
      this.waiting.clear()
      // an engine that never opened has rejected the call that opened it
      if (this.up) this.died(why)
    }
    this.worker.on('error', ended)
    this.worker.on('exit', (code) => ended(`the database thread ended with ${code}`))
  }

  /** Opens the folder; rejects with what the database says when it cannot. */
  static open(
    folder: string,
    received: (channel: string, payload: string) => void,
    died: (why: unknown) => void,
  ): Promise<Engine> {
    return new Promise((done, fail) => {
      const engine: Engine = new Engine(folder, received, died, (why) => {
        if (why === null) done(engine)
        else {
          engine.dead = true
          void engine.worker.terminate()
          fail(new Error(why))
        }
      })
    })
  }

  private ask(message: { steps?: readonly Step[]; script?: string; close?: true }, budget?: number): Promise<Answer> {
    if (this.dead) return Promise.reject(gone())
    const id = ++this.last
    return new Promise<Answer>((done, fail) => {
      this.waiting.set(id, { done, fail, budget, late: false })
      this.worker.postMessage({ id, ...message })
      if (this.waiting.size === 1) this.watch()
    })
  }

  /**
   * Counts the time of the statement that is computed now; waiting behind another does not count. The thread cannot be
   * cancelled while it computes and has no statement_timeout: only ending the thread stops a statement.
   */
  private watch(): void {
    clearTimeout(this.timer)
    const [first] = this.waiting.values()
    if (first?.budget === undefined) return
    const over = () => {
      if (first !== this.waiting.values().next().value) return
      first.late = true
      void this.kill()
    }
    // after a long pause of this process the answer may lie there already: it is read before the verdict
    this.timer = setTimeout(() => setImmediate(over), first.budget)
  }

  /**
   * Rows of each step that is not aside, and the tag of the last; all steps are one exchange and, outside a
   * transaction, one implicit transaction. The first that fails is the last.
   */
  async all(steps: readonly Step[], budget?: number): Promise<Together & { readonly tag: string }> {
    const { results, tag, error } = await this.ask({ steps }, budget)
    const found = results.flatMap((r, n) =>
      steps[n]?.aside ? [] : [rowsOf<Record<string, unknown>>(r.fields, r.rows)],
    )
    return error ? { found, tag, failed: Object.assign(new Error(error.message), error) } : { found, tag }
  }

  /** Rows of the last step. */
  async run<R>(steps: readonly Step[], budget?: number): Promise<R[]> {
    const { found, failed } = await this.all(steps, budget)
    if (failed !== undefined) throw failed
    return (found.at(-1) ?? []) as R[]
  }

  async script(sql: string): Promise<void> {
    const answer = await this.ask({ script: sql })
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error)
  }

  async close(): Promise<void> {
    if (this.dead) return
    await this.ask({ close: true })
    this.dead = true
    await this.worker.terminate()
  }

  /** Stops whatever runs; committed work stays, open work is lost. */
  async kill(): Promise<void> {
    await this.worker.terminate()
  }
}
