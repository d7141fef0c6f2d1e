import { subscribe } from 'valtio'
import type { KeptKey } from '../early/keys.ts'
import { paletteState } from '../state/palette.ts'
import { openPalette } from './host.ts'

/** A palette that is not there after so long, ms, does not come: keys are everybody's again. */
const PALETTE_LOAD_TIMEOUT_MS = 20_000
/** A page that was to go and is still here after so long, ms, stays. */
const STAYS = 10_000

let replaying = false
/** The palette is here, its chunk and its index: from now on its own listener is early enough. */
let warm = false
/** Sequences are handed out: what they may mean is known. */
let whole = false
/** Whether this page is being left: keys are then kept for the next page. */
let going = false

const until = (is: () => boolean): Promise<boolean> =>
  new Promise((done) => {
    if (is()) return done(true)
    const end = (value: boolean) => {
      clearTimeout(timer)
      stop()
      done(value)
    }
    const stop = subscribe(paletteState, () => is() && end(true))
    const timer = setTimeout(() => end(false), PALETTE_LOAD_TIMEOUT_MS)
  })

const afterTask = (): Promise<void> => new Promise((done) => setTimeout(done, 0))

const downOf = ({ key, code, shift }: KeptKey): KeyboardEvent =>
  new KeyboardEvent('keydown', { key, code, shiftKey: shift, bubbles: true, cancelable: true })

/** A key as the person would press it in the palette's line now. */
function press(pressed: KeptKey): void {
  const at = document.activeElement
  if (!at) return
  const { key } = pressed
  if (!at.dispatchEvent(downOf(pressed)) || !(at instanceof HTMLInputElement)) return
  const text =
    [...key].length === 1 ? at.value + key : key === 'Backspace' ? [...at.value].slice(0, -1).join('') : at.value
  if (text === at.value) return
  // past React's own setter, which would take the change for its own
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(at, text)
  at.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Replays the kept keys one by one: each finds the palette as the previous one left it. A page that is being left
 * replays none.
 */
async function replay(): Promise<void> {
  const { roundsKeys } = window
  if (replaying || !roundsKeys) return
  replaying = true
  const next = () => (going ? null : roundsKeys.next())
  try {
    for (let key = next(); key; key = next()) {
      if (key.opens) openPalette()
      // pressed where nothing took text, whatever has the focus by now
      else if (key.ofSequence) {
        if (!paletteState.open) document.body.dispatchEvent(downOf(key))
      }
      // turned away from, or gone with what was chosen: the rest was not meant for the page
      else if (paletteState.open) {
        // nobody has seen the list yet: what is chosen is chosen from the whole of it
        if (key.key === 'Enter' && !(await until(() => paletteState.settled))) break
        press(key)
      }
      if (paletteState.open && !(await until(() => paletteState.ready || !paletteState.open))) break
      await afterTask()
    }
    if (!going && whole && (warm || paletteState.ready)) roundsKeys.stop()
  } finally {
    replaying = false
  }
}

/**
 * The console has loaded: replays the keys that the page kept so far, and those kept until the palette is open. `complete`: every
 * command is here, also those of saved views; sequences wait for that.
 */
export function replayKeptKeys(complete = true): void {
  whole = complete
  window.roundsKeys?.onKept(() => void replay(), complete)
  if (complete && warm && !replaying && !going) window.roundsKeys?.stop()
}

/** The palette is here. */
export function paletteIsHere(): void {
  warm = true
  if (!replaying && !going && whole) window.roundsKeys?.stop()
}

/** Keeps keys for the page that comes after this one; those of a page that stays after all are played here. */
export function keepForNextPage(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const goes = () => {
    going = true
    window.roundsKeys?.watch(true)
    window.roundsKeys?.onKept(() => {})
    clearTimeout(timer)
    timer = setTimeout(() => {
      going = false
      replayKeptKeys()
      if (warm && !replaying) window.roundsKeys?.stop()
    }, STAYS)
  }
  window.addEventListener('beforeunload', goes)
  return () => {
    going = false
    clearTimeout(timer)
    window.removeEventListener('beforeunload', goes)
  }
}
