import '../savedViews/words.ts'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { listTitleOf } from '../../../commands/catalog/savedViews.ts'
import { SAVED, viewAddress } from '../../model/wire/savedView.ts'
import { useCatalogue } from '../data/catalogue.ts'
import { shownCount } from '../data/counts.ts'
import { useSavedViews } from '../data/savedViews.ts'
import { useWords } from '../i18n/index.ts'
import { useViewCounts } from '../savedViews/viewCounts.ts'
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

/** Saved views of the person in the sidebar, with how many rows each has. */
export function SavedViewLinks({ narrow, drawer }: { readonly narrow: boolean; readonly drawer: boolean }) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const { views } = useSavedViews()
  const { closedGroups } = useSnapshot(preferences)
  const { search } = useLocation()
  const beside = useMedia(BESIDE)
  const [later, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), COUNTS_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  const closed = closedGroups.includes(GROUP) && !narrow
  const counts = useViewCounts(views, later && !closed && !narrow && (beside || drawer))
  if (views.length === 0 || !catalogue) return null
  const shown = new URLSearchParams(search).get(SAVED)
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
          {views.map((view) => {
            const list = listTitleOf(catalogue, view)
            const count = counts.get(view.id)
            const whole = view.mine
              ? `${view.name} — ${list}`
              : t('savedViews.shared', { name: view.name, by: view.by })
            return (
              <li key={view.id}>
                <Link
                  className="leaf"
                  to={viewAddress(view)}
                  aria-current={view.id === shown ? 'page' : undefined}
                  title={whole}
                >
                  <Icon name={view.icon} />
                  <span>{view.name}</span>
                  {count && !narrow ? <b className="num">{shownCount({ queue: '', view: '', ...count })}</b> : null}
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
