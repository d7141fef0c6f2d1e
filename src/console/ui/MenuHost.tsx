import { Menu, MenuItem, MenuProvider, MenuSeparator } from '@ariakit/react'
import { type KeyboardEvent, useEffect, useReducer, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import styled from 'styled-components'
import { rank } from '../../../commands/search/rank.ts'
import { buildIndex } from '../../../commands/search/score.ts'
import { loadNames, readingsOf } from '../data/catalogue.ts'
import { Icon } from './Icon.tsx'
import { closeMenu, MENU, type MenuEntry, type OpenMenu } from './menu.ts'

/** Letters typed within this time of each other are one word, ms. */
const TOGETHER = 800

/** The entry that a text means, by its label or how that is read; "" where it means none. */
function entryBy(entries: OpenMenu['entries'], typed: string): string {
  const all = entries.flatMap((e) => (e === 'line' ? [] : [e]))
  const index = buildIndex(all.map(({ id, label }) => ({ id, title: label, alias: '', pinyin: readingsOf(label) })))
  return rank(index, typed, { limit: 1 }).items[0]?.id ?? ''
}

const ticked = (e: MenuEntry): boolean => e.checked ?? e.stays?.() ?? false

/** Shows the menu that was asked for. Its own chunk, fetched when the first menu is. */
export function MenuHost({ what }: { readonly what: OpenMenu }) {
  const [before] = useState(() => document.activeElement)
  const [, draw] = useReducer((n: number) => n + 1, 0)
  const box = useRef<HTMLDivElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const { key } = useLocation()
  const [opened] = useState(key)
  // the page it was about is left
  useEffect(() => {
    if (key !== opened) closeMenu()
  }, [key, opened])
  useEffect(() => {
    void loadNames()
    // placed first: an element that is not where it will be scrolls the page when it is focused
    const placed = setTimeout(() => box.current?.focus({ preventScroll: true }))
    return () => {
      clearTimeout(placed)
      // The entry may have moved the focus on purpose; only a lost one is brought back.
      const now = document.activeElement
      if (before instanceof HTMLElement && before.isConnected && (!now || now === document.body))
        before.focus({ preventScroll: true })
    }
  }, [before])
  const onType = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    const before = event.timeStamp - typed.current.at < TOGETHER ? typed.current.text : ''
    typed.current = { text: before + event.key, at: event.timeStamp }
    const found = entryBy(what.entries, typed.current.text) || entryBy(what.entries, event.key)
    const item = found && box.current?.querySelector<HTMLElement>(`[data-entry="${CSS.escape(found)}"]`)
    if (item) item.focus()
  }
  const { at } = what
  const rect = () =>
    at instanceof HTMLElement ? at.getBoundingClientRect() : { x: at.x, y: at.y, width: 0, height: 0 }
  return (
    <MenuProvider open setOpen={(open) => open || closeMenu()} placement="bottom-start">
      <Box
        ref={box}
        {...{ [MENU]: '' }}
        portal
        typeahead={false}
        onKeyDownCapture={onType}
        aria-label={what.label}
        gutter={4}
        autoFocusOnShow
        preserveTabOrder={false}
        getAnchorRect={rect}
        unmountOnHide
      >
        {what.head ? (
          <div className="head">
            <strong>{what.head.title}</strong>
            <span>{what.head.note}</span>
          </div>
        ) : null}
        {what.entries.map((entry, at) =>
          entry === 'line' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no name, and a menu does not change while it is open
            <MenuSeparator key={at} />
          ) : (
            <MenuItem
              key={entry.id}
              data-entry={entry.id}
              className={entry.danger ? 'danger' : undefined}
              disabled={Boolean(entry.disabled)}
              accessibleWhenDisabled
              title={entry.disabled || undefined}
              {...(entry.checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': entry.checked })}
              {...(entry.stays ? { role: 'menuitemcheckbox', 'aria-checked': entry.stays() } : {})}
              hideOnClick={false}
              onClick={() => {
                if (entry.disabled) return
                if (entry.stays) {
                  entry.run()
                  draw()
                  return
                }
                closeMenu()
                // After the click: a dialog that is open already would treat it as a click outside, and close.
                setTimeout(entry.run)
              }}
            >
              {ticked(entry) || entry.icon ? <Icon name={ticked(entry) ? 'check' : (entry.icon ?? '')} /> : <i />}
              <span>{entry.label}</span>
              {entry.keys ? <kbd>{entry.keys}</kbd> : null}
            </MenuItem>
          ),
        )}
      </Box>
    </MenuProvider>
  )
}

const Box = styled(Menu)`
  z-index: 45;
  min-width: 184px;
  max-width: 320px;
  max-height: var(--popover-available-height);
  overflow: auto;
  padding: 4px;
  border: 1px solid var(--line);
  border-radius: 8px;
  background: var(--surface);
  color: var(--text);
  box-shadow: var(--shadow);
  &:focus-visible { outline: none; }
  & .head { display: grid; padding: 6px 10px 8px; border-bottom: 1px solid var(--line); margin: 0 -4px 4px; }
  & .head span { color: var(--text-3); }
  & hr { border: 0; border-top: 1px solid var(--line); margin: 4px -4px; width: auto; }
  & [role^='menuitem'] {
    display: flex; align-items: center; gap: 8px; height: 30px; min-height: var(--press); padding: 0 8px; border-radius: var(--radius); cursor: pointer;
    scroll-margin: 4px; outline: none;
  }
  & [role^='menuitem'] > svg { color: var(--text-3); }
  & [role^='menuitem'] > i { width: 16px; flex: none; }
  & [role^='menuitem'] > span { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  & [role^='menuitem'][data-active-item] { background: var(--accent-soft); }
  & [role^='menuitem'][aria-disabled='true'] { opacity: 0.55; cursor: not-allowed; }
  & .danger, & .danger > svg { color: var(--bad); }
`
