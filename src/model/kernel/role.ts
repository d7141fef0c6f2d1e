import type { Label } from './label.ts'

/**
 * A built-in role: domain.md §5. `grants` are permission codes, `*` wildcards allowed on either side (`*_view`, `*`).
 */
export interface Role {
  readonly id: string
  readonly alias: string
  readonly title: Label
  /** 1 platform, 2 company, 3 fiscal-tax partner, 4 provider. */
  readonly userType: 1 | 2 | 3 | 4
  /** Menu leaf codes, or top-menu codes with `top:`; `*` = all. */
  readonly menus: readonly string[]
  readonly grants: readonly string[]
}

/**
 * Does a grant cover a permission code? Personal data (`_unmask`) is granted by its own name or with everything, never
 * by a pattern.
 */
export const covers = (grant: string, permission: string): boolean => {
  if (grant === '*' || grant === permission) return true
  if (!grant.includes('*') || permission.endsWith('_unmask')) return false
  const [head = '', tail = ''] = grant.split('*', 2)
  return permission.startsWith(head) && permission.endsWith(tail) && permission.length >= head.length + tail.length
}
