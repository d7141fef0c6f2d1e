/**
 * The only two ways to the data. Both drivers (PostgreSQL through pg, embedded PGlite in a worker) speak the same SQL
 * (PostgreSQL 15's) and pass the same tests. Values arrive as: bigint → string, numeric → string, timestamptz → Date,
 * date → 'yyyy-MM-dd', jsonb → parsed.
 */
export interface Scope {
  /** Whose rows: row security shows no others. `null` only for what belongs to no tenant (clients, tenants, jobs). */
  readonly tenantId: string | null
}

export interface Statement {
  readonly text: string
  readonly values?: readonly unknown[]
  /** Prepared under this name where the driver can; same name = same text. */
  readonly name?: string
}

/** One open transaction, tenant already set. */
export interface Tx {
  readonly tenantId: string | null
  query<R = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<R[]>
}

export interface Database {
  readonly kind: 'embedded' | 'postgresql'
  /** e.g. "15.18" */
  readonly version: string
  /** LIKE and numeric comparison may be index conditions under row security (see health). */
  readonly leakproof: boolean
  /** One read in one round trip: role, tenant and statement together. */
  scoped<R = Record<string, unknown>>(scope: Scope, statement: Statement): Promise<R[]>
  /** All or nothing; 40P01 and 40001 are tried again, three times in all. `fn` may therefore run more than once. */
  transaction<T>(scope: Scope, fn: (tx: Tx) => Promise<T>): Promise<T>
  /** As the owner, without row security: migrations, seeds, maintenance. Never from a request. */
  owner<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
  /** A hint that may get lost; whoever listens polls as well. */
  notify(channel: string, payload: string): Promise<void>
  /** After a lost connection every listener is called once with "", because hints of the time in between are lost. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}
