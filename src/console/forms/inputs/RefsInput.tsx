import { useQuery } from '@tanstack/react-query'
import { isRefs, ref } from '../../../model/language/fields/field.ts'
import { label } from '../../../model/values/label.ts'
import { calledBy, calledIn } from '../../../model/wire/columns.ts'
import { useResource } from '../../data/domains.ts'
import { keyOf } from '../../data/queries.ts'
import { catalogued, fetchRows } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import { backTo, type InputProps } from '../base/input.ts'
import { Chips } from './chips.styles.ts'
import { RefInput } from './RefInput.tsx'
import '../base/words.ts'

/**
 * Several records of another resource: chips of their names, and the search of a single reference to add one. Backspace
 * on a chip takes it out.
 */
export function RefsInput(p: InputProps) {
  const { t, language } = useWords()
  const to = isRefs(p.field) ? p.field.to : ''
  const of = useResource(to)
  const ids = p.value === '' ? [] : p.value.split(',')
  const named = useQuery({
    queryKey: keyOf(to, 'named', ...ids),
    enabled: ids.length > 0 && catalogued(to) !== undefined && of !== null,
    queryFn: () => fetchRows(to, ids, of ? calledBy(of) : []),
    placeholderData: (before) => before,
    staleTime: 15_000,
  })
  const nameOf = (id: string) => {
    const row = named.data?.find((r) => r.id === id)
    return (of && row && calledIn(of, row, language)) || id
  }
  const without = (id: string) => {
    p.onChange(ids.filter((x) => x !== id).join())
    backTo(p)
  }
  const full = ids.length >= Number(p.field.facts.max ?? 100)
  return (
    <Chips>
      {ids.length > 0 && (
        <ul aria-label={label(p.field.label, language)}>
          {ids.map((id) => (
            <li key={id}>
              {nameOf(id)}
              {p.locked === '' && (
                <button
                  type="button"
                  aria-label={`${t('forms.takeOut')} ${nameOf(id)}`}
                  onClick={() => without(id)}
                  onKeyDown={(e) => {
                    if (e.key === 'Backspace' || e.key === 'Delete') without(id)
                  }}
                >
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <RefInput
        {...p}
        field={ref(to, ...p.field.label, {})}
        value=""
        shown=""
        locked={p.locked || (full ? t('forms.full', { count: ids.length }) : '')}
        onChange={(id) => {
          if (id !== '' && !ids.includes(id)) p.onChange([...ids, id].join())
        }}
      />
    </Chips>
  )
}
