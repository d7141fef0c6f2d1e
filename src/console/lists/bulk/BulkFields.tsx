import { useEffect, useRef } from 'react'
import styled from 'styled-components'
import type { Field } from '../../../model/language/fields/field.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import { Box, Cell } from '../../forms/base/forms.styles.ts'
import { problemsIn, type Typed } from '../../forms/base/values.ts'
import { FieldRow } from '../../forms/FieldRow.tsx'
import { useWords } from '../../i18n/index.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** Choice of fields and the value that each is given, in the order they were chosen. */
export function BulkFields(p: {
  readonly of: Resource
  /** Fields that may be chosen. */
  readonly names: readonly string[]
  readonly typed: Typed
  onChange(typed: Typed): void
  /** Problems are shown. */
  readonly checked: boolean
}) {
  const { t, language } = useWords()
  const place = useRef<HTMLDivElement>(null)
  /** The field chosen last: its input gets the keyboard. "" for the choice of another one. */
  const goal = useRef<string | null>(null)
  const chosen = Object.keys(p.typed)
  const left = p.names.filter((name) => !chosen.includes(name))
  const titleOf = (name: string) => label(p.of.fields[name]?.label ?? [name, name], language)
  const problems = new Map(problemsIn(p.of.fields, p.typed, chosen).map((x) => [x.field, label(x.message, language)]))
  useEffect(() => {
    if (goal.current === null) return
    const at =
      goal.current === ''
        ? '[data-choice] select'
        : `[data-field="${goal.current}"] :is(input, select, textarea, button)`
    place.current?.querySelector<HTMLElement>(at)?.focus()
    goal.current = null
  })
  return (
    <Chosen ref={place}>
      {chosen.map((name) => {
        const field = p.of.fields[name] as Field
        return (
          <div key={name} className="one">
            <FieldRow
              name={name}
              field={field}
              value={p.typed[name] ?? ''}
              onChange={(typed) => p.onChange({ ...p.typed, [name]: typed })}
              problem={(p.checked && problems.get(name)) || ''}
              note={field.facts.required ? '' : t('tables.bulkEmpty')}
            />
            <IconButton
              type="button"
              aria-label={t('tables.bulkWithout', { title: titleOf(name) })}
              title={t('tables.bulkWithout', { title: titleOf(name) })}
              onClick={() => {
                const { [name]: _, ...rest } = p.typed
                goal.current = ''
                p.onChange(rest)
              }}
            >
              <Icon name="x" />
            </IconButton>
          </div>
        )
      })}
      {left.length > 0 && (
        <Cell data-choice="">
          <label htmlFor="bulk-field">{t(chosen.length > 0 ? 'tables.bulkAnother' : 'tables.bulkField')}</label>
          <Box>
            <select
              id="bulk-field"
              data-autofocus
              value=""
              // an arrow opens the list: in a closed one it would take the next field at once
              onKeyDown={(e) => {
                if (e.key !== 'ArrowDown' && e.key !== 'ArrowUp') return
                if (!e.currentTarget.showPicker) return
                e.preventDefault()
                e.currentTarget.showPicker()
              }}
              onChange={(e) => {
                goal.current = e.target.value
                p.onChange({ ...p.typed, [e.target.value]: '' })
              }}
            >
              <option value="">{t('tables.bulkChoose')}</option>
              {left.map((name) => (
                <option key={name} value={name}>
                  {titleOf(name)}
                </option>
              ))}
            </select>
          </Box>
        </Cell>
      )}
    </Chosen>
  )
}

const Chosen = styled.div`
  display: grid; gap: 12px; min-width: 0;
  & > .one { display: flex; gap: 6px; align-items: start; }
  & > .one > :first-child { flex: 1; }
  & > .one > button { margin-top: 19px; }
`
