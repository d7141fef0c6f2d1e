import type { Together, Tx } from '../../core/database.ts'
import { nameOf, type Step } from '../driver.ts'
import { parameter } from '../values.ts'

/** Round trip: rows of each step that is not aside, the error of the first that failed, the tag of the last. */
export type Send = (steps: readonly Step[]) => Promise<Together & { readonly tag: string }>

interface PendingStep {
  readonly step: Step
  /** Null for a statement whose rows are not awaited. */
  readonly awaited: { done(rows: Record<string, unknown>[]): void; fail(e: unknown): void } | null
}

/** Resolves when all pending microtasks have run. */
const turn = (): Promise<void> => new Promise((done) => process.nextTick(done))

const LAST: Step = { text: 'commit', values: [], name: 'rounds_commit' }

/**
 * The statements of one open transaction, in as few round trips as their order allows: what is asked within one turn
 * of the event loop (`Promise.all`) goes together, BEGIN with the first of it, COMMIT with the last. The first
 * statement that fails ends the transaction: those behind it in the same exchange fail with its error.
 */
export class Exchange {
  readonly tx: Tx
  private readonly waiting: PendingStep[] = []
  /** While anything is sent or about to be. */
  private sending: Promise<void> | null = null
  private over = false
  /** The error of a statement that was not awaited. */
  private unreported: { readonly why: unknown } | null = null
  private begun = false
  private readonly afterwards: (() => void)[] = []

  private readonly opening: readonly Step[]
  private readonly send: Send

  /** `opening`: what begins the transaction. */
  constructor(tenantId: string | null, opening: readonly Step[], send: Send) {
    this.opening = opening
    this.send = send
    const stepOf = (text: string, values: readonly unknown[]): Step => ({
      text,
      values: values.map(parameter),
      name: nameOf(text) ?? '',
    })
    this.tx = {
      tenantId,
      query: <R>(text: string, values: readonly unknown[] = []) =>
        new Promise<R[]>((done, fail) => {
          if (this.over) throw new Error('the transaction is over')
          this.waiting.push({ step: stepOf(text, values), awaited: { done: done as never, fail } })
          this.wake()
        }),
      write: (text, values = []) => {
        if (this.over) throw new Error('the transaction is over')
        this.waiting.push({ step: stepOf(text, values), awaited: null })
      },
      committed: (run) => {
        this.afterwards.push(run)
      },
    }
  }

  /** Sends the collected statements after all callers of this turn have added theirs. */
  private wake(): void {
    this.sending ??= this.flush()
  }

  private async flush(): Promise<void> {
    // those who were answered ask on before the next exchange is made up
    for (await turn(); !this.over && this.waiting.some((statement) => statement.awaited); await turn())
      await this.exchange([])
    // Set in the same turn as the check of the queue, so that a later caller starts a new exchange.
    this.sending = null
  }

  /** Round trip with everything that waits, and `more` behind it. Returns the tag of the last statement. */
  private async exchange(more: readonly Step[]): Promise<string> {
    const sent = this.waiting.splice(0)
    const opening = this.begun ? [] : this.opening
    this.begun = true
    let answer: Together & { tag: string }
    try {
      answer = await this.send([...opening, ...sent.map((a) => a.step), ...more])
    } catch (e) {
      answer = { found: [], failed: e, tag: '' }
    }
    for (const [n, { awaited }] of sent.entries()) {
      const rows = answer.found[n]
      if (rows) awaited?.done(rows as Record<string, unknown>[])
      else if (awaited) awaited.fail(answer.failed)
      else this.unreported ??= { why: answer.failed }
    }
    if (answer.failed !== undefined && more.length > 0) throw answer.failed
    return answer.tag
  }

  /**
   * Ends the transaction with COMMIT, behind what still waits. Nothing is sent where nothing was asked.
   * @throws the error of a statement that was not awaited
   */
  async commit(): Promise<void> {
    await this.end()
    if (this.begun || this.waiting.length > 0) await this.keep()
    for (const run of this.afterwards) run()
  }

  private async keep(): Promise<void> {
    // COMMIT of a transaction whose error was ignored answers ROLLBACK: that must not look like success
    if ((await this.exchange([LAST])) !== 'COMMIT')
      throw this.unreported?.why ?? new Error('a statement of the transaction had failed; nothing was kept')
  }

  /**
   * Ends the transaction without COMMIT, once nothing of it is under way. Returns whether there is something to roll
   * back.
   */
  async end(): Promise<boolean> {
    this.over = true
    await this.sending
    return this.begun
  }
}
