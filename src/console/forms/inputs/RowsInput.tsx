import { useEffect } from 'react'
import type { Field } from '../../../model/language/fields/field.ts'
import { label } from '../../../model/values/label.ts'
import { alignOf, cellText } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import type { InputProps } from '../base/input.ts'
import { cellsOf, useLines } from '../base/lines.ts'
import { wireOf } from '../base/values.ts'
import { inputOf } from './inputs.tsx'
import { RowsTable } from './rows.styles.ts'
import '../base/words.ts'

/** Whether a field of a row is set by the server alone: read, not typed. */
const isReadOnly = (field: Field): boolean => field.facts.readOnly === 'always'

/**
 * Rows of declared fields as a small table. Keys inside a row: Alt+↑ and Alt+↓ move it, Alt+Enter adds one below,
 * Alt+Delete takes it out; buttons do the same.
 */
export function RowsInput(p: InputProps) {
  const { t, language } = useWords()
  const fields = cellsOf(p.field)
  const names = Object.keys(fields)
  const typedFirst = names.find((name) => !isReadOnly(fields[name] as Field))
  const { lines, place, full, locked, add, remove, move, change, onKeyDown } = useLines(p)

  // a dialog looks for where to begin before these rows have come
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens
  useEffect(() => {
    if (p.first) place.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [])

  return (
    <RowsTable ref={place} data-invalid={p.invalid} data-fixed={p.field.facts.fixed}>
      {lines.length > 0 && (
        <table aria-labelledby={`${p.id}-label`} aria-describedby={p.describedBy}>
          <thead>
            <tr>
              <th scope="col">#</th>
              {names.map((name) => (
                <th
                  key={name}
                  scope="col"
                  className={isReadOnly(fields[name] as Field) ? alignOf(fields[name] as Field) : undefined}
                >
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
                  const title = label(field.label, language)
                  if (isReadOnly(field))
                    return (
                      <td key={name} className={`told ${alignOf(field)}`} data-label={title}>
                        {cellText(field, wireOf(field, line.typed[name] ?? ''), language)}
                      </td>
                    )
                  return (
                    <td key={name} data-cell={name} data-label={title}>
                      <label id={`${id}-label`} htmlFor={id} className="heard">
                        {`${title} ${i + 1}`}
                      </label>
                      <Cell
                        id={id}
                        name={`${p.name}.${i}.${name}`}
                        field={field}
                        value={line.typed[name] ?? ''}
                        onChange={(typed) => change(line, name, typed)}
                        invalid={false}
                        locked={p.locked}
                        first={p.first && i === 0 && name === typedFirst}
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
                      onClick={() => move(i, i - 1, 'acts')}
                    >
                      ↑
                    </Button>
                    <Button
                      $tone="quiet"
                      aria-label={`${t('forms.rowDown')} ${i + 1}`}
                      title={`${t('forms.rowDown')} Alt+↓`}
                      disabled={i === lines.length - 1}
                      onClick={() => move(i, i + 1, 'acts')}
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
