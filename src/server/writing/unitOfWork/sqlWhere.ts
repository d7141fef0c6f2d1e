import { type Expression, isNever } from '../../../model/language/conditions/expression.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import type { Tx } from '../../core/database.ts'
import { expressionSql } from '../../database/conditions/expressionSql.ts'
import { parameters } from '../../database/conditions/places.ts'
import { sealedForms } from '../../database/conditions/sealedForms.ts'
import { oneOfWords } from '../../database/conditions/textMatch.ts'
import { Values } from '../../database/conditions/values.ts'
import { storeKindOf } from '../../database/kinds/kinds.ts'
import { isTenant, variantSql } from '../../database/names.ts'
import { isKeptSealed } from '../../database/sealed.ts'
import { type AnyResource, columnName, tableName } from './rows.ts'
import { groupable, scaleOf } from './summing.ts'
import type { Summing, Sums, Where } from './unitOfWork.ts'
import { whereExpressions } from './whereExpression.ts'

/** Returns the column of a field or of the id. */
const column = (name: string): string => (name === 'id' ? 'id' : columnName(name))

/**
 * Returns the SQL condition for the records of a tenant that are not deleted and meet the conditions; null where none
 * can.
 */
export function liveSql(of: AnyResource, tenantId: string | null, where: Where, list: unknown[]): string | null {
  const conditions = whereExpressions(of, where)
  if (conditions.some(isNever)) return null
  const values = new Values(list)
  const tenant = isTenant(of) ? [`tenant_id = ${values.add(tenantId)}`] : []
  const at = parameters(values, column, {
    alike: (name, texts) => oneOfWords(tenantId ?? '', of, column(name), texts, values),
  })
  const written = Object.keys(where).map((name, n) => {
    const f = fieldOf(of, name)
    const condition = conditions[n] as Expression
    return expressionSql(f && isKeptSealed(f) ? sealedForms(f, tenantId, condition) : condition, at)
  })
  return [...tenant, 'is_deleted = 0', ...variantSql(of), ...written].join(' and ')
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
