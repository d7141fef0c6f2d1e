import { grantsOf } from '../access/permissions.ts'
import { liveSessions } from '../access/sessions.ts'
import { grantsOfActor } from '../access/who.ts'
import { rowsChanged } from '../store/windows.ts'
import type { Handler, House } from './house.ts'
import { Listener } from './listener.ts'
import { canResume, happenedAfter, type Place, placeOf, placeOfNow } from './outbox.ts'

/** How often the outbox is looked at while somebody listens, ms. */
const POLL = 250
/** How often open streams are checked: session over, access changed, ms. */
const CHECK = 4_000
/** A comment goes out so that proxies and browsers know the stream lives, ms. */
const BEAT = 15_000
/** Hints to other instances are bundled, ms. */
const HINT = 50
const PAGE = 500
/** More missed than this: the client fetches anew instead of hearing it all. */
const MISSED = 1_000
const CHANNEL = 'rounds_events'

interface Tenant {
  /** Up to here everything was handed to the listeners. */
  place: Place
  readonly listeners: Set<Listener>
}

/**
 * Tells browsers what happened. A decision writes its outbox row and nothing else; this reads it (polling; NOTIFY and
 * writes of this process are hints) and hands it to the open streams of the tenant. Nobody listening, nothing read.
 */
export class Events {
  private readonly house: House
  private readonly tenants = new Map<string, Tenant>()
  private readonly timers: NodeJS.Timeout[] = []
  private unlisten: (() => Promise<void>) | undefined
  private running: Promise<void> | undefined
  private again = false
  private hint: NodeJS.Timeout | undefined
  private stopped = false

  constructor(house: House) {
    this.house = house
  }

  async start(): Promise<void> {
    const every = (ms: number, run: () => void) => {
      const timer = setInterval(run, ms)
      timer.unref()
      this.timers.push(timer)
    }
    every(POLL, () => this.look())
    every(CHECK, () => void this.check().catch((e) => this.house.log.warn('events: check failed', e)))
    every(BEAT, () => {
      for (const t of this.tenants.values()) for (const l of t.listeners) l.beat()
    })
    this.unlisten = await this.house.db.listen(CHANNEL, (from) => {
      if (from !== this.house.instance) this.look()
    })
  }

  /** Ends every stream; browsers come back to whoever serves then. */
  async stop(): Promise<void> {
    this.stopped = true
    for (const timer of this.timers) clearInterval(timer)
    clearTimeout(this.hint)
    for (const t of this.tenants.values()) for (const l of t.listeners) l.end()
    this.tenants.clear()
    await this.running
    await this.unlisten?.()
  }

  /** Something was written by this process: look at once, and tell the other instances that there is something. */
  poke(): void {
    this.look()
    if (this.house.db.kind !== 'postgresql' || this.hint || this.stopped) return
    this.hint = setTimeout(() => {
      this.hint = undefined
      void this.house.db.notify(CHANNEL, this.house.instance).catch(() => {}) // only a hint: the others poll
    }, HINT)
  }

  /** GET events: the stream of one browser. */
  readonly handler: Handler = async ({ actor, request, reply }) => {
    const { db } = this.house
    const asked = placeOf(String(request.headers['last-event-id'] ?? ''))
    const now = await placeOfNow(db, actor.tenantId)
    const good = asked !== null && (await canResume(db, actor.tenantId, asked))
    reply.hijack()
    const { raw } = reply
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.flushHeaders()
    const listener = new Listener(raw, actor, grantsOfActor(actor).version, now)
    const tenant = this.tenants.get(actor.tenantId) ?? { place: now, listeners: new Set<Listener>() }
    this.tenants.set(actor.tenantId, tenant)
    tenant.listeners.add(listener)
    raw.once('close', () => {
      tenant.listeners.delete(listener)
      if (tenant.listeners.size === 0 && this.tenants.get(actor.tenantId) === tenant) this.tenants.delete(actor.tenantId)
    })
    if (this.stopped) listener.end()
    try {
      const missed = good ? await happenedAfter(db, actor.tenantId, asked, MISSED + 1) : []
      const lost = asked !== null && (!good || missed.length > MISSED)
      listener.hello(good && !lost ? asked : now, lost)
      listener.catchUp(lost ? [] : missed)
    } catch (e) {
      this.house.log.warn('events: a stream could not be opened', e)
      raw.destroy()
    }
    return reply
  }

  private look(): void {
    if (this.tenants.size === 0 || this.stopped) return
    if (this.running) {
      this.again = true
      return
    }
    this.running = this.round()
      .catch((e) => this.house.log.warn('events: the outbox could not be read', e))
      .finally(() => {
        this.running = undefined
        if (this.again) {
          this.again = false
          this.look()
        }
      })
  }

  private async round(): Promise<void> {
    for (const [tenantId, tenant] of this.tenants) {
      for (;;) {
        const found = await happenedAfter(this.house.db, tenantId, tenant.place, PAGE)
        for (const resource of new Set(found.map((h) => h.resource))) rowsChanged(this.house.db, tenantId, resource)
        for (const h of found) {
          tenant.place = h
          for (const l of tenant.listeners) l.hear(h)
        }
        if (found.length < PAGE) break
      }
    }
  }

  /** Streams of ended sessions are closed; a changed access is told, and counts for what is heard from now on. */
  private async check(): Promise<void> {
    for (const [tenantId, tenant] of this.tenants) {
      const open = [...tenant.listeners]
      const live = await liveSessions(this.house, tenantId, [...new Set(open.map((l) => l.actor.sessionId))])
      for (const l of open) {
        const version = live.get(l.actor.sessionId)
        if (version === undefined) {
          l.say('signedOut')
          l.end()
        } else if (version !== l.version) {
          const granted = await grantsOf(this.house, tenantId, l.actor.userId, version)
          l.actor = { ...l.actor, roles: granted.roles, roleTitles: granted.roleTitles, permissions: granted.permissions }
          l.version = version
          l.say('catalogue')
        }
      }
    }
  }
}
