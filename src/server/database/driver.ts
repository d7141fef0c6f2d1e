import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Label } from '../../model/values/label.ts'
import type { Database, Scope, Statement } from '../core/database.ts'
import { AppError } from '../core/errors.ts'
import { tenantText } from './names.ts'
import { parameter, sqlState } from './values.ts'

/** The owner's own connection, outside any transaction: role, migrations, checks. */
export interface Session {
  query<R = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<R[]>
  /** Several statements in one text, without values. */
  script(sql: string): Promise<void>
}

/** Capabilities that a driver needs before it serves as a `Database`. */
export interface Driver extends Database {
  /**
   * Runs `fn` as the owner before anybody else may ask; what it answers is kept. From then on work is done as
   * rounds_app.
   */
  prepare(fn: (session: Session) => Promise<{ leakproof: boolean }>): Promise<void>
}

/** The role that all work for requests is done as. Neither owner nor superuser, so that row security binds it. */
export const APP_ROLE = 'rounds_app'

const EACH = 'force_custom_plan'
const ONCE = 'force_generic_plan'

/**
 * The zone of every session: a `::date` in SQL means the same day as on the wire. No statement is compiled (`jit`): of a
 * list that joins many tables that takes longer than its rows.
 */
export const SESSION = `set timezone = 'Asia/Shanghai'; set client_min_messages = warning; set plan_cache_mode = ${EACH}; set max_parallel_workers_per_gather = 0; set jit = off`

/**
 * Time limit of a statement, ms, by its kind: a person's read, or a transaction that holds locks. Work of the owner
 * (migrations, seeds, indexes) has none.
 */
export const BUDGET = { read: 15_000, transaction: 30_000 } as const

const TOO_LONG: Label = ['查询耗时过长，请缩小范围', 'This query takes too long; please narrow the filter']

/** The error of a read that was stopped because it took longer than `BUDGET.read`: trying again would not help. */
export const tooLong = () => new AppError(422, TOO_LONG)

/** Stopped by its budget, by waiting for locks, or by meeting others again and again. */
const LATE_STATES = ['57014', '55P03', '40001', '40P01']

/** Did a transaction end because it took too long? Nothing of it was written. */
export const tookTooLong = (e: unknown): boolean =>
  (e instanceof AppError && e.text === TOO_LONG) || LATE_STATES.includes(sqlState(e) ?? '')

/** Statement of an exchange with the database. */
export interface Step {
  readonly text: string
  readonly values: readonly (string | null)[]
  /** The name it is prepared under, "" for none. */
  readonly name: string
  /** Its rows are not returned: it only sets what the statements after it need. */
  readonly aside?: true
}

/**
 * Reads of one tenant as steps of one exchange. Tenant and planning mode are set in front, for this exchange only;
 * statements planned `once` use an index wherever one exists (`openingOf`).
 * @throws the refusal of a value that does not fit its type, before anything is sent.
 */
export function stepsOf(scope: Scope, statements: readonly Statement[]): Step[] {
  const tenant = tenantText(scope.tenantId)
  let mode = statements[0]?.plan === 'once' ? ONCE : EACH
  const steps: Step[] =
    mode === ONCE
      ? [
          {
            text: `select set_config('rounds.tenant', $1, true), set_config('plan_cache_mode', '${ONCE}', true), set_config('enable_seqscan', 'off', true)`,
            values: [tenant],
            name: 'rounds_tenant_once',
            aside: true,
          },
        ]
      : [{ text: `select set_config('rounds.tenant', $1, true)`, values: [tenant], name: 'rounds_tenant', aside: true }]
  for (const { text, values = [], plan } of statements) {
    const wanted = plan === 'once' ? ONCE : EACH
    if (wanted !== mode)
      steps.push({
        text: `select set_config('plan_cache_mode', $1, true), set_config('enable_seqscan', $2, true)`,
        values: [wanted, wanted === ONCE ? 'off' : 'on'],
        name: 'rounds_plan',
        aside: true,
      })
    mode = wanted
    steps.push({ text, values: values.map(parameter), name: nameOf(text) ?? '' })
  }
  return steps
}

/** Statement that begins a transaction. */
export const BEGIN: Step = { text: 'begin', values: [], name: 'rounds_begin', aside: true }

/**
 * Statements that begin a transaction of one tenant; `budget`: time limit of each statement, ms. Statements address
 * rows by keys, so each is planned once per connection: planning took half of the database's work. A plan made while a
 * table was small stays in use while it grows, so it uses an index wherever one exists.
 */
export const openingOf = (scope: Scope, budget: number): Step[] => [
  BEGIN,
  {
    text: `select set_config('rounds.tenant', $1, true), set_config('statement_timeout', $2, true),
             set_config('plan_cache_mode', '${ONCE}', true), set_config('enable_seqscan', 'off', true)`,
    values: [tenantText(scope.tenantId), String(budget)],
    name: 'rounds_scope',
    aside: true,
  },
]

const inside = new AsyncLocalStorage<{ open: boolean }>()

/**
 * Runs the body of a transaction. Asking the database itself instead of `tx` in there would wait for its own end on the
 * one connection of the embedded database, so it is refused on both.
 */
export async function within<T>(fn: () => Promise<T>): Promise<T> {
  const mark = { open: true }
  try {
    return await inside.run(mark, fn)
  } finally {
    mark.open = false
  }
}

/** Throws when the caller is inside an open transaction. */
export function notWithin(what: string): void {
  if (inside.getStore()?.open) throw new Error(`db.${what} was called inside a transaction; use its tx`)
}

/** A transaction that ends in a deadlock or serialisation failure is tried again, three times in all. */
export async function attempts<T>(fn: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await fn()
    } catch (e) {
      const code = sqlState(e)
      if (n >= 3 || (code !== '40P01' && code !== '40001')) throw e
      await sleep(n * 20 + Math.random() * 30)
    }
  }
}

const NAMED = 500
const seen = new Map<string, number>()
const names = new Map<string, string>()

/**
 * A name for a text that is asked again and again, so that it is parsed once a connection; undefined for the first
 * times and beyond 500 texts.
 */
export function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known) return known
  if (names.size >= NAMED || text.length > 8000) return undefined
  const times = (seen.get(text) ?? 0) + 1
  if (times < 3) {
    if (seen.size > 2000) seen.clear()
    seen.set(text, times)
    return undefined
  }
  seen.delete(text)
  const name = `r${names.size}`
  names.set(text, name)
  return name
}
