import type { Field } from '../../model/language/fields/field.ts'
import { kindOf } from '../../model/language/fields/kinds.ts'
import { isSealed } from '../../model/language/fields/secrets.ts'
import { fieldOf } from '../../model/language/resource.ts'
import type { AnyResource } from '../core/records.ts'
import { decrypt, encrypt, formsOf } from '../core/secrets/fieldCipher.ts'
import { storeKindOf } from './kinds/kinds.ts'

/**
 * Fields of a sealed kind between code, which has their text, and the database, which has its encrypted form: in
 * columns, and wherever values stand by the name of their field (audit trail, requests for changes).
 */

/** Returns whether the database keeps this field encrypted. */
export const isKeptSealed = (f: Pick<Field, 'kind'> | undefined): boolean => f !== undefined && kindOf(f).sealed

/** A text of a sealed field as its column keeps it; nothing stays nothing. */
export function sealValue(f: Pick<Field, 'kind'>, tenantId: string | null, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value
  if (tenantId === null) throw new Error(`a ${f.kind} belongs to a tenant`)
  return encrypt({ tenantId, kind: f.kind }, String(storeKindOf(f).write(value)))
}

/** Code value of a stored sealed field; a text that is no encrypted form stays as it is. */
export const openValue = (f: Pick<Field, 'kind'>, tenantId: string, value: unknown): unknown =>
  isSealed(value) ? decrypt({ tenantId, kind: f.kind }, value) : value

/** The forms in which a column may keep a text that is looked for: one, and more while keys are being changed. */
export const soughtForms = (f: Pick<Field, 'kind'>, tenantId: string | null, value: unknown): string[] => {
  if (tenantId === null) throw new Error(`a ${f.kind} belongs to a tenant`)
  return formsOf({ tenantId, kind: f.kind }, String(storeKindOf(f).write(value)))
}

type Values = Readonly<Record<string, unknown>>

const eachSealed = (r: AnyResource, values: Values, change: (f: Field, value: unknown) => unknown): Values => {
  const found = Object.entries(values).flatMap(([name, value]) => {
    const f = fieldOf(r, name)
    return f && isKeptSealed(f) ? [[name, change(f, value)] as const] : []
  })
  return found.length === 0 ? values : { ...values, ...Object.fromEntries(found) }
}

/** Values by field name as the database may keep them. */
export const sealValues = (r: AnyResource, tenantId: string | null, values: Values): Values =>
  eachSealed(r, values, (f, value) => sealValue(f, tenantId, value))

/** The same as code has them. */
export const openValues = (r: AnyResource, tenantId: string, values: Values): Values =>
  eachSealed(r, values, (f, value) => openValue(f, tenantId, value))

/** Result for a field. */
export interface Changed {
  readonly field: string
  readonly from: unknown
  readonly to: unknown
}

const eachChange = <C extends Changed>(
  r: AnyResource,
  changes: readonly C[],
  change: (f: Field, value: unknown) => unknown,
): readonly C[] =>
  changes.map((c) => {
    const f = fieldOf(r, c.field)
    return f && isKeptSealed(f) ? { ...c, from: change(f, c.from), to: change(f, c.to) } : c
  })

/** Changes of a record as the database may keep them. */
export const sealChanges = <C extends Changed>(r: AnyResource, tenantId: string | null, changes: readonly C[]) =>
  eachChange(r, changes, (f, value) => sealValue(f, tenantId, value))

/** The same as code has them. */
export const openChanges = <C extends Changed>(r: AnyResource, tenantId: string, changes: readonly C[]) =>
  eachChange(r, changes, (f, value) => openValue(f, tenantId, value))
