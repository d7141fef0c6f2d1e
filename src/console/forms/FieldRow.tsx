import { type ReactNode, useId } from 'react'
import { type Field, lengthOf } from '../../model/language/fields/field.ts'
import { label } from '../../model/values/label.ts'
import { useWords } from '../i18n/index.ts'
import { Cell } from './base/forms.styles.ts'
import type { InputProps } from './base/input.ts'
import { inputOf } from './inputs/inputs.tsx'

export interface FieldRowProps {
  readonly name: string
  readonly field: Field
  readonly value: string
  onChange(typed: string): void
  onLeave?(): void
  /** Problem in the user's language; "" when nothing is. */
  readonly problem: string
  readonly locked?: string
  /** Note before a change; shown where there is no other help. */
  readonly note?: string
  readonly shown?: string
  /** The dialog opens with the focus here. */
  readonly first?: boolean
  /** Note while the field is filled in: what a choice comes to. */
  readonly beside?: ReactNode
  /** Another input than the kind's own (a reason with quick replies). */
  input?(p: InputProps): ReactNode
}

/** A field in a form: its name, the mark of what must be given, the input, help, and what is wrong beside it. */
export function FieldRow(p: FieldRowProps) {
  const { language } = useWords()
  const id = useId()
  const { field } = p
  const { Input, wide, prose, grouped } = inputOf(field)
  const most = prose ? lengthOf(field) : undefined
  const help = p.locked || (field.facts.help ? label(field.facts.help, language) : (p.note ?? ''))
  const name = (
    <>
      {label(field.label, language)}
      {field.facts.required && (
        <span className="must" aria-hidden="true">
          *
        </span>
      )}
    </>
  )
  const describedBy = [p.problem ? `${id}-problem` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ')
  const props: InputProps = {
    id,
    name: p.name,
    field,
    value: p.value,
    onChange: p.onChange,
    onLeave: p.onLeave,
    invalid: p.problem !== '',
    describedBy: describedBy || undefined,
    locked: p.locked ?? '',
    shown: p.shown,
    first: p.first,
  }
  return (
    <Cell className={wide ? 'wide' : undefined} data-field={p.name}>
      {grouped(field) ? (
        <span className="label" id={`${id}-label`}>
          {name}
        </span>
      ) : (
        <label id={`${id}-label`} htmlFor={id}>
          {name}
        </label>
      )}
      {p.input ? p.input(props) : <Input {...props} />}
      {p.beside}
      {p.problem && (
        <span className="problem" id={`${id}-problem`}>
          {p.problem}
        </span>
      )}
      {help && (
        <span className="help" id={`${id}-help`}>
          {help}
        </span>
      )}
      {most !== undefined && (
        <span className="foot">
          <span />
          <span>
            {[...p.value].length}/{most}
          </span>
        </span>
      )}
    </Cell>
  )
}
