import './list/words.ts'
import { type RefObject, useEffect, useId, useRef } from 'react'
import { formatKeys } from '../../../commands/keys/format.ts'
import type { Condition } from '../../model/language/conditions/condition.ts'
import { wallClock } from '../../model/values/dates.ts'
import type { CatalogueQueue } from '../../model/wire/catalogue.ts'
import { catalogueNow } from '../data/catalogue.ts'
import { shownCount, useQueueCounts } from '../data/counts.ts'
import type { FilterLineHandle } from '../filter/FilterLine.tsx'
import { FilterSlot } from '../filter/FilterSlot.tsx'
import type { Filterable } from '../filter/filterFields.ts'
import { useModel } from '../grid/useModel.ts'
import { platform } from '../host/platform.ts'
import { providePorts } from '../host/ports.ts'
import { useCommand } from '../host/useCommand.ts'
import { useWords } from '../i18n/index.ts'
import { ListMenu } from '../lists/ListMenu.tsx'
import { openMenu } from '../ui/menu.ts'
import type { QueueModel } from './list/queueModel.ts'
import { HeadLine } from './queue.styles.ts'

export interface QueueHeadProps {
  readonly queue: CatalogueQueue
  readonly view: string
  readonly model: QueueModel
  readonly of: Filterable
  readonly conditions: readonly Condition[]
  readonly filter: RefObject<FilterLineHandle | null>
  /** Changes the view; `open` is the record to begin with. */
  onView(code: string, open?: string): void
  onFilter(conditions: readonly Condition[]): void
  onLeaveFilter(): void
}

/** A moment in a narrow place: `06-16 09:00`. */
const shortMoment = (at: number): string => wallClock(at).slice(5, 16)

export const grouped = (n: number): string => n.toLocaleString('en-US')

/** Views with what is left in each, the filter, held rows, and where the cursor is. */
export function QueueHead(p: QueueHeadProps) {
  const { t, language } = useWords()
  const counts = useQueueCounts()
  const count = useModel(p.model, (m) => m.count)
  const left = useModel(p.model, (m) => m.left)
  const cursor = useModel(p.model, (m) => m.cursor)
  const exact = useModel(p.model, (m) => m.exact)
  const held = useModel(p.model, (m) => m.work.held.size)
  const id = useId()
  const shown = (code: string): string => {
    // The list's own total is newer than the counts.
    if (code === p.view && p.conditions.length === 0 && left >= 0) return `${exact ? '' : '~'}${grouped(left)}`
    const known = counts?.get(`${p.queue.code}.${code}`)
    return known ? shownCount(known) : ''
  }
  const showHeld = (at: HTMLElement) =>
    openMenu({
      label: t('queueScreen.held', { n: held }),
      at,
      head: { title: t('queueScreen.held', { n: held }), note: t('queueScreen.heldHere') },
      entries: [
        ...[...p.model.work.held].slice(-30).map(([row, { title, view, until, reason }]) => ({
          id: row,
          label: [title, until === undefined ? '' : t('queueScreen.until', { at: shortMoment(until) }), reason]
            .filter(Boolean)
            .join(' · '),
          icon: until === undefined ? 'pause' : 'clock',
          run: () => (view === p.view ? void p.model.goTo(row) : p.onView(view, row)),
        })),
        'line' as const,
        {
          id: 'release',
          label: t('queueScreen.releaseAll'),
          icon: 'x',
          run: () => {
            p.model.work.releaseAll()
            p.model.touch()
          },
        },
      ],
    })
  const chip = useRef<HTMLButtonElement>(null)
  const show = useRef(showHeld)
  show.current = showHeld
  useEffect(
    () =>
      providePorts({
        queues: {
          showHeld: () => {
            if (!chip.current) return { is: 'nothing', why: t('queueScreen.noneHeld') }
            show.current(chip.current)
            return { is: 'done' }
          },
        },
      }),
    [t],
  )
  const { key } = useCommand('queue.held')
  return (
    <HeadLine>
      <div className="tabs" role="tablist" aria-label={t('queueScreen.views')}>
        {p.queue.views.map((v) => (
          <button
            key={v.code}
            type="button"
            role="tab"
            id={`${id}-${v.code}`}
            aria-selected={v.code === p.view}
            tabIndex={v.code === p.view ? 0 : -1}
            onClick={() => p.onView(v.code)}
          >
            {v.title}
            <span className="n">{shown(v.code)}</span>
          </button>
        ))}
      </div>
      <FilterSlot
        of={p.of}
        conditions={p.conditions}
        always={p.queue.views.find((v) => v.code === p.view)?.where}
        language={language}
        today={catalogueNow()?.today ?? ''}
        onApply={p.onFilter}
        onLeave={p.onLeaveFilter}
        handle={p.filter}
      />
      {held > 0 && (
        <button
          ref={chip}
          type="button"
          className="chip"
          aria-haspopup="menu"
          title={[t('queueScreen.heldHere'), key && formatKeys(key, platform)].filter(Boolean).join(' · ')}
          onClick={(e) => showHeld(e.currentTarget)}
        >
          {t('queueScreen.held', { n: held })}
        </button>
      )}
      <ListMenu />
      <span className="place" data-position="">
        <strong>{cursor < 0 ? 0 : grouped(cursor + 1)}</strong>/
        {count < 0 ? '…' : exact ? grouped(count) : t('table.about', { n: grouped(count) })}
      </span>
    </HeadLine>
  )
}
