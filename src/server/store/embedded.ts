import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../http/refusal.ts'
import type { Scope, Statement, Tx } from './database.ts'
import { APP_ROLE, attempts, type Driver, Gate, nameOf, notWithin, SESSION, type Session, within } from './driver.ts'
import { lockFolder } from './lock.ts'
import { tenantText } from './names.ts'
import { StartError } from './startError.ts'
import { parameter, rowsOf } from './values.ts'

interface Step {
  readonly text: string
  readonly values: readonly (string | null)[]
  readonly name?: string
}

interface Answer {
  readonly id: number
  readonly fields: readonly { name: string; oid: number }[]
  readonly rows: readonly (readonly (string | null)[])[]
  /** e.g. COMMIT, UPDATE 3 */
  readonly tag: string
  readonly error: (Record<string, unknown> & { message: string }) | null
}

/** Longest a read may take, ms; PostgreSQL has the same as statement_timeout. */
const BUDGET = 60_000

const gone = () => new Refusal(503, ['数据库正在恢复，请稍后重试', 'The database is recovering, please try again'])

const step = (text: string, values: readonly unknown[] = [], name?: string): Step => ({ text, values: values.map(parameter), name })

const tenantStep = (scope: Scope): Step => step(`select set_config('rounds.tenant', $1, true)`, [tenantText(scope.tenantId)], 'tenant')

/** One thread with one database. Ends by itself when the thread dies; who holds it opens a new one. */
class Engine {
  private readonly worker: Worker
  private readonly waiting = new Map<number, { done(a: Answer): void; fail(e: unknown): void }>()
  private last = 0
  dead = false

  private constructor(
    folder: string,
    private readonly heard: (channel: string, payload: string) => void,
    private readonly died: (why: unknown) => void,
    opened: (why: string | null) => void,
  ) {
    // no loader: the worker is plain JavaScript
    this.worker = new Worker(new URL('./embedded.worker.mjs', import.meta.url), { workerData: { folder }, execArgv: [], stdout: true, stderr: true })
    this.worker.on('message', (m: Answer & { opened?: true; refused?: string; channel?: string; payload?: string }) => {
      if (m.opened) opened(null)
      else if (m.refused !== undefined) opened(m.refused)
      else if (m.channel !== undefined) this.heard(m.channel, m.payload ?? '')
      else {
        const who = this.waiting.get(m.id)
        this.waiting.delete(m.id)
        who?.done(m)
      }
    })
    this.worker.stdout.resume()
    this.worker.stderr.resume()
    const ended = (why: unknown) => {
      if (this.dead) return
      this.dead = true
      opened(String(why))
      for (const who of this.waiting.values()) who.fail(gone())
      this.waiting.clear()
      this.died(why)
    }
    this.worker.on('error', ended)
    this.worker.on('exit', (code) => ended(`the database thread ended with ${code}`))
  }

  /** Opens the folder; rejects with what the database says when it cannot. */
  static open(folder: string, heard: (channel: string, payload: string) => void, died: (why: unknown) => void): Promise<Engine> {
    return new Promise((done, fail) => {
      const engine: Engine = new Engine(folder, heard, died, (why) => {
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
    const answer = new Promise<Answer>((done, fail) => {
      this.waiting.set(id, { done, fail })
      this.worker.postMessage({ id, ...message })
    })
    if (budget === undefined) return answer
    // the thread hears no cancel while it computes and knows no statement_timeout: only ending it stops a statement
    const timer = setTimeout(() => void this.kill(), budget)
    return answer.finally(() => clearTimeout(timer))
  }

  /** Rows of the last step; all steps are one exchange and, outside a transaction, one implicit transaction. */
  async run<R>(steps: readonly Step[], budget?: number): Promise<R[]> {
    const answer = await this.ask({ steps }, budget)
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error)
    return rowsOf<R>(answer.fields, answer.rows)
  }

  /** Runs one statement; answers its command tag. */
  async tag(text: string): Promise<string> {
    const answer = await this.ask({ steps: [step(text)] })
    if (answer.error) throw Object.assign(new Error(answer.error.message), answer.error)
    return answer.tag
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

/** PostgreSQL inside this process: one connection in a worker thread, its data in a folder that only one process may hold. */
export class EmbeddedDatabase implements Driver {
  readonly kind = 'embedded' as const
  version = ''
  leakproof = false
  private readonly gate = new Gate()
  private readonly listeners = new Map<string, Set<(payload: string) => void>>()
  private reopening: Promise<void> | null = null
  private served = false
  private closing = false

  private constructor(
    private readonly folder: string,
    private readonly release: () => void,
    private readonly log: Pick<Console, 'info' | 'warn' | 'error'>,
    private engine: Engine | null,
  ) {}

  /** Locks the folder and opens the database in it, creating both when they are not there. */
  static async open(dataDir: string, log: Pick<Console, 'info' | 'warn' | 'error'>): Promise<EmbeddedDatabase> {
    const release = lockFolder(dataDir)
    try {
      const folder = join(dataDir, 'pg')
      setIncompleteAside(dataDir, folder, log)
      mkdirSync(folder, { recursive: true })
      const db = new EmbeddedDatabase(folder, release, log, null)
      await db.start()
      rmSync(join(dataDir, 'pg.creating'), { force: true })
      return db
    } catch (e) {
      release()
      if (e instanceof StartError) throw e
      const said = e instanceof Error ? e.message.split('\n')[0] : String(e)
      throw new StartError(`The data folder ${dataDir} is damaged and cannot be opened (${said}); restore it from a copy or move it away to begin anew.`, e)
    }
  }

  private async start(): Promise<void> {
    this.engine = await Engine.open(
      this.folder,
      (channel, payload) => this.hear(channel, payload),
      (why) => this.lost(why),
    )
    await this.engine.script(SESSION)
    const [row] = await this.engine.run<{ v: string }>([step(`select current_setting('server_version') v`)])
    this.version = row?.v ?? ''
    if (this.served) await this.engine.script(`set role ${APP_ROLE}`)
    for (const channel of this.listeners.keys()) await this.engine.script(`listen "${channel}"`)
  }

  /** The thread died: what was asked is refused, the database is opened again, committed rows are all there. */
  private lost(why: unknown): void {
    this.engine = null
    if (this.closing) return
    this.log.error(`the embedded database stopped (${why instanceof Error ? why.message : String(why)}); opening it again`)
    this.reopening = this.start().then(
      () => {
        this.reopening = null
      },
      (e) => {
        this.log.error(`the embedded database cannot be opened again: ${e instanceof Error ? e.message : String(e)}`)
        this.reopening = null
      },
    )
  }

  private async live(): Promise<Engine> {
    if (this.reopening) await this.reopening
    if (!this.engine && !this.closing) {
      this.reopening ??= this.start().finally(() => {
        this.reopening = null
      })
      await this.reopening.catch(() => undefined)
    }
    if (!this.engine) throw gone()
    return this.engine
  }

  async prepare(fn: (session: Session) => Promise<{ leakproof: boolean }>): Promise<void> {
    const leave = await this.gate.enter(true)
    try {
      const engine = await this.live()
      const { leakproof } = await fn({
        query: <R>(text: string, values: readonly unknown[] = []) => engine.run<R>([step(text, values)]),
        script: (sql) => engine.script(sql),
      })
      this.leakproof = leakproof
      await engine.script(`set role ${APP_ROLE}`)
      this.served = true
    } finally {
      leave()
    }
  }

  async scoped<R = Record<string, unknown>>(scope: Scope, statement: Statement): Promise<R[]> {
    notWithin('scoped')
    const leave = await this.gate.enter(false)
    try {
      const engine = await this.live()
      return await engine.run<R>([tenantStep(scope), step(statement.text, statement.values, nameOf(statement.text))], BUDGET)
    } finally {
      leave()
    }
  }

  transaction<T>(scope: Scope, fn: (tx: Tx) => Promise<T>): Promise<T> {
    notWithin('transaction')
    return attempts(() => this.whole([step('begin'), tenantStep(scope)], scope.tenantId, fn))
  }

  owner<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    notWithin('owner')
    return attempts(() => this.whole([step('begin'), step('set local role none')], null, fn))
  }

  private async whole<T>(begin: readonly Step[], tenantId: string | null, fn: (tx: Tx) => Promise<T>): Promise<T> {
    const leave = await this.gate.enter(true)
    try {
      const engine = await this.live()
      await engine.run(begin)
      let over = false
      const tx: Tx = {
        tenantId,
        query: <R>(text: string, values: readonly unknown[] = []) => {
          if (over) return Promise.reject(new Error('the transaction is over'))
          return engine.run<R>([step(text, values, nameOf(text))])
        },
      }
      try {
        const result = await within(() => fn(tx))
        over = true
        // COMMIT of a transaction whose error somebody swallowed answers ROLLBACK: that must not look like success
        if ((await engine.tag('commit')) !== 'COMMIT') throw new Error('a statement of the transaction had failed; nothing was kept')
        return result
      } catch (e) {
        over = true
        if (!engine.dead) await engine.run([step('rollback')])
        throw e
      }
    } finally {
      leave()
    }
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.scoped({ tenantId: null }, { text: 'select pg_notify($1, $2)', values: [channel, payload] })
  }

  async listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
    if (!/^[a-z_]{1,40}$/.test(channel)) throw new RangeError(`not a channel: ${channel}`)
    const all = this.listeners.get(channel) ?? new Set()
    const first = all.size === 0
    all.add(heard)
    this.listeners.set(channel, all)
    if (first) await this.aside(`listen "${channel}"`)
    return async () => {
      all.delete(heard)
      if (all.size > 0 || this.closing) return
      this.listeners.delete(channel)
      await this.aside(`unlisten "${channel}"`)
    }
  }

  /** Between transactions: inside one, a LISTEN would go with its rollback. */
  private async aside(sql: string): Promise<void> {
    const leave = await this.gate.enter(false)
    try {
      await (await this.live()).script(sql)
    } finally {
      leave()
    }
  }

  private hear(channel: string, payload: string): void {
    for (const heard of this.listeners.get(channel) ?? []) heard(payload)
  }

  /** For tests and for a statement that never ends: the thread is stopped as by a crash. */
  async crash(): Promise<void> {
    await this.engine?.kill()
  }

  async close(): Promise<void> {
    if (this.closing) return
    const leave = await this.gate.enter(true)
    this.closing = true
    try {
      await this.reopening
      await this.engine?.close()
    } finally {
      leave()
      this.release()
    }
  }
}

/**
 * A folder whose very first creation was cut short (`pg.creating` is still there) holds no data yet: moved aside, never
 * removed. Any other broken folder is damaged and left alone.
 */
function setIncompleteAside(dataDir: string, folder: string, log: Pick<Console, 'warn'>): void {
  const mark = join(dataDir, 'pg.creating')
  if (existsSync(mark) && existsSync(folder)) {
    const aside = `${folder}.incomplete-${Date.now()}`
    log.warn(`the first start in ${dataDir} was cut short; what it left is in ${aside}`)
    renameSync(folder, aside)
  }
  if (!existsSync(folder)) writeFileSync(mark, '')
}
