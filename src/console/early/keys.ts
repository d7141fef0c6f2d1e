import { letterOf } from '../../../commands/keys/letter.ts'

/**
 * First script of the page, inlined: keeps Ctrl+K and the keys typed after it, and sequences that begin with `g`, until the console
 * has loaded (`host/keptKeys.ts`) or the person clicks. Its import is a function inlined with it: it runs before any request.
 */

/** A key as it went down. */
export interface KeptKey {
  readonly key: string
  readonly code: string
  readonly shift: boolean
  /** Ctrl+K. */
  readonly opens: boolean
  /** Part of a sequence or typed behind one, which is the page's and not the palette's. */
  readonly ofSequence?: true
}

export interface EarlyKeys {
  /**
   * Keeps keys from the next Ctrl+K to its Enter, and sequences with the plain keys behind them until they are handed out. `leaving`:
   * this page is left, the kept keys pass to the next one.
   */
  watch(leaving?: boolean): void
  /**
   * Called for each key that is kept, and at once when some are waiting. `whole`: every sequence means something by now; until then
   * they are kept and not handed out.
   */
  onKept(run: () => void, whole?: boolean): void
  /** The oldest key that was kept; null when there is none. */
  next(): KeptKey | null
  /** Forgets what was kept, and keeps no more. */
  stop(): void
}

declare global {
  interface Window {
    readonly roundsKeys?: EarlyKeys
  }
}

const STORE = 'rounds.keys'
/** Keys of a page that went longer ago, ms, were meant for something else. */
const FRESH = 30_000
/** More is held down, not typed. */
const TYPED_CHARACTERS_MAX = 200
/** First key of the declared sequences (`commands/catalog`); what a sequence means is asked when it is replayed. */
const PREFIX = 'g'
/** A sequence is forgotten after this long, ms, as where the console has loaded. */
const SEQUENCE_TIMEOUT_MS = 3_000

/** Plain keys that commands have; all others are the browser's (F5). */
const isPlain = (key: string): boolean =>
  [...key].length === 1 || /^(Enter|Escape|Backspace|Delete|Home|End|(Arrow|Page)(Up|Down|Left|Right))$/.test(key)

/** Whether typed characters belong to the element itself. */
const takesText = (target: EventTarget | null): boolean =>
  typeof Element !== 'undefined' &&
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]') !== null

/** Whether the focused element itself does what it is for at this key: a button, a link. */
const isPressedBy = ({ key, target }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') &&
  typeof Element !== 'undefined' &&
  target instanceof Element &&
  target.closest('button, a, summary, [role=button]') !== null

/** Starts keeping keys. `storage`: where the page before left those that were meant for this one. */
export function keepEarlyKeys(page: Window, storage: Storage | null): EarlyKeys {
  let watching = true
  /** Between Ctrl+K and its Enter. */
  let keeping = false
  /** When a sequence was begun that the next key completes, ms; null while there is none. */
  let begun: number | null = null
  let leaving = false
  let kept: KeptKey[] = []
  let listener = () => {}
  /** Sequences are handed out, and kept no more. */
  let handsOut = false

  const left = (): KeptKey[] => {
    try {
      const before = JSON.parse(storage?.getItem(STORE) ?? 'null') as { at: number; kept: KeptKey[] } | null
      return before && Date.now() - before.at < FRESH ? before.kept : []
    } catch {
      return []
    }
  }
  const write = () => {
    try {
      if (leaving && kept.length > 0) storage?.setItem(STORE, JSON.stringify({ at: Date.now(), kept }))
      else storage?.removeItem(STORE)
    } catch {
      // a browser that stores nothing: the keys end with their page
    }
  }
  const ends = (key: string) => key === 'Enter' || key === 'Escape'
  const keep = (key: KeptKey) => {
    if (kept.length < TYPED_CHARACTERS_MAX) kept.push(key)
  }
  const changed = () => {
    write()
    listener()
  }
  kept = left()
  keeping = kept.length > 0 && !ends(kept[kept.length - 1]?.key ?? '')

  /** Drops a prefix that nothing completes. */
  const dropBegun = () => {
    if (begun !== null) kept.pop()
    begun = null
  }
  /** Keeps a key of a sequence, from its prefix on, and a plain key behind one, which it would overtake; false for any other key. */
  const keptOfSequence = (e: KeyboardEvent, held: boolean): boolean => {
    const waits = begun !== null && Date.now() - begun <= SEQUENCE_TIMEOUT_MS
    if (waits && !held && [...e.key].length === 1 && !takesText(e.target)) {
      begun = null
      keep({ key: e.key, code: e.code, shift: e.shiftKey, opens: false, ofSequence: true })
      return true
    }
    dropBegun()
    if (handsOut || held || takesText(e.target)) return false
    const begins = !e.shiftKey && !e.repeat && letterOf(e.key, e.code) === PREFIX
    if (!begins && (!isPlain(e.key) || isPressedBy(e) || !kept.some((one) => one.ofSequence))) return false
    if (begins) begun = Date.now()
    keep({ key: e.key, code: e.code, shift: e.shiftKey, opens: false, ofSequence: true })
    return true
  }
  write()

  const listen = (e: KeyboardEvent) => {
    if (!watching || !e.isTrusted || e.isComposing || e.keyCode === 229) return
    const held = e.ctrlKey || e.metaKey || e.altKey
    const opens = (e.ctrlKey || e.metaKey) && !e.altKey && !e.shiftKey && letterOf(e.key, e.code) === 'k'
    // a modifier by itself is no key
    const bare = /^(Control|Meta|Alt|Shift|CapsLock|Insert)$/.test(e.key)
    if (!keeping && !bare && keptOfSequence(e, held)) {
      e.preventDefault()
      e.stopImmediatePropagation()
      return changed()
    }
    // other shortcuts are the browser's (they paste)
    if (!opens && (!keeping || held || bare)) return
    e.preventDefault()
    e.stopImmediatePropagation()
    keeping = !ends(e.key)
    keep({ key: e.key, code: e.code, shift: e.shiftKey, opens })
    changed()
  }
  page.addEventListener('keydown', listen, true)
  // Pasted text is kept as if it had been typed, on one line.
  const pasted = (e: ClipboardEvent) => {
    if (!watching || !keeping || !e.isTrusted) return
    e.preventDefault()
    e.stopImmediatePropagation()
    for (const key of e.clipboardData?.getData('text/plain').trim().replace(/\s+/g, ' ') ?? '')
      keep({ key, code: '', shift: false, opens: false })
    changed()
  }
  page.addEventListener('paste', pasted, true)
  // Clicks end the capture of keys for the palette: what follows is typed where they clicked, a password perhaps.
  const turnAway = (e: Event) => {
    if (!e.isTrusted) return
    dropBegun()
    if (!keeping) return
    kept = []
    keeping = false
    write()
  }
  page.addEventListener('pointerdown', turnAway, true)

  return {
    watch(goes = false) {
      watching = true
      leaving = goes
      // another console comes
      if (!goes) handsOut = false
    },
    onKept(run, whole = true) {
      listener = run
      handsOut ||= whole
      if (begun !== null && Date.now() - begun > SEQUENCE_TIMEOUT_MS) dropBegun()
      // the rest of a sequence is pressed on the console itself
      if (handsOut) begun = null
      if (kept.length > 0) run()
    },
    next() {
      if (kept[0]?.ofSequence && !handsOut) return null
      const key = kept.shift() ?? null
      write()
      return key
    },
    stop() {
      kept = []
      keeping = watching = leaving = false
      begun = null
      write()
    },
  }
}
