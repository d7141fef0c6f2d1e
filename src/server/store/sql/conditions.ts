import { instantOf } from '../../../model/kernel/dates.ts'
import { type Field, isRanged, searchOf } from '../../../model/kernel/field.ts'
import type { Label } from '../../../model/kernel/label.ts'
import { fieldOf, type Resource } from '../../../model/kernel/resource.ts'
import { problemOf } from '../../../model/kernel/validate.ts'
import { type Condition, OPERATORS, type Operator } from '../../../model/kernel/wire.ts'
import { Refusal } from '../../http/refusal.ts'
import { filterNames, isText } from '../schema/indexes.ts'

/** Parameters that are never conditions: the wire's own and those of the house's calls. */
export const RESERVED: ReadonlySet<string> = new Set([
  'blade-auth',
  'current',
  'size',
  'ascs',
  'descs',
  'sort',
  'resource',
  'offset',
  'around',
  'ids',
  'tenantId',
  'limit',
  'topMenuId',
  '_t',
])

/** Spellings of the wire that mean an operator of ours. */
const ALIAS: Readonly<Record<string, Operator>> = { datege: 'ge', dategt: 'gt', datele: 'le', datelt: 'lt', dateequal: 'equal' }

/** Operators that a field understands. */
export function operatorsOf(f: Field): readonly Operator[] {
  if (searchOf(f) === 'exact') return ['equal', 'likeright', 'notequal', 'in']
  if (isText(f)) return ['like', 'likeright', 'equal', 'notequal', 'in']
  if (isRanged(f)) return ['equal', 'notequal', 'ge', 'le', 'gt', 'lt', 'in']
  return ['equal', 'notequal', 'in']
}

/** What a parameter without an operator means. */
export const bareOperator = (f: Field): Operator => (isText(f) && searchOf(f) !== 'exact' ? 'like' : 'equal')

const ID: Field = { kind: 'ref', label: ['编号', 'Id'], facts: {} }

/** The field a condition is about, where the resource may be filtered by it. */
export const filterOf = (r: Resource, name: string): Field | undefined => (filterNames(r).includes(name) ? (name === 'id' ? ID : fieldOf(r, name)) : undefined)

const refuse = (name: string, message: Label) => new Refusal(400, message, { [name]: message[0] })

/** What is wrong with one value of a condition, naming the field and the remedy; null when nothing is. */
function wrong(f: Field, value: string): Label | null {
  if (isText(f) || f.kind === 'dict') return null
  if (f.kind === 'datetime') {
    return instantOf(value) === null
      ? [`${f.label[0]}须为日期 yyyy-MM-dd 或时间 yyyy-MM-dd HH:mm:ss`, `${f.label[1]} must be a date yyyy-MM-dd or a time yyyy-MM-dd HH:mm:ss`]
      : null
  }
  // the bounds of a field bind what is stored, not what is asked for
  return problemOf({ ...f, facts: { length: f.facts.length } }, value)
}

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(',')
  return ''
}

/** A parameter's name as field and operator; null when it is none the resource knows. */
function meaning(r: Resource, key: string): { name: string; f: Field; op: Operator } | null {
  const bare = filterOf(r, key)
  if (bare) return { name: key, f: bare, op: bareOperator(bare) }
  const cut = key.lastIndexOf('_')
  if (cut < 1) return null
  const said = key.slice(cut + 1)
  const op = ALIAS[said] ?? OPERATORS.find((o) => o === said)
  const name = key.slice(0, cut)
  const f = filterOf(r, name)
  return op && f && operatorsOf(f).includes(op) ? { name, f, op } : null
}

/**
 * Query parameters → conditions. Empty ones are dropped, texts trimmed. Unknown ones are ignored by lists; where rows are
 * going to be changed (`strict`: batches, selections, exports) they are refused, for a misspelt filter must not widen what
 * is changed. A value that cannot be meant is 400 either way.
 */
export function parseConditions(r: Resource, params: Readonly<Record<string, unknown>>, { strict = false } = {}): Condition[] {
  const found: Condition[] = []
  for (const [key, raw] of Object.entries(params)) {
    if (RESERVED.has(key)) continue
    const value = textOf(raw)
    if (value === '') continue
    const meant = meaning(r, key)
    if (!meant) {
      if (strict) throw refuse(key, [`不支持按${key}筛选，请去掉该条件`, `Cannot filter by ${key}; remove this condition`])
      continue
    }
    const condition = { field: meant.name, op: meant.op, value }
    checkCondition(meant.f, condition)
    found.push(condition)
  }
  return found
}

/** Conditions that came as data (a selection's, a queue view's): the same rules, always strict. */
export function checkConditions(r: Resource, conditions: readonly Condition[]): readonly Condition[] {
  for (const c of conditions) {
    const f = filterOf(r, c.field)
    if (!f || !operatorsOf(f).includes(c.op))
      throw refuse(c.field, [`不支持按${c.field}筛选，请去掉该条件`, `Cannot filter by ${c.field}; remove this condition`])
    checkCondition(f, c)
  }
  return conditions
}

/** The values of a condition: several for `in`. */
export const valuesOf = (c: Condition): string[] =>
  c.op === 'in'
    ? c.value
        .split(',')
        .map((v) => v.trim())
        .filter(Boolean)
    : [c.value.trim()]

function checkCondition(f: Field, c: Condition): void {
  const values = valuesOf(c)
  if (values.length > 1000) throw refuse(c.field, [`${f.label[0]}最多1000个值`, `${f.label[1]} takes at most 1000 values`])
  for (const value of values) {
    const message = wrong(f, value)
    if (message) throw refuse(c.field, message)
  }
}
