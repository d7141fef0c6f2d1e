import type { Decided } from '../../../model/wire/wire.ts'
import type { DecisionRequest, Entry } from '../decision.ts'

/** Decisions whose answers are remembered, and those that can be taken again, at most. */
const KEPT = 50

/** A decision that was taken back and can be taken again, exactly as it was. */
export interface Redoable extends Pick<DecisionRequest, 'resource' | 'id' | 'decision' | 'title' | 'ask'> {
  /** The record's version after it was taken back: of any other, somebody did something else. */
  readonly version: number
}

const nameOf = ({ resource, id }: Pick<DecisionRequest, 'resource' | 'id'>): string => `${resource}/${id}`

/**
 * Decisions taken back here, the last one first, with the answers they were made with. Answers of decisions made in another window
 * are not known: such a decision can be taken again only where it asks nothing (`asksNothing`).
 */
export class Redos {
  private list: readonly Redoable[] = []
  private readonly made = new Map<string, Pick<DecisionRequest, 'decision' | 'ask'>>()
  private readonly asksNothing: (resource: string, decision: string) => boolean

  constructor(asksNothing: (resource: string, decision: string) => boolean) {
    this.asksNothing = asksNothing
  }

  get entries(): readonly Redoable[] {
    return this.list
  }

  /** The server has a decision: whatever was taken back of its record before is over. */
  confirmed(entry: Entry, _decided: Decided): void {
    const name = nameOf(entry)
    this.made.delete(name)
    this.made.set(name, { decision: entry.decision, ask: entry.ask })
    if (this.made.size > KEPT) this.made.delete(this.made.keys().next().value as string)
    this.drop(entry)
  }

  /** A decision was taken back, or taken out before it was sent; `entry.version` is the record's version now. */
  takenBack(entry: Entry, sent: boolean): void {
    const { resource, id, decision, title, version } = entry
    const made = sent ? this.made.get(nameOf(entry)) : entry
    const ask = made?.decision === decision ? made.ask : this.asksNothing(resource, decision) ? {} : null
    this.made.delete(nameOf(entry))
    this.drop(entry)
    if (ask) this.list = [{ resource, id, decision, title, version, ask }, ...this.list].slice(0, KEPT)
  }

  /** Nothing more can be taken again of this record. */
  drop(of: Pick<DecisionRequest, 'resource' | 'id'>): void {
    this.list = this.list.filter((r) => nameOf(r) !== nameOf(of))
  }
}
