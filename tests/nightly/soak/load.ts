import { setTimeout as sleep } from 'node:timers/promises'
import { ROUNDS } from '../../../src/model/wire/wire.ts'
import { askSignIn } from '../../browser/api.ts'

/** Longest a request may take, ms: far more than any bound of the server's; beyond it counts as hanging. */
const HANGS = 60_000
/** How long a client waits after a 503, ms: less than Retry-After, so that an outage meets many calls. */
const PAUSE = 100

const BASIC = `Basic ${Buffer.from('rounds:rounds_secret').toString('base64')}`

/** A decision that was answered with 200. */
export interface Kept {
  readonly key: string
  readonly id: string
  readonly action: 'audit.pass' | 'recall.audit'
  readonly ask: { readonly path: string; readonly body: unknown }
  readonly data: unknown
}

interface Reply {
  readonly status: number
  readonly body: {
    readonly code?: number
    readonly data?: unknown
    readonly msg?: string
    readonly access_token?: string
  }
}

/** Mixed calls of finance and others against one server, until they are stopped. */
export class Load {
  /** Decisions in the order they were answered. */
  readonly kept: Kept[] = []
  /**
   * Answers that no outage explains: anything but 200, 503 and 429 with Retry-After, a lost connection, a call that
   * hangs.
   */
  readonly wrong: string[] = []
  /** Answers by status. */
  readonly answers: Record<number, number> = {}
  /** Events received by the open stream. */
  heard = 0
  private readonly stopping = new AbortController()
  private lanes: Promise<void>[] = []

  private readonly url: string
  private readonly token: string

  constructor(url: string, token: string) {
    this.url = url
    this.token = token
  }

  /** `orders`: settlement orders that no other client decides, a list for each lane. */
  start(orders: readonly (readonly string[])[]): void {
    const read = (path: string) => this.lane(async () => void (await this.call('GET', path)), 20)
    this.lanes = [
      read('blade-svc/settlementOrder/list?current=1&size=20'),
      read('blade-svc/settlementCycle/list?current=1&size=20'),
      read(`${ROUNDS.window}?resource=settlementOrder&offset=0&size=100`),
      this.lane(() => this.signIn(), 3_000),
      this.lane(() => this.listen(), 200),
      ...orders.map((mine) => this.decide(mine)),
    ]
  }

  /** Ends every lane; a decision under way is asked for until it is answered. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await Promise.all(this.lanes)
  }

  /** Sends the same call again, as a client does that got no answer. */
  replay(kept: Kept): Promise<Reply> {
    return this.send(kept)
  }

  private async lane(step: () => Promise<void>, rest: number): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await step()
      await sleep(rest, undefined, { signal: this.stopping.signal }).catch(() => undefined)
    }
  }

  private async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const began = Date.now()
    try {
      const res = await fetch(`${this.url}/api/${path}`, {
        method,
        headers: {
          Authorization: BASIC,
          'Blade-Auth': `bearer ${this.token}`,
          ...(body ? { 'Content-Type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(HANGS),
      })
      const text = await res.text()
      this.answers[res.status] = (this.answers[res.status] ?? 0) + 1
      const reply = { status: res.status, body: JSON.parse(text) as Reply['body'] }
      const later = res.status === 503 || res.status === 429
      if (later && !/^\d+$/.test(res.headers.get('retry-after') ?? ''))
        this.wrong.push(`${method} ${path}: ${res.status} without Retry-After`)
      if (reply.body.code !== undefined && reply.body.code !== res.status)
        this.wrong.push(`${method} ${path}: ${res.status} with code ${reply.body.code}`)
      if (later) await sleep(PAUSE)
      else if (res.status !== 200 && !isBusy(reply))
        this.wrong.push(`${method} ${path}: ${res.status} ${text.slice(0, 200)}`)
      return reply
    } catch (e) {
      this.wrong.push(
        `${method} ${path}: ${e instanceof Error ? `${e.message} ${String(e.cause ?? '')}` : String(e)} after ${Date.now() - began} ms`,
      )
      await sleep(PAUSE)
      return { status: 0, body: {} }
    }
  }

  private send({ ask, key }: Pick<Kept, 'ask' | 'key'>): Promise<Reply> {
    return this.call('POST', ask.path, ask.body, { 'Idempotency-Key': key, 'X-Request-Id': key })
  }

  /** Approves orders and takes that back, over and over, each step asked for under its key until it is answered. */
  private async decide(orders: readonly string[]): Promise<void> {
    const versions = new Map(orders.map((id) => [id, 0]))
    for (let n = 0; !this.stopping.signal.aborted; n++) {
      const id = orders[n % orders.length] as string
      for (const action of ['audit.pass', 'recall.audit'] as const) {
        const version = versions.get(id) ?? 0
        const key = `soak-${crypto.randomUUID()}`
        const ask =
          action === 'audit.pass'
            ? { path: 'blade-svc/settlementOrder/audit', body: { id, status: 1, version } }
            : { path: 'blade-svc/settlementOrder/recall', body: { id, version } }
        const data = await this.until200({ ask, key })
        if (data === null) return
        this.kept.push({ key, id, action, ask, data })
        versions.set(id, version + 1)
      }
    }
  }

  /** The data of a decision, null when it was refused (which is wrong) or never answered. */
  private async until200(step: Pick<Kept, 'ask' | 'key'>): Promise<unknown> {
    for (let n = 0; n < 2_000; n++) {
      const reply = await this.send(step)
      if (reply.status === 200) return reply.body.data ?? {}
      if (reply.status !== 503 && reply.status !== 429 && !isBusy(reply)) return null
      if (isBusy(reply)) await sleep(PAUSE)
    }
    this.wrong.push(`${step.key}: never answered`)
    return null
  }

  private async signIn(): Promise<void> {
    const given = await askSignIn(this.url, 'ops').catch((e: unknown) => {
      this.wrong.push(`sign-in: ${String(e)}`)
      return null
    })
    const code = (given as { code?: number } | null)?.code
    if (given && !given.access_token && code !== 503 && code !== 429)
      this.wrong.push(`sign-in: ${JSON.stringify(given).slice(0, 200)}`)
  }

  /** Hears the stream until it ends; the lane opens it again. */
  private async listen(): Promise<void> {
    try {
      const res = await fetch(`${this.url}/api/${ROUNDS.events}`, {
        headers: { Accept: 'text/event-stream', Authorization: BASIC, 'Blade-Auth': `bearer ${this.token}` },
        signal: this.stopping.signal,
      })
      if (res.status !== 200 && res.status !== 503 && res.status !== 429) this.wrong.push(`stream: ${res.status}`)
      if (res.status !== 200) return void (await res.text())
      const decoder = new TextDecoder()
      for await (const piece of res.body ?? [])
        this.heard += decoder.decode(piece, { stream: true }).split('\ndata:').length - 1
    } catch {
      // the end of this load, or a stream the server gave up while its database was away
    }
  }
}

/** The first call under this key is still running: a client waits. */
const isBusy = (reply: Reply): boolean =>
  reply.status === 409 && (reply.body.data as { reason?: string } | null)?.reason === 'busy'
