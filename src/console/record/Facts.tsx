import { label } from '../../model/kernel/label.ts'
import { fieldOf, type Resource } from '../../model/kernel/resource.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { useDictionaries } from '../data/dictionary.ts'
import { useWords } from '../i18n/index.ts'
import { FactValue } from './Fact.tsx'
import { factsOf } from './sections.ts'

/** The facts of a record: a dense list of names and values, grouped; a click on a value copies it. */
export function Facts({
  of,
  row,
  names,
}: {
  readonly of: Resource
  readonly row: WireRow
  readonly names?: readonly string[]
}) {
  const { language } = useWords()
  useDictionaries(of.fields)
  return factsOf(of, names).map((group) => (
    <dl key={group.code} className={`facts ${group.code}`}>
      {group.names.map((name) => {
        const field = fieldOf(of, name)
        if (!field) return null
        const title = label(field.label, language)
        return (
          <div key={name}>
            <dt title={title}>{title}</dt>
            <dd data-field={name}>
              <FactValue of={of} row={row} name={name} />
            </dd>
          </div>
        )
      })}
    </dl>
  ))
}
