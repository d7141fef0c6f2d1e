// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>: its rows stand at their place in a spacer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop; rows and cells are named by aria-activedescendant
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '../../i18n/index.ts'
import { NARROW, useMedia } from '../../ui/useMedia.ts'
import { type KeymapActs, KeymapRow } from './KeymapRow.tsx'
import { Head, Table } from './keymap.styles.ts'
import type { KeymapLine } from './keymapLines.ts'

/** Height of every row, px: with a mouse one line, on a phone three. */
const ROW = { wide: 36, narrow: 92 } as const
/** Room above and below what is seen in which rows are drawn, too, px. */
const BEYOND = 240
/** Height that is taken for the table before it has one, px. */
const UNMEASURED = 720

/** A heading or a line, and where it stands, px. */
type Row = { readonly top: number; readonly height: number } & (
  | { readonly heading: string }
  | { readonly line: KeymapLine }
)

/** Height of the heading of a group, px. */
const HEADING = 36

/** Lines and the headings of their groups, one below the other. Pure. */
function placed(lines: readonly KeymapLine[], height: number): readonly Row[] {
  let top = 0
  const at = (tall: number) => {
    const place = { top, height: tall }
    top += tall
    return place
  }
  return lines.flatMap((line, n) =>
    line.category === lines[n - 1]?.category
      ? [{ line, ...at(height) }]
      : [
          { heading: line.category, ...at(HEADING) },
          { line, ...at(height) },
        ],
  )
}

interface TableProps extends KeymapActs {
  readonly lines: readonly KeymapLine[]
  /** Goes to the field that finds lines. */
  onFind(): void
}

/** Line that a key leads to from the one in hand; null for keys that do not move. Pure. */
function placeAfter(key: string, cursor: number, count: number, page: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return cursor + 1
    case 'ArrowUp':
      return cursor - 1
    case 'PageDown':
      return cursor + page
    case 'PageUp':
      return cursor - page
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}

/** Every command with its keys, by group. One stop for Tab; the cursor moves by arrows, and stays in its line. */
export function KeymapTable({ lines, onFind, ...acts }: TableProps) {
  const { t } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const narrow = useMedia(NARROW)
  const height = narrow ? ROW.narrow : ROW.wide
  const [at, setAt] = useState('')
  const [top, setTop] = useState(0)
  const rows = useMemo(() => placed(lines, height), [lines, height])
  const cursor = Math.max(
    0,
    lines.findIndex((line) => line.id === at),
  )
  const here = lines[cursor]
  const seen = box.current?.clientHeight || UNMEASURED
  const isSeen = (row: Row) => row.top + row.height > top - BEYOND && row.top < top + seen + BEYOND
  const end = rows.at(-1)

  const show = (line: KeymapLine) => {
    const el = box.current
    const n = rows.findIndex((row) => 'line' in row && row.line === line)
    const row = rows[n]
    if (!el || !row) return
    // the heading of a group stands in sight with its first line
    const before = rows[n - 1]
    const above = before && 'heading' in before ? before.top : row.top
    const below = row.top + row.height
    if (above < el.scrollTop) el.scrollTop = above
    else if (below > el.scrollTop + el.clientHeight) el.scrollTop = below - el.clientHeight
  }
  const go = (n: number) => {
    const line = lines[Math.min(Math.max(n, 0), lines.length - 1)]
    if (!line) return
    setAt(line.id)
    show(line)
  }
  // another list begins at its top
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is another beginning, a moved cursor is not
  useEffect(() => {
    if (box.current && lines.length > 0 && !lines.some((line) => line.id === at)) box.current.scrollTop = 0
  }, [lines])

  const page = Math.max(1, Math.floor(seen / height) - 1)
  const acted = (key: string): boolean => {
    if (key === '/') onFind()
    else if (!here) return false
    else if (key === 'Enter') acts.change(here)
    else if (key === '+') acts.add(here)
    else if (key === 'Delete') acts.remove(here)
    else if (key === 'Backspace') acts.reset(here)
    else return false
    return true
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
    const to = placeAfter(event.key, cursor, lines.length, page)
    if (to === null && !acted(event.key)) return
    event.preventDefault()
    if (to !== null) go(to)
  }
  return (
    <>
      <Head aria-hidden data-narrow={narrow || undefined}>
        <span className="name">{t('keys.command')}</span>
        <span className="where">{t('keys.where')}</span>
        <span className="keys">{t('keys.keysOf')}</span>
        <span className="acts" />
      </Head>
      <Table
        ref={box}
        role="grid"
        aria-label={t('keys.title')}
        aria-rowcount={rows.length}
        aria-activedescendant={here ? `keys-${here.id}` : undefined}
        aria-describedby="keys-help"
        tabIndex={0}
        data-narrow={narrow || undefined}
        onKeyDown={onKeyDown}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <p id="keys-help" className="visually-hidden">
          {t('keys.gridHelp')}
        </p>
        <div className="room" role="presentation" style={{ height: end ? end.top + end.height : 0 }}>
          {rows.map((row, n) => {
            if (!isSeen(row)) return null
            const style = { height: row.height, transform: `translateY(${row.top}px)` }
            if ('heading' in row)
              return (
                <div key={`of ${row.heading}`} role="row" className="of" style={style} aria-rowindex={n + 1}>
                  <span role="gridcell">{t(`palette.${row.heading}`)}</span>
                </div>
              )
            return (
              <KeymapRow
                key={row.line.id}
                line={row.line}
                style={style}
                index={n + 1}
                isHere={row.line === here}
                onPoint={() => setAt(row.line.id)}
                {...acts}
              />
            )
          })}
        </div>
      </Table>
    </>
  )
}
