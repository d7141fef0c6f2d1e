import type { Scope } from '../../../commands/search/fold.ts'
import { joined } from '../../model/values/label.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { useWords } from '../i18n/index.ts'
import { peopleIn } from './sources.ts'

interface EmptyProps {
  readonly scope: Scope
  /** Searched text, "" while nothing was typed. */
  readonly query: string
  /** Looks for it without the scope; absent where there is no scope to leave. */
  onEverywhere?(): void
}

/** Text of the palette for an empty result. Of people and companies also which of them this person may find. */
export function Empty({ scope, query, onEverywhere }: EmptyProps) {
  const { t, language } = useWords()
  const people = peopleIn(useCatalogue())
  const titles = joined(
    people.map((r) => r.title),
    language,
  )
  const inPeople = scope === 'people'
  return (
    <>
      {query ? t('palette.none', { query }) : t(emptySays(scope))}
      {inPeople && (
        <small>
          {people.length > 0 ? t('palette.among', { resources: titles }) : t('palette.amongNone')}
          {people.length > 0 && !people.some((r) => r.id === 'user') ? t('palette.noUsers') : ''}
        </small>
      )}{' '}
      {query && onEverywhere ? (
        <button type="button" tabIndex={-1} onClick={onEverywhere}>
          {t('palette.everywhereElse')}
        </button>
      ) : null}
    </>
  )
}

const emptySays = (scope: Scope): string =>
  scope === 'records' ? 'palette.typeRecord' : scope === 'people' ? 'palette.typePerson' : 'palette.noneTyped'
