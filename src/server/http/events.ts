import { user } from '../../model/administration/access/user.ts'
import { partyNames } from '../../model/language/owner.ts'
import { entrustedEmployee } from '../../model/people/entrustedEmployee.ts'
import { carried, grantsOf } from '../auth/permissions.ts'
import { grantsOfActor, liveSessions } from '../auth/who.ts'
import type { Actor } from '../core/actor.ts'
import type { Handler, ServerContext } from '../core/context/context.ts'
import { AppError, isUnavailable } from '../core/errors.ts'
import { outside } from '../core/outside.ts'
import { wholeParam } from '../core/params.ts'
import { BACKGROUND, runAs } from '../database/embedded/turnQueue.ts'
import { happenedAfter, type Place, placeEvents, placeOf, placeOfNow } from '../database/outbox.ts'
import { rowsChanged } from '../lists/anchors.ts'
import { whenEnded } from './ended.ts'
import { release } from './guard.ts'
import { Listener } from './listener.ts'

/** How often the outbox is polled while streams are open, ms. */
const POLL = 250
/** Between two looks, ms: what is decided meanwhile shares one look. */
const PAUSE = 20
/** How often open streams are checked: session over, access changed, ms. */
export const CHECK = 4_000
/** Interval of comments that keep the stream open in proxies and browsers, ms. */
const BEAT = 15_000
/** The longest that an answer to `hold` is held, s: proxies cut what is silent for a minute. */
const HOLD_SECONDS_MAX = 50
/** A held answer takes what happens within so long of its first event, ms. */
const GATHER = 100
/** Hints to other instances are bundled, ms. */
const HINT = 50
const PAGE = 500
/** More missed than this: the client fetches anew instead of hearing it all. */
const MISSED = 1_000
/** Streams of one session at a time, open or opening, on one instance: a browser keeps one for all its tabs. */
const OPEN = 6
/** The same of all sessions of one person, who may sign in any number of times. */
const OPEN_OF_USER = 30
const CHANNEL = 'rounds_events'

interface Tenant {
  /** Everything up to here was passed to the listeners. */
  place: Place
  readonly listeners: Set<Listener>
}

/**
 * Sends events to browsers. A decision writes its outbox row and nothing else; the dispatcher reads it (polling; NOTIFY
 * and writes of this process are hints) and sends it to the open streams of the tenant. Without open streams nothing is
 * read.
 */
export class Events {
  private readonly context: ServerContext
  private readonly checkEvery: number
  private readonly tenants = new Map<string, Tenant>()
  /** How many streams of each session, and of each person, are open or opening. */
  private readonly streams = new Map<string, number>()
  private readonly people = new Map<string, number>()
  private readonly timers: NodeJS.Timeout[] = []
  private unlisten: (() => Promise<void>) | undefined
  private running: Promise<void> | undefined
  private again = false
  private hint: NodeJS.Timeout | undefined
  private next: NodeJS.Timeout | undefined
  private stopped = false

  constructor(context: ServerContext, checkEvery: number) {
    this.context = context
    this.checkEvery = checkEvery
  }

  async start(): Promise<void> {
    const every = (ms: number, run: () => void) => {
      const timer = setInterval(run, ms)
      timer.unref()
      this.timers.push(timer)
    }
    every(POLL, () => this.look())
    every(this.checkEvery, () => void this.check().catch((e) => this.failed('check failed', e)))
    every(BEAT, () => {
      for (const t of this.tenants.values()) for (const l of t.listeners) l.beat()
    })
    this.unlisten = await this.context.db.listen(CHANNEL, (from) => {
      if (from !== this.context.instance) this.look()
    })
  }

  /** Ends every stream; browsers connect again, to this or another instance. */
  async stop(): Promise<void> {
    this.stopped = true
    for (const timer of this.timers) clearInterval(timer)
    clearTimeout(this.hint)
    clearTimeout(this.next)
    for (const t of this.tenants.values()) for (const l of t.listeners) l.end()
    this.tenants.clear()
    await this.running
    await this.unlisten?.()
  }

  /** Called after a write of this process: reads the outbox at once and notifies the other instances. */
  poke(): void {
    outside(() => this.look())
    if (this.context.db.kind !== 'postgresql' || this.hint || this.stopped) return
    this.hint = outside(() =>
      setTimeout(() => {
        this.hint = undefined
        void this.context.db.notify(CHANNEL, this.context.instance).catch(() => {}) // only a hint: the others poll
      }, HINT),
    )
  }

  /** Streams and listeners at this moment, for tests and those who watch. */
  get counts(): { readonly streams: number; readonly listeners: number } {
    const sum = (numbers: Iterable<number>) => [...numbers].reduce((a, b) => a + b, 0)
    return {
      streams: sum(this.streams.values()),
      listeners: sum([...this.tenants.values()].map((t) => t.listeners.size)),
    }
  }

  /**
   * Counts a stream of a session and its person. Returns how to take it off again.
   * @throws AppError 429 when there are enough.
   */
  private enrol({ tenantId, sessionId, userId }: Actor): () => void {
    const counts = [
      { of: this.streams, key: `${tenantId} ${sessionId}`, most: OPEN },
      { of: this.people, key: `${tenantId} ${userId}`, most: OPEN_OF_USER },
    ] as const
    if (counts.some((c) => (c.of.get(c.key) ?? 0) >= c.most))
      throw new AppError(429, ['打开的事件流过多', 'Too many event streams are open'], null, 5)
    for (const { of, key } of counts) of.set(key, (of.get(key) ?? 0) + 1)
    return () => {
      for (const { of, key } of counts) {
        const left = (of.get(key) ?? 1) - 1
        if (left === 0) of.delete(key)
        else of.set(key, left)
      }
    }
  }

  /** Puts a listener among those of its tenant. Returns how to take it away. */
  private add(tenantId: string, listener: Listener, now: Place): () => void {
    const tenant = this.tenants.get(tenantId) ?? { place: now, listeners: new Set<Listener>() }
    this.tenants.set(tenantId, tenant)
    tenant.listeners.add(listener)
    return () => {
      tenant.listeners.delete(listener)
      if (tenant.listeners.size === 0 && this.tenants.get(tenantId) === tenant) this.tenants.delete(tenantId)
    }
  }

  /**
   * GET events: the stream of one browser. It may leave at any moment, while the stream is still being opened as well.
   * With `hold` the answer ends after so many seconds, or just after the first event: for lines that give an answer out
   * only when it is whole.
   */
  readonly handler: Handler = async ({ actor, params, http: request, reply }) => {
    const { db } = this.context
    const { raw } = reply
    const hold = wholeParam(params, 'hold', 1, HOLD_SECONDS_MAX)
    const undo = [this.enrol(actor)]
    whenEnded(raw, () => {
      for (const step of undo.splice(0)) step()
    })
    const requested = placeOf(String(request.headers['last-event-id'] ?? ''))
    const now = await placeOfNow(db, actor.tenantId)
    reply.hijack()
    release(request)
    if (raw.destroyed) return reply
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.flushHeaders()
    const listener = new Listener(raw, actor, grantsOfActor(actor).version, now)
    undo.push(this.add(actor.tenantId, listener, now))
    if (this.stopped) listener.end()
    if (hold !== null) {
      const over = setTimeout(() => listener.end(), hold * 1000)
      undo.push(() => clearTimeout(over))
      listener.endsWithNews(GATHER)
    }
    try {
      const missed = requested ? await happenedAfter(db, actor.tenantId, requested, MISSED + 1) : []
      const lost = missed === null || missed.length > MISSED
      listener.hello(requested && !lost ? requested : now, lost)
      listener.catchUp(lost ? [] : missed)
    } catch (e) {
      this.failed('a stream could not be opened', e)
      raw.destroy()
    }
    return reply
  }

  /** The store logs an unavailable database once; this would log it four times a second. */
  private failed(what: string, e: unknown): void {
    if (!isUnavailable(e)) this.context.log.warn(`events: ${what}`, e)
  }

  private look(): void {
    if (this.tenants.size === 0 || this.stopped) return
    if (this.running || this.next) {
      this.again = true
      return
    }
    // reading the outbox belongs to no request, also when a request's write was the hint
    this.running = runAs(BACKGROUND, () => this.round())
      .catch((e) => this.failed('the outbox could not be read', e))
      .finally(() => {
        this.running = undefined
        this.next = setTimeout(() => {
          this.next = undefined
          if (!this.again) return
          this.again = false
          this.look()
        }, PAUSE)
      })
  }

  private async round(): Promise<void> {
    for (const [tenantId, tenant] of this.tenants) {
      for (let more = true; more; ) {
        const placed = await placeEvents(this.context.db, tenantId)
        more = placed.more
        await this.push(tenantId, tenant, placed.last)
      }
    }
  }

  /**
   * Passes everything up to a place to the listeners of a tenant. What is gone (slept longer than events are kept) is a
   * gap for all.
   */
  private async push(tenantId: string, tenant: Tenant, last: Place): Promise<void> {
    if (tenant.place.number === last.number) return
    for (;;) {
      const found = await happenedAfter(this.context.db, tenantId, tenant.place, PAGE)
      if (found === null) {
        tenant.place = last
        for (const l of tenant.listeners) l.hello(last, true)
        return
      }
      const changed = new Set(found.map((h) => h.resource))
      for (const resource of changed) rowsChanged(this.context.db, tenantId, resource)
      // users bound to another owner, or to another employee, receive no events of the former owner from here on
      if (changed.has(user.id) || changed.has(entrustedEmployee.id)) await this.checkTenant(tenantId, tenant)
      for (const h of found) {
        tenant.place = h
        for (const l of tenant.listeners) l.receive(h)
      }
      if (found.length < PAGE) return
    }
  }

  private async check(): Promise<void> {
    for (const [tenantId, tenant] of this.tenants) await this.checkTenant(tenantId, tenant)
  }

  /**
   * Closes the streams of ended sessions. A changed access or owner is reported to the browser and applies to later
   * events.
   */
  private async checkTenant(tenantId: string, tenant: Tenant): Promise<void> {
    const open = [...tenant.listeners]
    const live = await liveSessions(this.context, tenantId, [...new Set(open.map((l) => l.actor.sessionId))])
    for (const l of open) {
      const session = live.get(l.actor.sessionId)
      if (!session) {
        l.say('signedOut')
        l.end()
      } else if (session.version !== l.version || partyNames.some((p) => session.bounds[p] !== l.actor[p])) {
        const granted = await grantsOf(this.context, tenantId, l.actor.userId, session.version)
        l.becomes({ ...l.actor, ...session.bounds, ...carried(granted) }, session.version)
      }
    }
  }
}
