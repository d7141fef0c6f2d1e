import { proxy, ref } from 'valtio'
import { onLeave } from '../data/session.ts'
import { pushLayer } from '../host/context.ts'

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly icon?: string
  /** Shown at the right, e.g. `Alt W`. */
  readonly keys?: string
  /** Given: a choice among several, ticked or not. */
  readonly checked?: boolean
  /** Given: ticked or not by itself, which is asked again after each run; the menu stays open. */
  readonly stays?: () => boolean
  /** Why it cannot be chosen now; it stays readable. */
  readonly disabled?: string
  readonly danger?: boolean
  run(): void
}

export interface OpenMenu {
  readonly label: string
  /** Below an element, or at a point. */
  readonly at: HTMLElement | { readonly x: number; readonly y: number }
  /** `line` draws a separator. */
  readonly entries: readonly (MenuEntry | 'line')[]
  /** A heading above the entries. */
  readonly head?: { readonly title: string; readonly note: string }
}

export const menu = proxy<{ open: OpenMenu | null }>({ open: null })

/** Attribute of the element of the menu that is open. */
export const MENU = 'data-menu'

/** Way back to live keys of the page. */
let free: (() => void) | null = null

/**
 * Keys pressed before the menu has the focus are not the page's: `a` would decide behind it. Escape closes it. The menu
 * itself hears what is pressed in it.
 */
function heldBack(event: KeyboardEvent): void {
  const at = event.composedPath()[0]
  if (at instanceof Element && at.closest(`[${MENU}]`)) return
  event.preventDefault()
  event.stopImmediatePropagation()
  if (event.key === 'Escape') closeMenu()
}

/** Closes the menu that is open. */
export function closeMenu(): void {
  menu.open = null
  free?.()
  free = null
  window.removeEventListener('keydown', heldBack, true)
}

// actions of an open menu are meant for the person who opened it
onLeave(closeMenu)

/** Opens a menu; one at a time. Keys of the page are dead from now on; the focus goes into it and returns to where it was. */
export function openMenu(what: OpenMenu): void {
  menu.open = ref(what)
  free ??= pushLayer()
  window.addEventListener('keydown', heldBack, true)
}
