import '../base/words.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { useWords } from '../../i18n/index.ts'
import { isUnset } from '../base/sections.ts'
import { FactValue } from './Fact.tsx'

/** Values that need more than a line, below one another, each drawn by its kind. A single one needs no title. */
export function Blocks(p: { readonly of: Resource; readonly row: WireRow; readonly names: readonly string[] }) {
  const { t, language } = useWords()
  const title = (name: string) => label(fieldOf(p.of, name)?.label ?? [name, name], language)
  // of several, those without a value are one line
  const unset = p.names.length > 1 ? p.names.filter((name) => isUnset(p.of, name, p.row)) : []
  if (p.names.length === 1 && isUnset(p.of, String(p.names[0]), p.row))
    return <p className="empty">{t('recordPage.noRows')}</p>
  return (
    <div className="blocks">
      {p.names.map((name) => {
        const field = fieldOf(p.of, name)
        if (unset.includes(name)) return null
        return (
          <section key={name} data-field={name}>
            {field && p.names.length > 1 && <strong>{title(name)}</strong>}
            <div>
              <FactValue of={p.of} row={p.row} name={name} />
            </div>
          </section>
        )
      })}
      {unset.length > 0 && <p className="unset">{t('recordPage.unset', { names: unset.map(title).join(' · ') })}</p>}
    </div>
  )
}
