import { proxy, subscribe } from 'valtio'
import type { Language } from '../../model/values/label.ts'

export type Theme = 'light' | 'dark' | 'system'

/** Settings of the person in this browser. Every value is small, plain data. */
export interface Preferences {
  theme: Theme
  /** Name of the design, in both of light and dark; an unknown one is the default's. */
  design: string
  /** Main colour, `#rrggbb`; null: the design's own. */
  colour: string | null
  language: Language
  /** Controls of the top bar that the person does without, by name. */
  hiddenControls: string[]
  /** Sidebar folded to a strip of icons. */
  folded: boolean
  /** Sidebar groups the person closed, by code. */
  closedGroups: string[]
  /** Menus kept at hand, by path, in the order in which they were chosen. */
  favourites: string[]
  /** Width of the record pane beside a queue, px. */
  previewWidth: number
  previewOpen: boolean
}

const KEY = { theme: 'rounds.theme', language: 'rounds.language', rest: 'rounds.ui' } as const

const fresh = (): Preferences => ({
  theme: 'system',
  design: 'default',
  colour: null,
  hiddenControls: [],
  language: 'zh',
  folded: false,
  closedGroups: [],
  favourites: [],
  // The list keeps room for what rows are judged by.
  previewWidth: Math.max(300, Math.min(680, Math.round((innerWidth - 300) * 0.38))),
  previewOpen: true,
})

/** Reads what was kept; anything unreadable or of another shape counts as never set. */
function stored(): Preferences {
  const preferences = fresh()
  try {
    const theme = localStorage.getItem(KEY.theme)
    if (theme === 'light' || theme === 'dark' || theme === 'system') preferences.theme = theme
    const language = localStorage.getItem(KEY.language)
    if (language === 'zh' || language === 'en') preferences.language = language
    const rest: unknown = JSON.parse(localStorage.getItem(KEY.rest) ?? '{}')
    if (rest && typeof rest === 'object') {
      const r = rest as Partial<Preferences>
      if (typeof r.design === 'string') preferences.design = r.design
      if (typeof r.colour === 'string' && /^#[0-9a-f]{6}$/i.test(r.colour)) preferences.colour = r.colour
      if (typeof r.folded === 'boolean') preferences.folded = r.folded
      if (typeof r.previewOpen === 'boolean') preferences.previewOpen = r.previewOpen
      if (typeof r.previewWidth === 'number' && r.previewWidth >= 280 && r.previewWidth <= 1600)
        preferences.previewWidth = r.previewWidth
      for (const list of ['closedGroups', 'favourites', 'hiddenControls'] as const)
        if (Array.isArray(r[list])) preferences[list] = r[list].filter((c) => typeof c === 'string')
    }
  } catch {
    // Storage may be forbidden or damaged; the defaults do.
  }
  return preferences
}

/** Interface state that outlives a session. */
export const preferences: Preferences = proxy(stored())

/** Writes language and theme onto <html>, where styles and screen readers look for them. */
export function dress(root: HTMLElement = document.documentElement): void {
  root.dataset.theme = preferences.theme
  root.lang = preferences.language === 'zh' ? 'zh-CN' : 'en'
}

/** Keeps `ui` in storage and on <html> from now on. */
export function keepPreferences(): void {
  dress()
  subscribe(preferences, () => {
    dress()
    try {
      localStorage.setItem(KEY.theme, preferences.theme)
      localStorage.setItem(KEY.language, preferences.language)
      const { theme: _, language: __, ...rest } = preferences
      localStorage.setItem(KEY.rest, JSON.stringify(rest))
    } catch {
      // Not kept, still in force for this page.
    }
  })
}
