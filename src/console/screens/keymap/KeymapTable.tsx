// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid cannot be a <table>: its rows stand at their place in a spacer
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid is the one tab stop; rows and cells are told by aria-activedescendant
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useWords } from '../../i18n/index.ts'
import { NARROW, useMedia } from '../../ui/useMedia.ts'
import { type KeymapActs, KeymapRow } from './KeymapRow.tsx'
import { Head, Table } from './keymap.styles.ts'
import type { KeymapLine } from './keymapLines.ts'

/** Height of every row, px: with a mouse one line, on a phone three. */
const ROW = { wide: 36, narrow: 92 } as const
/** Rows drawn above and below what is seen. */
const BEYOND = 6
/** Height that is taken for the table before it has one, px. */
const UNMEASURED = 720

type Row = { readonly heading: string } | { readonly line: KeymapLine }

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
  const rows = useMemo<readonly Row[]>(
    () =>
      lines.flatMap((line, n) =>
        line.category === lines[n - 1]?.category ? [{ line }] : [{ heading: line.category }, { line }],
      ),
    [lines],
  )
  const cursor = Math.max(
    0,
    lines.findIndex((line) => line.id === at),
  )
  const here = lines[cursor]
  const seen = box.current?.clientHeight || UNMEASURED
  const first = Math.max(0, Math.floor(top / height) - BEYOND)
  const last = Math.min(rows.length, Math.ceil((top + seen) / height) + BEYOND)

  const rowOf = (line: KeymapLine | undefined) => rows.findIndex((row) => 'line' in row && row.line === line)
  const show = (line: KeymapLine | undefined) => {
    const el = box.current
    const n = rowOf(line)
    if (!el || n < 0) return
    // the heading of a group stands in sight with its first line
    const above = n > 0 && 'heading' in (rows[n - 1] ?? {}) ? n - 1 : n
    if (above * height < el.scrollTop) el.scrollTop = above * height
    else if ((n + 1) * height > el.scrollTop + el.clientHeight) el.scrollTop = (n + 1) * height - el.clientHeight
  }
  const go = (n: number) => {
    const line = lines[Math.min(Math.max(n, 0), lines.length - 1)]
    if (!line) return
    setAt(line.id)
    show(line)
  }
  // what is found begins at its top
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
        <div className="room" role="presentation" style={{ height: rows.length * height }}>
          {rows.slice(first, last).map((row, n) => {
            const style = { height, transform: `translateY(${(first + n) * height}px)` }
            if ('heading' in row)
              return (
                <div key={`of ${row.heading}`} role="row" className="of" style={style} aria-rowindex={first + n + 1}>
                  <span role="gridcell">{t(`palette.${row.heading}`)}</span>
                </div>
              )
            return (
              <KeymapRow
                key={row.line.id}
                line={row.line}
                style={style}
                index={first + n + 1}
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
