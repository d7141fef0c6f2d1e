import { useInfiniteQuery } from '@tanstack/react-query'
import { label } from '../../model/kernel/label.ts'
import { sum } from '../../model/kernel/money.ts'
import { type Child, fieldOf } from '../../model/kernel/resource.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { useDictionaries, useDictWords } from '../data/dictionary.ts'
import { useResource } from '../data/modules.ts'
import { childrenQuery, pageOf, parentValue } from '../data/records.ts'
import { alignOf, cellText } from '../fields/cell.ts'
import { displayOf } from '../fields/displays.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { Trouble } from '../ui/Trouble.tsx'
import { childColumns } from './sections.ts'
import { shownValue } from './Value.tsx'

/** Sum of one money column over these rows; amounts that the server hides are left out. */
const total = (rows: readonly WireRow[], name: string): string => sum(rows.map((r) => String(r[name] || '0')))

/** The rows of a child resource that belong to a record: a plain table with count and sums. */
export function Children(p: {
  readonly resource: string
  readonly row: WireRow
  readonly child: Child
  readonly ready?: boolean
}) {
  const { t, language } = useWords()
  const of = useResource(p.child.resource)
  const words = useDictWords()
  useDictionaries(of?.fields)
  const query = childrenQuery(p.resource, p.row.id, p.child, parentValue(p.child, p.row))
  const { data, error, isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...query,
    enabled: query.enabled && p.ready !== false,
  })
  if (error) return <Trouble error={error} again={() => void refetch()} />
  if (!of || !data) return null
  const rows = data.pages.flatMap((page) => page.records)
  const count = data.pages[0]?.total ?? rows.length
  if (rows.length === 0) return <p className="empty">{t('record.noRows')}</p>
  const columns = childColumns(of, p.child.by).flatMap((name) => {
    const field = fieldOf(of, name)
    return field ? [{ name, field }] : []
  })
  const summed = columns.some((c) => displayOf(c.field).summed)
  return (
    // Rows of the record before stay, dimmed, until this one's are there: no flicker, and no mistaking them.
    <div aria-busy={isPlaceholderData} style={isPlaceholderData ? { opacity: 0.45 } : undefined}>
      <div className="table-frame">
        <table>
          <caption>{t('record.count', { count })}</caption>
          <thead>
            <tr>
              {columns.map((c) => (
                <th key={c.name} scope="col" className={alignOf(c.field) === 'right' ? 'right' : undefined}>
                  {label(c.field.facts.short ?? c.field.label, language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const path = pageOf(of.id, row)
              return (
                <tr key={row.id}>
                  {columns.map((c) => (
                    <td key={c.name} className={alignOf(c.field) === 'right' ? 'right' : undefined}>
                      {path && c.name === of.name ? (
                        <Link to={path}>{shownValue(of, c.name, row, language, words)}</Link>
                      ) : (
                        shownValue(of, c.name, row, language, words)
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
          {summed && (
            <tfoot>
              <tr>
                {columns.map((c, i) => {
                  const text = displayOf(c.field).summed ? cellText(c.field, total(rows, c.name), language) : ''
                  if (i === 0 && text === '') {
                    return (
                      <th key={c.name} scope="row">
                        {rows.length < count ? t('record.sumOfShown', { count: rows.length }) : t('record.sum')}
                      </th>
                    )
                  }
                  return (
                    <td key={c.name} className="right">
                      {text}
                    </td>
                  )
                })}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {hasNextPage && (
        <Button className="more" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('record.more', { count: count - rows.length })}
        </Button>
      )}
    </div>
  )
}
