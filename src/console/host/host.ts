import type { AnyCommand, Category, CommandHost, Source } from '../../../commands/command.ts'
import { type ContextKeys, holds } from '../../../commands/context.ts'
import { formatKeys } from '../../../commands/keys/format.ts'
import { keyAt } from '../../../commands/keys/shown.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import { createRegistry, type Registry } from '../../../commands/registry.ts'
import { t } from '../i18n/index.ts'
import { behind, paletteState } from '../state/palette.ts'
import { benchChanged, context, setContext } from './context.ts'
import { platform } from './platform.ts'
import { ports, providePorts } from './ports.ts'

export { context, popLayer, pushLayer, setContext, touchRows } from './context.ts'
export { providePorts } from './ports.ts'

let registry: Registry = createRegistry()

/** Puts a registry in force: at sign-in, on a new catalogue, on a language switch, at sign-out. */
export function setRegistry(next: Registry): void {
  registry = next
  benchChanged()
}
export const registryNow = (): Registry => registry

/** Feedback of a surface after a command: toasts, a message in the log. Commands themselves never say anything. */
export type ShowOutcome = (
  outcome: Outcome,
  of: { readonly command: AnyCommand | undefined; readonly source: Source },
) => void
const sayers = new Set<ShowOutcome>()

const starts = new Set<(state: CommandState, source: Source) => void>()
/** Calls back as a command begins, with the state it begins in. Returns how to stop. */
export function onCommand(run: (state: CommandState, source: Source) => void): () => void {
  starts.add(run)
  return () => {
    starts.delete(run)
  }
}

/** Hears every outcome. */
export function onOutcome(say: ShowOutcome): () => void {
  sayers.add(say)
  return () => {
    sayers.delete(say)
  }
}

/** Another place to stand at than the page: a record that was found, and how it is decided. */
export interface At extends Pick<CommandHost, 'rows' | 'row' | 'decide' | 'shell'> {
  readonly context: Partial<ContextKeys>
}

/** Buttons and palette rows belong to the page behind whatever is open: for them open layers do not count. */
const contextFor = (source: Source, at?: At): ContextKeys => {
  if (at) return { ...context, layers: 0, palette: false, ...at.context }
  if (source === 'key') return context
  if (source === 'palette') return { ...context, layers: 0, palette: false, ...behind.context }
  return { ...context, layers: 0, palette: false }
}

/** Input typed with a command: the number before its key, the text behind its name. */
export type TypedWith = Pick<CommandHost, 'count' | 'text'>

/** The workbench as a command finds it at this moment; `at`: as if the person stood there. */
export function commandHost(source: Source, at?: At, typed: TypedWith = {}): CommandHost {
  if (at)
    return {
      ...at,
      ...typed,
      context: contextFor(source, at),
      source,
      grid: ports.grid,
      cards: ports.cards,
      inbox: ports.inbox,
      evidence: ports.evidence,
      queues: ports.queues,
      views: ports.views,
      session: ports.session,
    }
  const row = ports.rows.cursor()
  const ticked = ports.rows.ticked()
  return {
    context: contextFor(source),
    rows: ticked.length > 0 ? ticked : row ? [row] : [],
    row,
    source,
    ...typed,
    decide: ports.decide,
    grid: ports.grid,
    cards: ports.cards,
    inbox: ports.inbox,
    evidence: ports.evidence,
    queues: ports.queues,
    views: ports.views,
    shell: ports.shell,
    session: ports.session,
  }
}

export interface CommandState {
  readonly command: AnyCommand | undefined
  /** Exists here: its `when` holds. */
  readonly here: boolean
  readonly enabled: boolean
  /** Why it cannot be run, "" when it can. */
  readonly why: string
  /** The key that does it here, "" where none does. */
  readonly key: string
}

/** The key of a command in a sentence, as this person's keys are; its title where it has none. */
export function keyName(id: string): string {
  const { keys, title = '' } = registry.get(id) ?? {}
  return keys?.[0] ? formatKeys(keys[0], platform) : title
}

/** A reason with the keys that it names: `{grid.toggle}` becomes the key that ticks. */
const withKeys = (text: string): string =>
  text.replace(/\{([\w.]+)\}/g, (name, id: string) => (registry.get(id) ? keyName(id) : name))

/** State of a command at this moment. */
export function commandState(id: string, source: Source = 'button', at?: At): CommandState {
  const command = registry.get(id)
  if (!command) return { command, here: false, enabled: false, why: t('shell.unknown'), key: '' }
  const host = commandHost(source, at)
  if (!holds(command.when, host.context))
    return { command, here: false, enabled: false, why: t('shell.notHere'), key: '' }
  const why = withKeys(command.disabled?.(host) ?? '')
  return {
    command,
    here: true,
    enabled: !why,
    why,
    key: keyAt(command, host.context, { keys: registry.keys, row: host.row }),
  }
}

/**
 * Commands that exist here, for menus, bars and sheets: of a category, of a list of ids, or all. Hidden ones only by
 * id.
 */
export function commandsFor(
  wanted: { readonly category?: Category; readonly ids?: readonly string[] } = {},
  source: Source = 'menu',
): readonly AnyCommand[] {
  const at = contextFor(source)
  const from = wanted.ids
    ? wanted.ids.map((id) => registry.get(id)).filter((c): c is AnyCommand => c !== undefined)
    : registry.commands.filter((c) => !c.hidden)
  return from.filter((c) => (!wanted.category || c.category === wanted.category) && holds(c.when, at))
}

const refused = (error: unknown): Outcome => {
  const code =
    typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number' ? error.code : null
  // Without a code it is not an answer of the server but a fault of the console, which is reported to the error log.
  if (code === null) globalThis.reportError?.(error)
  return { is: 'refused', code: code ?? 500, message: error instanceof Error ? error.message : String(error) }
}

async function outcomeOf(
  id: string,
  source: Source,
  at: At | undefined,
  typed: TypedWith | undefined,
): Promise<Outcome> {
  const state = commandState(id, source, at)
  const { command, enabled, why } = state
  if (!command || !enabled) return { is: 'nothing', why }
  for (const run of starts) run(state, source)
  try {
    return await command.run(commandHost(source, at, typed))
  } catch (error) {
    return refused(error)
  }
}

/**
 * Runs a command: the one way for keys, palette, buttons, menus and links. What is disabled here is dead here. The
 * outcome is returned and passed to every part of the screen that shows outcomes.
 */
export async function runCommand(id: string, source: Source, at?: At, typed?: TypedWith): Promise<Outcome> {
  const outcome = await outcomeOf(id, source, at, typed)
  showOutcome(outcome, source, registry.get(id))
  return outcome
}

/** Passes an outcome to every part of the screen that shows outcomes. */
export const showOutcome = (outcome: Outcome, source: Source, command?: AnyCommand): void => {
  for (const say of sayers) say(outcome, { command, source })
}

/** Goes to a place that is not a command's (a record that was found), in a window of its own when `aside`. */
export function openRoute(route: string, source: Source, aside = false): Outcome {
  const outcome = ports.shell.open(route, aside)
  showOutcome(outcome, source)
  return outcome
}

/** Opens the palette; keys are dead from this moment on, whatever its chunk takes to load. */
export function openPalette(prefix = ''): Outcome {
  if (!paletteState.open) {
    behind.context = { layers: context.layers, palette: false, focus: context.focus }
    Object.assign(paletteState, { open: true, prefix, typed: '', ready: false, settled: false, again: 0 })
    setContext({ palette: true })
  }
  return { is: 'done' }
}

export function closePalette(): void {
  Object.assign(paletteState, { open: false, ready: false, settled: false, typed: '' })
  setContext({ palette: false })
}

providePorts({
  shell: {
    openPalette: (prefix) => {
      if (!paletteState.open) return openPalette(prefix)
      // never closes: letters typed behind it would be keys of the page, some of which decide
      Object.assign(paletteState, { again: paletteState.again + 1, typed: '' })
      return { is: 'done' }
    },
    showKeys: (typed = '') => {
      Object.assign(paletteState, { keysOpen: true, keysTyped: typed })
      return { is: 'done' }
    },
    editMacros: (recorded = '') => {
      Object.assign(paletteState, { macrosOpen: true, macroRecorded: recorded })
      return { is: 'done' }
    },
    showDecisions: () => {
      paletteState.decisionsOpen = true
      return { is: 'done' }
    },
    explainKeys: () => {
      paletteState.explainOpen = true
      return { is: 'done' }
    },
  },
})
