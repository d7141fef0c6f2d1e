import type { CodeRule } from '../../../model/language/fields/facts.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { wallDate } from '../../../model/values/dates.ts'
import type { Tx } from '../../core/database.ts'
import { type AnyResource, columnName, tableName } from './rows.ts'

/** Returns the code with a number: `SP20240615000001`, `C0001`. */
export const codeText = (head: string, n: number, digits: number): string => `${head}${String(n).padStart(digits, '0')}`

/** Returns the field of a resource's codes and how they are made; null where it has none. */
export function codeOf(of: AnyResource): { readonly name: string; readonly rule: CodeRule } | null {
  for (const [name, f] of Object.entries<Field>(of.fields)) if (f.facts.code) return { name, rule: f.facts.code }
  return null
}

/** The counter of a resource's next code. */
export interface Counter {
  /** The field that holds the codes. */
  readonly name: string
  readonly prefix: string
  /** `20240615` where codes are counted by day. */
  readonly day: string
  /** Common prefix of the counter's codes. */
  readonly head: string
  readonly digits: number
}

/** Returns the counter of a resource at a time; throws where the resource has no codes. */
export function counterOf(of: AnyResource, now: Date): Counter {
  const made = codeOf(of)
  if (!made) throw new Error(`${of.id} has no code`)
  const { name, rule } = made
  const day = rule.count === 'daily' ? wallDate(now).replaceAll('-', '') : ''
  return { name, prefix: rule.prefix, day, head: `${rule.prefix}${day}`, digits: rule.count === 'daily' ? 6 : 4 }
}

/**
 * Returns the next code of a resource. The counter row is the lock: transactions of one tenant and prefix count one
 * after the other. A counter that does not exist yet starts after the highest existing code (loaded records).
 */
export async function nextCode(tx: Tx, of: AnyResource, now: Date): Promise<string> {
  const { name, prefix, day, head, digits } = counterOf(of, now)
  const key = [tx.tenantId, prefix, day]
  const [counted] = await tx.query<{ last: number }>(
    'update "code_sequence" set last = last + 1 where tenant_id = $1 and prefix = $2 and day = $3 returning last',
    key,
  )
  if (counted) return codeText(head, Number(counted.last), digits)
  const column = columnName(name)
  const [highest] = await tx.query<{ last: string | null }>(
    `select max(substr(${column}, $3::int)::int) as last from ${tableName(of)}
     where tenant_id = $1 and ${column} ^@ $2 and substr(${column}, $3::int) ~ '^[0-9]{1,9}$'`,
    [tx.tenantId, head, head.length + 1],
  )
  const [started] = await tx.query<{ last: number }>(
    `insert into "code_sequence" (tenant_id, prefix, day, last) values ($1, $2, $3, $4)
     on conflict (tenant_id, prefix, day) do update set last = "code_sequence".last + 1 returning last`,
    [...key, Number(highest?.last ?? 0) + 1],
  )
  if (!started) throw new Error('the counter did not count')
  return codeText(head, Number(started.last), digits)
}

/** Counts on where `nextCode` left a counter in the same transaction, for codes that were made meanwhile. */
export function countOn(tx: Tx, { prefix, day }: Counter, more: number): void {
  tx.write('update "code_sequence" set last = last + $4 where tenant_id = $1 and prefix = $2 and day = $3', [
    tx.tenantId,
    prefix,
    day,
    more,
  ])
}
