import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { listTitleOf } from '../../../commands/catalog/savedViews.ts'
import { type SavedView, viewAddress } from '../../model/wire/savedView.ts'
import type { Total } from '../../model/wire/wire.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { shownCount } from '../data/counts.ts'
import { useSavedViews } from '../data/savedViews.ts'
import { useWords } from '../i18n/index.ts'
import { byQueues, viewAt } from '../savedViews/queueViews.ts'
import { useViewCounts } from '../savedViews/useViewCounts.ts'
import { preferences } from '../state/preferences.ts'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { useMedia } from '../ui/useMedia.ts'

/** Code of this group among those a person closed. */
const GROUP = 'savedViews'
/** Counts begin so much after the page, ms: what it shows comes first. */
const COUNTS_DELAY_MS = 1_500
/** Widths at which the sidebar stands beside the page. */
const BESIDE = '(min-width: 992px)'

/** Counts of these views, later than what the page shows; none while the sidebar does not show them. */
export function useLaterCounts(
  views: readonly SavedView[],
  wanted: boolean,
  drawer: boolean,
): ReadonlyMap<string, Total> {
  const [later, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), COUNTS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  const beside = useMedia(BESIDE)
  return useViewCounts(views, later && wanted && (beside || drawer))
}

/** The saved view that the sidebar marks as the page; then its list and its queue are not marked besides. */
export function useMarkedView(): SavedView | undefined {
  const { pathname, search } = useLocation()
  const { views } = useSavedViews()
  const catalogue = useCatalogue()
  const { closedGroups, folded } = useSnapshot(preferences)
  const shown = viewAt(views, pathname, search)
  const hidden = closedGroups.includes(GROUP) && !folded
  return shown && hidden && !byQueues(catalogue, [shown]).ofQueues.length ? undefined : shown
}

interface ViewLeafProps {
  readonly view: SavedView
  readonly count: Total | undefined
  readonly narrow: boolean
  /** Below the queue it is of. */
  readonly below?: boolean
}

/** Entry of a saved view. */
export function ViewLeaf({ view, count, narrow, below }: ViewLeafProps) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const marked = useMarkedView()
  const list = catalogue ? listTitleOf(catalogue, view) : ''
  return (
    <Link
      className="leaf"
      data-below={below || undefined}
      to={viewAddress(view)}
      aria-current={view.id === marked?.id ? 'page' : undefined}
      title={`${view.mine && !view.ownerRemoved ? view.name : t(view.ownerRemoved ? 'savedViews.ownerRemoved' : 'savedViews.shared', { name: view.name, by: view.by })} — ${list}`}
    >
      <Icon name={view.icon} />
      <span>{view.name}</span>
      {count && !narrow ? <b className="num">{shownCount({ queue: '', view: '', ...count })}</b> : null}
    </Link>
  )
}

/** Saved views of the person in the sidebar, with how many rows each has. Those of queues are among the queues. */
export function SavedViewLinks({ narrow, drawer }: { readonly narrow: boolean; readonly drawer: boolean }) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const { others } = byQueues(catalogue, useSavedViews().views)
  const { closedGroups } = useSnapshot(preferences)
  const closed = closedGroups.includes(GROUP) && !narrow
  const counts = useLaterCounts(others, !closed && !narrow, drawer)
  if (others.length === 0 || !catalogue) return null
  return (
    <div className="group">
      {narrow ? null : (
        <button
          type="button"
          aria-expanded={!closed}
          onClick={() => {
            preferences.closedGroups = closed ? closedGroups.filter((c) => c !== GROUP) : [...closedGroups, GROUP]
          }}
        >
          {t('savedViews.mine')}
          <Icon name={closed ? 'chevron-right' : 'chevron-down'} size={12} />
        </button>
      )}
      {closed ? null : (
        <ul>
          {others.map((view) => (
            <li key={view.id}>
              <ViewLeaf view={view} count={counts.get(view.id)} narrow={narrow} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
