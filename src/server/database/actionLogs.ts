import { hostname } from 'node:os'
import { logApi, logError, logUsual } from '../../model/administration/system/logs.ts'
import { param } from '../../model/administration/system/param.ts'
import { RETENTION } from '../../model/administration/system/params.ts'
import { resourceOf } from '../../model/business.ts'
import { PLATFORM_TENANT, type RowOf } from '../../model/language/resource.ts'
import type { ServerContext } from '../core/context/context.ts'
import { isUnavailable } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { columnOf, quoted, tableOf } from './names.ts'

/** The logs that the server writes of itself. */
const LOGS = { api: logApi, error: logError, usual: logUsual } as const
export type LogName = keyof typeof LOGS

type Row = Partial<Omit<RowOf<typeof logApi> & RowOf<typeof logError> & RowOf<typeof logUsual>, 'id' | 'version'>>

/** Entry of an action log: its tenant and its columns. */
export interface Entry {
  readonly log: LogName
  /** Absent for what belongs to no tenant: the platform reads it. */
  readonly tenantId?: string
  readonly row: Row
}

const tableNamed = (id: string): string => quoted(tableOf(resourceOf(id)))

/** How often entries are written, ms; how many wait at most: what comes beyond is counted and not kept. */
const EVERY = 2_000
const ENTRIES_WAITING_MAX = 2_000

/** Rows of a log that a tenant keeps at most, however few days old. */
export const ROWS_KEPT_MAX = 200_000

/**
 * A text from outside without what could be a personal number or a secret: runs of six and more digits, and what is as
 * long and mixed as a token.
 */
export const withoutNumbers = (text: string): string =>
  text
    .replace(/[A-Za-z0-9_-]{32,}/g, (word) => (/\d/.test(word) ? '•••' : word))
    .replace(/\d(?:[ -]?\d){5,}[Xx]?/g, '•••')

/** Longest token or number, characters: one that a cut goes through is still seen as one. */
const RUN = 64

/** A text as a log keeps it: without numbers of persons, cut by characters. */
export const logged = (text: unknown, length: number): string | null =>
  text === null || text === undefined
    ? null
    : withoutNumbers((typeof text === 'object' ? JSON.stringify(text) : String(text)).slice(0, length + RUN))
        .slice(0, length)
        // half a character (the cut goes through one, too) and NUL: no database keeps them
        .replace(/[\0\p{Surrogate}]/gu, '')

/** Writes entries at once, a statement for each log and tenant. */
export async function writeEntries(
  context: Pick<ServerContext, 'db' | 'config'>,
  entries: readonly Entry[],
): Promise<void> {
  const env = context.config.seed === 'small' ? 'demo' : 'production'
  const groups = new Map<string, { readonly tenantId: string; readonly log: LogName; readonly rows: object[] }>()
  for (const { log, tenantId = PLATFORM_TENANT, row } of entries) {
    const key = `${tenantId} ${log}`
    const group = groups.get(key) ?? { tenantId, log, rows: [] }
    const id = newId()
    const code = `${LOGS[log].fields.code.facts.code?.prefix ?? ''}${id}`
    group.rows.push({ id, code, serverHost: hostname().slice(0, 100), env, createTime: new Date(), ...row })
    groups.set(key, group)
  }
  for (const { tenantId, log, rows } of groups.values()) {
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    const columns = names.map((name) => quoted(columnOf(name))).join(', ')
    const table = tableNamed(LOGS[log].id)
    await context.db.scoped(
      { tenantId },
      {
        text: `insert into ${table} (tenant_id, ${columns})
          select $1::text, ${names.map((name) => `r.${quoted(columnOf(name))}`).join(', ')} from jsonb_populate_recordset(null::${table}, $2::jsonb) as r`,
        values: [
          tenantId,
          JSON.stringify(rows.map((row) => Object.fromEntries(Object.entries(row).map(([n, v]) => [columnOf(n), v])))),
        ],
      },
    )
  }
}

/** Logs of a process, written behind the requests that they are about. */
interface ActionLogs {
  add(entry: Entry): void
  /** Writes what waits, now. */
  flush(): Promise<void>
}

const started = new WeakMap<ServerContext, ActionLogs>()

/** Notes an entry of a log; nothing where this process keeps none. Never fails, and nobody waits for it. */
export const note = (context: ServerContext, entry: Entry): void => started.get(context)?.add(entry)

/**
 * Keeps the logs of this process from now on. Returns how to end it, after what waits is written. Entries beside a
 * database that is away are lost, and said so in the log of the process.
 */
export function startActionLogs(
  context: ServerContext,
  every = EVERY,
): { flush(): Promise<void>; stop(): Promise<void> } {
  let waiting: Entry[] = []
  let left = 0
  let hand: Promise<void> = Promise.resolve()
  const write = async (): Promise<void> => {
    const [entries, missed] = [waiting, left]
    waiting = []
    left = 0
    if (missed > 0) context.log.warn(`${missed} entries of the request log were not kept: too many at once`)
    if (entries.length === 0) return
    try {
      await writeEntries(context, entries)
    } catch (e) {
      const why = isUnavailable(e) ? 'the database is away' : e instanceof Error ? e.message : String(e)
      context.log.warn(`${entries.length} entries of the request log were not kept: ${why}`)
    }
  }
  const flush = (): Promise<void> => {
    hand = hand.then(write)
    return hand
  }
  const timer = setInterval(() => void flush(), every)
  timer.unref()
  started.set(context, {
    add: (entry) => {
      if (waiting.length < ENTRIES_WAITING_MAX) waiting.push(entry)
      else left += 1
    },
    flush,
  })
  return {
    flush,
    async stop() {
      clearInterval(timer)
      started.delete(context)
      await flush()
    },
  }
}

/** Rows deleted by one statement; no request waits for it. */
const BITE = 2_000

/**
 * Deletes what logs keep longer than the days in force, tenant by tenant, and what is beyond `most` rows of one. Returns
 * how many rows went.
 */
export async function sweepLogs(context: Pick<ServerContext, 'db'>, most = ROWS_KEPT_MAX): Promise<number> {
  const { key, initial, values } = RETENTION
  const tenants = await context.db.owner((tx) =>
    tx.query<{ code: string; days: number }>(
      `select t.code, coalesce((select max(p.param_value::int) from ${tableNamed(param.id)} p where p.tenant_id = t.code
         and p.param_key = $1 and p.is_deleted = 0 and p.param_value ~ '^[0-9]{1,6}$'
         and p.param_value::int between $2 and $3), $4)::int as days from "tenant" t order by t.code`,
      [key, values.least, values.most, Number(initial)],
    ),
  )
  let gone = 0
  for (const r of Object.values(LOGS)) {
    const table = tableNamed(r.id)
    for (const tenant of tenants) {
      const values = [tenant.code, tenant.days, most]
      for (;;) {
        const rows = await context.db.owner((tx) =>
          tx.query(
            `delete from ${table} where ctid in (select ctid from ${table} where tenant_id = $1 and (
               create_time < now() - $2 * interval '1 day' or (create_time, id) <= (
                 select create_time, id from ${table} where tenant_id = $1 and is_deleted = 0
                 order by create_time desc, id desc offset $3 limit 1)) limit ${BITE}) returning 1`,
            values,
          ),
        )
        gone += rows.length
        if (rows.length < BITE) break
      }
    }
  }
  return gone
}
