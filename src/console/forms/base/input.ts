import { createContext, useContext } from 'react'
import { OF_COMPANY } from '../../../model/language/derived/oneCompany.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import type { Resource } from '../../../model/language/resource.ts'

/** Properties of every input of a form. Values are typed texts (see values.ts). */
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

/**
 * Has the keys heard by an input again when what was pressed is gone from the page: an option of a list, the button of a
 * chip. The form hears Ctrl+Enter only where something of it has the focus.
 */
export const backTo = (p: Pick<InputProps, 'id'>) => document.getElementById(p.id)?.focus()

/** The record a form edits, for inputs that ask the server about it; null for a new one. */
export const EditedRecord = createContext<{ readonly resource: string; readonly id: string } | null>(null)

/** The company that the record in a form is of: the field that says it, and its id ("" while none is chosen). */
export interface FormCompany {
  readonly of: Resource
  readonly field: string
  readonly id: string
}
/** Null where the form is of no company's record, or does not say whose. */
export const CompanyOfForm = createContext<FormCompany | null>(null)

/** Parameters of lists that a reference is chosen from: the records of the form's company. */
export function useOfCompany(name: string): Readonly<Record<string, string>> {
  const company = useContext(CompanyOfForm)
  return company && company.id !== '' && company.field !== name ? { [OF_COMPANY]: company.id } : {}
}

/** The template by which a form's answers are given: its resource and id ("" while no activity is chosen, or it has none). */
export interface FormTemplate {
  readonly resource: string
  readonly id: string
  /** Whether the activity, which says the template, is chosen. */
  readonly chosen: boolean
  /** The activity's template is still being fetched. */
  readonly waits: boolean
}

/** Null where the form says of no template. */
export const TemplateOfForm = createContext<FormTemplate | null>(null)
