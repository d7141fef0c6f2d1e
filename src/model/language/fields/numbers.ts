import type { Label } from '../../values/label.ts'
import { fen } from '../../values/money.ts'
import { percent } from '../../values/percent.ts'
import { type KindCheck, wrong } from './check.ts'
import type { Field } from './field.ts'

/** Largest whole number a database integer keeps. */
const INT = 2_147_483_647

/** Checks the bounds of a field, compared as numbers of `size` and shown in display units. */
function bounds<T extends number | bigint>(
  f: Field,
  value: T,
  size: (bound: number | string) => T,
  shown: (bound: string) => string = (bound) => bound,
): Label | null {
  const { min, max } = f.facts
  const [least, most] = [shown(String(min)), shown(String(max))]
  if (min !== undefined && value < size(min)) return wrong(f, `不能小于${least}`, `must be at least ${least}`)
  if (max !== undefined && value > size(max)) return wrong(f, `不能大于${most}`, `must be at most ${most}`)
  return null
}

/** A whole number; `own`: what else its kind asks. */
const whole = (own: (f: Field, n: number) => Label | null = () => null): KindCheck => ({
  problem: (f, value) => {
    const n = typeof value === 'string' && /^-?\d{1,16}$/.test(value.trim()) ? Number(value) : value
    if (typeof n !== 'number' || !Number.isSafeInteger(n)) return wrong(f, '须为整数', 'must be a whole number')
    return own(f, n) ?? bounds(f, n, Number)
  },
  kept: Number,
})

/**
 * A decimal with at most `digits` before and `places` after the point: what the column keeps; `own`: what else its kind
 * asks.
 */
const decimal = <T extends number | bigint>(
  digits: number,
  places: number,
  size: (value: number | string) => T,
  { own = () => null, shown }: { own?: (f: Field, value: T) => Label | null; shown?: (bound: string) => string } = {},
): KindCheck => {
  const shape = new RegExp(`^-?\\d{1,${digits}}(\\.\\d{1,${places}})?$`)
  return {
    problem: (f, value) => {
      const text = typeof value === 'number' ? String(value) : value
      if (typeof text !== 'string' || !shape.test(text.trim()))
        return wrong(f, `须为最多${places}位小数的数字`, `must be a number with at most ${places} decimals`)
      return own(f, size(text)) ?? bounds(f, size(text), size, shown)
    },
    kept: (value) => String(value).trim(),
  }
}

/** The check of whole numbers. */
export const integer = whole((f, n) =>
  Math.abs(n) > INT ? wrong(f, `不能超过${INT}`, `must not exceed ${INT}`) : null,
)
/** Amounts must not be negative where the field declares no minimum. */
const notNegative = (f: Field, value: number | bigint): Label | null =>
  f.facts.min === undefined && value < 0 ? wrong(f, '不能为负数', 'must not be negative') : null

/** The check of whole numbers from 0. */
export const points = whole(notNegative)
/** Seconds or milliseconds since 1970. */
export const epoch = whole()
/**
 * Largest amount that is typed, in yuan: far above any document, and sums of ten thousand of them still fit their column
 * (numeric(18,2)).
 */
const AMOUNT_MAX = '999999999999.99'
const AMOUNT_MAX_FEN = fen(AMOUNT_MAX)

/** Amounts fit `AMOUNT_MAX` either way, and are not negative where the field declares no minimum. */
const amount = (f: Field, value: bigint): Label | null =>
  value > AMOUNT_MAX_FEN || value < -AMOUNT_MAX_FEN
    ? wrong(f, `不能超过${AMOUNT_MAX}`, `must not exceed ${AMOUNT_MAX}`)
    : notNegative(f, value)

/** The check of amounts. */
export const money = decimal(16, 2, (value) => fen(String(value)), { own: amount })
/** The check of fractions, which are shown and typed as percentages. */
export const rate = decimal(2, 6, Number, { shown: percent })
