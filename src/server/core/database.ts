/**
 * The only two ways to access data. Both drivers (PostgreSQL through pg, embedded PGlite in a worker) run the same SQL
 * (PostgreSQL 15's) and pass the same tests. Values arrive as: bigint → string, numeric → string, timestamptz → Date,
 * date → 'yyyy-MM-dd', jsonb → parsed.
 */
export interface Scope {
  /**
   * Tenant whose rows are visible: row security shows no others. `null` only for what belongs to no tenant (clients,
   * tenants, jobs).
   */
  readonly tenantId: string | null
}

export interface Statement {
  readonly text: string
  readonly values?: readonly unknown[]
  /** Prepared under this name where the driver can; same name = same text. */
  readonly name?: string
  /**
   * `once`: the best plan is the same whatever the values are (rows by their keys), so it is made once a connection;
   * planning a join of five tables takes ten times as long as running it. Default: planned for its values each time.
   */
  readonly plan?: 'once'
}

/**
 * Open transaction with its tenant set. Statements sent together (`Promise.all`) go in one round trip, in their order;
 * after the first failure none is executed.
 */
export interface Tx {
  readonly tenantId: string | null
  query<R = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<R[]>
  /**
   * A statement whose rows are not needed: sent together with the next statement, at the latest with COMMIT. The
   * transaction fails with it.
   */
  write(text: string, values?: readonly unknown[]): void
  /** Registers work that runs after COMMIT, never after a rollback. The work must not fail, and no caller awaits it. */
  committed(run: () => void): void
}

/**
 * Results of several reads, in their order. After a failed read none follows: its error is thrown, and later results
 * are missing.
 */
export interface Together {
  readonly found: readonly (readonly Record<string, unknown>[])[]
  readonly failed?: unknown
}

export interface Database {
  readonly kind: 'embedded' | 'postgresql'
  /** e.g. "15.18" */
  readonly version: string
  /** LIKE and numeric comparison may be index conditions under row security (see health). */
  readonly leakproof: boolean
  /** Read in one round trip: role, tenant and statement together. */
  scoped<R = Record<string, unknown>>(scope: Scope, statement: Statement): Promise<R[]>
  /**
   * Several reads in one round trip. Rejects only where nothing can be said (connection lost, no connection to be had);
   * the outcome of a statement is returned beside the results of those before it.
   */
  together(scope: Scope, statements: readonly Statement[]): Promise<Together>
  /** All or nothing; 40P01 and 40001 are tried again, three times in all. `fn` may therefore run more than once. */
  transaction<T>(scope: Scope, fn: (tx: Tx) => Promise<T>): Promise<T>
  /** As the owner, without row security: migrations, seeds, maintenance. Never from a request. */
  owner<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
  /** A notification that may get lost; listeners poll as well. */
  notify(channel: string, payload: string): Promise<void>
  /** After a lost connection every listener is called once with "", because hints of the time in between are lost. */
  listen(channel: string, receive: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * Writes everything to where it stays, so that the log of it is no longer needed: after much was written at once. Never
   * inside a transaction. PostgreSQL does so by itself, and the embedded database while transactions end.
   */
  checkpoint(): Promise<void>
  close(): Promise<void>
}
