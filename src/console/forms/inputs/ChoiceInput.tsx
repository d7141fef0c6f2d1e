import { type Field, isChoice } from '../../../model/language/fields/field.ts'
import { type Language, label } from '../../../model/values/label.ts'
import { textWidth } from '../../fields/textWidth.ts'
import { useWords } from '../../i18n/index.ts'
import { Box, Choices, Switch } from '../base/forms.styles.ts'
import { aria, type InputProps } from '../base/input.ts'

/** Up to this many values are shown as radio buttons; more as a list. */
const SIDE_BY_SIDE = 4

/** Px of a column of a form, of a radio button, and of the space between two. */
const COLUMN = 303
const RADIO = 18
const SPACE = 14

/**
 * Returns whether the field is shown as a group of radio buttons. (Its label then belongs to the group, not to one
 * button.)
 */
export const isGroup = (field: Field): boolean => isChoice(field) && Object.keys(field.values).length <= SIDE_BY_SIDE

const optionsOf = (field: Field, language: Language) =>
  Object.entries(isChoice(field) ? field.values : {}).map(([value, words]) => ({
    value,
    text: label([words[0], words[1]], language),
  }))

/** A closed set as a list, however few. */
export function ChoiceList(p: InputProps) {
  const { language } = useWords()
  return <ListInput {...p} options={optionsOf(p.field, language)} />
}

/** A closed set: radio buttons when few, a list when many. */
export function ChoiceInput(p: InputProps) {
  const { language } = useWords()
  if (!isGroup(p.field)) return <ChoiceList {...p} />
  const options = optionsOf(p.field, language)
  const front = Math.max(
    options.findIndex((o) => o.value === p.value),
    0,
  )
  return (
    <Choices
      role="radiogroup"
      aria-labelledby={`${p.id}-label`}
      aria-describedby={p.describedBy}
      aria-invalid={p.invalid || undefined}
      onKeyDown={(e) => {
        const chosen = options[Number(e.key) - 1]
        if (!chosen || e.ctrlKey || e.metaKey || e.altKey || p.locked !== '') return
        e.preventDefault()
        e.stopPropagation()
        p.onChange(chosen.value)
        e.currentTarget.querySelectorAll('input')[Number(e.key) - 1]?.focus()
      }}
      data-two={options.reduce((px, o) => px + textWidth(o.text) + RADIO + SPACE, -SPACE) > COLUMN || undefined}
    >
      {options.map((o, i) => (
        <label key={o.value}>
          <input
            type="radio"
            data-autofocus={p.first && i === front ? 'true' : undefined}
            name={p.id}
            value={o.value}
            checked={p.value === o.value}
            disabled={p.locked !== ''}
            onChange={() => p.onChange(o.value)}
          />
          {o.text} <kbd aria-hidden>{i + 1}</kbd>
        </label>
      ))}
    </Choices>
  )
}

/**
 * A native list: opens with the keyboard, types ahead, needs nothing. A stored value that is not offered stays visible.
 */
export function ListInput({
  options,
  ...p
}: InputProps & { readonly options: readonly { readonly value: string; readonly text: string }[] }) {
  const known = p.value === '' || options.some((o) => o.value === p.value)
  return (
    <Box data-invalid={p.invalid} data-off={p.locked !== ''}>
      <select
        {...aria(p)}
        value={p.value}
        disabled={p.locked !== ''}
        onChange={(e) => p.onChange(e.target.value)}
        onBlur={() => p.onLeave?.()}
      >
        <option value="" />
        {!known && <option value={p.value}>{p.shown || p.value}</option>}
        {options.map((o) => (
          <option key={o.value} value={o.value}>
            {o.text}
          </option>
        ))}
      </select>
    </Box>
  )
}

/** Yes or no. Nothing chosen yet reads as no. */
export function FlagInput(p: InputProps) {
  const { language } = useWords()
  const on = p.value === '1'
  return (
    <Switch
      type="button"
      role="switch"
      id={p.id}
      data-autofocus={p.first ? 'true' : undefined}
      aria-checked={on}
      aria-labelledby={`${p.id}-label`}
      aria-describedby={p.describedBy}
      disabled={p.locked !== ''}
      onClick={() => p.onChange(on ? '0' : '1')}
    >
      <i aria-hidden="true" />
      {label(on ? ['是', 'Yes'] : ['否', 'No'], language)}
    </Switch>
  )
}
