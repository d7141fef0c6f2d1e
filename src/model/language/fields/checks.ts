import type { KindCheck } from './check.ts'
import type { Field } from './field.ts'
import type { Kind } from './kinds.ts'
import { attachments, refs, rowsBy } from './lists.ts'
import { epoch, integer, money, points, rate } from './numbers.ts'
import { choice, flag, json, ref, word } from './sets.ts'
import { idCard, line, lines, markup, phone, sealed, secret, text } from './texts.ts'
import { date, datetime } from './times.ts'

/** The checks of all kinds: used by the server on every write and by forms before they send. */
export const checks = {
  text,
  longText: lines,
  html: markup,
  file: attachments,
  image: attachments,
  phone,
  idCard,
  sealed,
  integer,
  money,
  rate,
  points,
  date,
  datetime,
  epochSeconds: epoch,
  epochMillis: epoch,
  flag,
  choice,
  word,
  dict: line,
  ref,
  tree: ref,
  refs,
  rows: rowsBy(checkOf),
  json,
  secret,
} as const satisfies Readonly<Record<Kind, KindCheck>>

/** The check of a nested field. */
function checkOf(f: Field): KindCheck {
  return checks[f.kind]
}
