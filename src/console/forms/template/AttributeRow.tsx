import { type DragEvent, Fragment, useId, useRef } from 'react'
import type { Field } from '../../../model/language/fields/field.ts'
import { label } from '../../../model/values/label.ts'
import { isChosen, isWritten } from '../../../model/values/questionnaire.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Box } from '../base/forms.styles.ts'
import { aria, type InputProps } from '../base/input.ts'
import type { Line, Lines } from '../base/lines.ts'
import { inputOf } from '../inputs/inputs.tsx'
import { OptionsInput } from './OptionsInput.tsx'
import '../base/words.ts'

interface Props {
  readonly form: InputProps
  readonly cells: Readonly<Record<string, Field>>
  readonly rows: Lines
  readonly line: Line
  /** Its place, from 0. */
  readonly at: number
  /** Problem of a cell, "" for none. */
  problemOf(name: string): string
  /** Names of groups that are there already. */
  readonly groups: readonly string[]
  readonly drag: {
    readonly side: 'above' | 'below' | undefined
    start(): void
    end(): void
    over(e: DragEvent): void
    drop(e: DragEvent): void
  }
  /** The focus came to it. */
  onFront(): void
}

/** A text with what was written elsewhere to choose from. */
function GroupInput({ groups, ...p }: InputProps & { readonly groups: readonly string[] }) {
  const list = useId()
  return (
    <Box data-invalid={p.invalid} data-off={p.locked !== ''}>
      <input
        {...aria(p)}
        type="text"
        autoComplete="off"
        list={list}
        value={p.value}
        disabled={p.locked !== ''}
        onChange={(e) => p.onChange(e.target.value)}
      />
      <datalist id={list}>
        {groups.map((g) => (
          <option key={g} value={g} />
        ))}
      </datalist>
    </Box>
  )
}

/** Attribute: its cells in a line, the options of a choice below. */
export function AttributeRow({ form, cells, rows, line, at, problemOf, groups, drag, onFront }: Props) {
  const { t, language } = useWords()
  const row = useRef<HTMLLIElement>(null)
  const type = Number(line.typed.attrType)
  const locked = form.locked !== ''
  const cell = (name: string) => {
    const field = cells[name]
    if (!field) return null
    const id = `${form.id}-${line.key}-${name}`
    const problem = problemOf(name)
    const title = label(field.label, language)
    const { Cell } = inputOf(field)
    const own: InputProps = {
      id,
      name: `${form.name}.${at}.${name}`,
      field,
      value: line.typed[name] ?? '',
      onChange: (typed) => rows.change(line, name, typed),
      invalid: problem !== '',
      ...(problem ? { describedBy: `${id}-problem` } : {}),
      locked: form.locked,
    }
    // kept while another type is tried, and out of reach of one that has none
    if (name === 'maxLength' && !isWritten(type))
      return (
        <div data-cell={name} className="off" aria-hidden="true">
          <span className="head">{title}</span>
          <span className="none">—</span>
        </div>
      )
    return (
      <div data-cell={name} data-required={field.facts.required ? '' : undefined}>
        <label id={`${id}-label`} htmlFor={id}>
          {title}
          <span className="heard"> {at + 1}</span>
        </label>
        {name === 'groupName' ? <GroupInput {...own} groups={groups} /> : <Cell {...own} />}
        {problem && (
          <span className="problem" id={`${id}-problem`}>
            {problem}
          </span>
        )}
      </div>
    )
  }
  const { options } = cells
  return (
    <li
      ref={row}
      data-line={line.key}
      data-drop={drag.side}
      onKeyDown={(e) => rows.onKeyDown(e, at)}
      onFocus={onFront}
      onDragOver={drag.over}
      onDrop={drag.drop}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the mouse's way; Alt+↑↓ and the buttons move it by keys */}
      <span
        className="grip"
        title={t('template.drag')}
        draggable={!locked}
        onDragStart={(e) => {
          e.dataTransfer.effectAllowed = 'move'
          e.dataTransfer.setData('text/plain', line.typed.attrName ?? '')
          if (row.current) e.dataTransfer.setDragImage(row.current, 12, 12)
          drag.start()
        }}
        onDragEnd={drag.end}
      >
        <span aria-hidden="true">⠿</span> {at + 1}
      </span>
      {['attrName', 'attrCode', 'attrType', 'groupName', 'maxLength', 'required'].map((name) => (
        <Fragment key={name}>{cell(name)}</Fragment>
      ))}
      {!locked && (
        <span className="acts" data-cell="acts">
          <Button
            $tone="quiet"
            aria-label={`${t('forms.rowUp')} ${at + 1}`}
            title={`${t('forms.rowUp')} Alt+↑`}
            disabled={at === 0}
            onClick={() => rows.move(at, at - 1, 'acts')}
          >
            ↑
          </Button>
          <Button
            $tone="quiet"
            aria-label={`${t('forms.rowDown')} ${at + 1}`}
            title={`${t('forms.rowDown')} Alt+↓`}
            disabled={at === rows.lines.length - 1}
            onClick={() => rows.move(at, at + 1, 'acts')}
          >
            ↓
          </Button>
          <Button
            $tone="quiet"
            aria-label={`${t('forms.rowRemove')} ${at + 1}`}
            title={`${t('forms.rowRemove')} Alt+Delete`}
            onClick={() => rows.remove(at, 'acts')}
          >
            ×
          </Button>
        </span>
      )}
      {options && isChosen(type) && (
        <div className="options" data-cell="options">
          <OptionsInput
            id={`${form.id}-${line.key}-options`}
            name={`${form.name}.${at}.options`}
            at={at}
            field={options}
            value={line.typed.options ?? ''}
            onChange={(typed) => rows.change(line, 'options', typed)}
            invalid={problemOf('options') !== ''}
            locked={form.locked}
          />
          {problemOf('options') && <span className="problem">{problemOf('options')}</span>}
        </div>
      )}
    </li>
  )
}
