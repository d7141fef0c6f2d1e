import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import type { CompareSection } from '../../../model/language/section.ts'
import { label } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { alignOf, rowText } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'
import { type CompareLine, CompareTable } from './CompareTable.tsx'
import { Value } from './Value.tsx'

/** Pairs of a record's own fields side by side. */
export function Compare(p: { readonly of: Resource; readonly row: WireRow; readonly section: CompareSection }) {
  const { language } = useWords()
  const { heads, pairs } = p.section
  const text = (name: string) => rowText(p.of, name, p.row, language)
  // A list's row does not hold everything: what is not known yet is not judged.
  const known = pairs.flat().every((name) => p.row[name] !== undefined)
  const isRight = (name: string) => {
    const field = fieldOf(p.of, name)
    return field !== undefined && alignOf(field) === 'right'
  }
  const lines = pairs.map(([left, right]): CompareLine => {
    const field = fieldOf(p.of, left)
    return {
      key: left,
      title: field ? label(field.label, language) : left,
      left: <Value of={p.of} name={left} row={p.row} />,
      right: <Value of={p.of} name={right} row={p.row} />,
      align: isRight(left) && isRight(right) ? 'right' : undefined,
      differs: known ? text(left) !== text(right) : undefined,
    }
  })
  return <CompareTable heads={[label(heads[0], language), label(heads[1], language)]} lines={lines} known={known} />
}
