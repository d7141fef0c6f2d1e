import { isInState } from '../../src/model/language/lifecycle.ts'
import type { ContextKeys } from '../context.ts'
import { type Press, strokesOf } from './press.ts'
import { type Binding, type KeyTable, type Resolution, refusal, resolve, type Situation, type Why } from './resolve.ts'

/** A command that a press may have meant, and why it was not that one; `state`: a row in another state is in hand. */
export interface Candidate {
  readonly command: string
  readonly keys: string
  readonly why: Why | 'state' | 'other' | null
}

/** Result of a key press, for people: which command it ran, or why none. */
export interface Explanation {
  /** Strokes that the press may mean, best first, after those of an unfinished sequence. */
  readonly strokes: readonly string[]
  readonly end: Resolution
  readonly candidates: readonly Candidate[]
}

const begins = (binding: Binding, path: readonly string[]): boolean => path.every((s, at) => binding.strokes[at] === s)

/** The context as it would be without what stands over the page: commands ask themselves that nothing does. */
const uncovered = ({ context }: Situation): ContextKeys => ({ ...context, layers: 0, palette: false })

/** Reason why a command did not run; null for the one that did. `fired`: the id of that one, "" for none. */
function whyOf(binding: Binding, press: Press, situation: Situation, fired: string, met: Resolution): Candidate['why'] {
  const why = refusal(binding, press, situation)
  if (why === 'elsewhere' && refusal(binding, press, { context: uncovered(situation) }) === null) return 'layers'
  if (why) return why
  const { command } = binding
  if (command.id === fired) return null
  const { row } = situation
  if (command.from && (row === null || !isInState(command.from, row))) return 'state'
  return met.is === 'none' && met.between?.some((b) => b.command.id === command.id) ? 'shared' : 'other'
}

/** Order of reasons: what nearly ran first. */
const ORDER: readonly Candidate['why'][] = [null, 'shared', 'state', 'other', 'repeat', 'typing', 'layers', 'elsewhere']

/** Meaning of a press and the reasons, from the situation in which it was pressed. Pure. */
export function explanationOf(table: KeyTable, press: Press, situation: Situation): Explanation {
  const strokes = strokesOf(press, situation.mac)
  const prefix = situation.pending?.strokes ?? []
  const met = resolve(table, press, situation)
  const fired = met.is === 'found' ? met.command : met.is === 'more' ? (met.pending?.otherwise ?? '') : ''
  const found = new Map<string, Candidate>()
  for (const s of strokes) {
    const path = [...prefix, s]
    for (const b of table.get(path[0] as string) ?? []) {
      if (!begins(b, path) || found.has(b.command.id)) continue
      found.set(b.command.id, { command: b.command.id, keys: b.keys, why: whyOf(b, press, situation, fired, met) })
    }
  }
  // those that may still follow have not been passed over
  const passed = [...found.values()].filter(({ why }) => met.is !== 'more' || why !== 'other')
  const candidates = passed.sort((a, b) => ORDER.indexOf(a.why) - ORDER.indexOf(b.why))
  const covered = met.is === 'none' && met.why === 'elsewhere' && candidates[0]?.why === 'layers'
  const end: Resolution = covered ? { ...met, why: 'layers' } : met
  return { strokes: strokes.map((s) => [...prefix, s].join(' ')), end, candidates }
}

/** The same in lines, for the console's debug switch and for bug reports. */
export function explain(table: KeyTable, press: Press, situation: Situation): readonly string[] {
  const { context, pending } = situation
  const { strokes, end, candidates } = explanationOf(table, press, situation)
  const lines = [
    `key ${press.key || '""'} code ${press.code || '""'} → ${strokes.join(' | ') || 'nothing'}${press.repeat ? ' (held)' : ''}`,
    `screen ${context.screen} ${context.resource} focus ${context.focus} layers ${context.layers}${press.editable ? ' (text field)' : ''}`,
  ]
  if (pending) lines.push(`waiting after ${pending.count ?? pending.strokes.join(' ')}`)
  for (const { command, keys, why } of candidates) {
    const text = why === 'state' ? 'may fire, but not for the state of this row' : (why ?? 'fires')
    lines.push(`${command} (${keys}): ${text}`)
  }
  lines.push(
    end.is === 'found'
      ? `fires ${end.command}`
      : end.is === 'more'
        ? `waits for ${end.next.map((b) => b.keys).join(', ') || 'a move'}`
        : `nothing: ${end.why}`,
  )
  return lines
}
