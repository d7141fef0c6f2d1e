import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { formatKeys } from '../../../../commands/keys/format.ts'
import { platform } from '../../host/platform.ts'
import { useWords } from '../../i18n/index.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { NARROW, useMedia } from '../../ui/useMedia.ts'
import { Cap } from './Cap.tsx'
import { Table } from './keymap.styles.ts'
import { type KeymapLine, placesOf } from './keymapLines.ts'

/** Height of every row, px: with a mouse one line, on a phone three. */
const ROW = { wide: 36, narrow: 92 } as const
/** Rows drawn above and below what is seen. */
const BEYOND = 6
/** Height that is taken for the table before it has one, px. */
const UNMEASURED = 720

export interface KeymapActs {
  change(line: KeymapLine): void
  add(line: KeymapLine): void
  /** Takes one of its keys away, or all. */
  remove(line: KeymapLine, keys?: string): void
  reset(line: KeymapLine): void
}

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
                <h2 role="gridcell">{t(`palette.${row.heading}`)}</h2>
              </div>
            )
          return (
            <LineRow
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
  )
}

interface RowProps extends KeymapActs {
  readonly line: KeymapLine
  readonly style: { readonly height: number; readonly transform: string }
  readonly index: number
  readonly isHere: boolean
  onPoint(): void
}

function LineRow({ line, style, index, isHere, onPoint, change, add, remove, reset }: RowProps) {
  const { t } = useWords()
  const { title, note, keys, fixed, changed } = line
  const button = (icon: string, label: string, run: () => void) => (
    <IconButton
      aria-label={label}
      title={label}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onClick={run}
    >
      <Icon name={icon} size={14} />
    </IconButton>
  )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys of its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names this row as its active one
    <div
      role="row"
      id={`keys-${line.id}`}
      className={isHere ? 'line here' : 'line'}
      style={style}
      aria-rowindex={index}
      aria-selected={isHere}
      data-command={line.id}
      onClick={onPoint}
      onDoubleClick={() => change(line)}
    >
      <span role="gridcell" className="name" title={note ? `${title} · ${note}` : title}>
        <b>{title}</b>
        {note ? <small>{note}</small> : null}
      </span>
      <span role="gridcell" className="where" title={placesOf(line.command, t)}>
        {placesOf(line.command, t)}
      </span>
      <span role="gridcell" className="keys">
        {keys.length === 0 ? <i>{t('keys.noKeys')}</i> : null}
        {keys.map((k) => (
          <span key={k} className="key" title={fixed.includes(k) ? t('keys.fixedKey') : undefined}>
            <Cap keys={k} />
            {fixed.includes(k) ? (
              <Icon name="lock" size={12} />
            ) : (
              <button
                type="button"
                tabIndex={-1}
                aria-label={t('keys.remove', { keys: formatKeys(k, platform) })}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => remove(line, k)}
                onDoubleClick={(event) => event.stopPropagation()}
              >
                <Icon name="x" size={10} />
              </button>
            )}
          </span>
        ))}
        {changed ? <em>{t('keys.changed')}</em> : null}
      </span>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a click on a button is not one on its row */}
      <span role="gridcell" className="acts" onDoubleClick={(event) => event.stopPropagation()}>
        {button('pencil', t('keys.change'), () => change(line))}
        {button('plus', t('keys.add'), () => add(line))}
        {changed ? button('undo', t('keys.reset'), () => reset(line)) : <span className="gap" />}
      </span>
    </div>
  )
}
