import type { Field } from '../../../model/language/fields/field.ts'
import { spansOf } from '../../../model/language/fields/spans.ts'
import { auditFields, fixedValues } from '../../../model/language/resource.ts'
import { once } from '../../../model/values/once.ts'
import { defaultOf, neverMissing, spanCheckOf, tableFields } from '../../database/columns.ts'
import type { StoreKind } from '../../database/kinds/kind.ts'
import { storeKindOf } from '../../database/kinds/kinds.ts'
import { columnOf, shortName, tableOf } from '../../database/names.ts'
import type { AnyResource } from '../unitOfWork/rows.ts'

/** A column of a table in memory. */
interface MemoryColumn {
  readonly name: string
  readonly field: Field
  readonly kind: StoreKind
  /** Initial value where a record does not set the column; null for nothing. */
  readonly initial: unknown
  /** The moment of the insert where a record does not name it. */
  readonly now: boolean
}

/** The columns of a table by field. */
export type Columns = ReadonlyMap<string, MemoryColumn>

/** The columns of the table of a resource. */
export const columnsIn = once((base: AnyResource): Columns => {
  const audit = Object.entries<Field>(auditFields)
  const all = [...tableFields(base), ...audit].map(([name, field]): MemoryColumn => {
    const kind = storeKindOf(field)
    const { initial } = field.facts
    const filled = audit.some(([n]) => n === name) ? kind.filled : defaultOf(base, name, field)
    return {
      name,
      field,
      kind,
      initial: initial === undefined ? null : kind.keep(field, kind.write(initial)),
      now: initial === undefined && filled === 'now()',
    }
  })
  return new Map(all.map((c) => [c.name, c]))
})

/** Fields of a resource with what its rows are held to. */
export const heldFields = once((r: AnyResource) =>
  Object.entries<Field>({ ...r.fields, ...auditFields }).map(([name, field]) => ({
    name,
    field,
    kind: storeKindOf(field),
    /** Name of its CHECK, if it has one. */
    check: shortName(`${tableOf(r)}_${storeKindOf(field).check(field, columnOf(name))?.name}`),
    never: neverMissing(r, name) || name === 'isDeleted' || name === 'version',
  })),
)

/** Times of the table of a resource that may not be before others. */
export const spansIn = once((base: AnyResource) =>
  spansOf(Object.fromEntries(tableFields(base))).map((span) => ({
    ...span,
    check: shortName(`${tableOf(base)}_${spanCheckOf(span.end)}`),
  })),
)

/** Conditions that distinguish the rows of a resource from others in the table. */
export const fixedIn = once((r: AnyResource) => Object.entries(fixedValues(r)))
