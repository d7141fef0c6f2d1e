import { resources } from '../../../model/business.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { AUDIT_LINES, columnLines, moneyChecks, spanChecks, sumChecks, variantChecks } from '../columns.ts'
import { isTenant, quoted, shortName as short, tableOf } from '../names.ts'
import { factsOf, type Tables } from '../tableFacts.ts'
import { indexesOf } from './indexes.ts'
import { makerStatements } from './makers.ts'
import { ownerStatements } from './owners.ts'
import { renameStatements } from './renames.ts'
import { searchStatements } from './search.ts'

/** Statements that make the table of a resource with everything on it: constraints, indexes, row security, rights. */
export function tableStatements(base: Resource, facts: Tables): string[] {
  const table = tableOf(base)
  const own = factsOf(facts, base.id)
  const tenant = isTenant(base)
  const checks = Object.entries({
    ...moneyChecks(base),
    ...variantChecks(base),
    ...spanChecks(base),
    ...sumChecks(own),
  })
  const lines = [
    ...(tenant ? [`tenant_id varchar(12) collate "C" not null`] : []),
    'id bigint not null',
    ...columnLines(base),
    ...Object.entries(own.columns ?? {}).map(([name, rest]) => `${quoted(name)} ${rest}`),
    ...AUDIT_LINES,
    `constraint ${quoted(short(`${table}_pkey`))} primary key (${tenant ? 'tenant_id, id' : 'id'})`,
    ...(tenant ? [`constraint ${quoted(short(`${table}_has_tenant`))} check (tenant_id <> '')`] : []),
    ...checks.map(([name, condition]) => `constraint ${quoted(short(`${table}_${name}`))} check (${condition})`),
  ]
  const protect = tenant ? (base.appendOnly ? 'rounds_protect_ledger' : 'rounds_protect') : 'rounds_share'
  return [
    `create table ${quoted(table)} (\n  ${lines.join(',\n  ')}\n)`,
    ...[...indexesOf(base, facts)].map(
      ([suffix, rest]) =>
        `create ${suffix.endsWith('_key') ? 'unique ' : ''}index ${quoted(short(`${table}_${suffix}`))} on ${quoted(table)} ${rest}`,
    ),
    `select ${protect}('${quoted(table)}')`,
    ...ownerStatements(base),
    ...renameStatements(base),
    ...searchStatements(base),
    ...makerStatements(base),
  ]
}

/** Resources with a table of their own, in the order of their declaration: no variants, no views. */
export const tables = (): Resource[] => [...resources.values()].filter((r) => !r.variantOf && r.view === undefined)

/** The whole schema as one SQL text. */
export const schemaSql = (facts: Tables): string =>
  `${tables()
    .flatMap((r) => [`-- ${r.id}: ${r.title[1]}`, ...tableStatements(r, facts).map((s) => `${s};`), ''])
    .join('\n')}`
