import { AsyncLocalStorage } from 'node:async_hooks'
import { APP_ROLE } from './driver.ts'
import { type Engine, step } from './engine.ts'
import { BACKGROUND, type Gate } from './gate.ts'

/** Transactions between two rounds of upkeep. */
const EVERY = 500

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
 * What a PostgreSQL server's autovacuum does, for the embedded database, which has no process for it: without fresh
 * statistics plans get slower as tables grow, and without vacuum tables grow with every update.
 */
export class Upkeep {
  private written = 0
  private running = false
  /** Runs what nobody asked for outside the request whose transaction happened to be the last one. */
  private readonly apart = AsyncLocalStorage.snapshot()

  private readonly gate: Gate
  private readonly live: () => Promise<Engine>
  private readonly failed: (e: unknown) => void

  constructor(gate: Gate, live: () => Promise<Engine>, failed: (e: unknown) => void) {
    this.gate = gate
    this.live = live
    this.failed = failed
  }

  /** A transaction has ended: every so many, a round begins, for which nobody waits; `failed` hears of its error. */
  count(): void {
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

  /** Vacuums and analyzes what needs it, one table at a time: whoever waits goes in between. */
  async round(): Promise<void> {
    for (const name of await this.worn()) {
      await this.alone(async (engine) => {
        // only its owner may vacuum a table, and not inside a transaction
        await engine.script('reset role')
        try {
          await engine.run([step(`vacuum (analyze) ${name}`)])
        } finally {
          await engine.script(`set role ${APP_ROLE}`)
        }
      })
    }
  }

  private worn(): Promise<string[]> {
    return this.alone(async (engine) => {
      // what this connection did is counted from its next statement on
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
