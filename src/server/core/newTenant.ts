import type { Tx } from './database.ts'

/** A tenant to be opened, with who administers it first. */
export interface NewTenant {
  readonly code: string
  readonly account: string
  readonly realName: string
}

type Open = (tx: Tx, tenant: NewTenant) => Promise<void>

let open: Open = () => {
  throw new Error('nothing opens tenants')
}

/** Ties in what opens tenants (domains/administration/access/openTenant.ts), which stands above this part. */
export function tieOpener(own: Open): void {
  open = own
}

/** Returns what opens tenants. */
export const openerOf = (): Open => open
