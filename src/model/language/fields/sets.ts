import { isId } from '../../values/ids.ts'
import { asIs, type KindCheck, wrong } from './check.ts'
import { choiceWords, isChoice } from './field.ts'

/** The check of yes and no. */
export const flag: KindCheck = {
  problem: (f, value) =>
    value === 0 || value === 1 || value === '0' || value === '1' ? null : wrong(f, '须为是或否', 'must be yes or no'),
  kept: Number,
}

/** The check of a closed set. */
export const choice: KindCheck = {
  problem: (f, value) => {
    // Never String(value) of anything else: {"toString": 1} would throw.
    const plain = typeof value === 'string' || typeof value === 'number'
    const known = plain && isChoice(f) && /^-?\d+$/.test(String(value)) && Object.hasOwn(f.values, Number(value))
    return known ? null : wrong(f, '不是可选的值', 'is not one of the choices')
  },
  kept: Number,
}

/** A value of a closed set of words: one of them, in its own case. */
export const word: KindCheck = {
  problem: (f, value) =>
    typeof value === 'string' && choiceWords(f, value.trim())
      ? null
      : wrong(f, '不是可选的值', 'is not one of the choices'),
  kept: (value) => String(value).trim(),
}

/** The id of a record; the server checks that it exists. */
export const ref: KindCheck = {
  problem: (f, value) =>
    typeof value === 'string' && isId(value) ? null : wrong(f, '须为有效的编号', 'must be a record id'),
  kept: asIs,
}

/** The check of JSON values. */
export const json: KindCheck = { problem: () => null, kept: asIs }
