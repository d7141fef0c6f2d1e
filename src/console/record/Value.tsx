import { label } from '../../model/kernel/label.ts'
import { fieldOf, type Resource } from '../../model/kernel/resource.ts'
import { useWords } from '../i18n/index.ts'
import { badgeOf, rowText } from './cell.ts'
import { useDictWords } from './dictionary.ts'

/** A value of a row, as text or as a badge with its tone; an em dash when there is none. */
export function Value({ of, name, row }: { readonly of: Resource; readonly name: string; readonly row: Readonly<Record<string, unknown>> }) {
  const { language } = useWords()
  const words = useDictWords()
  const field = fieldOf(of, name)
  const badge = field && badgeOf(field, row[name])
  if (badge) {
    return (
      <span className="badge" data-tone={badge.tone}>
        {label(badge.text, language)}
      </span>
    )
  }
  const text = rowText(of, name, row, language, words)
  return text === '' ? <span className="fact-none">—</span> : text
}
