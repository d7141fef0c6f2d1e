import { inheritedOf, resources, sharersOf } from '../../../model/business.ts'
import { type Field, lengthOf } from '../../../model/language/fields/field.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { tableFields } from '../../database/columns.ts'
import { columnOf, tableOf } from '../../database/names.ts'
import { tables } from '../../database/schema/ddl.ts'
import { type CodeSteps, ID, ID_TEXT, isFrame, SAME, type Style, styleOf, TIME } from './styles.ts'

/** How the JSON in a column refers to a record: a list of changes, or values by field name. */
export type Speech = 'changes' | 'values'

/** A table that is multiplied. */
export interface CopiedResource {
  readonly table: string
  /** The resource whose rows it has, where the model declares one. */
  readonly resource?: string
  /** By column; a column that is not named is the same in every copy. */
  readonly styles: ReadonlyMap<string, Style>
  /** Its rows refer to one record each: the columns with its resource, its id and, optionally, its name with the length it is cut to. */
  readonly concerns?: {
    readonly resource: string
    readonly id: string
    readonly name?: string
    readonly length?: number | undefined
  }
  /** Its rows belong to rows of another table that refer to a record: they have the same ids. */
  readonly belongs?: string
  /** Columns whose JSON refers to that record. */
  readonly speaks?: Readonly<Record<string, Speech>>
}

function ofModel(base: Resource, steps: CodeSteps): CopiedResource {
  const styles = new Map<string, Style>([['id', ID]])
  for (const name of [...tableFields(base).keys(), 'createTime', 'updateTime']) {
    const owner = sharersOf(base).find((r) => r.fields[name] ?? inheritedOf(r)[name]) ?? base
    const style = styleOf(owner, name, steps)
    if (style !== SAME) styles.set(columnOf(name), style)
  }
  const { concerns } = base
  // polymorphic ids are texts
  if (concerns) styles.set(columnOf(concerns.id), ID_TEXT)
  const changed = Object.entries<Field>(base.fields).filter(([, f]) => f.facts.changesOf)
  return {
    table: tableOf(base),
    resource: base.id,
    styles,
    ...(concerns && {
      concerns: {
        resource: columnOf(concerns.resource),
        id: columnOf(concerns.id),
        ...(concerns.name && {
          name: columnOf(concerns.name),
          length: lengthOf(fieldOf(base, concerns.name) as Field),
        }),
      },
      speaks: Object.fromEntries(changed.map(([name]) => [columnOf(name), 'changes'] as const)),
    }),
  }
}

/** Tables that no model says: they keep what business records leave behind. */
const BY_HAND: readonly CopiedResource[] = [
  {
    table: 'audit_trail',
    styles: new Map([
      ['record_id', ID],
      ['create_time', TIME],
    ]),
    concerns: { resource: 'resource', id: 'record_id' },
    speaks: { diff: 'changes' },
  },
  {
    table: 'change_request_values',
    styles: new Map([
      ['id', ID],
      ['create_time', TIME],
    ]),
    belongs: 'change_request',
    speaks: { old_values: 'values', new_values: 'values' },
  },
]

/** Every table that large demo data multiplies: tables that others refer to come first. */
export function copiedResources(steps: CodeSteps): CopiedResource[] {
  const business = tables().filter((r) => !isFrame(r))
  // histories refer to requests, and requests to plain records
  const depth = (r: Resource): number => (r.concerns ? (r.appendOnly ? 2 : 1) : 0)
  return [...business]
    .sort((a, b) => depth(a) - depth(b))
    .map((r) => ofModel(r, steps))
    .concat(BY_HAND)
}

/** The resources that rows may refer to, by id. */
export const businessResource = (id: string): Resource | undefined => {
  const r = resources.get(id)
  return r && !isFrame(r) ? r : undefined
}
