import { type ReactNode, useId } from 'react'
import { type Field, isDict } from '../../model/kernel/field.ts'
import { label } from '../../model/kernel/label.ts'
import { lengthOf } from '../../model/kernel/validate.ts'
import { useDictionary } from '../data/dictionary.ts'
import { useWords } from '../i18n/index.ts'
import { Cell } from './forms.styles.ts'
import { ChoiceInput, FlagInput, isGroup, ListInput } from './inputs/ChoiceInput.tsx'
import { DateInput } from './inputs/DateInput.tsx'
import type { InputProps } from './inputs/input.ts'
import { LineInput } from './inputs/LineInput.tsx'
import { LongInput } from './inputs/LongInput.tsx'
import { RefInput } from './inputs/RefInput.tsx'
import { TreeInput } from './inputs/TreeInput.tsx'

const WIDE = new Set(['longText', 'json', 'html'])

/** The entries of a dictionary to choose from. */
function DictInput(p: InputProps) {
  const entries = useDictionary(isDict(p.field) ? p.field.dict : '')
  return <ListInput {...p} options={entries.map((e) => ({ value: e.dictKey, text: e.dictValue }))} />
}

/** The input that fits a field's kind. */
export function FieldInput(p: InputProps) {
  switch (p.field.kind) {
    case 'longText':
    case 'json':
    case 'html':
      return <LongInput {...p} />
    case 'date':
    case 'datetime':
      return <DateInput {...p} />
    case 'choice':
      return <ChoiceInput {...p} />
    case 'flag':
      return <FlagInput {...p} />
    case 'dict':
      return <DictInput {...p} />
    case 'ref':
      return <RefInput {...p} />
    case 'tree':
      return <TreeInput {...p} />
    default:
      return <LineInput {...p} />
  }
}

export interface FieldRowProps {
  readonly name: string
  readonly field: Field
  readonly value: string
  onChange(typed: string): void
  onLeave?(): void
  /** What is wrong, in the user's language; "" when nothing is. */
  readonly problem: string
  readonly locked?: string
  /** What is to be known before it is changed; shown where there is no other help. */
  readonly note?: string
  readonly shown?: string
  /** The dialog opens with the focus here. */
  readonly first?: boolean
  /** Another input than the kind's own (a reason with quick replies). */
  input?(p: InputProps): ReactNode
}

/** A field in a form: its name, the mark of what must be given, the input, help, and what is wrong beside it. */
export function FieldRow(p: FieldRowProps) {
  const { language } = useWords()
  const id = useId()
  const { field } = p
  const most = field.kind === 'longText' ? lengthOf(field) : undefined
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
  const said = [p.problem ? `${id}-problem` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ')
  const props: InputProps = {
    id,
    name: p.name,
    field,
    value: p.value,
    onChange: p.onChange,
    onLeave: p.onLeave,
    invalid: p.problem !== '',
    describedBy: said || undefined,
    locked: p.locked ?? '',
    shown: p.shown,
    first: p.first,
  }
  return (
    <Cell className={WIDE.has(field.kind) ? 'wide' : undefined} data-field={p.name}>
      {isGroup(field) ? (
        <span className="label" id={`${id}-label`}>
          {name}
        </span>
      ) : (
        <label id={`${id}-label`} htmlFor={id}>
          {name}
        </label>
      )}
      {p.input ? p.input(props) : <FieldInput {...props} />}
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
