import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { instantOf, wallClock } from '../../../model/values/dates.ts'
import type { Actor } from '../actor.ts'
import type { Database } from '../database.ts'
import type { ServerDomains } from '../domains.ts'
import { newId } from '../ids.ts'
import { Limiter } from '../limits/limiter.ts'
import type { Config } from '../settings/config.ts'
import type { ServerContext } from './context.ts'

/** Offset of the business clock from the real one, ms: DEMO_TODAY changes the day and not the hour. */
export function clockOffset(demoToday: string | null, real: number): number {
  if (demoToday === null) return 0
  const moved = instantOf(`${demoToday} ${wallClock(real).slice(11)}`)
  return moved === null ? 0 : moved - Math.floor(real / 1000) * 1000
}

/** Everything a process shares: database, configuration, business, clock, limits. */
export function createServerContext(
  config: Config,
  db: Database,
  domains: ServerDomains,
  log: ServerContext['log'],
  actorNow: (context: ServerContext, actor: Actor) => Promise<Actor | null>,
): ServerContext {
  const offset = clockOffset(config.demoToday, Date.now())
  const context: ServerContext = {
    db,
    config,
    domains,
    log,
    limiter: new Limiter(db, log),
    instance: `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`.slice(-64),
    now: () => new Date(Date.now() + offset),
    id: newId,
    actorNow: (actor) => actorNow(context, actor),
  }
  return context
}
