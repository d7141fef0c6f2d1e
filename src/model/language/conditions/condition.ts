/** Operators of a condition, spelt as on the wire (wire conventions: query-condition naming). */
export const OPERATORS = [
  'equal',
  'notequal',
  'like',
  'notlike',
  'likeany',
  'notlikeany',
  'likeright',
  'ge',
  'le',
  'gt',
  'lt',
  'in',
  'notin',
] as const
export type Operator = (typeof OPERATORS)[number]

/**
 * A condition of a list: what a person filters by and what the model declares (views of queues, lists, clock edges). As
 * a query parameter `field_op=value`; a bare `field=value` means `like` for texts people search by pieces (`searchOf`:
 * words, code) and `equal` for everything else. `in`, `notin`, `likeany` (any of these pieces) and `notlikeany` take
 * comma-joined values; the operators that leave out (`notequal`, `notlike`, `notlikeany`, `notin`) keep rows without a
 * value. Personal data (`masked`) knows `equal` only, and only for users who hold `<resource>_unmask`. The field `TEXT`
 * stands for all texts of the list.
 */
export interface Condition<Name extends string = string> {
  readonly field: Name
  readonly op: Operator
  readonly value: string
}

/**
 * In the place of a field: every text that the list may be searched by, and its amount (`textsOf`). Each word of the
 * value must stand in one of them, or one of its alternatives. Spelt `q=…` in an address and on the wire.
 */
export const TEXT = 'q'

/**
 * In the place of a field: alternatives of which one must hold (`either.ts`), several of them in one filter. The value has their
 * conditions as an address spells them, parted by `|`: `or=settlementStatus_equal=0|companyName_like=…`.
 */
export const EITHER = ['or', 'or2', 'or3'] as const

/** Returns whether a condition is one of alternatives. Pure. */
export const isEither = (field: string): boolean => EITHER.some((name) => name === field)

/** The query parameter of a condition: the one spelling in the console's URL and on the API alike. */
export const conditionKey = (c: Pick<Condition, 'field' | 'op'>): string =>
  c.field === TEXT || isEither(c.field) ? c.field : `${c.field}_${c.op}`

/** The words of a value of `TEXT`. */
export const wordsOf = (value: string): string[] => [
  ...new Set(value.split(/\s+/).filter((word) => alternativesOf(word).length > 0)),
]

/** Alternatives in a word of `TEXT` (`a|b|c`, the lines of a pasted column). */
export const alternativesOf = (word: string): string[] => [...new Set(word.split('|').filter(Boolean))]

/** Up to so many alternatives are pieces of a text; of more, a text is one of them. */
export const PIECES_MAX = 6

const MANY: ReadonlySet<Operator> = new Set(['in', 'notin', 'likeany', 'notlikeany'])

/** Does an operator take several values, joined by commas? */
export const takesMany = (op: Operator): boolean => MANY.has(op)

/** The values of a condition: several for `in` and `notin`, and of words that have alternatives. Pure. */
export const valuesOf = (c: Pick<Condition, 'field' | 'op' | 'value'>): string[] =>
  c.field === TEXT
    ? wordsOf(c.value).flatMap(alternativesOf)
    : takesMany(c.op)
      ? c.value
          .split(',')
          .map((v) => v.trim())
          .filter(Boolean)
      : [c.value.trim()]

const LEAVES: ReadonlySet<Operator> = new Set(['notequal', 'notlike', 'notlikeany', 'notin'])

/** Does an operator leave rows out? No index serves it, and the rows it meets need not have a value at all. */
export const leavesOut = (op: Operator): boolean => LEAVES.has(op)

/** A field has this value. */
export const is = <Name extends string>(field: Name, value: string | number): Condition<Name> => ({
  field,
  op: 'equal',
  value: String(value),
})

/** A field has any other value. */
export const isNot = <Name extends string>(field: Name, value: string | number): Condition<Name> => ({
  field,
  op: 'notequal',
  value: String(value),
})

/** A field has one of these values. */
export const oneOf = <Name extends string>(field: Name, values: readonly (string | number)[]): Condition<Name> => ({
  field,
  op: 'in',
  value: values.join(','),
})

/** Operators that conditions of the model may use: the browser evaluates these conditions as well (`meets`). */
export const DECLARED = ['equal', 'notequal', 'in'] as const satisfies readonly Operator[]
