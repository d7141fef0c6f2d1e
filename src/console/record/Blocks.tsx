import { label } from '../../model/kernel/label.ts'
import { fieldOf, type Resource } from '../../model/kernel/resource.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { useWords } from '../i18n/index.ts'
import { FactValue } from './Fact.tsx'

/** Values that are more than a text, one below the other, each as its kind shows it. A single one needs no name. */
export function Blocks(p: { readonly of: Resource; readonly row: WireRow; readonly names: readonly string[] }) {
  const { language } = useWords()
  return (
    <div className="blocks">
      {p.names.map((name) => {
        const field = fieldOf(p.of, name)
        return (
          <section key={name} data-field={name}>
            {field && p.names.length > 1 && <strong>{label(field.label, language)}</strong>}
            <div>
              <FactValue of={p.of} row={p.row} name={name} />
            </div>
          </section>
        )
      })}
    </div>
  )
}
