import { groupingOf } from '../../../model/language/derived/grouping.ts'
import { filtersOf } from '../../../model/language/listing.ts'
import { fieldOf, type Resource } from '../../../model/language/resource.ts'
import { type Language, label } from '../../../model/values/label.ts'

/** A field that a list may be grouped by. */
export interface GroupField {
  readonly name: string
  readonly title: string
}

/** Fields that a list may be grouped by: its columns in their order, then what it may be filtered by. Pure. */
export function groupFields(of: Resource, columns: readonly string[], language: Language): GroupField[] {
  const seen = new Set<string>()
  return [...columns, ...filtersOf(of)].flatMap((name): GroupField[] => {
    const field = fieldOf(of, name)
    const grouping = name === of.name || field?.facts.code ? null : groupingOf(of, name)
    const key = grouping && (grouping.named ?? grouping.by)
    if (!field || !key || seen.has(key)) return []
    seen.add(key)
    return [{ name, title: label(field.label, language) }]
  })
}
