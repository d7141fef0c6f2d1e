import '../base/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Child, fieldOf, type Resource } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { useLifecycle, useResource } from '../../data/domains.ts'
import { catalogued, childrenQuery, pageOf, parentValue } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import { Link } from '../../ui/Link.tsx'
import { isRefusal, Trouble } from '../../ui/messages/Trouble.tsx'
import { linksOf, statusOf } from '../base/sections.ts'
import { Held } from './Held.tsx'
import { NameOf } from './NameOf.tsx'
import { Value } from './Value.tsx'

export interface RelatedProps {
  readonly of: Resource
  readonly row: WireRow
  readonly documents: readonly Child[]
  readonly ready?: boolean
  /** The heading above: the record's own (h2) beside a list, the page's (h1) on its page. */
  readonly under: 'h1' | 'h2'
}

/** Documents a record came from and those that came out of it. */
export function Related(p: RelatedProps) {
  const { t, language } = useWords()
  const Heading = p.under === 'h2' ? 'h3' : 'h2'
  const up = linksOf(p.of, (id) => pageOf(id, {}) !== null).filter((l) => p.row[l.name])
  if (p.documents.length + up.length === 0) return <p className="empty">{t('recordPage.noRows')}</p>
  return (
    <div className="related">
      {p.documents.map((child) => (
        <Documents key={child.resource} parent={p.of.id} row={p.row} child={child} ready={p.ready} under={p.under} />
      ))}
      {up.length > 0 && (
        <>
          <Heading>{t('recordPage.belongsTo')}</Heading>
          <ul>
            {up.map((l) => (
              <li key={l.name}>
                <span>{label(l.field.label, language)}</span>
                <Link to={pageOf(l.to, { id: p.row[l.name] }) ?? ''}>
                  {l.field.facts.shows && p.row[l.field.facts.shows] ? (
                    <Value of={p.of} name={l.name} row={p.row} />
                  ) : (
                    <NameOf to={l.to} id={String(p.row[l.name])} none={t('recordPage.goTo')} />
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Documents of one kind: code, status, amount, a link. */
function Documents(
  p: { readonly parent: string; readonly row: WireRow; readonly child: Child } & Pick<RelatedProps, 'ready' | 'under'>,
) {
  const { t, language } = useWords()
  const Heading = p.under === 'h2' ? 'h3' : 'h2'
  const of = useResource(p.child.resource)
  const lifecycle = useLifecycle(p.child.resource)
  const query = childrenQuery(p.parent, p.row.id, p.child, parentValue(p.child, p.row))
  const { data, error, isPlaceholderData, refetch } = useInfiniteQuery({
    ...query,
    enabled: query.enabled && p.ready !== false,
  })
  const entry = catalogued(p.child.resource)
  const rows = data?.pages.flatMap((page) => page.records) ?? []
  const status = of && statusOf(of, lifecycle)
  const amount = of?.list.amount
  return (
    <>
      <Heading>
        {of ? label(of.title, language) : (entry?.title ?? '')}{' '}
        {data && !isPlaceholderData && <small>{rows.length > 0 ? data.pages[0]?.total : t('recordPage.noRows')}</small>}
      </Heading>
      {error && <Trouble error={error} again={() => void refetch()} />}
      {of && rows.length > 0 && !(error && isRefusal(error)) && (
        <Held is={isPlaceholderData}>
          <ul>
            {rows.map((row) => {
              const path = pageOf(p.child.resource, row)
              const name = <Value of={of} name={of.name} row={row} />
              return (
                <li key={row.id}>
                  {path ? <Link to={path}>{name}</Link> : name}
                  {status && fieldOf(of, status) && <Value of={of} name={status} row={row} />}
                  <span className="room" />
                  {amount && (
                    <span className="num">
                      <Value of={of} name={amount} row={row} />
                    </span>
                  )}
                </li>
              )
            })}
          </ul>
        </Held>
      )}
    </>
  )
}
