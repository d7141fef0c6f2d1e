import { type KeyboardEvent, useEffect, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { rank } from '../../../commands/search/rank.ts'
import { buildIndex } from '../../../commands/search/score.ts'
import type { CatalogueMenu } from '../../model/wire/catalogue.ts'
import { loadNames, useCatalogue } from '../data/catalogue.ts'
import { usedCommands } from '../data/recent.ts'
import { useWords } from '../i18n/index.ts'
import { Leaf } from './Leaf.tsx'

/** Menus that are found, at most. */
const FOUND = 14
/** Menus used lately that are offered before anything is typed. */
const RECENT = 5

interface Placed {
  readonly menu: CatalogueMenu
  /** The menus above it. */
  readonly above: string
}

const placed = (menus: readonly CatalogueMenu[], above: readonly string[] = []): Placed[] =>
  menus.flatMap((menu) =>
    menu.children.length > 0
      ? placed(menu.children, [...above, menu.title])
      : [{ menu, above: [...new Set(above)].join(' › ') }],
  )

/**
 * Results of the sidebar's search: menus of all modules by title, pinyin and other names, with what they are in; before
 * anything is typed those that were used lately.
 */
export function SideFind({ text, onArrow }: { readonly text: string; onArrow(event: KeyboardEvent): void }) {
  const { t } = useWords()
  const catalogue = useCatalogue()
  const { pathname } = useLocation()
  useEffect(() => void loadNames(), [])
  const all = useMemo(() => placed(catalogue?.topMenus ?? []), [catalogue])
  const index = useMemo(() => buildIndex(all.map(({ menu }) => ({ ...menu, id: menu.code }))), [all])
  const blank = text.trim() === ''
  const shown = useMemo(() => {
    if (blank) {
      const byId = new Map(all.map((p) => [`nav.${p.menu.path}`, p]))
      return usedCommands()
        .recent(4 * RECENT)
        .flatMap((id) => byId.get(id) ?? [])
        .filter((p) => p.menu.path !== pathname)
        .slice(0, RECENT)
    }
    const byCode = new Map(all.map((p) => [p.menu.code, p]))
    return rank(index, text, { limit: FOUND }).items.flatMap((item) => byCode.get(item.id) ?? [])
  }, [all, index, text, blank, pathname])
  if (shown.length === 0) return blank ? null : <p className="none">{t('shell.noMenu')}</p>
  return (
    <div className="group">
      {blank ? <p>{t('shell.recent')}</p> : null}
      <ul onKeyDown={onArrow}>
        {shown.map(({ menu, above }) => (
          <li key={menu.code}>
            <Leaf menu={menu} narrow={false} note={above} />
          </li>
        ))}
      </ul>
    </div>
  )
}
