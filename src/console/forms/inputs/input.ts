import { createContext } from 'react'
import type { Field } from '../../../model/kernel/field.ts'

/** What every input of a form is given. Values are typed texts (see values.ts). */
export interface InputProps {
  readonly id: string
  readonly name: string
  readonly field: Field
  readonly value: string
  onChange(typed: string): void
  /** Said when the person leaves the field: the text may be tidied. */
  onLeave?(): void
  readonly invalid: boolean
  readonly describedBy?: string
  /** Why it cannot be written here, "" when it can. */
  readonly locked: string
  /** Of a ref: the name of the record chosen so far. */
  readonly shown?: string
  /** The dialog opens with the focus here. */
  readonly first?: boolean
}

/** Attributes that every control carries, for people who hear the form. */
export const aria = (p: InputProps) => ({
  id: p.id,
  name: p.name,
  'aria-invalid': p.invalid || undefined,
  'aria-required': p.field.facts.required ? true : undefined,
  'aria-describedby': p.describedBy,
  // The dialog looks for exactly this text.
  'data-autofocus': p.first ? 'true' : undefined,
})

/** The record a form edits, for inputs that ask the server about it; null for a new one. */
export const EditedRecord = createContext<{ readonly resource: string; readonly id: string } | null>(null)
