import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Field, isRows } from '../../../model/kernel/field.ts'
import { label } from '../../../model/kernel/label.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { type Typed, typedOf, wireOf } from '../values.ts'
import type { InputProps } from './input.ts'
import { inputOf } from './inputs.tsx'
import { RowsTable } from './rows.styles.ts'

interface Line {
  readonly key: number
  readonly typed: Typed
}

const NONE: Readonly<Record<string, Field>> = {}

/** The wire's rows in a form's text, as what is typed in each cell. */
function linesOf(fields: Readonly<Record<string, Field>>, value: string, from: number): Line[] {
  let rows: unknown = []
  try {
    rows = JSON.parse(value || '[]')
  } catch {
    rows = []
  }
  return (Array.isArray(rows) ? (rows as Readonly<Record<string, unknown>>[]) : []).map((row, i) => ({
    key: from + i,
    typed: Object.fromEntries(Object.entries(fields).map(([name, f]) => [name, typedOf(f, row[name])])),
  }))
}

/** What is typed as the wire's rows; "" for none. */
const rowsTextOf = (fields: Readonly<Record<string, Field>>, lines: readonly Line[]): string =>
  lines.length === 0
    ? ''
    : JSON.stringify(
        lines.map((line) =>
          Object.fromEntries(Object.entries(fields).map(([name, f]) => [name, wireOf(f, line.typed[name] ?? '')])),
        ),
      )

/**
 * Rows of declared fields as a small table. Keys inside a row: Alt+↑ and Alt+↓ move it, Alt+Enter adds one below,
 * Alt+Delete takes it out; buttons do the same.
 */
export function RowsInput(p: InputProps) {
  const { t, language } = useWords()
  const fields = isRows(p.field) ? p.field.rows : NONE
  const names = Object.keys(fields)
  const next = useRef(0)
  const place = useRef<HTMLDivElement>(null)
  const made = (value: string): Line[] => {
    const lines = linesOf(fields, value, next.current)
    next.current += lines.length
    return lines
  }
  const [lines, setLines] = useState<readonly Line[]>(() => made(p.value))
  // what this table last said; anything else comes from outside (a conflict that was settled, a form begun anew)
  const told = useRef(p.value)
  useEffect(() => {
    if (told.current === p.value) return
    told.current = p.value
    setLines(made(p.value))
  })
  const say = (now: readonly Line[]) => {
    setLines(now)
    told.current = rowsTextOf(fields, now)
    p.onChange(told.current)
  }
  // the focus moves once the row is at its new place
  const [goal, setGoal] = useState<{ readonly key: number; readonly cell: string } | null>(null)
  useEffect(() => {
    if (!goal) return
    place.current
      ?.querySelector<HTMLElement>(
        `[data-line="${goal.key}"] [data-cell="${goal.cell}"] :is(input, select, textarea, button)`,
      )
      ?.focus()
  }, [goal])

  const locked = p.locked !== ''
  const full = lines.length >= Number(p.field.facts.max ?? 100)
  const add = (at: number) => {
    if (full || locked) return
    const initial = Object.fromEntries(names.map((n) => [n, typedOf(fields[n] as Field, fields[n]?.facts.initial)]))
    const line: Line = { key: next.current++, typed: initial }
    say([...lines.slice(0, at), line, ...lines.slice(at)])
    setGoal({ key: line.key, cell: names[0] ?? '' })
  }
  const remove = (at: number, cell: string) => {
    const now = lines.filter((_, i) => i !== at)
    say(now)
    const near = now[Math.min(at, now.length - 1)]
    if (near) setGoal({ key: near.key, cell })
    else place.current?.querySelector<HTMLElement>('button[data-add]')?.focus()
  }
  const move = (at: number, by: -1 | 1, cell: string) => {
    const line = lines[at]
    const other = lines[at + by]
    if (!line || !other) return
    const now = [...lines]
    now[at] = other
    now[at + by] = line
    say(now)
    setGoal({ key: line.key, cell })
  }
  const onKeyDown = (e: KeyboardEvent, at: number) => {
    if (!e.altKey || e.ctrlKey || e.metaKey || e.nativeEvent.isComposing || locked) return
    const cell = (e.target as HTMLElement).closest<HTMLElement>('[data-cell]')?.dataset.cell ?? ''
    if (e.key === 'ArrowUp') move(at, -1, cell)
    else if (e.key === 'ArrowDown') move(at, 1, cell)
    else if (e.key === 'Enter') add(at + 1)
    else if (e.key === 'Delete') remove(at, cell)
    else return
    e.preventDefault()
    e.stopPropagation()
  }

  return (
    <RowsTable ref={place} data-invalid={p.invalid}>
      {lines.length > 0 && (
        <table aria-labelledby={`${p.id}-label`} aria-describedby={p.describedBy}>
          <thead>
            <tr>
              <th scope="col">#</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {label((fields[name] as Field).label, language)}
                  {fields[name]?.facts.required && <span className="must">*</span>}
                </th>
              ))}
              {!locked && <th scope="col" aria-label={t('forms.rowActions')} />}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, i) => (
              <tr key={line.key} data-line={line.key} onKeyDown={(e) => onKeyDown(e, i)}>
                <td>{i + 1}</td>
                {names.map((name) => {
                  const field = fields[name] as Field
                  const { Cell } = inputOf(field)
                  const id = `${p.id}-${line.key}-${name}`
                  return (
                    <td key={name} data-cell={name}>
                      <label id={`${id}-label`} htmlFor={id} className="heard">
                        {`${label(field.label, language)} ${i + 1}`}
                      </label>
                      <Cell
                        id={id}
                        name={`${p.name}.${i}.${name}`}
                        field={field}
                        value={line.typed[name] ?? ''}
                        onChange={(typed) =>
                          say(lines.map((l) => (l === line ? { ...l, typed: { ...l.typed, [name]: typed } } : l)))
                        }
                        invalid={false}
                        locked={p.locked}
                      />
                    </td>
                  )
                })}
                {!locked && (
                  <td className="acts" data-cell="acts">
                    <Button
                      $tone="quiet"
                      aria-label={`${t('forms.rowUp')} ${i + 1}`}
                      title={`${t('forms.rowUp')} Alt+↑`}
                      disabled={i === 0}
                      onClick={() => move(i, -1, 'acts')}
                    >
                      ↑
                    </Button>
                    <Button
                      $tone="quiet"
                      aria-label={`${t('forms.rowDown')} ${i + 1}`}
                      title={`${t('forms.rowDown')} Alt+↓`}
                      disabled={i === lines.length - 1}
                      onClick={() => move(i, 1, 'acts')}
                    >
                      ↓
                    </Button>
                    <Button
                      $tone="quiet"
                      aria-label={`${t('forms.rowRemove')} ${i + 1}`}
                      title={`${t('forms.rowRemove')} Alt+Delete`}
                      onClick={() => remove(i, 'acts')}
                    >
                      ×
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {!locked && (
        <Button data-add="true" disabled={full} title="Alt+Enter" onClick={() => add(lines.length)}>
          {t('forms.rowAdd')}
        </Button>
      )}
    </RowsTable>
  )
}
