import '../base/words.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type CSSProperties, useRef } from 'react'
import { type Child, fieldOf, type Resource } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import { sum } from '../../../model/values/money.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { useDictionaries, useDictWords } from '../../data/dictionary.ts'
import { useResource } from '../../data/domains.ts'
import { childrenQuery, pageOf, parentValue } from '../../data/records.ts'
import { cellText } from '../../fields/cell.ts'
import { CELL_SPACE, type Column, columnsOf, fitted } from '../../fields/columns.ts'
import { displayOf } from '../../fields/displays.ts'
import { textWidth } from '../../fields/textWidth.ts'
import { useWords } from '../../i18n/index.ts'
import { Link } from '../../ui/Link.tsx'
import { isRefusal, Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { useWidth } from '../../ui/useWidth.ts'
import { childColumns } from '../base/sections.ts'
import { AddRow } from './AddRow.tsx'
import { Held } from './Held.tsx'
import { MoreRows } from './MoreRows.tsx'
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
  const { t } = useWords()
  const of = useResource(p.child.resource)
  useDictionaries(of?.fields)
  const query = childrenQuery(p.resource, p.row.id, p.child, parentValue(p.child, p.row))
  const enabled = query.enabled && p.ready !== false
  const pages = useInfiniteQuery({ ...query, enabled })
  const { data, error, isPlaceholderData, refetch } = pages
  if (error && (!data || isRefusal(error))) return <Trouble error={error} again={() => void refetch()} />
  if (!of || !data) return enabled ? <Waiting /> : null
  const rows = data.pages.flatMap((page) => page.records)
  const count = data.pages[0]?.total ?? rows.length
  const more = <AddRow parent={p.resource} row={p.row} child={p.child} />
  if (rows.length === 0)
    return (
      <Held is={isPlaceholderData}>
        <p className="empty">{t('recordPage.noRows')}</p>
        {more}
      </Held>
    )
  return (
    <Held is={isPlaceholderData}>
      <Rows of={of} by={p.child.by} rows={rows} count={count} />
      <MoreRows pages={pages} left={count - rows.length} />
      {more}
    </Held>
  )
}

interface RowsProps {
  readonly of: Resource
  /** The field that points to the parent: the same in every row. */
  readonly by: string
  readonly rows: readonly WireRow[]
  readonly count: number
}

/** Rows as a table as wide as its pane: columns give up width first, then it scrolls sideways and shows that it does. */
function Rows({ of, by, rows, count }: RowsProps) {
  const { t, language } = useWords()
  const words = useDictWords()
  const frame = useRef<HTMLDivElement>(null)
  const room = useWidth(frame)
  const sumOf = (name: string): string => {
    const field = fieldOf(of, name)
    return field && displayOf(field).summed ? cellText(field, total(rows, name), language) : ''
  }
  const declared = columnsOf(of, childColumns(of, by), { language, words })
  const columns = fitted(sized(declared, rows, sumOf), room)
  const width = columns.reduce((n, c) => n + c.width, 0)
  const style: CSSProperties | undefined = room > 0 ? { width, minWidth: '100%', tableLayout: 'fixed' } : undefined
  const cut = (text: string, px: number) => (textWidth(text) + PADDING > px ? text : undefined)
  const sums = columns.map((c) => sumOf(c.name))
  const scrolls = room > 0 && width > room
  // scrollable by keyboard through the focus
  const reached = { tabIndex: 0, role: 'region', 'aria-label': label(of.title, language) }
  return (
    <div className="table-frame" ref={frame} {...(scrolls && { 'data-scrolls': '', ...reached })}>
      <table style={style}>
        <caption>{t('recordPage.count', { count })}</caption>
        {style && (
          <colgroup>
            {columns.map((c) => (
              <col key={c.name} style={{ width: c.width }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr>
            {columns.map((c, i) => (
              <th key={c.name} scope="col" className={sideOf(columns, i)} title={c.title}>
                {c.brief}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const path = pageOf(of.id, row)
            return (
              <tr key={row.id}>
                {columns.map((c, i) => {
                  const text = c.text(row)
                  const brief = c.narrow?.(text, c.width - CELL_SPACE) ?? text
                  const value = brief === text ? shownValue(of, c.name, row, language, words) : brief
                  const title = brief === text ? cut(text, c.width) : text
                  return (
                    <td key={c.name} className={sideOf(columns, i)} title={title}>
                      {path && c.stuck ? <Link to={path}>{value}</Link> : value}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
        {sums.some((sum) => sum !== '') && (
          <tfoot>
            <tr>
              {columns.map((c, i) =>
                i === 0 && sums[0] === '' ? (
                  <th key={c.name} scope="row">
                    {rows.length < count ? t('recordPage.sumOfShown', { count: rows.length }) : t('recordPage.sum')}
                  </th>
                ) : (
                  <td key={c.name} className={sideOf(columns, i)}>
                    {sums[i]}
                  </td>
                ),
              )}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}

/** Px beside the text of a cell. */
const PADDING = 18
/**
 * Narrowest a column of numbers becomes, and widest ones of names and of codes need to be, px: codes of several days may
 * differ in their middle alone, and are read whole.
 */
const LEAST = 44
const NAME = 140
const CODE = 140
/** Px more behind a number that a text follows, as in record.styles.ts. */
const APART_PX = 16
/** Px of a mark beside its word, and the longest title that is read whole. */
const MARK = 20
const TITLE = 104
/** Px that titles are wider by than texts. */
const BOLD = 4
/** Rows whose texts are measured. */
const MEASURED = 100

/** Class of a number that stands apart from the text behind it. */
const APART = 'right apart'

/** Class of the cells of a column: where they are aligned, and whether a text follows a number. */
const sideOf = (columns: readonly Column[], at: number): string | undefined =>
  !columns[at]?.right ? undefined : columns[at + 1]?.right === false ? APART : 'right'

/** Columns as wide as these rows need: amounts whole, names far enough to be told apart. */
const sized = (columns: readonly Column[], rows: readonly WireRow[], sumOf: (name: string) => string): Column[] =>
  columns.map((c, i) => {
    const texts = [sumOf(c.name), ...rows.slice(0, MEASURED).map((row) => c.text(row))]
    const mark = rows.some((row) => c.badge(row)) ? MARK : 0
    const space = PADDING + (sideOf(columns, i) === APART ? APART_PX : 0)
    const text = Math.max(...texts.map(textWidth)) + space + mark
    const title = Math.min(textWidth(c.brief), TITLE) + space + BOLD
    const need = Math.max(text, LEAST, title)
    const named = c.narrow ? CODE : NAME
    const least = c.right || mark > 0 ? need : Math.min(need, c.stuck ? named : Math.max(c.least, title))
    const width = Math.max(least, Math.min(need, c.most), Math.min(textWidth(c.brief) + space, c.width))
    return { ...c, least, width, most: Math.max(width, c.most) }
  })
