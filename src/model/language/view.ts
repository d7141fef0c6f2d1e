import type { Fields } from './fields/field.ts'
import type { Resource } from './resource.ts'

/** Properties that a computed list cannot have, because its rows are no records. */
type Recorded =
  | 'operations'
  | 'editable'
  | 'unique'
  | 'variantOf'
  | 'where'
  | 'appendOnly'
  | 'frame'
  | 'tree'
  | 'scope'
  | 'replies'
  | 'concerns'
  | 'view'

/**
 * Declares a read-only list that the database computes: a resource without a table, read through the same query builder
 * as all others. The model says its fields; `from` names the SQL, which the server keeps (`views.ts` of its domain).
 *
 * `export`: it may be written to a file. `routes`: `list` and `detail` alone.
 */
export const view = <const Id extends string, F extends Fields>(
  id: Id,
  {
    from,
    export: exported,
    ...spec
  }: Omit<Resource<Id, F>, 'id' | Recorded> & { readonly from: string; readonly export?: true },
): Resource<Id, F> => ({ id, ...spec, view: from, operations: exported ? ['view', 'export'] : ['view'] })
