import type { Field } from '../../../model/language/fields/field.ts'
import type { Kind } from '../../../model/language/fields/kinds.ts'
import { html } from './html.ts'
import type { StoreKind } from './kind.ts'
import {
  date,
  datetime,
  id,
  idCard,
  ids,
  json,
  money,
  points,
  rate,
  sealed,
  secret,
  text,
  whole,
  word,
} from './values.ts'

/** How the database keeps every kind of field: schema, codec and conditions read it. */
export const storeKinds = {
  text,
  longText: text,
  html,
  file: text,
  image: text,
  phone: text,
  idCard,
  sealed,
  integer: whole('integer'),
  money,
  rate,
  points,
  date,
  datetime,
  epochSeconds: whole('bigint'),
  epochMillis: whole('bigint'),
  flag: whole('smallint'),
  choice: whole('smallint'),
  word,
  dict: text,
  ref: id,
  tree: id,
  refs: ids,
  rows: json,
  json,
  secret,
} as const satisfies Readonly<Record<Kind, StoreKind>>

/** How the database keeps a field. */
export const storeKindOf = (f: Pick<Field, 'kind'>): StoreKind => storeKinds[f.kind]
