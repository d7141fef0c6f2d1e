import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Limits of a program beside the server. */
export interface AsideLimits {
  /** Its whole memory, MB, buffers included; it ends itself above (memoryWatch.mjs), whatever it computes. */
  readonly memoryMb: number
  /** How long one answer may take, ms. */
  readonly answerTimeoutMs: number
  /** How long it is kept for the next question, ms. */
  readonly idleMs: number
}

interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly error?: string
}
interface Waiting {
  readonly done: (value: unknown) => void
  readonly failed: (e: Error) => void
  readonly late: NodeJS.Timeout
}

/**
 * A program in a process of its own, for what may take much memory or long: one process, and only while there is
 * something to do. It is given its limit of memory as first argument and `argument` as second, is sent { id, question } and
 * answers { id, value } or { id, error }.
 */
export class Aside {
  private child: ChildProcess | null = null
  private readonly waiting = new Map<number, Waiting>()
  private given = 0
  private idle: NodeJS.Timeout | undefined

  private readonly program: URL
  private readonly limits: AsideLimits
  private readonly argument: () => string

  constructor(program: URL, limits: AsideLimits, argument: () => string = () => '') {
    this.program = program
    this.limits = limits
    this.argument = argument
  }

  /** Asks the program. @throws where it refuses, takes too long or too much memory; others that wait then fail, too. */
  ask(question: unknown): Promise<unknown> {
    return new Promise((done, failed) => {
      const child = this.running()
      this.given += 1
      const id = this.given
      const late = setTimeout(() => this.end('took too long'), this.limits.answerTimeoutMs)
      this.waiting.set(id, { done, failed, late })
      child.send({ id, question }, (e) => e && child === this.child && this.end(e.message))
    })
  }

  /** Ends the process; what it was doing fails. */
  end(why = 'ended'): void {
    const old = this.child
    this.child = null
    for (const id of [...this.waiting.keys()]) this.settle(id, ({ failed }) => failed(new Error(this.words(why))))
    clearTimeout(this.idle)
    old?.kill('SIGKILL')
  }

  private words(why: string): string {
    return `${this.program.pathname.split('/').pop()} ${why}`
  }

  private settle(id: number, end: (one: Waiting) => void): void {
    const one = this.waiting.get(id)
    if (!one) return
    this.waiting.delete(id)
    clearTimeout(one.late)
    end(one)
    if (this.waiting.size > 0) return
    clearTimeout(this.idle)
    this.idle = setTimeout(() => this.end(), this.limits.idleMs)
    this.idle.unref()
  }

  private running(): ChildProcess {
    clearTimeout(this.idle)
    if (this.child) return this.child
    const made = fork(fileURLToPath(this.program), [String(this.limits.memoryMb), this.argument()], {
      execArgv: [],
      // no secrets of the server
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    made.unref()
    made.channel?.unref()
    made.on('message', ({ id, value, error }: Answer) =>
      this.settle(id, ({ done, failed }) => (error === undefined ? done(value) : failed(new Error(error)))),
    )
    made.on('error', (e) => made === this.child && this.end(e.message))
    made.on('exit', (code, signal) => {
      if (made === this.child) this.end(signal === 'SIGKILL' ? 'took too much memory' : `ended with ${code ?? signal}`)
    })
    this.child = made
    return made
  }
}
