import { instantOf } from '../../values/dates.ts'
import { asIs, type KindCheck, wrong } from './check.ts'

/** Creates the check of texts of this form that are a valid time. */
const time = (form: RegExp, zh: string, en: string, kept: KindCheck['kept']): KindCheck => ({
  problem: (f, value) =>
    typeof value === 'string' && form.test(value) && instantOf(value) !== null ? null : wrong(f, zh, en),
  kept,
})

/** The check of days. */
export const date = time(/^\d{4}-\d{2}-\d{2}$/, '须为日期 yyyy-MM-dd', 'must be a date yyyy-MM-dd', asIs)
/** The check of times. */
export const datetime = time(
  /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/,
  '须为时间 yyyy-MM-dd HH:mm:ss',
  'must be a time yyyy-MM-dd HH:mm:ss',
  (value) => ((value as string).length === 16 ? `${value}:00` : value),
)
