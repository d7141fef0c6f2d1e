import type { ServerResponse } from 'node:http'
import { resources } from '../../model/business.ts'
import { partyNames } from '../../model/language/owner.ts'
import { viewsOn } from '../../model/queueViews.ts'
import type { RoundsEvent } from '../../model/wire/wire.ts'
import type { Actor } from '../core/actor.ts'
import { may, maySee, maySeeOf, reaches, reachesOthers, readerRoles } from '../core/permissions.ts'
import { sideOf } from '../core/side.ts'
import { eventOf, type Happened, isPast, type Place, placeText } from '../database/outbox.ts'

/** More than this not yet taken by the client, bytes: it is cut off and comes back with its last event. */
const SLOW = 1024 * 1024
/**
 * After so many events that the user may not see, their last place is sent: a stream that is opened again continues for
 * few of them again.
 */
const WITHHELD_EVENTS_MAX = 200

/** Persons whose row an event is about, where the row belongs to persons. */
const personsOf = (h: Happened): readonly unknown[] => (Array.isArray(h.payload.persons) ? h.payload.persons : [])

/** Roles that see a saved view, or saw it. */
const rolesOf = (h: Happened): readonly string[] => (Array.isArray(h.payload.roles) ? h.payload.roles : [])

/** Returns whether the user may see an event: with the same permission and row scope as the record (INV-43). Pure. */
export function maySeeEvent(actor: Actor, h: Happened): h is Happened & { readonly kind: RoundsEvent['kind'] } {
  if (h.kind === 'batch' || h.kind === 'settings') return h.actorId === actor.userId
  if (h.kind === 'savedViews')
    return h.actorId === actor.userId || rolesOf(h).some((role) => readerRoles(actor).includes(role))
  if (h.kind === 'notify') return false
  if ((h.kind === 'comments' || h.kind === 'claim') && sideOf(actor) !== h.payload.side) return false
  if (h.kind !== 'changed' && h.kind !== 'claim' && h.kind !== 'comments')
    return h.actorId === null || h.actorId === actor.userId
  const r = resources.get(h.resource)
  if (!r) return false
  if (!maySee(actor, r)) return false
  // claims are for those who work the record, and for nobody else who sees it
  if (h.kind === 'claim' && viewsOn(r.id, (code) => may(actor, code)).length === 0) return false
  if (r.concerns && !maySeeOf(actor, h.payload.concerns)) return false
  if (!reachesOthers(actor, r) && !personsOf(h).includes(actor.userId)) return false
  return partyNames.every((party) => reaches(actor, r, party, h[party]))
}

/** Event stream of a browser. */
export class Listener {
  /** Everything up to here was sent, or the user may not see it. */
  private place: Place
  /** The last place sent to the browser, and how many events have come since that the user may not see. */
  private known: Place
  private withheld = 0
  /** Live events that came while older ones were still being fetched. */
  private waiting: Happened[] | null = []
  private readonly raw: ServerResponse
  private who: Actor
  private accessVersion: string
  /** After news the stream ends, so many ms later; null = it stays open. */
  private gather: number | null = null

  constructor(raw: ServerResponse, actor: Actor, version: string, place: Place) {
    this.raw = raw
    this.who = actor
    this.accessVersion = version
    this.place = place
    this.known = place
  }

  get actor(): Actor {
    return this.who
  }

  /** Version of the tenant's access that `actor` was made with. */
  get version(): string {
    return this.accessVersion
  }

  /**
   * The same person with another access or another owner: what is heard from now on is theirs. After a change of owner
   * the browser fetches its rows anew (a gap).
   */
  becomes(actor: Actor, version: string): void {
    const rebound = partyNames.some((party) => actor[party] !== this.who[party])
    this.who = actor
    this.accessVersion = version
    this.say('catalogue')
    if (rebound) this.hello(this.place, true)
  }

  /** From here on the stream ends so many ms after the first thing worth telling. */
  endsWithNews(ms: number): void {
    this.gather = ms
  }

  get closed(): boolean {
    return this.raw.destroyed || this.raw.writableEnded
  }

  /** Sends missed events, then those that came meanwhile, then live ones. */
  catchUp(missed: readonly Happened[]): void {
    const waiting = this.waiting ?? []
    this.waiting = null
    for (const h of [...missed, ...waiting]) this.receive(h)
  }

  receive(h: Happened): void {
    if (this.waiting) {
      this.waiting.push(h)
      return
    }
    if (isPast(h, this.place)) return
    this.place = h
    this.withheld += 1
    if (maySeeEvent(this.who, h)) this.send(eventOf(h))
    else if (this.withheld >= WITHHELD_EVENTS_MAX) this.sendPlace()
  }

  /** An event without an outbox row: a changed catalogue, an ended session. */
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
    this.news()
  }

  /** The place to go on from, and whether something in between is lost. */
  hello(place: Place, gap: boolean): void {
    this.place = place
    this.remembered()
    if (gap) this.write('event: gap\ndata: {}\n\n')
    this.write(`event: hello\nid: ${placeText(place)}\ndata: {}\n\n`)
    if (gap) this.news()
  }

  /** Keeps the stream open: sends the place where the browser does not have it, else a comment. */
  beat(): void {
    if (!this.sendPlace()) this.write(': still here\n\n')
  }

  end(): void {
    if (!this.closed) this.sendPlace()
    this.raw.end()
  }

  /**
   * Sends an id without data: the browser stores it as the last event's id without raising an event (HTML standard
   * §9.2.6). False when it has the place already.
   */
  private sendPlace(): boolean {
    if (this.known.number === this.place.number) return false
    this.remembered()
    this.write(`id: ${placeText(this.place)}\n\n`)
    return true
  }

  private remembered(): void {
    this.known = this.place
    this.withheld = 0
  }

  private send(event: RoundsEvent): void {
    this.remembered()
    this.write(`id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`)
    this.news()
  }

  private news(): void {
    if (this.gather === null || this.closed) return
    setTimeout(() => this.end(), this.gather).unref()
    this.gather = null
  }

  private write(text: string): void {
    if (this.closed) return
    this.raw.write(text)
    if (this.raw.writableLength > SLOW) this.raw.destroy()
  }
}
