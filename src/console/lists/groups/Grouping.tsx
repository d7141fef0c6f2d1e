import { lazy, type RefObject, Suspense, useEffect, useMemo, useRef } from 'react'
import type { Condition } from '../../../model/language/conditions/condition.ts'
import { groupingOf } from '../../../model/language/derived/grouping.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { GROUP } from '../../../model/wire/savedView.ts'
import type { GridHandle } from '../../grid/Grid.tsx'
import { providePorts } from '../../host/host.ts'
import { useWords } from '../../i18n/index.ts'
import { groupIn } from '../../savedViews/viewState.ts'
import { useSearch, writeSearch } from '../../state/url.ts'
import { openMenu } from '../../ui/menu.ts'
import { groupFields } from './groupFields.ts'

const GroupPanel = lazy(() => import('./GroupPanel.tsx').then((m) => ({ default: m.GroupPanel })))

export interface GroupingProps {
  readonly of: Resource
  /** Columns that the list shows, in their order. */
  readonly columns: readonly string[]
  /** Conditions that the list has besides the person's own. */
  readonly always: readonly Condition[]
  readonly conditions: readonly Condition[]
  readonly grid: RefObject<GridHandle | null>
  /** The rows of these conditions are shown. */
  readonly ready: boolean
  /** All that match are ticked. */
  readonly allTicked: boolean
  onApply(conditions: readonly Condition[]): void
}

/** Handle of the shown groups. */
export interface GroupPanelHandle {
  /** Takes the keyboard; false where it has it. */
  focus(): boolean
}

/** Groups of a list above its rows, while it is grouped; and the command that groups it. */
export function Grouping(p: GroupingProps) {
  const { of, columns, grid } = p
  const { language, t } = useWords()
  const search = useSearch()
  const name = groupIn(of, search)
  const grouping = useMemo(() => groupingOf(of, name), [of, name])
  const panel = useRef<GroupPanelHandle>(null)
  const choose = () => {
    const at = grid.current?.head()
    if (!at) return
    const entry = (field: string, title: string) => ({
      id: field || 'none',
      label: title,
      checked: field === name,
      run: () => writeSearch({ [GROUP]: field || null }, 'push'),
    })
    openMenu({
      label: t('table.groupBy'),
      at,
      entries: [
        entry('', t('table.ungrouped')),
        'line',
        ...groupFields(of, columns, language).map((f) => entry(f.name, f.title)),
      ],
    })
  }
  const now = useRef({ choose, name })
  now.current = { choose, name }
  useEffect(
    () =>
      providePorts({
        grid: {
          group: () => {
            if (now.current.name === '' || !panel.current?.focus()) now.current.choose()
            return { is: 'done' }
          },
        },
      }),
    [],
  )
  if (!grouping) return null
  return (
    <Suspense fallback={null}>
      <GroupPanel {...p} name={name} grouping={grouping} handle={panel} onChoose={choose} />
    </Suspense>
  )
}
