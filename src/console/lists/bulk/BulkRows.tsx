import { useQueries } from '@tanstack/react-query'
import { type Field, isRef } from '../../../model/language/fields/field.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { joined, label } from '../../../model/values/label.ts'
import { calledIn } from '../../../model/wire/columns.ts'
import type { DictWords } from '../../data/dictionary.ts'
import { resourceNow } from '../../data/domains.ts'
import { catalogued, recordQuery } from '../../data/records.ts'
import { cellText, rowText } from '../../fields/cell.ts'
import { stateText } from '../../fields/stateText.ts'
import { shownBy, wireOf } from '../../forms/base/values.ts'
import { useWords } from '../../i18n/index.ts'
import type { PlannedField, PlannedRow } from './bulkPlan.ts'
import type { Result } from './useBulkRun.ts'

/** Most records whose names are read for a preview; of more, the rest are shown by id. */
const NAMED_MAX = 20

/** Names of the records that fields are given by their ids, as far as no name came with them. */
function useNames(of: Resource, rows: readonly PlannedRow[]): (name: string, id: string) => string | undefined {
  const { language } = useWords()
  const wanted = new Map<string, { readonly to: string; readonly id: string }>()
  for (const { fields } of rows)
    for (const { name, typed, shown } of fields) {
      const field = of.fields[name]
      if (!field || !isRef(field) || typed === '' || shown || !catalogued(field.to)) continue
      if (wanted.size < NAMED_MAX) wanted.set(`${field.to}.${typed}`, { to: field.to, id: typed })
    }
  const keys = [...wanted.keys()]
  const found = useQueries({ queries: [...wanted.values()].map(({ to, id }) => recordQuery(to, id)) })
  return (name, id) => {
    const field = of.fields[name]
    const to = field && isRef(field) ? field.to : ''
    const target = resourceNow(to)
    const row = found[keys.indexOf(`${to}.${id}`)]?.data
    return target && row ? calledIn(target, row, language) || undefined : undefined
  }
}

/** The rows of a run: what each will become, and what became of it. */
export function BulkRows(p: {
  readonly of: Resource
  readonly rows: readonly PlannedRow[]
  readonly results: ReadonlyMap<string, Result>
  /** The run is over: rows without a result were not reached. */
  readonly isOver: boolean
  readonly words: DictWords | undefined
}) {
  const { of, rows, results, words } = p
  const { t, language } = useWords()
  const nameOf = useNames(of, rows)
  const none = t('tables.nothing')
  const many = rows.some((r) => r.fields.length > 1)
  const change = (planned: PlannedRow, { name, typed, shown, will, why }: PlannedField): string => {
    const field = of.fields[name] as Field
    const to = shown || nameOf(name, typed) || cellText(field, wireOf(field, typed), language, words) || typed || none
    const text =
      will === 'wrong'
        ? label(why ?? ['', ''], language)
        : will === 'notAsked'
          ? t('tables.bulkNotAsked')
          : will === 'same'
            ? t('tables.bulkSame')
            : t('tables.bulkWill', {
                from: rowText(of, shownBy(field) ?? name, planned.row, language, words) || none,
                to,
              })
    return many ? t('tables.bulkOf', { title: label(field.label, language), text }) : text
  }
  const wordsOf = (planned: PlannedRow): string => {
    const result = results.get(planned.row.id)
    if (result)
      return result.is === 'failed' ? result.why : t(result.is === 'sent' ? 'tables.bulkSent' : 'tables.bulkDone')
    if (planned.will === 'notEditable')
      return `${t('tables.bulkNotEditable')} (${stateText(of, planned.row, language)})`
    if (planned.will === 'change' && p.isOver) return t('tables.bulkLeft')
    // of a row that changes, what stays is no news; of one that is wrong, what is wrong
    const listed =
      planned.will === 'wrong'
        ? planned.fields.filter((f) => f.will === 'wrong')
        : planned.will === 'change'
          ? planned.fields.filter((f) => f.will !== 'same')
          : planned.fields.slice(0, 1)
    return joined(
      listed.map((f) => change(planned, f)),
      language,
      '; ',
    )
  }
  return (
    <ul>
      {rows.map((planned) => (
        <li key={planned.row.id} data-is={results.get(planned.row.id)?.is ?? planned.will}>
          <span>{rowText(of, of.name, planned.row, language, words)}</span>
          <span>{wordsOf(planned)}</span>
        </li>
      ))}
    </ul>
  )
}
