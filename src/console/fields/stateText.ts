import { fieldOf, type Resource } from '../../model/language/resource.ts'
import { joined, type Language, label } from '../../model/values/label.ts'
import { catalogued } from '../data/records.ts'
import { rowText } from './cell.ts'

/** The state that decides whether a record may be edited, in words: `状态：启用`. */
export const stateText = (of: Resource, row: Readonly<Record<string, unknown>>, language: Language): string =>
  joined(
    Object.keys(catalogued(of.id)?.editable?.edit ?? {}).flatMap((name) => {
      const field = fieldOf(of, name)
      const title = field && label(field.label, language)
      return title ? [`${title}${language === 'en' ? ': ' : '：'}${rowText(of, name, row, language) || '—'}`] : []
    }),
    language,
    '; ',
  )
