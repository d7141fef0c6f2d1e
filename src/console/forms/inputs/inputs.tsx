import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { type Field, isDict } from '../../../model/language/fields/field.ts'
import type { Kind } from '../../../model/language/fields/kinds.ts'
import { useDictionary } from '../../data/dictionary.ts'
import { Box } from '../base/forms.styles.ts'
import type { InputProps } from '../base/input.ts'
import { ChoiceInput, ChoiceList, FlagInput, isGroup, ListInput } from './ChoiceInput.tsx'
import { DateInput } from './DateInput.tsx'
import { LineInput } from './LineInput.tsx'
import { LongInput } from './LongInput.tsx'
import { RefInput } from './RefInput.tsx'
import { SecretInput } from './SecretInput.tsx'
import { TreeInput } from './TreeInput.tsx'

/** The input of a kind in a form. */
export interface Input {
  readonly Input: ComponentType<InputProps>
  /** The same in the small cell of a table. */
  readonly Cell: ComponentType<InputProps>
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

const Text = (p: InputProps) => (p.field.facts.nodeOf ? <NodeInput {...p} /> : <LineInput {...p} />)
const Whole = (p: InputProps) => <LineInput {...p} number="numeric" />
const Decimal = (p: InputProps) => <LineInput {...p} number="decimal" />
const Percent = (p: InputProps) => <LineInput {...p} number="decimal" unit="%" />
const Phone = (p: InputProps) => <LineInput {...p} keyboard="tel" />
const Code = (p: InputProps) => <LongInput {...p} code />
const Moment = (p: InputProps) => <DateInput {...p} time />

/**
 * Takes the focus late: the dialog looked for its first field before this input had loaded, and no other field has the
 * focus.
 */
function Come({ Input, ...p }: InputProps & { readonly Input: ComponentType<InputProps> }) {
  const { first, id } = p
  useEffect(() => {
    if (first && !document.activeElement?.closest('[data-field]')) document.getElementById(id)?.focus()
  }, [first, id])
  return <Input {...p} />
}

/** An input whose chunk comes with the first form that has one; its place is kept meanwhile. */
function later(load: () => Promise<ComponentType<InputProps>>): ComponentType<InputProps> {
  const Input = lazy(async () => ({ default: await load() }))
  // biome-ignore lint/correctness/noComponentHookFactories: called once an input, at the top of this module
  return function Later(p: InputProps) {
    return (
      <Suspense fallback={<Box aria-busy="true" />}>
        <Come {...p} Input={Input} />
      </Suspense>
    )
  }
}
/** deliverables have their template's questions; other values of this kind are written as they are */
const Collected = later(() => import('./AnswersInput.tsx').then((m) => m.AnswersInput))
const Json = (p: InputProps) => (p.field.facts.answers ? <Collected {...p} /> : <Code {...p} />)
const FileInput = later(() => import('./FileInput.tsx').then((m) => m.FileInput))
const HtmlInput = later(() => import('./HtmlInput.tsx').then((m) => m.HtmlInput))
const RowsInput = later(() => import('./RowsInput.tsx').then((m) => m.RowsInput))
const NodeInput = later(() => import('./NodeInput.tsx').then((m) => m.NodeInput))
const ChipsInput = later(() => import('./RefsInput.tsx').then((m) => m.RefsInput))
const TreePickInput = later(() => import('./TreePickInput.tsx').then((m) => m.TreePickInput))
const RefsInput = (p: InputProps) => (p.field.facts.tree ? <TreePickInput {...p} /> : <ChipsInput {...p} />)

const input = (Input: Input['Input'], more: Partial<Omit<Input, 'Input'>> = {}): Input => ({
  Input,
  Cell: Input,
  wide: false,
  prose: false,
  grouped: () => false,
  ...more,
})

/** The input of every kind. */
export const inputs = {
  text: input(Text),
  longText: input(LongInput, { wide: true, prose: true }),
  html: input(HtmlInput, { wide: true, grouped: () => true }),
  file: input(FileInput, { wide: true }),
  image: input(FileInput, { wide: true }),
  phone: input(Phone),
  idCard: input(LineInput),
  sealed: input(LineInput),
  integer: input(Whole),
  money: input(Decimal),
  rate: input(Percent),
  points: input(Whole),
  date: input(DateInput),
  datetime: input(Moment),
  epochSeconds: input(Whole),
  epochMillis: input(Whole),
  flag: input(FlagInput),
  choice: input(ChoiceInput, { Cell: ChoiceList, grouped: isGroup }),
  word: input(ChoiceInput, { Cell: ChoiceList, grouped: isGroup }),
  dict: input(DictInput),
  ref: input(RefInput),
  tree: input(TreeInput),
  refs: input(RefsInput, { wide: true }),
  rows: input(RowsInput, { wide: true, grouped: () => true }),
  json: input(Json, { wide: true, grouped: (field) => field.facts.answers === true }),
  secret: input(SecretInput),
} as const satisfies Readonly<Record<Kind, Input>>

/** The input of a field. */
export const inputOf = (field: Pick<Field, 'kind'>): Input => inputs[field.kind]
