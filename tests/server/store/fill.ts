import { resources, sharersOf } from '../../../src/model/business.ts'
import { type Field, isChoice, isRef, isRefs, lengthOf } from '../../../src/model/language/fields/field.ts'
import { kindOf } from '../../../src/model/language/fields/kinds.ts'
import type { Resource } from '../../../src/model/language/resource.ts'
import type { Tx } from '../../../src/server/core/database.ts'
import { isNotNull, tableFields } from '../../../src/server/database/columns.ts'
import { baseOf, columnOf, isTenant, literal, quoted, tableOf } from '../../../src/server/database/names.ts'
import { isKeptSealed, sealValue } from '../../../src/server/database/sealed.ts'
import { factsOf } from '../../../src/server/database/tableFacts.ts'
import { business } from '../../../src/server/domains/domains.ts'
import { sampleOf } from '../../kinds.ts'

/** Characters of company and person names, so that two of them make a plausible word. */
const HAN = '康泰华瑞安和民生恒立博远天正德信同仁中科百汇海新东方国药集团医疗健诺辉金王李张刘陈杨黄周吴徐孙'

/** A whole number below `n` that looks random but is the same on every run. */
const mixed = (salt: string, n: number): string => `((('x' || substr(md5('${salt}' || i), 1, 7))::bit(28)::int) % ${n})`

const han = (salt: string, length: number): string =>
  Array.from({ length }, (_, n) => `substr('${HAN}', 1 + ${mixed(`${salt}${n}`, HAN.length)}, 1)`).join(' || ')

/**
 * Columns that hold one amount, so that every sum the table checks (`a = b + c`) is true: the sum, one of its terms,
 * and so on where that term is a sum itself. All others are 0.
 */
function amountsOf(base: Resource): ReadonlySet<string> {
  const sums = new Map<string, readonly string[]>()
  for (const [total, ...parts] of Object.values(factsOf(business.tables, base.id).sums ?? {}))
    sums.set(columnOf(total), parts.map(columnOf))
  const within = new Set([...sums.values()].flat())
  const main = base.list.amount ? columnOf(base.list.amount as string) : null
  const same = new Set(main === null || sums.has(main) || within.has(main) ? [] : [main])
  const add = (column: string): void => {
    same.add(column)
    const terms = sums.get(column)
    if (terms) add(terms.find((term) => sums.has(term)) ?? (terms[terms.length - 1] as string))
  }
  for (const column of sums.keys()) if (!within.has(column)) add(column)
  return same
}

/** Sets of fields that are unique: those of the model and, by their columns, of indexes that the table has besides. */
function uniqueSets(base: Resource): readonly (readonly string[])[] {
  const names = new Map([...tableFields(base).keys()].map((name) => [columnOf(name), name]))
  const further = Object.entries(factsOf(business.tables, base.id).indexes ?? {}).flatMap(([suffix, rest]) => {
    if (!suffix.endsWith('_key')) return []
    const columns = rest.slice(0, rest.search(/ where |$/)).match(/\w+/g) ?? []
    return [columns.flatMap((column) => names.get(column) ?? [])]
  })
  return [...((base.unique ?? []) as readonly (readonly string[])[]), ...further]
}

/**
 * The state that rows have where one record of each of a few kinds may be in another (`status = 0`: the rule in force): of
 * many rows most are not in it, whatever the others say.
 */
function restOf(base: Resource, name: string, f: Field): string | undefined {
  if (!isChoice(f)) return undefined
  const fields = [...tableFields(base)]
  for (const [suffix, rest] of Object.entries(factsOf(business.tables, base.id).indexes ?? {})) {
    const [columns = '', where = ''] = rest.split(' where ')
    const [, only] = new RegExp(`\\b${columnOf(name)}"? = (\\d+)`).exec(where) ?? []
    const of = fields.filter(([one]) => new RegExp(`\\b${columnOf(one)}\\b`).test(columns))
    if (suffix.endsWith('_key') && only !== undefined && of.every(([, one]) => kindOf(one).closed))
      return Object.keys(f.values).find((value) => value !== only)
  }
  return undefined
}

/** The reference of a unique set that tells its rows apart, where nothing else in the set does. */
function firstRef(base: Resource, set: readonly string[]): string | undefined {
  const fields = tableFields(base)
  const refs = set.filter((name) => {
    const f = fields.get(name)
    return f !== undefined && isRef(f)
  })
  const few = (name: string): boolean => {
    const f = fields.get(name)
    return f !== undefined && kindOf(f).closed
  }
  return set.every((name) => refs.includes(name) || few(name)) ? refs[0] : undefined
}

/** Rows of one filling whose encrypted values can be read; of more of them they are only looked for. */
const READ = 2_000

/** Encrypted values of as many rows, one each. */
const sealedSql = (f: Field, tenantId: string, count: number, first: number): string => {
  const values = Array.from({ length: count }, (_, n) =>
    sealValue(f, tenantId, `8${String((first + n + 1) * 7919).padStart(15, '0')}`),
  )
  return `(array['${values.join("','")}'])[i - ${first}]`
}

/** Resources whose `name` is that of a stored file. */
const STORED: readonly string[] = ['attach', 'exportFile', 'importFile']

/** Numbers that are unique over several tables (INV-8). */
const ACROSS: readonly string[] = ['bankSerialNo']

function valueSql(
  base: Resource,
  name: string,
  sizes: Readonly<Record<string, number>>,
  amounts: ReadonlySet<string>,
): string | null {
  const f = tableFields(base).get(name)
  if (!f) return null
  if (base.concerns?.resource === name) {
    const known = isChoice(f) ? Object.keys(f.values) : null
    const kept = [...resources.values()]
      .filter((r) => r.view === undefined && (known === null || known.includes(r.id)))
      .map((r) => r.id)
    return `(array['${kept.join("', '")}'])[1 + ${mixed(name, kept.length)}]`
  }
  // names of stored files are the server's, and are what it takes away by them
  if (name === 'name' && STORED.includes(base.id)) return `'20240615/' || i || '.png'`
  const rest = restOf(base, name, f)
  if (rest !== undefined) return rest
  const sets = uniqueSets(base)
  const single = sets.some((u) => u.includes(name))
  if (isRef(f) && sets.some((u) => firstRef(base, u) === name)) return 'i'
  if (isRef(f)) return `1 + (i::bigint * 7919) % ${sizes[f.to] ?? 10}`
  if (amounts.has(columnOf(name)) && kindOf(f).wire === 'decimal') return `${mixed('amount', 9_999_999)} / 100.0`
  const { sql } = sampleOf(f)
  if (sql !== 'byName') return sql({ field: f, single, mixed: (n) => mixed(name, n) })
  if (/Month$/.test(name))
    return single
      ? `lpad((i / 10 % 1000000)::text, 6, '0')`
      : `to_char(date '2020-01-01' + ${mixed(name, 1600)}, 'YYYYMM')`
  if (ACROSS.includes(name)) return `'${base.id}' || i`
  const most = lengthOf(f) ?? 20
  if (name === 'code' || single) {
    return most < 20
      ? `'N' || lpad(i::text, ${most - 1}, '0')`
      : `'NO' || to_char(date '2020-01-01' + i / 700, 'YYYYMMDD') || lpad(i::text, 8, '0')`
  }
  // ids in texts are ids, and personal data nobody else's
  if (f.facts.idOf || base.concerns?.id === name) return '(1 + i % 1000)::text'
  if (f.facts.masked) return `substr(md5('${name}' || i), 1, ${Math.min(12, most)})`
  const length = Math.min(8, lengthOf(f) ?? 8)
  return /Name$|^name$|content|remark|title/i.test(name) ? han(name, length > 5 ? 6 : 3) : `'v' || (i % 1000)`
}

/** In a table that several resources share, the rows are theirs in turn. */
function ownValue(base: Resource, name: string, other: string | null): string | null {
  const owners = sharersOf(base).filter((r) => !r.overview)
  const cases = owners.flatMap((r, n) => {
    const { [name]: own } = { ...r.where, ...r.variantOf?.where } as Readonly<Record<string, string | number>>
    return own === undefined ? [] : [`when ${n} then ${literal(own)}`]
  })
  return owners.length < 2 || cases.length === 0
    ? other
    : `case i % ${owners.length} ${cases.join(' ')} else ${other} end`
}

/**
 * Fills the table of a resource with `count` rows of one tenant, made from the model alone: ids after `first`,
 * references to ids 1…`sizes[resource]`.
 */
export async function fill(
  tx: Tx,
  r: Resource,
  tenantId: string,
  count: number,
  sizes: Readonly<Record<string, number>> = {},
  first = 0,
): Promise<void> {
  const base = baseOf(r)
  const columns: string[] = []
  const values: string[] = []
  const amounts = amountsOf(base)
  for (const name of tableFields(base).keys()) {
    const f = tableFields(base).get(name)
    const made =
      isKeptSealed(f) && f && count <= READ
        ? sealedSql(f, tenantId, count, first)
        : valueSql(base, name, sizes, amounts)
    // whatever is not before another time is the later of both
    const start = f?.facts.notBefore
    const ordered = made && start ? `greatest(${made}, ${valueSql(base, start, sizes, amounts)})` : made
    const value = ownValue(base, name, ordered)
    if (value === null && !isNotNull(base, name)) continue
    columns.push(quoted(columnOf(name)))
    // several references, none of them
    values.push(value ?? (f && isRefs(f) ? "'{}'" : "''"))
  }
  const head = isTenant(base) ? ['tenant_id', 'id'] : ['id']
  const place = isTenant(base) ? [`'${tenantId}'`, 'i'] : ['i']
  await tx.query(
    `insert into ${quoted(tableOf(base))} (${[...head, ...columns, '"create_time"'].join(', ')})
     select ${[...place, ...values].join(', ')}, timestamptz '2020-01-01 00:00:00+08' + i * interval '131 seconds'
     from generate_series(${first + 1}, ${first + count}) i`,
  )
}

/**
 * What the background worker of PostgreSQL does after many new rows: sorts them into the indexes of texts, gathers
 * statistics.
 */
export async function gather(tx: Tx, r: Resource): Promise<void> {
  const table = quoted(tableOf(r))
  await tx.query(
    `select gin_clean_pending_list(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam where a.amname = 'gin' and i.indrelid = '${table}'::regclass`,
  )
  await tx.query(`analyze ${table}`)
}
