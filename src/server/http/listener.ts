import type { ServerResponse } from 'node:http'
import { resources, scopeOf } from '../../model/all.ts'
import { type Party, partyNames } from '../../model/kernel/owner.ts'
import type { Resource } from '../../model/kernel/resource.ts'
import type { RoundsEvent } from '../../model/kernel/wire.ts'
import type { Actor } from '../core/actor.ts'
import { eventOf, type Happened, isPast, type Place, placeText } from './outbox.ts'

/** More than this not yet taken by the client, bytes: it is cut off and comes back with its last event. */
const SLOW = 1024 * 1024

/**
 * Is what happened within the rows a bound person reaches? The outbox carries no provider: where a row has one, it is
 * not told.
 */
function reaches(actor: Actor, r: Resource, h: Happened, party: Party): boolean {
  const scope = scopeOf(r)[party]
  if (actor[party] === null || scope === 'open') return true
  return scope !== 'closed' && party !== 'provider' && h[party] === actor[party]
}

/** May this person hear of it? As for the record itself: permission to view, and the row scope (INV-43). Pure. */
export function mayHear(actor: Actor, h: Happened): boolean {
  if (h.kind === 'batch') return h.actorId === actor.userId
  if (h.kind !== 'changed') return h.actorId === null || h.actorId === actor.userId
  const r = resources.get(h.resource)
  if (!r) return false
  if (!r.open && !actor.roles.includes('administrator') && !actor.permissions.has(`${r.id}_view`)) return false
  return partyNames.every((party) => reaches(actor, r, h, party))
}

/** One open stream of one browser. */
export class Listener {
  /** Everything up to here was told, or was not for these ears. */
  private place: Place
  /** Live events that came while older ones were still being fetched. */
  private waiting: Happened[] | null = []
  private readonly raw: ServerResponse
  actor: Actor
  /** Version of the tenant's access that `actor` was made with. */
  version: string

  constructor(raw: ServerResponse, actor: Actor, version: string, place: Place) {
    this.raw = raw
    this.actor = actor
    this.version = version
    this.place = place
  }

  get closed(): boolean {
    return this.raw.destroyed || this.raw.writableEnded
  }

  /** Tells what was missed, then what came meanwhile; live from then on. */
  catchUp(missed: readonly Happened[]): void {
    const waiting = this.waiting ?? []
    this.waiting = null
    for (const h of [...missed, ...waiting]) this.hear(h)
  }

  hear(h: Happened): void {
    if (this.waiting) {
      this.waiting.push(h)
      return
    }
    if (isPast(h, this.place)) return
    this.place = h
    if (mayHear(this.actor, h)) this.send(eventOf(h))
  }

  /** Something that stands in no outbox: a changed catalogue, a session that is over. */
  say(kind: 'catalogue' | 'signedOut'): void {
    const event: RoundsEvent = {
      id: '',
      kind,
      resource: '',
      recordId: '',
      version: 0,
      transition: '',
      by: '',
      byId: '',
      at: '',
    }
    this.write(`data: ${JSON.stringify(event)}\n\n`)
  }

  /** The place to go on from, and whether something in between is lost. */
  hello(place: Place, gap: boolean): void {
    this.place = place
    if (gap) this.write('event: gap\ndata: {}\n\n')
    this.write(`event: hello\nid: ${placeText(place)}\ndata: {}\n\n`)
  }

  beat(): void {
    this.write(': still here\n\n')
  }

  end(): void {
    this.raw.end()
  }

  private send(event: RoundsEvent): void {
    this.write(`id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`)
  }

  private write(text: string): void {
    if (this.closed) return
    this.raw.write(text)
    if (this.raw.writableLength > SLOW) this.raw.destroy()
  }
}
