import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import type { CatalogueMenu } from '../../model/wire/catalogue.ts'
import { useWords } from '../i18n/index.ts'
import { preferences } from '../state/preferences.ts'
import { Icon } from '../ui/Icon.tsx'
import { Link } from '../ui/Link.tsx'
import { useMarkedView } from './SavedViewLinks.tsx'
import { insideOurs, leafOf } from './top.ts'

interface LeafProps {
  readonly menu: CatalogueMenu
  /** Its icon alone. */
  readonly narrow: boolean
  /** Parent entries, below its title. */
  readonly note?: string
}

/** Menu entry that leads somewhere. */
export function Leaf({ menu, narrow, note }: LeafProps) {
  const { pathname } = useLocation()
  const marked = useMarkedView()
  const content = (
    <>
      <Icon name={menu.icon} />
      <span>
        {menu.title}
        {note ? <small>{note}</small> : null}
      </span>
    </>
  )
  const path = insideOurs(menu.path)
  if (menu.newWindow) {
    return (
      <a
        className="leaf"
        href={menu.path}
        target="_blank"
        rel="noopener noreferrer"
        title={narrow ? menu.title : undefined}
      >
        {content}
        {narrow ? null : <Icon name="external-link" size={12} />}
      </a>
    )
  }
  const here = pathname === path || (menu.path !== '/desk/queues' && leafOf(pathname) === menu.path)
  return (
    <div className="line">
      <Link
        className="leaf"
        to={path}
        aria-current={here && !marked ? 'page' : undefined}
        title={narrow ? menu.title : undefined}
      >
        {content}
      </Link>
      {here && !narrow ? <Star menu={menu} /> : null}
    </div>
  )
}

/** Keeps the menu one is in among the favourites, or no longer. */
function Star({ menu }: { readonly menu: CatalogueMenu }) {
  const { t } = useWords()
  const { favourites } = useSnapshot(preferences)
  const kept = favourites.includes(menu.path)
  const name = t(kept ? 'shell.dropFavourite' : 'shell.addFavourite')
  return (
    <button
      type="button"
      className="star"
      aria-pressed={kept}
      aria-label={`${name} ${menu.title}`}
      title={name}
      onClick={() => {
        preferences.favourites = kept ? favourites.filter((path) => path !== menu.path) : [...favourites, menu.path]
      }}
    >
      <Icon name="star" size={14} />
    </button>
  )
}
