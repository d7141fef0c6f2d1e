import type { CallName, InOf, Port } from '../../../model/language/domain/port.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerDomains } from '../../core/domains.ts'
import type { NewTenant } from '../../core/newTenant.ts'
import type { AnyResource, Change, Row } from './rows.ts'
import type { SecurityEvent } from './securityEvents.ts'
import type { Written } from './trail.ts'

type Scalar = string | number

/**
 * Conditions on fields, all of which must hold. A value: the field has it (null: is empty); a list: it has one of them;
 * `not`: it has any other value, none included; `has`: the field is a list of ids with one of these among them; `from` and
 * `before`: a time at or after the one and before the other; `alike`: a text that people cannot tell from one of these
 * (model/values/folding.ts), a code typed as one of these or in normal width; `same`: the same however either was typed, as
 * the unique indexes compare (model/language/derived/unique.ts).
 */
export type Where = Readonly<
  Record<
    string,
    | Scalar
    | null
    | readonly Scalar[]
    | { readonly not: Scalar | readonly Scalar[] }
    | { readonly has: readonly string[] }
    | { readonly from: string; readonly before: string }
    | { readonly alike: readonly string[] }
    | { readonly same: readonly string[] }
  >
>

/** New values of one record. */
export type Patch<R extends AnyResource> = { readonly id: string } & Partial<RowOf<R>>

/** How a write appears in the history: name of the transition or of the generic operation, and the decision. */
export type AuditLabel = Pick<Written, 'action' | 'decision'> & Pick<Partial<Written>, 'as' | 'changes'>

/** A sum over records that are not deleted: which number fields, over which records, grouped by which fields. */
export interface Summing {
  readonly of: AnyResource
  readonly fields: readonly string[]
  readonly where: Where
  readonly by?: readonly string[]
}

/**
 * The records that have the same values (`key`) in the fields grouped by: how many, and their sums as decimal texts.
 */
export interface Sums {
  readonly key: Readonly<Record<string, string | number | null>>
  readonly sums: Readonly<Record<string, string>>
  readonly count: number
}

/** The last row of a record's history. */
export interface LastStep {
  readonly action: string
  readonly operatorId: string
  readonly operatorName: string
  readonly operateTime: Date
  readonly changes: readonly Change[]
}

/** Write of a record, as recorded in the audit trail. */
export interface TrailEntry {
  readonly version: number
  readonly action: string
  readonly actorName: string
  readonly at: Date
  readonly changes: readonly Change[]
}

/** The whole values of a change request, before and after. */
export interface KeptChange {
  readonly old: Readonly<Record<string, unknown>>
  readonly new: Readonly<Record<string, unknown>>
}

/** The record of a request to a partner, and the system transitions for its result. */
export interface Back {
  readonly of: AnyResource
  readonly id: string
  /** The name or code that users know the record by. */
  readonly code?: string | null
  /** Gets the answer of the call and `spendTime` (ms) as asked values. */
  readonly done: string
  /** The partner refused, or a person closed the request; gets `remark` (and `spendTime`). */
  readonly failed: string
  /**
   * Transition when the outcome is unknown after all attempts; asked with `remark`. Without it the request waits for a
   * person.
   */
  readonly lost?: string
}

/** Takes a transition for an effect; the engine passes this in, so that work and engine do not import each other. */
export type SystemStep = (
  work: UnitOfWork,
  of: AnyResource,
  ids: readonly string[],
  transition: string,
  ask?: Readonly<Record<string, unknown>>,
) => Promise<void>

/**
 * The unit of work of one transaction, the only access to data of rules, hooks and engine: reads, writes, codes,
 * parameters. Implemented over SQL (`SqlUnitOfWork`) and over maps (`MemoryUnitOfWork`), with the same answers.
 *
 * Every write is collected and recorded in audit trail, history and outbox by `flush()`. Rows are soft-deleted only.
 * Amounts are decimal strings, times wall clocks. It writes only rows that it locked or created, and takes locks only
 * in the one global order (resource, then record id): anything else is a programming error and throws, because two
 * transactions could wait for each other or overwrite what the other one decided.
 */
export interface UnitOfWork {
  /** The business: its rules and hooks. */
  readonly domains: ServerDomains
  /** The user who acts; determines the tenant. */
  readonly actor: Actor
  /** The time of the work. */
  readonly now: Date
  /** The time as a wall-clock text. */
  readonly time: string
  /**
   * The time of this moment as a wall-clock text: what rows of the history are dated by, which are in the order in which they
   * were written also where a transaction has waited for its locks.
   */
  readonly present: string

  /** Record by id that is not deleted, null when there is none. Not locked. */
  row<R extends AnyResource>(of: R, id: string | null): Promise<RowOf<R> | null>
  /** Records that are not deleted, ascending by id. Not locked. */
  rows<R extends AnyResource>(of: R, where: Where): Promise<RowOf<R>[]>
  /** Any one of the records that are not deleted, null when there is none: to check existence. Not locked. */
  any<R extends AnyResource>(of: R, where: Where): Promise<RowOf<R> | null>
  /** Sums over records that are not deleted; "0.00" where there are none. */
  sum<Name extends string>(
    of: AnyResource,
    fields: readonly Name[],
    where: Where,
  ): Promise<Readonly<Record<Name, string>>>
  /** Sums by the values of some fields (no times), in no particular order. */
  groupBy(of: AnyResource, by: readonly string[], fields: readonly string[], where: Where): Promise<Sums[]>
  /** Several sums in one statement, returned in the given order. */
  sums(summings: readonly Summing[]): Promise<Sums[][]>
  /** Locks records and returns them in the given order, deleted ones included. Locking a record again costs nothing. */
  lock<R extends AnyResource>(of: R, ids: readonly string[]): Promise<Row[]>
  /**
   * The records of these ids that are there, for who is about to name them in another: none of them is deleted until this
   * transaction ends. In no particular order.
   */
  named(of: AnyResource, ids: readonly string[]): Promise<Row[]>
  /**
   * Before locked records are deleted: waits for transactions that are adding references to them, and blocks new ones.
   */
  unnamed(of: AnyResource, ids: readonly string[]): Promise<void>

  /** Adds one record. */
  insert<R extends AnyResource>(of: R, values: Partial<RowOf<R>>, audit?: AuditLabel): Promise<RowOf<R>>
  /** Adds records; ids and audit columns are set automatically, and empty fields get their initial value. */
  insertAll<R extends AnyResource>(of: R, list: readonly Partial<RowOf<R>>[], audit?: AuditLabel): Promise<RowOf<R>[]>
  /** Changes one record. */
  update<R extends AnyResource>(of: R, id: string, patch: Partial<RowOf<R>>, audit?: AuditLabel): Promise<RowOf<R>>
  /** Changes records, each by its own values, each once; versions go up by one. Returns them in the given order. */
  updateAll<R extends AnyResource>(of: R, patches: readonly Patch<R>[], audit?: AuditLabel): Promise<RowOf<R>[]>
  /**
   * Sets further fields of a record that this work has just written, without another version or trail entry: results of
   * an effect belong to the same decision.
   */
  amend(of: AnyResource, id: string, patch: Readonly<Record<string, unknown>>): Promise<Row>
  /**
   * Sets counters of a locked record that many others move, without a version or a trail entry: whoever decides about the
   * record, or edits it, has not to read it anew because somebody was counted.
   */
  tally(of: AnyResource, id: string, counters: Readonly<Record<string, number>>): Promise<Row>
  /** Soft-deletes records. */
  remove<R extends AnyResource>(of: R, ids: readonly string[], audit?: AuditLabel): Promise<void>
  /**
   * Takes a system transition of other records, through the same engine and transaction. `ask`: the asked values passed
   * to its rule.
   */
  step(
    of: AnyResource,
    ids: string | readonly string[],
    transition: string,
    ask?: Readonly<Record<string, unknown>>,
  ): Promise<void>

  /**
   * Sends a request to a partner after this work is committed, not inside it; the result comes back as a transition of
   * the system. The same key again does not ask twice: what is under way continues, and what ended without success is
   * retried, after asking the partner for its result (the rule locks it: `intentIds`).
   */
  intend<P extends Port, C extends CallName<P>>(
    port: P,
    call: C,
    payload: InOf<P, C>,
    key: string,
    back: Back,
  ): Promise<void>
  /** Queues an outgoing request (a row of `intent`) to be carried out after the commit. */
  carryOut(request: { readonly id: string; readonly port: string | null }): Promise<void>

  /**
   * Puts a job into the queue with this work; false where an open job of the kind has the key: then nothing is queued.
   */
  queueJob(kind: string, payload: Readonly<Record<string, unknown>>, key: string): Promise<boolean>

  /**
   * Fills a newly added tenant with the records that it cannot work without, including its first administrator.
   * @throws 400 where records of an earlier tenant with this code exist
   */
  openTenant(tenant: NewTenant): Promise<void>

  /** A new id of a record. */
  newId(): string
  /** The next code of a resource (SP20240615000001). */
  code(of: AnyResource): Promise<string>
  /**
   * A system parameter of the tenant, null when it is not set; of a guarded one the effective value. Read once per
   * work.
   */
  param(key: string): Promise<string | null>

  /** Ids of all users who ever took one of these transitions of a record, also if it was taken back since. */
  decidedBy(of: AnyResource, id: string, transitions: readonly string[]): Promise<string[]>
  /** Ids of all users who ever edited one of these fields of a record. */
  editedBy(of: AnyResource, id: string, fields: readonly string[]): Promise<string[]>
  /** The newest row of a record's history, null when it has none. */
  lastStep(of: AnyResource, id: string): Promise<LastStep | null>
  /** The newest writes of a record beyond a version, newest first, 50 at most. */
  trail(of: AnyResource, id: string, beyond: number): Promise<TrailEntry[]>
  /** Stores the whole values of a request to change a record of `of`, including personal data that it shows masked. */
  keepChange(of: AnyResource, requestId: string, values: KeptChange): Promise<void>
  /** The whole values of a change request. */
  keptChange(of: AnyResource, requestId: string): Promise<KeptChange | null>
  /** Address and browser that the person signed in from, as a text; null where nothing is known of it. */
  signedInFrom(): Promise<string | null>
  /** Notifies administrators of a changed safeguard, in this transaction. */
  alert(event: SecurityEvent): Promise<void>

  /**
   * Records all writes since the last flush in history, audit trail and outbox. Call once, before the transaction ends.
   */
  flush(): Promise<void>
}
