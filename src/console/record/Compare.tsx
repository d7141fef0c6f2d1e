import './words.ts'
import { label } from '../../model/kernel/label.ts'
import { fieldOf, type Resource } from '../../model/kernel/resource.ts'
import type { CompareSection } from '../../model/kernel/section.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { alignOf, rowText } from '../fields/cell.ts'
import { useWords } from '../i18n/index.ts'
import { Value } from './Value.tsx'

/** Pairs of values side by side: differences are marked, their number is shown above. */
export function Compare(p: { readonly of: Resource; readonly row: WireRow; readonly section: CompareSection }) {
  const { t, language } = useWords()
  const { heads, pairs } = p.section
  const text = (name: string) => rowText(p.of, name, p.row, language)
  // A list's row does not hold everything: what is not known yet is not judged.
  const known = pairs.flat().every((name) => p.row[name] !== undefined)
  const lines = pairs.map(([left, right]) => ({ left, right, differs: known && text(left) !== text(right) }))
  const different = lines.filter((l) => l.differs).length
  const side = (name: string) => {
    const field = fieldOf(p.of, name)
    return field && alignOf(field) === 'right' ? 'right' : undefined
  }
  // over numbers their heads stand right, too
  const numbers = pairs.flat().every((name) => side(name) !== undefined) ? 'right' : undefined
  return (
    <div className="table-frame compare-frame">
      <table className="compare">
        <caption>
          {!known
            ? '\u00a0'
            : different === 0
              ? t('recordPage.allAgree')
              : t('recordPage.differ', { n: different, of: pairs.length })}
        </caption>
        <thead>
          <tr>
            <td />
            {heads.map((head) => (
              <th key={head[1]} scope="col" className={numbers}>
                {label(head, language)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {lines.map(({ left, right, differs }) => {
            const field = fieldOf(p.of, left)
            return (
              <tr key={left} data-differs={differs || undefined}>
                <th scope="row">{field ? label(field.label, language) : left}</th>
                <td className={side(left)}>
                  <Value of={p.of} name={left} row={p.row} />
                </td>
                <td className={side(right)}>
                  <Value of={p.of} name={right} row={p.row} />
                </td>
                <td className="mark">{differs && t('recordPage.different')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
