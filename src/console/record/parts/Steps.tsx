import '../base/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Child, Resource } from '../../../model/language/resource.ts'
import type { StepsSection } from '../../../model/language/section.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { useResource } from '../../data/domains.ts'
import { childrenQuery, parentValue } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import { isRefusal, Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { Held } from './Held.tsx'
import { MoreRows } from './MoreRows.tsx'
import { Value } from './Value.tsx'

/** Rows of a child as numbered stages, in the order of its list. */
export function Steps(p: {
  readonly of: Resource
  readonly row: WireRow
  readonly child: Child
  readonly section: StepsSection
  readonly ready?: boolean
}) {
  const { t } = useWords()
  const of = useResource(p.child.resource)
  const query = childrenQuery(p.of.id, p.row.id, p.child, parentValue(p.child, p.row))
  const enabled = query.enabled && p.ready !== false
  const pages = useInfiniteQuery({ ...query, enabled })
  const { data, error, isPlaceholderData, refetch } = pages
  if (error && (!data || isRefusal(error))) return <Trouble error={error} again={() => void refetch()} />
  if (!of || !data) return enabled ? <Waiting /> : null
  const rows = data.pages.flatMap((page) => page.records)
  if (rows.length === 0)
    return (
      <Held is={isPlaceholderData}>
        <p className="empty">{t('recordPage.noRows')}</p>
      </Held>
    )
  const left = (data.pages[0]?.total ?? rows.length) - rows.length
  return (
    <Held is={isPlaceholderData}>
      <ol className="steps">
        {rows.map((row) => (
          <li key={row.id}>
            <span className="what">
              <Value of={of} name={p.section.label} row={row} />
            </span>
            <span className="num">
              <Value of={of} name={p.section.value} row={row} />
            </span>
          </li>
        ))}
      </ol>
      <MoreRows pages={pages} left={left} />
    </Held>
  )
}
