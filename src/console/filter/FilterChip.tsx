import { useQuery } from '@tanstack/react-query'
import { namedBy } from '../../model/language/fields/field.ts'
import { useResource } from '../data/domains.ts'
import { catalogued, recordQuery } from '../data/records.ts'
import { useWords } from '../i18n/index.ts'
import { Icon } from '../ui/Icon.tsx'
import { isRefusal } from '../ui/messages/Trouble.tsx'
import type { Filterable } from './filterFields.ts'
import { type Chip, wordsOfChip } from './filterText.ts'

/** A condition in force, and the button that takes it away. A record that is meant by its id is called by its name. */
export function FilterChip(p: { readonly chip: Chip; readonly of: Filterable; readonly onRemove: () => void }) {
  const { t } = useWords()
  const { chip } = p
  const field = p.of.fields.find((f) => f.name === chip.conditions[0]?.field)?.field
  const to = (field && /^\d+$/.test(chip.value) && namedBy(field)) || ''
  const known = catalogued(to) !== undefined
  const of = useResource(known ? to : '')
  const { data, error } = useQuery({ ...recordQuery(to, chip.value), enabled: known })
  const name = of && data ? String(data[of.name] ?? '') : ''
  // an id says nothing to a person, and is shown only of a record that there is not
  const value = name || (known && !isRefusal(error) ? '…' : chip.value)
  const words = wordsOfChip({ ...chip, value })
  return (
    <button
      type="button"
      className="chip"
      aria-label={t('table.removeChip', { chip: words })}
      onMouseDown={(e) => e.preventDefault()}
      onClick={p.onRemove}
    >
      {words}
      <Icon name="x" size={12} />
    </button>
  )
}
