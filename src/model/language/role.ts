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

/** A built-in role (domain §5). What it may do stands where that is declared: `readers` of resources, `roles` of transitions and calls. */
export interface Role {
  readonly id: string
  readonly alias: RoleAlias
  readonly title: Label
  /** 1 platform, 2 company, 3 fiscal-tax partner, 4 provider. */
  readonly userType: 1 | 2 | 3 | 4
  /** Menu leaf codes, or top-menu codes with `top:`; `*` = all. */
  readonly menus: readonly string[]
}

/** A generic right on a resource: an operation, its personal data (`unmask`), everybody's rows (`all`). The end of a permission code. */
export type GenericRight = Operation | 'unmask' | 'all'

/**
 * How far a role goes with the records of a resource: `view`; `export`: view and take along as a file; `manage`: every
 * operation that the resource offers. A list names the rights one by one; `unmask` and `all` are granted by their names only.
 */
export type Reach = 'view' | 'export' | 'manage' | readonly GenericRight[]

/** The built-in roles that read a resource, each with its reach. The administrator holds every right and is not named. */
export type Readers = Readonly<Partial<Record<Exclude<RoleAlias, 'administrator'>, Reach>>>

/** Returns the rights of a reach on a resource that offers these operations. Pure. */
export function rightsOf(reach: Reach, operations: readonly Operation[]): readonly GenericRight[] {
  if (reach === 'view') return ['view']
  if (reach === 'export') return ['view', 'export']
  return reach === 'manage' ? operations : reach
}

/** Everybody who works on the platform: all built-in roles but the administrator and the auditor, who looks on. */
export const EVERYBODY = [
  'ops',
  'finance',
  'cashier',
  'tax',
  'content',
  'companyAdmin',
  'employee',
  'fiscalTax',
  'provider',
] as const satisfies readonly RoleAlias[]

/** Returns the readers of a resource that everybody works with in the same way. Pure. */
export const everybody = (reach: Reach): Readers => ({
  ...Object.fromEntries(EVERYBODY.map((role) => [role, reach])),
  auditor: 'view',
})
