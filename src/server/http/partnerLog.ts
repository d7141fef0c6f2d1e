import type { AnyCall } from '../../model/language/domain/call.ts'
import type { Field, Fields } from '../../model/language/fields/field.ts'
import type { Kind } from '../../model/language/fields/kinds.ts'

/** Longest text of parameters that a log keeps, characters. */
const TEXT_CHARACTERS_MAX = 4_000
const HIDDEN = '***'
/** An id of this server; an identity number has one digit less. */
const ID = /^\d{19}$/
const PLAIN = /^[\d.,: -]{1,30}$/

/** Kinds that hold nothing of a person, each with what a value of it looks like. */
const SHOWN: Readonly<Partial<Record<Kind, RegExp>>> = {
  ref: ID,
  tree: ID,
  choice: /^\d{1,3}$/,
  flag: /^[01]$/,
  integer: /^\d{1,9}$/,
  points: /^\d{1,9}$/,
  money: /^\d{1,12}(\.\d{1,2})?$/,
  date: PLAIN,
  datetime: PLAIN,
}

/** Texts that say nothing of a person though they are texts. */
const NUMBERS: ReadonlySet<string> = new Set(['messageNumber', 'after'])

function shown(name: string, f: Field | undefined, value: unknown): unknown {
  if (value === null || value === '') return value
  if (typeof value !== 'string' && typeof value !== 'number') return HIDDEN
  const text = String(value)
  if (NUMBERS.has(name)) return text.slice(0, 64)
  return f && !f.facts.masked && SHOWN[f.kind]?.test(text) ? text : HIDDEN
}

/**
 * Parameters of a partner's request for the request log: names of the fields, and values only of fields that carry no
 * personal data. What is not known to be harmless is hidden. Pure.
 */
export function maskedParams(call: AnyCall, sent: Readonly<Record<string, unknown>>): string {
  const fields: Fields = { ...call.query, ...call.body }
  const all = Object.entries(sent).map(([name, value]) => {
    const f = Object.hasOwn(fields, name) ? fields[name] : undefined
    // a name that no call declares is the sender's own text
    return f ? [name, shown(name, f, value)] : [HIDDEN, HIDDEN]
  })
  return JSON.stringify(Object.fromEntries(all)).slice(0, TEXT_CHARACTERS_MAX)
}
