import { proxy } from 'valtio'
import type { AnyCommand } from '../../../commands/command.ts'
import type { ContextKeys } from '../../../commands/context.ts'
import { formatKeys, formatStroke } from '../../../commands/keys/format.ts'
import { type KeyedOperation, operationOf } from '../../../commands/keys/operations.ts'
import { isLetter } from '../../../commands/keys/parse.ts'
import { type Press, strokesOf } from '../../../commands/keys/press.ts'
import { type Binding, type Pending, resolve, type Situation } from '../../../commands/keys/resolve.ts'
import { onLeave } from '../data/session.ts'
import { t } from '../i18n/index.ts'
import { keymapState } from '../state/keymap.ts'
import { paletteState } from '../state/palette.ts'
import { context } from './context.ts'
import { focusOf, isEditable, ownedBy } from './focus.ts'
import { registryNow, runCommand, showOutcome } from './host.ts'
import { platform } from './platform.ts'
import { ports } from './ports.ts'
import { forgetPresses, keepPress } from './pressLog.ts'
import { isTurnedAwayFrom } from './screenAwaited.ts'
import { keptForForm } from './typedAhead.ts'

/** A key that may follow an unfinished sequence. */
export interface NextKey {
  /** The whole sequence, as people read it. */
  readonly keys: string
  /** Strokes that are left of it. */
  readonly rest: string
  readonly title: string
  readonly id: string
}

/** Status of an unfinished sequence: 等待键 g…, what may follow, and whether that is `shown` by now. */
export const keyState = proxy<{ pending: string; next: readonly NextKey[]; shown: boolean }>({
  pending: '',
  next: [],
  shown: false,
})

/** A sequence is forgotten after this long, ms; one whose continuations are shown waits until it is turned away from. */
const SEQUENCE_TIMEOUT_MS = 3000
/** Pause within a sequence, ms, after which its continuations are shown. */
const HESITATION_MS = 400
/** A digit that does something by itself waits so long, ms, for the move that would make a number of it. */
const COUNT_WAIT_MS = 400
/** Set to `1` by hand in the browser's storage: its log says then why each key does what it does. */
const DEBUG = 'rounds.explain.keys'

let pending: Pending | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let hesitation: ReturnType<typeof setTimeout> | undefined
let composed = Number.NEGATIVE_INFINITY
/** Context of a key press. */
interface Found extends Pick<ContextKeys, 'layers' | 'palette' | 'focus'> {
  readonly target: Element | null
}

/** Context when the key went down: handlers on the way may close a dialog or a list before the key gets here. */
let down: (Found & { readonly event: KeyboardEvent }) | null = null

const foundBy = (event: KeyboardEvent): Found => {
  const first = event.composedPath()[0]
  const target = first instanceof Element ? first : null
  return { layers: context.layers, palette: context.palette, focus: focusOf(target), target }
}

const debugging = (): boolean => {
  try {
    return localStorage.getItem(DEBUG) === '1'
  } catch {
    return false
  }
}

/** Logs why a key does what it does; by a chunk that only the switch loads. */
async function logExplanation(...of: Parameters<typeof import('../../../commands/keys/explanation.ts').explain>) {
  const { explain } = await import('../../../commands/keys/explanation.ts')
  console.info(explain(...of).join('\n'))
}

/** Capture phase, before anybody: remembers what was open and focused. */
export function onKeyGoesDown(event: KeyboardEvent): void {
  down = { event, ...foundBy(event) }
}

/**
 * A composition ended: the Enter that ended it may come after (Safari). By the events' own times, whatever the page did
 * between them.
 */
export function onCompositionEnd(event: Event): void {
  composed = event.timeStamp
}

/** Forgets an unfinished sequence (the window lost the focus). */
export function forgetPending(): void {
  wait(null)
}

/** Turns away from an unfinished sequence (a click); what a digit does by itself is still done, it was only waiting. */
export function turnAwayFromPending(): void {
  const due = pending?.count === undefined ? undefined : pending.otherwise
  wait(null)
  if (due) void pressed(due)
}

/** A keydown in the resolver's terms. `target`: the element whose keys count, null for none. */
export function pressOf(event: KeyboardEvent, target: Element | null): Press {
  return {
    code: event.code ?? '',
    key: event.key ?? '',
    ctrl: event.ctrlKey,
    meta: event.metaKey,
    alt: event.altKey,
    shift: event.shiftKey,
    altGraph: event.getModifierState?.('AltGraph') ?? false,
    repeat: event.repeat,
    composing: event.isComposing || event.keyCode === 229,
    prevented: event.defaultPrevented,
    editable: isEditable(target),
    owns: ownedBy(target),
  }
}

function wait(next: Pending | null, found: readonly Binding[] = []): void {
  clearTimeout(timer)
  clearTimeout(hesitation)
  pending = next
  const strokes = next?.strokes ?? []
  const left = (b: Binding) => b.strokes.slice(strokes.length)
  Object.assign(keyState, {
    shown: false,
    pending: next?.count ?? strokes.map((s) => formatStroke(s, platform)).join(' '),
    next: found.map((b) => ({
      keys: formatKeys(b.keys, platform),
      rest: left(b)
        .map((s) => formatStroke(s, platform))
        .join(' '),
      id: b.command.id,
      title: titleOf(b.command.id),
    })),
  })
  if (!next) return
  const due = next.otherwise
  const ends = () => {
    wait(null)
    if (due) void pressed(due)
  }
  timer = setTimeout(ends, next.count !== undefined && due ? COUNT_WAIT_MS : SEQUENCE_TIMEOUT_MS)
  if (found.length === 0) return
  hesitation = setTimeout(() => {
    keyState.shown = true
    // a list takes its time to be read; a command that is due at the end still comes
    if (!due) clearTimeout(timer)
  }, HESITATION_MS)
}

/** Runs what may follow an unfinished sequence, chosen from the list of it. */
export function chooseNext(id: string): void {
  wait(null)
  void pressed(id)
}

const titleOf = (id: string): string => (registryNow().get(id) as AnyCommand | undefined)?.title ?? ''

/** Keys typed between Ctrl+K and the palette's input being there belong to the palette. */
function keptForPalette(event: KeyboardEvent): boolean {
  if (!paletteState.open || paletteState.ready || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false
  if (event.key.length !== 1) return false
  paletteState.typed += event.key
  event.preventDefault()
  return true
}

/** The one root listener: resolves the key and runs what it means. */
export function onKey(event: KeyboardEvent): void {
  if (!event.defaultPrevented && (keptForPalette(event) || keptForForm(event))) return
  const at = down?.event === event ? down : foundBy(event)
  down = null
  const press = pressOf(event, at.target)
  const situation: Situation = {
    context: {
      ...context,
      layers: Math.max(at.layers, context.layers),
      palette: at.palette || context.palette,
      focus: at.focus,
    },
    row: ports.rows.ticked()[0] ?? ports.rows.cursor(),
    sinceComposition: event.timeStamp - composed,
    pending,
    mac: platform.mac,
    counts: keymapState.map.characters,
  }
  const table = registryNow().keys
  if (debugging()) void logExplanation(table, press, situation)
  const found = resolve(table, press, situation)
  const kept = keepPress(table, press, situation, found, at.target)
  if (found.consume) event.preventDefault()
  if (found.pending !== pending) wait(found.pending, found.is === 'more' ? found.next : [])
  if (found.due) void pressed(found.due)
  if (found.is === 'found') {
    void pressed(found.command, found.count).then((why) => {
      if (kept) kept.why = why
    })
  }
  if (found.is === 'none' && found.between) sayShared(press, found.between)
  if (found.is === 'none' && (found.why === 'unbound' || found.why === 'elsewhere') && !press.repeat) sayWhyNot(press)
}

/** Runs what a key means, unless that was meant for a screen that is on its way. Answers why nothing was done, or "". */
async function pressed(id: string, count?: number): Promise<string> {
  if (isTurnedAwayFrom(registryNow().get(id))) return t('shell.loading')
  const outcome = await runCommand(id, 'key', undefined, count === undefined ? {} : { count })
  return outcome.is === 'nothing' ? outcome.why : ''
}

/** Last message about a letter that does nothing: which, and where. Once is enough. */
let explained = ''

/** Operation that these strokes ask for, as this person's keys are: none where they gave its key away. */
function operationNow(strokes: readonly string[]): KeyedOperation | undefined {
  const operation = operationOf(strokes)
  const own = operation && keymapState.map.bindings[`*.${operation}`]
  return own && !own.some((keys) => strokes.includes(keys)) ? undefined : operation
}

/** A key that every list has, or a letter, pressed where it does nothing: not without a word. */
function sayWhyNot(press: Press): void {
  const strokes = strokesOf(press, platform.mac)
  const operation = operationNow(strokes)
  const letter = strokes.find((stroke) => isLetter(stroke.replace(/^shift\+/, '')))
  if (!operation && !letter) return
  const { screen, resource, queue, view, signedIn } = context
  const now = `${letter} ${screen} ${resource} ${queue} ${view}`
  if (!operation && (explained === now || !signedIn)) return
  if (!operation) explained = now
  import('./whyNot.ts').then(
    ({ whyNot, whyNotLetter }) =>
      showOutcome({ is: 'nothing', why: operation ? whyNot(operation) : whyNotLetter(letter ?? '') }, 'key'),
    () => {}, // not worth a message of its own
  )
}

/** A key of several commands that does nothing for it: which they are. */
function sayShared(press: Press, between: readonly Binding[]): void {
  if (press.repeat) return
  import('./whyNot.ts').then(
    ({ whyNotShared }) => showOutcome({ is: 'nothing', why: whyNotShared(between) }, 'key'),
    () => {}, // not worth a message of its own
  )
}

onLeave(forgetPresses)
