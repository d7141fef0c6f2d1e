import { AsyncLocalStorage } from 'node:async_hooks'
import { APP_ROLE } from '../driver.ts'
import { type Engine, step } from './engine.ts'
import { BACKGROUND, type TurnQueue } from './turnQueue.ts'

/** Transactions between two rounds of upkeep. */
const EVERY = 500

/** Log that has been written since the last checkpoint when there is to be another one, bytes. */
const LOG_BYTES_MAX = 24 << 20

/** How often the log is looked at while transactions end, ms: seldom beside them, often beside what can be written. */
const LOOK_MS = 100

/** Log written since the last checkpoint, bytes. */
const LOG = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) as bytes from pg_control_checkpoint()`

/**
 * Tables of which enough rows have changed since they were last vacuumed or analyzed: the rule of PostgreSQL's
 * autovacuum with its defaults.
 */
const WORN = `select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)
  order by 1`

/**
 * Maintenance of the embedded database, as a PostgreSQL server's autovacuum and checkpointer do it: without fresh
 * statistics plans get slower as tables grow, without vacuum tables grow with every update, and without checkpoints the
 * log grows with everything that is written, and a killed process reads all of it when it starts again.
 */
export class Upkeep {
  private written = 0
  private running = false
  private looking = false
  private lookedAt = 0
  /** Runs upkeep outside of the request context whose transaction happened to end last. */
  private readonly apart = AsyncLocalStorage.snapshot()

  private readonly gate: TurnQueue
  private readonly live: () => Promise<Engine>
  private readonly failed: (e: unknown) => void

  constructor(gate: TurnQueue, live: () => Promise<Engine>, failed: (e: unknown) => void) {
    this.gate = gate
    this.live = live
    this.failed = failed
  }

  /**
   * A transaction has ended: every so many, a round begins, and now and then the log is looked at, for which nobody
   * waits; `failed` hears of an error.
   */
  count(): void {
    this.look()
    this.written += 1
    if (this.written < EVERY || this.running) return
    this.written = 0
    this.running = true
    void this.apart(() => this.round())
      .catch(this.failed)
      .finally(() => {
        this.running = false
      })
  }

  private look(): void {
    if (this.looking || performance.now() - this.lookedAt < LOOK_MS) return
    this.looking = true
    void this.apart(() => this.trim(LOG_BYTES_MAX))
      .catch(this.failed)
      .finally(() => {
        this.looking = false
        this.lookedAt = performance.now()
      })
  }

  /** Writes a checkpoint where more than so much log is there. It waits for its turn like any transaction, and is none. */
  trim(bytes: number): Promise<void> {
    return this.alone(async (engine) => {
      const [log] = await engine.run<{ bytes: string }>([step(LOG)])
      if (Number(log?.bytes) > bytes) await this.asOwner(engine, 'checkpoint')
    })
  }

  /** Vacuums and analyzes the tables that need it, one at a time, so that waiting sessions run in between. */
  async round(): Promise<void> {
    for (const name of await this.worn()) {
      await this.alone((engine) => this.asOwner(engine, `vacuum (analyze) ${name}`))
      await this.trim(LOG_BYTES_MAX)
    }
  }

  /** Commands that only the owner may run, outside any transaction. */
  private async asOwner(engine: Engine, command: string): Promise<void> {
    await engine.script('reset role')
    try {
      await engine.run([step(command)])
    } finally {
      await engine.script(`set role ${APP_ROLE}`)
    }
  }

  private worn(): Promise<string[]> {
    return this.alone(async (engine) => {
      // activity of this connection is counted from its next statement on
      await engine.run([step('select pg_stat_force_next_flush()')])
      const rows = await engine.run<{ name: string }>([step(WORN)])
      return rows.map((r) => r.name)
    })
  }

  private async alone<T>(fn: (engine: Engine) => Promise<T>): Promise<T> {
    const leave = await this.gate.enter(true, BACKGROUND)
    try {
      return await fn(await this.live())
    } finally {
      leave()
    }
  }
}
