import type { Tx } from './database.ts'

/** A tenant to be opened, with who administers it first. */
export interface NewTenant {
  readonly code: string
  readonly account: string
  readonly realName: string
}

/** Opens a tenant with all it begins with, and its first administrator. */
export type OpenTenant = (tx: Tx, tenant: NewTenant) => Promise<void>
