import type { Field } from '../../../model/language/fields/field.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import type { Tx } from '../../core/database.ts'
import { isKeptSealed, soughtForms } from '../../database/keys/sealed.ts'
import { storeKindOf } from '../../database/kinds/kinds.ts'
import { isTenant, variantSql } from '../../database/names.ts'
import { comparedSql } from '../../database/sqlText.ts'
import { oneOfWords } from '../../lists/sql/textWhere.ts'
import { Values } from '../../lists/sql/values.ts'
import { comparedAs, isFolded, unifiedToo } from './alike.ts'
import { type AnyResource, columnName, tableName } from './rows.ts'
import { groupable, scaleOf } from './summing.ts'
import type { Summing, Sums, Where } from './unitOfWork.ts'

/** Returns the column of a field or of the id. */
const column = (name: string): string => (name === 'id' ? 'id' : columnName(name))

/** Condition on an empty list, which no record meets. */
const isNoneOf = (want: Where[string]): boolean =>
  (Array.isArray(want) && want.length === 0) ||
  (want !== null && typeof want === 'object' && 'alike' in want && want.alike.length === 0)

/** A condition on a field that is kept encrypted, as one on what its column may keep. */
function keptSealed(of: AnyResource, name: string, tenantId: string | null, want: Where[string]): Where[string] {
  const forms = (value: unknown): (string | number)[] => soughtForms(fieldOf(of, name) as Field, tenantId, value)
  if (want === null) return null
  if (typeof want !== 'object') return forms(want)
  if ('has' in want || 'from' in want || 'alike' in want || 'same' in want)
    throw new Error(`${of.id}.${name} holds one value, in no order`)
  if (!('not' in want)) return want.flatMap(forms)
  return { not: [want.not].flat().flatMap(forms) }
}

/** A text that people cannot tell from one of some: of names folded, through their index; of codes unified. */
function alikeSql(
  of: AnyResource,
  name: string,
  tenantId: string | null,
  alike: readonly string[],
  values: unknown[],
): string {
  if (!isFolded(of, name)) return `${column(name)} = any($${values.push(unifiedToo(alike))}::text[])`
  const list = new Values(values)
  return oneOfWords(tenantId ?? '', of, column(name), alike, list)
}

/**
 * Returns the SQL condition for the records of a tenant that are not deleted and meet the conditions; null where none
 * can. A list is one parameter however many values it has: a statement has 65,535 at most.
 */
export function liveSql(of: AnyResource, tenantId: string | null, where: Where, values: unknown[]): string | null {
  if (Object.values(where).some(isNoneOf)) return null
  const conditions = [
    ...(isTenant(of) ? [`tenant_id = $${values.push(tenantId)}`] : []),
    'is_deleted = 0',
    ...variantSql(of),
  ]
  for (const [name, condition] of Object.entries(where)) {
    const c = column(name)
    const want = isKeptSealed(fieldOf(of, name)) ? keptSealed(of, name, tenantId, condition) : condition
    if (want === null) conditions.push(`${c} is null`)
    else if (typeof want !== 'object') conditions.push(`${c} = $${values.push(want)}`)
    else if ('has' in want) conditions.push(`${c} && $${values.push(want.has)}::bigint[]`)
    else if ('from' in want)
      conditions.push(`${c} >= $${values.push(want.from)} and ${c} < $${values.push(want.before)}`)
    else if ('alike' in want) conditions.push(alikeSql(of, name, tenantId, want.alike, values))
    else if ('same' in want) {
      const same = want.same.map((text) => comparedAs(of, name, text))
      conditions.push(`${comparedSql(fieldOf(of, name) as Field, c)} = any($${values.push(same)}::text[])`)
    } else if (!('not' in want)) {
      conditions.push(`${c} = any($${values.push(want)})`)
    } else if (typeof want.not !== 'object') conditions.push(`${c} is distinct from $${values.push(want.not)}`)
    else conditions.push(`(${c} is null or ${c} <> all($${values.push(want.not)}))`)
  }
  return conditions.join(' and ')
}

/** Sums in one statement, in the order asked. */
export async function sumsSql(tx: Tx, summings: readonly Summing[]): Promise<Sums[][]> {
  const values: unknown[] = []
  const parts = summings.flatMap(({ of, fields, where, by = [] }, n) => {
    const live = liveSql(of, tx.tenantId, where, values)
    const sums = fields.map((name) => `coalesce(sum(${column(name)}), 0)::numeric(30,${scaleOf(of, name)})::text`)
    const key = by.map((name) => groupable(of, name) && `${column(name)}::text`)
    const list = (texts: readonly string[]) => `array[${texts.join(', ')}]::text[]`
    return [
      `select ${n} as part, ${list(key)} as key, ${list(sums)} as sums, count(*)::int as count from ${tableName(of)}
       where ${live ?? 'false'}${by.length > 0 ? ` group by ${by.map(column).join(', ')}` : ''}`,
    ]
  })
  if (parts.length === 0) return []
  const found = await tx.query<{ part: number; key: (string | null)[]; sums: string[]; count: number }>(
    parts.join(' union all '),
    values,
  )
  return summings.map(({ of, fields, by = [] }, n) =>
    found
      .filter((f) => f.part === n)
      .map((f) => ({
        key: Object.fromEntries(by.map((name, i) => [name, keyValue(of, name, f.key[i] ?? null)])),
        sums: Object.fromEntries(fields.map((name, i) => [name, f.sums[i] ?? '0'])),
        count: f.count,
      })),
  )
}

const keyValue = (of: AnyResource, name: string, text: string | null): string | number | null =>
  text === null ? null : (storeKindOf(groupable(of, name)).read(text) as string | number)
