import type { Scope, Statement, Together, Tx } from '../../core/database.ts'
import { StartError } from '../../core/settings/startError.ts'
import {
  APP_ROLE,
  attempts,
  BEGIN,
  BUDGET,
  type Driver,
  notWithin,
  openingOf,
  SESSION,
  type Session,
  type Step,
  stepsOf,
  within,
} from '../driver.ts'
import { Exchange } from '../postgres/exchange.ts'
import { created, isNew, mustBeWhole, preparedFolder } from './dataFolder.ts'
import { Engine, gone, step } from './engine.ts'
import { lockFolder } from './lock.ts'
import { TurnQueue } from './turnQueue.ts'
import { Upkeep } from './upkeep.ts'

/** Time limits of statements; tests give shorter ones. */
type Budget = { readonly [K in keyof typeof BUDGET]: number }

const OWNER: Step = { text: 'set local role none', values: [], name: '', aside: true }

/** Removal of the template databases: 15 MB that nothing uses, because this database is the only one. */
const TEMPLATES_GONE = [
  `update pg_database set datistemplate = false where datname like 'template_'`,
  'drop database template0',
  'drop database template1',
] as const

/**
 * PostgreSQL inside this process: one connection in a worker thread, its data in a folder that only one process may
 * hold.
 */
export class EmbeddedDatabase implements Driver {
  readonly kind = 'embedded' as const
  version = ''
  leakproof = false
  private readonly gate = new TurnQueue()
  private readonly upkeep: Upkeep
  private readonly listeners = new Map<string, Set<(payload: string) => void>>()
  private reopening: Promise<void> | null = null
  private served = false
  private closing = false

  private readonly folder: string
  private readonly release: () => void
  private readonly log: Pick<Console, 'info' | 'warn' | 'error'>
  private engine: Engine | null
  private readonly budget: Budget

  private constructor(
    folder: string,
    release: () => void,
    log: Pick<Console, 'info' | 'warn' | 'error'>,
    engine: Engine | null,
    budget: Budget,
  ) {
    this.folder = folder
    this.release = release
    this.log = log
    this.engine = engine
    this.budget = budget
    this.upkeep = new Upkeep(
      this.gate,
      () => this.live(),
      (e) => {
        if (!this.closing) log.warn(`upkeep of the embedded database: ${e instanceof Error ? e.message : String(e)}`)
      },
    )
  }

  /** Locks the folder and opens the database in it, creating both when they are not there. */
  static async open(
    dataDir: string,
    log: Pick<Console, 'info' | 'warn' | 'error'>,
    budget: Budget = BUDGET,
  ): Promise<EmbeddedDatabase> {
    const release = await lockFolder(dataDir)
    try {
      const folder = preparedFolder(dataDir, log)
      const db = new EmbeddedDatabase(folder, release, log, null, budget)
      await db.start()
      if (isNew(dataDir)) await db.dropTemplates()
      created(dataDir)
      return db
    } catch (e) {
      release()
      if (e instanceof StartError) throw e
      const message = e instanceof Error ? e.message.split('\n')[0] : String(e)
      throw new StartError(
        `The data folder ${dataDir} is damaged and cannot be opened (${message}); restore it from a copy or move it away to begin anew.`,
        e,
      )
    }
  }

  private async start(): Promise<void> {
    // opened again: a folder that was removed meanwhile must not become a new, empty database
    if (this.served) mustBeWhole(this.folder)
    const engine: Engine = await Engine.open(
      this.folder,
      (channel, payload) => this.dispatch(channel, payload),
      (why) => this.lost(engine, why),
    )
    try {
      await engine.script(SESSION)
      const [row] = await engine.run<{ v: string }>([step(`select current_setting('server_version') v`)])
      this.version = row?.v ?? ''
      if (this.served) await engine.script(`set role ${APP_ROLE}`)
      for (const channel of this.listeners.keys()) await engine.script(`listen "${channel}"`)
      this.engine = engine
    } catch (e) {
      await engine.kill()
      throw e
    }
  }

  /** Statement by statement: no database is dropped in a transaction. */
  private async dropTemplates(): Promise<void> {
    for (const sql of TEMPLATES_GONE) await this.engine?.script(sql)
  }

  /** The thread has ended: waiting statements are refused and the database is opened again with all committed rows. */
  private lost(engine: Engine, why: unknown): void {
    // an engine that was still being prepared fails where it is prepared
    if (this.engine !== engine) return
    this.engine = null
    if (this.closing) return
    this.log.error(
      `the embedded database stopped (${why instanceof Error ? why.message : String(why)}); opening it again`,
    )
    void this.reopen()
  }

  /** Opens the database again, once at a time: two threads on one folder would ruin it. Never rejects. */
  private reopen(): Promise<void> {
    this.reopening ??= this.start()
      .catch((e) =>
        this.log.error(`the embedded database cannot be opened again: ${e instanceof Error ? e.message : String(e)}`),
      )
      .finally(() => {
        this.reopening = null
      })
    return this.reopening
  }

  private async live(): Promise<Engine> {
    if (this.reopening) await this.reopening
    if (!this.engine && !this.closing) await this.reopen()
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
    const { found, failed } = await this.together(scope, [statement])
    if (failed !== undefined) throw failed
    return (found[0] ?? []) as R[]
  }

  async together(scope: Scope, statements: readonly Statement[]): Promise<Together> {
    notWithin('scoped')
    const steps = stepsOf(scope, statements)
    const leave = await this.gate.enter(false)
    try {
      const engine = await this.live()
      const { found, failed } = await engine.all(steps, this.budget.read)
      return failed === undefined ? { found } : { found, failed }
    } finally {
      leave()
    }
  }

  async transaction<T>(scope: Scope, fn: (tx: Tx) => Promise<T>): Promise<T> {
    notWithin('transaction')
    const done = await attempts(() =>
      this.whole(openingOf(scope, this.budget.transaction), scope.tenantId, fn, this.budget.transaction),
    )
    this.upkeep.count()
    return done
  }

  async owner<T>(fn: (tx: Tx) => Promise<T>): Promise<T> {
    notWithin('owner')
    const done = await attempts(() => this.whole([BEGIN, OWNER], null, fn))
    this.upkeep.count()
    return done
  }

  async checkpoint(): Promise<void> {
    notWithin('checkpoint')
    await this.upkeep.trim(0)
  }

  private async whole<T>(
    opening: readonly Step[],
    tenantId: string | null,
    fn: (tx: Tx) => Promise<T>,
    budget?: number,
  ): Promise<T> {
    const leave = await this.gate.enter(true)
    try {
      const engine = await this.live()
      const exchange = new Exchange(tenantId, opening, (steps) => engine.all(steps, budget))
      try {
        const result = await within(() => fn(exchange.tx))
        await exchange.commit()
        return result
      } catch (e) {
        if ((await exchange.end()) && !engine.dead) await engine.run([step('rollback')])
        throw e
      }
    } finally {
      leave()
    }
  }

  async notify(channel: string, payload: string): Promise<void> {
    await this.scoped({ tenantId: null }, { text: 'select pg_notify($1, $2)', values: [channel, payload] })
  }

  async listen(channel: string, receive: (payload: string) => void): Promise<() => Promise<void>> {
    if (!/^[a-z_]{1,40}$/.test(channel)) throw new RangeError(`not a channel: ${channel}`)
    const all = this.listeners.get(channel) ?? new Set()
    const first = all.size === 0
    all.add(receive)
    this.listeners.set(channel, all)
    if (first) await this.aside(`listen "${channel}"`)
    return async () => {
      all.delete(receive)
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

  private dispatch(channel: string, payload: string): void {
    for (const receive of this.listeners.get(channel) ?? []) receive(payload)
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
