import { proxy, subscribe } from 'valtio'
import type { Language } from '../../model/values/label.ts'

export type Theme = 'light' | 'dark' | 'system'

/**
 * Settings that the frame of the console goes by. Each is one of the person's own settings, to which they are tied once somebody
 * is signed in (data/boundPreferences.ts).
 */
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

/** Entries of this browser: what the sign-in page wears, and for whom it was put on, "" for nobody by name. */
const KEY = {
  theme: 'rounds.theme',
  language: 'rounds.language',
  design: 'rounds.design',
  colour: 'rounds.colour',
  person: 'rounds.worn',
} as const

/** Preferences of the browser, too: the sign-in page has them, so that they are there before anybody is. */
export const WORN = ['theme', 'language', 'design', 'colour'] as const
type Worn = (typeof WORN)[number]

/** Preferences where nothing was set. */
export const freshPreferences = (): Preferences => ({
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
  const preferences = freshPreferences()
  try {
    const theme = localStorage.getItem(KEY.theme)
    if (theme === 'light' || theme === 'dark' || theme === 'system') preferences.theme = theme
    const language = localStorage.getItem(KEY.language)
    if (language === 'zh' || language === 'en') preferences.language = language
    const design = localStorage.getItem(KEY.design)
    if (design) preferences.design = design
    const colour = localStorage.getItem(KEY.colour)
    if (colour && /^#[0-9a-f]{6}$/i.test(colour)) preferences.colour = colour
  } catch {
    // Storage may be forbidden or damaged; the defaults do.
  }
  return preferences
}

/** Interface state that outlives a session. */
export const preferences: Preferences = proxy(stored())

const wornNow = (): Pick<Preferences, Worn> => {
  const { theme, language, design, colour } = preferences
  return { theme, language, design, colour }
}

/** Values when they were last somebody's own, or when the page began: what differs was chosen by nobody by name. */
let unbound = wornNow()

/** Names of what was chosen on the sign-in page. */
export const chosenUnbound = (): readonly Worn[] => WORN.filter((name) => preferences[name] !== unbound[name])

/**
 * Theme, design and language are this person's from now on; "": nobody's by name again. Returns whether those in force were put on for
 * another person.
 */
export function wearFor(person: string): boolean {
  unbound = wornNow()
  if (!person) return false
  try {
    const before = localStorage.getItem(KEY.person) ?? ''
    localStorage.setItem(KEY.person, person)
    return before !== '' && before !== person
  } catch {
    return false
  }
}

/** Writes language and theme onto <html>, where styles and screen readers look for them. */
export function dress(root: HTMLElement = document.documentElement): void {
  root.dataset.theme = preferences.theme
  root.lang = preferences.language === 'zh' ? 'zh-CN' : 'en'
}

/** Keeps theme, design and language in this browser and on <html> from now on. */
export function keepPreferences(): void {
  dress()
  subscribe(preferences, () => {
    dress()
    try {
      localStorage.setItem(KEY.theme, preferences.theme)
      localStorage.setItem(KEY.language, preferences.language)
      localStorage.setItem(KEY.design, preferences.design)
      localStorage.setItem(KEY.colour, preferences.colour ?? '')
    } catch {
      // Not kept, still in force for this page.
    }
  })
}
