import type { ReactNode } from 'react'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { type Language, label } from '../../../model/values/label.ts'
import type { DictWords } from '../../data/dictionary.ts'
import { useDictWords } from '../../data/dictionary.ts'
import { badgeOf, rowText } from '../../fields/cell.ts'
import { useWords } from '../../i18n/index.ts'

type Row = Readonly<Record<string, unknown>>

/**
 * A value of a row, as text or as a badge with its tone; an em dash when there is none. No component: tables call it by
 * the thousand.
 */
export function shownValue(of: Resource, name: string, row: Row, language: Language, words: DictWords): ReactNode {
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

/** The same, as a component. */
export function Value({ of, name, row }: { readonly of: Resource; readonly name: string; readonly row: Row }) {
  const { language } = useWords()
  return shownValue(of, name, row, language, useDictWords())
}
