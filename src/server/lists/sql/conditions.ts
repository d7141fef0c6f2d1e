import { scopeOf } from '../../../model/business.ts'
import {
  alternativesOf,
  type Condition,
  isEither,
  OPERATORS,
  type Operator,
  PIECES_MAX,
  TEXT,
  takesMany,
  valuesOf,
  wordsOf,
} from '../../../model/language/conditions/condition.ts'
import { alternativesIn, eitherOf, leavesOf } from '../../../model/language/conditions/either.ts'
import { resolved } from '../../../model/language/conditions/relative.ts'
import { DECIDABLE, decidable } from '../../../model/language/decidable.ts'
import { OF_COMPANY, ofCompany } from '../../../model/language/derived/oneCompany.ts'
import { type Field, searchOf } from '../../../model/language/fields/field.ts'
import { type KindFacts, kindOf } from '../../../model/language/fields/kinds.ts'
import { anyText, filterFieldOf } from '../../../model/language/listing.ts'
import { fieldIn } from '../../../model/language/owner.ts'
import { fieldOf, type Resource, unmaskCode } from '../../../model/language/resource.ts'
import { wallDate } from '../../../model/values/dates.ts'
import { folded } from '../../../model/values/folding.ts'
import type { Label } from '../../../model/values/label.ts'
import type { Actor } from '../../core/actor.ts'
import { AppError, everyOne } from '../../core/errors.ts'
import { may } from '../../core/permissions.ts'
import { storeKindOf } from '../../database/kinds/kinds.ts'
import { isText } from '../../database/schema/indexes.ts'
import { hasMakers } from '../../database/schema/makers.ts'

/** Parameters that are never conditions: the wire's own and those of Rounds's own calls. */
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
  'columns',
  'topMenuId',
  '_t',
])

/** Spellings of the wire that mean an operator of ours. */
const ALIAS: Readonly<Record<string, Operator>> = {
  datege: 'ge',
  dategt: 'gt',
  datele: 'le',
  datelt: 'lt',
  dateequal: 'equal',
}

/** Operators by how a kind is compared. */
const OPERATORS_OF: Readonly<Record<KindFacts['compared'], readonly Operator[]>> = {
  piece: ['like', 'notlike', 'likeany', 'notlikeany', 'likeright', 'equal', 'notequal', 'in', 'notin'],
  size: ['equal', 'notequal', 'ge', 'le', 'gt', 'lt', 'in'],
  whole: ['equal', 'notequal', 'in', 'notin'],
  never: [],
}

/**
 * Operators that a field understands. Personal data is compared whole: with `in` or `notequal` a list would be searched
 * by halves.
 */
export function operatorsOf(f: Field): readonly Operator[] {
  if (f === anyText) return ['like']
  if (f === ofCompany) return ['equal']
  if (f.facts.masked) return ['equal']
  if (searchOf(f) === 'exact') return ['equal', 'likeright', 'notequal', 'in', 'notin']
  return OPERATORS_OF[kindOf(f).compared]
}

/** Default operator of a parameter. */
export const bareOperator = (f: Field): Operator => (isText(f) && searchOf(f) !== 'exact' ? 'like' : 'equal')

/**
 * How much one query may ask. Planning time grows with it and hears no time limit, so these are what bounds it;
 * measured at the limits beside a million rows: 65 ms at most. The text filter, the selections and the queues of the
 * console stay far below.
 */
export const LIMIT = {
  /** Conditions of a query. */
  conditions: 30,
  /** Conditions on one field: both ends of a range and exclusions, with room to spare. */
  perField: 6,
  /** Values of all conditions together. */
  values: 1_000,
  /** Moments of one `in`: each is a range of its own. */
  moments: 31,
  /** Pieces of one `likeany`, each an expression of its own. */
  pieces: 10,
  /** Words of a condition on all texts: each is looked for in each of them. */
  words: 6,
  /** Characters of one value, and of all together. */
  text: 500,
  total: 65_536,
} as const

/** The field a condition is about, where the resource may be filtered by it. */
export function filterOf(r: Resource, name: string): Field | undefined {
  if (name === DECIDABLE && hasMakers(r)) return decidable
  if (name === OF_COMPANY && fieldIn(scopeOf(r).company) !== null) return ofCompany
  return filterFieldOf(r, name)
}

const refuse = (name: string, message: Label) => new AppError(400, message, { [name]: message[0] })

/** Problem of a value of a condition, naming the field and the remedy; null when there is none. */
const wrong = (f: Field, value: string): Label | null => (isText(f) ? null : storeKindOf(f).filterProblem(f, value))

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value.trim()
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(',')
  return ''
}

/** The part of an actor that decides which filters are allowed. */
export type Asker = Pick<Actor, 'permissions'>

/**
 * 400 unless this person may ask this of a field: personal data (`masked`) is a filter for those only who may see it in
 * full, and by its whole value only. Anything else would read it piece by piece. Fields that are not masked always
 * pass.
 */
export function checkMasked(asker: Partial<Asker>, r: Resource, name: string, op: Operator | null): void {
  const f = fieldOf(r, name)
  if (!f?.facts.masked) return
  const [zh, en] = f.label
  if (!may({ permissions: asker.permissions ?? NONE }, unmaskCode(r)))
    throw refuse(name, [
      `${zh}是敏感信息，没有查看权限不能按其筛选，请去掉该条件`,
      `${en} is personal data: who may not see it cannot filter by it; remove this condition`,
    ])
  if (op === null || !operatorsOf(f).includes(op))
    throw refuse(name, [
      `${zh}是敏感信息，只能按完整的值查找（equal）`,
      `${en} is personal data: it is found by its whole value only (equal)`,
    ])
}

const NONE: ReadonlySet<string> = new Set()

/** A parameter's name cut at its last underscore: field and possible operator. */
const cutKey = (key: string): readonly [name: string, said: string] => {
  const cut = key.lastIndexOf('_')
  return cut < 1 ? [key, ''] : [key.slice(0, cut), key.slice(cut + 1)]
}

const operatorNamed = (name: string): Operator | null => ALIAS[name] ?? OPERATORS.find((o) => o === name) ?? null

/** Returns field and operator of a parameter's name; null when the resource has no such field. */
function meaning(r: Resource, key: string): { name: string; f: Field; op: Operator } | null {
  const bare = filterOf(r, key)
  if (bare) return { name: key, f: bare, op: bareOperator(bare) }
  const [name, operator] = cutKey(key)
  const op = operatorNamed(operator)
  const f = filterOf(r, name)
  return op && f && operatorsOf(f).includes(op) ? { name, f, op } : null
}

/** Returns the masked field that a parameter names, in any spelling, and the operator; null for other parameters. */
function maskedIn(r: Resource, key: string): { name: string; op: Operator | null } | null {
  const [name, operator] = cutKey(key)
  const whole = fieldOf(r, key)
  if (whole) return whole.facts.masked ? { name: key, op: bareOperator(whole) } : null
  return fieldOf(r, name)?.facts.masked ? { name, op: operatorNamed(operator) } : null
}

const noFilter = (key: string) =>
  refuse(key, [`不支持按${key}筛选，请去掉该条件`, `Cannot filter by ${key}; remove this condition`])

/** Ignored, it would seem to be found in all rows. */
const noText = () =>
  refuse(TEXT, [
    '该列表没有可按文字查找的内容，请改用其他条件',
    'This list has no text to look into; use other conditions',
  ])

/**
 * Query parameters → conditions. Empty ones are dropped, texts trimmed. Unknown ones are ignored by lists; where rows
 * are going to be changed (`strict`: batches, selections, exports) they are refused, for a misspelt filter must not
 * widen what is changed. A value that cannot be meant is 400 either way, and so is a filter by personal data that is
 * not allowed for this user: if it were ignored, all rows would seem to match.
 */
export function parseConditions(
  asker: Asker,
  r: Resource,
  params: Readonly<Record<string, unknown>>,
  { strict = false, now = Date.now() }: { readonly strict?: boolean; readonly now?: Date | number } = {},
): Condition[] {
  const found: Condition[] = []
  for (const [key, raw] of Object.entries(params)) {
    if (RESERVED.has(key)) continue
    const value = textOf(raw)
    if (value === '') continue
    if (isEither(key)) {
      found.push({ field: key, op: 'like', value })
      continue
    }
    const masked = maskedIn(r, key)
    if (masked) checkMasked(asker, r, masked.name, masked.op)
    const meant = meaning(r, key)
    if (!meant) {
      if (key === TEXT) throw noText()
      if (strict || masked) throw noFilter(key)
      continue
    }
    found.push({ field: meant.name, op: meant.op, value })
  }
  return checkConditions(asker, r, found, now) as Condition[]
}

/** Alternatives that nobody can read: as many as sent, or none. */
const noAlternatives = (c: Condition) =>
  refuse(c.field, ['“或”两侧须各有条件，最多10个', 'Either side of “or” needs a condition, at most 10 altogether'])

/**
 * A condition as of now: days that follow the calendar have their dates. Personal data is no alternative: what is kept and shown
 * of conditions hides its values by their own field alone.
 */
function asOf(r: Resource, c: Condition, today: string): Condition {
  if (!isEither(c.field)) return resolved(filterOf(r, c.field), c, today)
  const alternatives = alternativesIn(c.value)
  if (!alternatives || leavesOf([c]) === null) throw noAlternatives(c)
  const masked = alternatives.flat().find(({ field }) => fieldOf(r, field)?.facts.masked)
  const [zh, en] = (masked && fieldOf(r, masked.field)?.label) ?? ['', '']
  if (masked)
    throw refuse(masked.field, [
      `${zh}是敏感信息，不能用于“或”，请单独作为条件`,
      `${en} is personal data and no alternative; make it a condition of its own`,
    ])
  const own = eitherOf(alternatives.map((part) => part.map((x) => resolved(filterOf(r, x.field), x, today))))
  return { ...own, field: c.field }
}

/**
 * Conditions that came as data (a selection's, a queue view's): the same rules, always strict. Returns them as of `now`, with the dates
 * of days that follow the calendar.
 */
export function checkConditions(
  asker: Asker,
  r: Resource,
  conditions: readonly Condition[],
  now: Date | number = Date.now(),
): readonly Condition[] {
  const today = wallDate(now)
  const found = conditions.map((c) => asOf(r, c, today))
  const leaves = leavesOf(found) ?? []
  limited(r, leaves)
  everyOne(
    leaves.map((c) => () => {
      checkMasked(asker, r, c.field, c.op)
      const f = filterOf(r, c.field)
      if (!f || !operatorsOf(f).includes(c.op)) throw c.field === TEXT && !f ? noText() : noFilter(c.field)
      checkValues(f, c)
    }),
  )
  return found
}

/** Refuses more than a query may ask (`LIMIT`), naming the field that goes beyond and what to do. */
function limited(r: Resource, conditions: readonly Condition[]): void {
  const fields = new Map<string, number>()
  let [values, total] = [0, 0]
  for (const [n, c] of conditions.entries()) {
    const [zh, en] = filterOf(r, c.field)?.label ?? [c.field, c.field]
    if (n >= LIMIT.conditions)
      throw refuse(c.field, [
        `筛选条件最多${LIMIT.conditions}个，请去掉${zh}等条件`,
        `At most ${LIMIT.conditions} conditions; remove some, such as ${en}`,
      ])
    const times = (fields.get(c.field) ?? 0) + 1
    fields.set(c.field, times)
    if (times > LIMIT.perField)
      throw refuse(c.field, [
        `${zh}的条件最多${LIMIT.perField}个，请合并`,
        `${en} takes at most ${LIMIT.perField} conditions; combine them`,
      ])
    total += c.value.length
    const all = total > LIMIT.total ? [] : valuesOf(c)
    values += all.length
    if (values > LIMIT.values)
      throw refuse(c.field, [
        `所有条件的值合计最多${LIMIT.values}个，请减少${zh}的值`,
        `All conditions together take at most ${LIMIT.values} values; give fewer for ${en}`,
      ])
    if (total > LIMIT.total || all.some((v) => v.length > LIMIT.text))
      throw refuse(c.field, [
        `${zh}的值过长，每个最多${LIMIT.text}个字符`,
        `The values of ${en} are too long; each takes at most ${LIMIT.text} characters`,
      ])
  }
}

/** Pieces of a word that are searched in each text: itself, or few alternatives; many are compared whole. */
const piecesOf = (word: string): string[] => {
  const all = alternativesOf(word)
  return all.length <= PIECES_MAX ? all : [word]
}

function checkValues(f: Field, c: Condition): void {
  const [zh, en] = f.label
  const values = valuesOf(c)
  // of characters that nobody sees nothing is left to look for, and everything would be found
  if (values.every((v) => v === '') || (isText(f) && values.some((v) => folded(v) === '')))
    throw refuse(c.field, [`${zh}须至少有一个值`, `${en} needs at least one value`])
  if (storeKindOf(f).spans && values.length > LIMIT.moments)
    throw refuse(c.field, [
      `${zh}最多${LIMIT.moments}个值，请改用起止时间`,
      `${en} takes at most ${LIMIT.moments} values; give its first and last moment instead`,
    ])
  const words = c.field === TEXT ? wordsOf(c.value) : []
  const pieces = c.field === TEXT ? words.flatMap(piecesOf) : takesMany(c.op) && c.op.includes('like') ? values : []
  const most = words.length > LIMIT.words ? LIMIT.words : LIMIT.pieces
  if (words.length > LIMIT.words || pieces.length > LIMIT.pieces)
    throw refuse(c.field, [
      `${zh}一次最多查找${most}个词，请减少`,
      `${en} is searched for at most ${most} words at a time; give fewer`,
    ])
  for (const value of values) {
    const message = wrong(f, value)
    if (message) throw refuse(c.field, message)
  }
}
