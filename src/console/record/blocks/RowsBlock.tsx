import { type Field, isRows } from '../../../model/language/fields/field.ts'
import { label } from '../../../model/values/label.ts'
import { useDictWords } from '../../data/dictionary.ts'
import { alignOf, cellText } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import type { BlockProps } from './blocks.tsx'

/** Rows of declared fields as a table, in their order. */
export function RowsBlock({ row, name, field }: BlockProps) {
  const { language } = useWords()
  const words = useDictWords()
  const rows = row[name]
  if (!isRows(field) || !Array.isArray(rows)) return null
  const columns = Object.entries<Field>(field.rows)
  const side = (f: Field) => (alignOf(f) === 'right' ? 'right' : undefined)
  return (
    <div className="table-frame">
      <table aria-label={label(field.label, language)}>
        <thead>
          <tr>
            {columns.map(([key, f]) => (
              <th key={key} scope="col" className={side(f)}>
                {label(f.label, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(rows as readonly Readonly<Record<string, unknown>>[]).map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name than their place
            <tr key={i}>
              {columns.map(([key, f]) => (
                <td key={key} className={side(f)}>
                  {cellText(f, line[key], language, words)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
