import type { ComponentType } from 'react'
import { type Field, isDict } from '../../../model/kernel/field.ts'
import type { Kind } from '../../../model/kernel/kinds/kinds.ts'
import { useDictionary } from '../../data/dictionary.ts'
import { ChoiceInput, FlagInput, isGroup, ListInput } from './ChoiceInput.tsx'
import { DateInput } from './DateInput.tsx'
import type { InputProps } from './input.ts'
import { LineInput } from './LineInput.tsx'
import { LongInput } from './LongInput.tsx'
import { RefInput } from './RefInput.tsx'
import { TreeInput } from './TreeInput.tsx'

/** The input of a kind in a form. */
export interface Input {
  readonly Input: ComponentType<InputProps>
  /** Takes the whole width of the form. */
  readonly wide: boolean
  /** Several lines for people to read: its characters are counted below, and a reason has its quick replies here. */
  readonly prose: boolean
  /** Shown as a group of buttons: the field's name belongs to the group, not to one of them. */
  grouped(field: Field): boolean
}

/** The entries of a dictionary to choose from. */
function DictInput(p: InputProps) {
  const entries = useDictionary(isDict(p.field) ? p.field.dict : '')
  return <ListInput {...p} options={entries.map((e) => ({ value: e.dictKey, text: e.dictValue }))} />
}

const Whole = (p: InputProps) => <LineInput {...p} number="numeric" />
const Decimal = (p: InputProps) => <LineInput {...p} number="decimal" />
const Percent = (p: InputProps) => <LineInput {...p} number="decimal" unit="%" />
const Phone = (p: InputProps) => <LineInput {...p} keyboard="tel" />
const Code = (p: InputProps) => <LongInput {...p} code />
const Moment = (p: InputProps) => <DateInput {...p} time />

const input = (Input: Input['Input'], more: Partial<Omit<Input, 'Input'>> = {}): Input => ({
  Input,
  wide: false,
  prose: false,
  grouped: () => false,
  ...more,
})

/** The input of every kind. */
export const inputs = {
  text: input(LineInput),
  longText: input(LongInput, { wide: true, prose: true }),
  html: input(Code, { wide: true }),
  file: input(LineInput),
  image: input(LineInput),
  phone: input(Phone),
  idCard: input(LineInput),
  integer: input(Whole),
  money: input(Decimal),
  rate: input(Percent),
  points: input(Whole),
  date: input(DateInput),
  datetime: input(Moment),
  epochSeconds: input(Whole),
  epochMillis: input(Whole),
  flag: input(FlagInput),
  choice: input(ChoiceInput, { grouped: isGroup }),
  dict: input(DictInput),
  ref: input(RefInput),
  tree: input(TreeInput),
  json: input(Code, { wide: true }),
} as const satisfies Readonly<Record<Kind, Input>>

/** The input of a field. */
export const inputOf = (field: Pick<Field, 'kind'>): Input => inputs[field.kind]
