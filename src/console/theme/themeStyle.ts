import { subscribe } from 'valtio'
import { preferences } from '../state/preferences.ts'

const KEY = 'rounds.themeSheet'
const ID = 'theme'

/** Sheet that was made last, for one theme and colour: painted before the code that makes sheets is here. */
interface KeptSheet {
  readonly of: string
  readonly css: string
}

function kept(of: string): string | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as KeptSheet | null
    return found?.of === of && typeof found.css === 'string' ? found.css : null
  } catch {
    return null
  }
}

function keep(of: string, css: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ of, css } satisfies KeptSheet))
  } catch {
    // made anew on the next page
  }
}

function put(css: string): void {
  const there = document.getElementById(ID)
  if (!css) {
    there?.remove()
    return
  }
  const style = there ?? document.createElement('style')
  style.id = ID
  if (style.textContent !== css) style.textContent = css
  if (!there) document.head.append(style)
}

let inForce = ''

/**
 * Puts the chosen theme and colour in force: at once where their sheet is known, else once its maker is here. Nothing is added for
 * the product's own.
 */
export async function dressTheme(): Promise<void> {
  const { design, colour } = preferences
  const of = `${design} ${colour ?? ''}`
  if (of === inForce) return
  inForce = of
  if (design === 'default' && colour === null) return put('')
  const known = kept(of)
  if (known !== null) put(known)
  const { themeSheet } = await import('./themeSheet.ts')
  // another choice was made meanwhile
  if (inForce !== of) return
  const css = themeSheet(design, colour)
  put(css)
  keep(of, css)
}

/** Keeps the chosen theme in force from now on. Without the maker of sheets the next page puts it on. */
export function keepTheme(): void {
  const dress = () => void dressTheme().catch(() => {})
  dress()
  subscribe(preferences, dress)
}
