import { proxy, ref } from 'valtio'
import { onLeave } from '../data/session.ts'

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

// what it would do is meant for the person who opened it
onLeave(() => {
  menu.open = null
})

/** Opens a menu; one at a time. The focus goes into it and returns to where it was. */
export const openMenu = (what: OpenMenu): void => {
  menu.open = ref(what)
}
