import '../base/words.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { styled } from 'styled-components'
import { type Field, isChoice } from '../../../model/language/fields/field.ts'
import { isPicture } from '../../../model/language/fields/fileTypes.ts'
import { type Child, fieldOf, type Resource } from '../../../model/language/resource.ts'
import type { PicturesSection } from '../../../model/language/section.ts'
import { isFileLink } from '../../../model/values/files.ts'
import { joined, label } from '../../../model/values/label.ts'
import type { WireRow } from '../../../model/wire/wire.ts'
import { useResource } from '../../data/domains.ts'
import { childrenQuery, filesQuery, parentValue } from '../../data/records.ts'
import { useWords } from '../../i18n/index.ts'
import { Icon } from '../../ui/Icon.tsx'
import { isRefusal, Trouble } from '../../ui/messages/Trouble.tsx'
import { Waiting } from '../../ui/messages/Waiting.tsx'
import { openFile } from '../base/evidenceState.ts'
import { AddRow } from './AddRow.tsx'
import { Held } from './Held.tsx'
import { MoreRows } from './MoreRows.tsx'

/** The file of a row that is shown: its first; undefined while it is asked for or where there is none. */
function usePicture(of: Resource, row: WireRow | undefined, name: string) {
  const { data } = useQuery({ ...filesQuery(of.id, row?.id ?? ''), enabled: row !== undefined })
  return data?.[name]?.find((f) => isFileLink(f.link))
}

/** Rows by what they show, in the order of the choice; rows without one come last, under no heading. */
function groupsOf(field: Field | undefined, by: string, rows: readonly WireRow[]) {
  const values = field && isChoice(field) ? field.values : {}
  const groups = Object.entries(values).map(([value, [zh, en]]) => ({
    value,
    title: [zh, en] as const,
    rows: rows.filter((row) => String(row[by]) === value),
  }))
  const known = new Set(groups.flatMap((g) => g.rows))
  return [...groups, { value: '', title: null, rows: rows.filter((row) => !known.has(row)) }]
}

/** Pictures of the rows of a child, grouped by subject; missing ones are listed first. A click enlarges one. */
export function Pictures(p: {
  readonly of: Resource
  readonly row: WireRow
  readonly child: Child
  readonly section: PicturesSection
  readonly ready?: boolean
}) {
  const { t, language } = useWords()
  const of = useResource(p.child.resource)
  const query = childrenQuery(p.of.id, p.row.id, p.child, parentValue(p.child, p.row))
  const enabled = query.enabled && p.ready !== false
  const pages = useInfiniteQuery({ ...query, enabled })
  const { data, error, isPlaceholderData, refetch } = pages
  if (error && (!data || isRefusal(error))) return <Trouble error={error} again={() => void refetch()} />
  if (!of || !data) return enabled ? <Waiting /> : null
  const rows = data.pages.flatMap((page) => page.records)
  const left = (data.pages[0]?.total ?? rows.length) - rows.length
  const groups = groupsOf(fieldOf(of, p.section.by), p.section.by, rows)
  const missing = left > 0 ? [] : groups.filter((g) => p.section.needs.includes(g.value) && g.rows.length === 0)
  return (
    <Held is={isPlaceholderData}>
      <Board>
        {missing.length > 0 && (
          <p className="missing">
            <Icon name="alert-triangle" />
            {t('recordPage.missingOf', {
              names: joined(
                missing.map((g) => (g.title ? label(g.title, language) : '')),
                language,
              ),
            })}
          </p>
        )}
        <div className="groups">
          {groups.map((g) =>
            g.rows.length === 0 ? null : (
              <section key={g.value}>
                {g.title && (
                  <h3>
                    {label(g.title, language)} <small>{g.rows.length}</small>
                  </h3>
                )}
                <ul>
                  {g.rows.map((row) => (
                    <li key={row.id}>
                      <Tile of={of} row={row} name={p.section.picture} />
                    </li>
                  ))}
                </ul>
              </section>
            ),
          )}
        </div>
        {rows.length === 0 && <p className="empty">{t('recordPage.noRows')}</p>}
        <MoreRows pages={pages} left={left} />
        <AddRow parent={p.of.id} row={p.row} child={p.child} />
      </Board>
    </Held>
  )
}

/**
 * Thumbnail of a picture with its name, time and place. Other files are an icon with their name. What is no picture is
 * a mark with its name. A click enlarges it.
 */
function Tile(p: { readonly of: Resource; readonly row: WireRow; readonly name: string }) {
  const { t } = useWords()
  const file = usePicture(p.of, p.row, p.name)
  const title = String(p.row[p.of.name] ?? '')
  return (
    <button
      type="button"
      data-picture={p.row.id}
      aria-label={t('recordPage.showPicture', { name: title })}
      onClick={() => {
        if (file && !openFile(file.id)) window.open(file.link, '_blank', 'noreferrer')
      }}
    >
      <span className="frame">
        {file && isPicture(file.extension) ? <img src={file.link} alt="" loading="lazy" /> : <Icon name="paperclip" />}
      </span>
      <span className="name" title={title}>
        {title}
      </span>
    </button>
  )
}

const Board = styled.div`
  & > .missing { display: flex; align-items: center; gap: 6px; width: fit-content; margin-bottom: 8px; padding: 4px 10px; border-radius: var(--radius); background: var(--wait-soft); color: var(--wait); }
  & > .groups { display: flex; flex-wrap: wrap; gap: 10px 20px; }
  & h3 { margin-bottom: 4px; font-size: 13px; font-weight: 600; }
  & h3 > small { color: var(--text-3); font-weight: 400; font-variant-numeric: tabular-nums; }
  & ul { display: flex; flex-wrap: wrap; gap: 8px; }
  & ul > li { width: 148px; }
  & [data-picture] { display: block; width: 100%; padding: 0; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface); color: var(--text-2); font: inherit; text-align: left; cursor: zoom-in; overflow: hidden; }
  & [data-picture]:hover { border-color: var(--accent); }
  & [data-picture]:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
  & .frame { display: grid; place-content: center; aspect-ratio: 4 / 3; background: var(--surface-3); color: var(--text-3); overflow: hidden; }
  & .frame > img { width: 100%; height: 100%; aspect-ratio: 4 / 3; object-fit: cover; }
  & .name { display: block; padding: 4px 8px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`
