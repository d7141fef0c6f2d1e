import type { Label } from '../values/label.ts'
import type { Operation } from './resource.ts'

/** Aliases of the built-in roles (domain §5). */
export type RoleAlias =
  | 'administrator'
  | 'ops'
  | 'finance'
  | 'cashier'
  | 'tax'
  | 'content'
  | 'companyAdmin'
  | 'employee'
  | 'auditor'
  | 'fiscalTax'
  | 'provider'

/**
 * A built-in role: domain §5. `grants` are codes of generic operations: one by its name (`param_view`), or those of one
 * resource together (`param_*`). Permissions of transitions and calls are granted by their own `roles` only. `*` is the
 * administrator's alone: everything.
 */
export interface Role {
  readonly id: string
  readonly alias: RoleAlias
  readonly title: Label
  /** 1 platform, 2 company, 3 fiscal-tax partner, 4 provider. */
  readonly userType: 1 | 2 | 3 | 4
  /** Menu leaf codes, or top-menu codes with `top:`; `*` = all. */
  readonly menus: readonly string[]
  readonly grants: readonly string[]
}

/** The operations that a wildcard covers. It covers no other code, also none that is declared later. */
export const GENERIC: readonly Operation[] = ['view', 'add', 'edit', 'delete', 'export', 'import']

/**
 * Does a grant cover a permission code? `param_*` covers the generic operations of `param` and no other code;
 * personal data (`_unmask`) is granted by its own name or with everything.
 */
export function covers(grant: string, permission: string): boolean {
  if (grant === '*' || grant === permission) return true
  if (!grant.endsWith('_*') || grant.indexOf('*') < grant.length - 1) return false
  const head = grant.slice(0, -1)
  return permission.startsWith(head) && (GENERIC as readonly string[]).includes(permission.slice(head.length))
}
