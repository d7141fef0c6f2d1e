// biome-ignore-all lint/a11y/useSemanticElements: rows are one grid of columns, which no table of the browser folds
// biome-ignore-all lint/a11y/useFocusableInteractive: the groups are one tab stop; rows are told by aria-activedescendant
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import type { Grouping } from '../../../model/language/derived/grouping.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { label } from '../../../model/values/label.ts'
import { GROUP } from '../../../model/wire/savedView.ts'
import { type Group, type Groups, ROUNDS } from '../../../model/wire/wire.ts'
import { api } from '../../api/client.ts'
import { onEvent } from '../../api/events.ts'
import { keyOf, queryClient } from '../../data/queries.ts'
import { grouped } from '../../fields/amounts.ts'
import { combine, toParams } from '../../filter/filterParams.ts'
import { useDicts } from '../../filter/useDicts.ts'
import { runCommand } from '../../host/host.ts'
import { useWords } from '../../i18n/index.ts'
import { writeSearch } from '../../state/url.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { GroupingProps, GroupPanelHandle } from './Grouping.tsx'
import { Box } from './groupPanel.styles.ts'
import { besides, groupName, openedIn, opens, restOf, sumsOf, withOpened } from './groupRows.ts'

interface GroupPanelProps extends GroupingProps {
  /** Field of the grouping as the address names it. */
  readonly name: string
  readonly grouping: Grouping
  readonly handle: Ref<GroupPanelHandle>
  onChoose(): void
}

/** Events of a resource are gathered this long before its groups are counted again, ms. */
const CALM = 15_000

/**
 * Rows of a list counted and summed by a field. An opened group shows its rows alone in the list below; a ticked one is opened with all
 * its rows ticked, so that commands on ticked rows act on the group.
 */
export function GroupPanel(p: GroupPanelProps) {
  const { of, grouping, conditions, always, handle } = p
  const { t, language } = useWords()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const words = useDicts(of.fields)
  const [at, setAt] = useState(0)
  const sums = sumsOf(of, p.columns)
  const params = { ...toParams(combine(always, besides(conditions, grouping))), by: p.name, sums: sums.join(',') }
  const key = keyOf(of.id, 'groups', params)
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Groups>(ROUNDS.groups, { resource: of.id, ...params }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
  useEffect(() => {
    let due: ReturnType<typeof setTimeout> | undefined
    const stop = onEvent((event) => {
      if (event.kind !== 'changed' || event.resource !== of.id || due) return
      due = setTimeout(() => {
        due = undefined
        void queryClient.invalidateQueries({ queryKey: keyOf(of.id, 'groups') })
      }, CALM)
    })
    return () => {
      stop()
      clearTimeout(due)
    }
  }, [of.id])
  const groups = data?.groups ?? []
  const opened = openedIn(conditions, grouping)
  const isOpen = (g: Group) => g.value !== null && opened.includes(g.value)
  const isTicked = (g: Group) => isOpen(g) && p.allTicked
  const show = (values: readonly string[]) => p.onApply(withOpened(conditions, grouping, values))
  /** Rows of these groups are ticked as soon as the list shows them. */
  const [awaited, setAwaited] = useState<string | null>(null)
  const { ready } = p
  useEffect(() => {
    if (awaited === null || !ready || opened.join() !== awaited) return
    setAwaited(null)
    void runCommand('grid.selectAll', 'button')
  })
  const others = (g: Group) => (grouping.months ? [] : opened.filter((v) => v !== g.value))
  const open = (g: Group | undefined, is: boolean) => {
    if (g?.value == null || !opens(g) || isOpen(g) === is) return
    show(is ? [...others(g), g.value] : others(g))
  }
  const tick = (g: Group | undefined) => {
    if (g?.value == null || !opens(g)) return
    const values = isTicked(g) ? others(g) : [...(p.allTicked ? others(g) : []), g.value]
    if (values.join() !== opened.join()) show(values)
    setAwaited(values.length > 0 ? values.join() : null)
  }
  useImperativeHandle(handle, () => ({
    focus: () => {
      if (!box.current || document.activeElement === box.current) return false
      box.current.focus({ preventScroll: true })
      return true
    },
  }))
  /** Shows the rows of one group and goes to them. */
  const alone = (g: Group | undefined) => {
    if (g?.value != null && opens(g)) show([g.value])
    p.grid.current?.focus()
  }
  const last = groups.length - 1
  const place = Math.min(at, Math.max(0, last))
  const go = (to: number) => {
    const next = Math.min(Math.max(to, 0), last)
    setAt(next)
    box.current?.querySelector(`[data-at="${next}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (e.nativeEvent.isComposing || e.ctrlKey || e.metaKey) return
    const here = groups[place]
    const acts = new Map<string, () => void>(
      e.altKey
        ? [['KeyG', p.onChoose]]
        : [
            ['ArrowDown', () => go(place + 1)],
            ['KeyJ', () => go(place + 1)],
            ['ArrowUp', () => go(place - 1)],
            ['KeyK', () => go(place - 1)],
            ['Home', () => go(0)],
            ['End', () => go(last)],
            ['PageDown', () => go(place + 8)],
            ['PageUp', () => go(place - 8)],
            ['ArrowRight', () => open(here, true)],
            ['ArrowLeft', () => open(here, false)],
            ['Space', () => tick(here)],
            ['KeyX', () => tick(here)],
            ['Enter', () => alone(here)],
            ['Escape', () => p.grid.current?.focus()],
          ],
    )
    const act = acts.get(e.code)
    if (!act) return
    e.preventDefault()
    e.stopPropagation()
    act()
  }
  const indexOf = (e: MouseEvent) =>
    Number((e.target as Element).closest<HTMLElement>('[data-at]')?.dataset.at ?? Number.NaN)
  const click = (e: MouseEvent) => {
    const n = indexOf(e)
    const g = groups[n]
    if (!g) return
    setAt(n)
    if ((e.target as Element).closest('[data-tick]')) tick(g)
    else open(g, !isOpen(g))
  }
  const field = fieldOf(of, p.name)
  const title = field ? label(field.label, language) : p.name
  const rest = data && restOf(data)
  return (
    <Box aria-label={t('table.groupedBy', { name: title })}>
      <header>
        <Button $tone="quiet" aria-haspopup="menu" onClick={p.onChoose}>
          <Icon name="list" />
          {t('table.groupedBy', { name: title })}
          <Icon name="chevron-down" size={12} />
        </Button>
        <span role="status">
          {data
            ? t('table.groupCount', { groups: grouped(String(data.all.groups)), n: grouped(String(data.all.count)) })
            : ''}
        </span>
        <span className="room" />
        {opened.length > 0 && (
          <Button $tone="quiet" onClick={() => show([])}>
            {t('table.groupsAll')}
          </Button>
        )}
        <IconButton
          aria-label={t('table.ungrouped')}
          title={t('table.ungrouped')}
          onClick={() => {
            writeSearch({ [GROUP]: null }, 'push')
            p.grid.current?.focus()
          }}
        >
          <Icon name="x" />
        </IconButton>
      </header>
      {error && !data ? (
        <p role="alert">
          {error.message} <Button onClick={() => void refetch()}>{t('table.retry')}</Button>
        </p>
      ) : (
        <div
          ref={box}
          role="treegrid"
          tabIndex={0}
          aria-label={t('table.groupedBy', { name: title })}
          aria-multiselectable
          aria-activedescendant={groups.length > 0 ? `${id}-${place}` : undefined}
          onKeyDown={onKeyDown}
          onClick={click}
          style={{ '--sums': sums.length } as never}
        >
          <div role="row" className="head">
            <span role="columnheader" aria-label={t('table.ticked')} />
            <span role="columnheader">{title}</span>
            <span role="columnheader" className="n">
              {t('table.rowCount')}
            </span>
            {sums.map((name) => (
              <span
                key={name}
                role="columnheader"
                className="n"
                title={label(fieldOf(of, name)?.label ?? [name, name], language)}
              >
                {label(fieldOf(of, name)?.label ?? [name, name], language)}
              </span>
            ))}
          </div>
          {groups.map((g, n) => (
            <div
              key={g.value ?? ''}
              id={`${id}-${n}`}
              role="row"
              data-at={n}
              className={n === place ? 'here' : undefined}
              aria-expanded={opens(g) ? isOpen(g) : undefined}
              aria-selected={isTicked(g)}
              title={opens(g) ? undefined : t('table.groupClosed')}
            >
              <span role="gridcell" className="tick" data-tick="" />
              <span role="gridcell" className="name">
                <i aria-hidden="true">{opens(g) ? (isOpen(g) ? '▾' : '▸') : ''}</i>
                {groupName(of, grouping, g, language, words) || t('table.groupNone')}
              </span>
              <span role="gridcell" className="n">
                {grouped(String(g.count))}
              </span>
              {sums.map((name, s) => (
                <span key={name} role="gridcell" className="n">
                  {amount(g.sums[s])}
                </span>
              ))}
            </div>
          ))}
          {rest && (
            <SumLine title={t('table.groupsRest', { n: grouped(String(rest.groups)) })} of={rest} columns={sums} />
          )}
          {data && <SumLine title={t('table.groupsTotal')} of={data.all} columns={sums} />}
        </div>
      )}
    </Box>
  )
}

const amount = (text: string | null | undefined): string => (text ? grouped(text) : '')

/** Line below the groups: how many rows, and the sums of the columns, of several groups together. */
function SumLine(p: {
  readonly title: string
  readonly of: { readonly count: number; readonly sums: readonly (string | null | undefined)[] }
  readonly columns: readonly string[]
}) {
  return (
    <div role="row" className="sum">
      <span role="gridcell" />
      <span role="gridcell" className="name">
        {p.title}
      </span>
      <span role="gridcell" className="n">
        {grouped(String(p.of.count))}
      </span>
      {p.columns.map((name, n) => (
        <span key={name} role="gridcell" className="n">
          {amount(p.of.sums[n])}
        </span>
      ))}
    </div>
  )
}
