import { act } from '@testing-library/react'
import type { Answer, Exchange } from '../../../src/console/api/transport.ts'
import type { Catalogue } from '../../../src/model/wire/catalogue.ts'
import type { RoundsEvent } from '../../../src/model/wire/wire.ts'
import { Desk, decides } from './desk.ts'
import { isAnswer, no, ok, Refusal } from './envelope.ts'
import { network, type Place } from './network.ts'
import { Records, type Row, type Values } from './records.ts'

/** Call that reached the server. */
export interface Asked {
  readonly method: 'GET' | 'POST'
  /** Below /api. */
  readonly path: string
  readonly params: Values
  readonly body: unknown
  /** Parameters and body together. */
  readonly values: Values
  /** Idempotency key of a write, "" of a read. */
  readonly key: string
  readonly headers: Exchange['headers']
  /** Aborted when the asker gives up. */
  readonly signal: AbortSignal | undefined
}

/** Answers a call with its data, or with a whole answer; refuses by throwing a `Refusal`. */
export type Say = (values: Values, asked: Asked) => unknown

/** Answers by path below /api. */
export type Answers = Readonly<Record<string, Say>>

/** Lets time pass inside React's `act`, ms. */
const pause = (ms: number) => act(async () => new Promise((done) => setTimeout(done, ms)))

/**
 * The server of all tests of the console. It stands in place of the transport, so that all above that is the console's
 * own. Records by family are read, decided and removed as the model declares it (`hold`); what else a test needs it
 * says by path (`answer`). It can refuse, be slow and go away, and keeps what was asked.
 *
 * A test that has put nothing into it has none: whatever is asked then fails the test.
 */
class Server implements Place {
  /** Calls that reached it, in order. */
  asked: Asked[] = []
  /** Catalogue of the person; null: the console requests it (`rounds/catalogue`). */
  granted: Catalogue | null = null
  /** Nobody reaches it: calls are lost. */
  away = false
  /** Answers to writes wait here until `release`. */
  held: (() => void)[] | null = null
  /** Slices of lists wait here until `arrive`: a slow line. */
  slow: (() => void)[] | null = null
  /** Waits before a call is answered, or refuses it by rejecting with a `Refusal`. */
  before: ((path: string, values: Values, asked: Asked) => Promise<void> | undefined) | null = null
  private records = new Records()
  private desk = new Desk(this.records)
  /** Answers of calls by path, before what the model declares. */
  answers: Record<string, Say> = {}
  private readonly kept = new Map<string, Answer>()
  /** Has a test put something into it? */
  open = false

  /** As before the first test: no records, no answers, nothing asked. */
  reset(): void {
    this.asked = []
    this.granted = null
    this.away = false
    this.held = null
    this.slow = null
    this.before = null
    this.records = new Records()
    this.desk = new Desk(this.records)
    this.answers = {}
    this.kept.clear()
    this.open = false
  }

  /** Adds answers, by path. Returns what is asked. */
  answer(answers: Answers): Asked[] {
    this.open = true
    this.answers = { ...this.answers, ...answers }
    return this.asked
  }

  /** Puts the records of a family in place of those it had. */
  hold(resource: string, rows: readonly Row[]): void {
    this.open = true
    this.records.hold(resource, rows)
  }

  /** Records of a family; to be written into. */
  rows(resource = 'settlementOrder'): Row[] {
    return this.records.of(resource)
  }

  /** A record by its id. */
  row(id: string): Row {
    return this.records.row(id)
  }

  /** Records that are refused, by id, with the reason. */
  get refuse(): Map<string, string> {
    return this.desk.refuse
  }

  /** Ids of the batches made, in order. */
  get batches(): readonly string[] {
    return this.desk.made
  }

  /** Recent decisions of the last ten minutes; null: the server cannot answer now. */
  set recent(recent: Desk['recent']) {
    this.desk.recent = recent
  }

  /** Calls of a path, in order. */
  of(path: string): Asked[] {
    return this.asked.filter((a) => a.path === path)
  }

  /** Calls that decided or removed something, or were to. */
  get decisions(): Asked[] {
    return this.asked.filter((a) => decides(a.path) || /\/(submit|remove)$/.test(a.path))
  }

  /** Decides a record behind the console's back, without an event. */
  decide(...of: Parameters<Desk['decide']>): ReturnType<Desk['decide']> {
    return this.desk.decide(...of)
  }

  /** Another user decides, and all screens get the event. */
  async other(id: string, transition = 'audit.pass', by = '李四', resource = 'settlementOrder'): Promise<void> {
    const { version } = this.decide(transition, { id }, by, resource)
    await this.tell({ resource, recordId: id, version, transition, by })
  }

  /** Tells all screens of a change, and waits until they have dealt with it. */
  async tell(event: Partial<RoundsEvent>): Promise<void> {
    const whole: RoundsEvent = {
      ...{ id: '1', kind: 'changed', resource: 'settlementOrder', recordId: '', version: 1, transition: '' },
      ...{ by: '李四', byId: '99', at: '2024-06-15 10:02:00' },
      ...event,
    }
    await act(async () => {
      for (const run of network.listeners) run(whole)
    })
    await pause(150)
  }

  /** Tells all screens that they may have missed something. */
  async missed(): Promise<void> {
    await act(async () => {
      for (const run of network.gaps) run()
    })
  }

  /** Lets the answers to writes go that were held back. */
  async release(): Promise<void> {
    const waiting = this.held ?? []
    this.held = null
    for (const go of waiting) go()
    await pause(0)
  }

  /** Lets the slices of lists go that were slow. */
  async arrive(): Promise<void> {
    for (let i = 0; i < 5; i++) {
      for (const go of this.slow?.splice(0) ?? []) go()
      await pause(5)
    }
    this.slow = null
  }

  /** Answers a call. */
  async take(exchange: Exchange): Promise<Answer | 'network' | 'cancelled'> {
    const asked = askedOf(exchange)
    this.asked.push(asked)
    try {
      await this.before?.(asked.path, asked.values, asked)
    } catch (e) {
      if (e instanceof Refusal) return e.answer
      throw e
    }
    if (exchange.signal?.aborted) return 'cancelled'
    if (this.away) return 'network'
    if (asked.method === 'POST' && this.held) await new Promise<void>((done) => this.held?.push(done))
    if (asked.path !== 'rounds/window' || !this.slow) return this.once(asked)
    const found = this.once(asked)
    await new Promise<void>((done) => this.slow?.push(done))
    return found
  }

  /** A write with a key that was answered before is not done again. */
  private async once(asked: Asked): Promise<Answer> {
    const known = asked.key === '' ? undefined : this.kept.get(asked.key)
    if (known) return known
    const answer = await this.reply(asked)
    if (asked.key !== '' && answer.status === 200) this.kept.set(asked.key, answer)
    return answer
  }

  private async reply(asked: Asked): Promise<Answer> {
    const { path, values } = asked
    try {
      const say = this.answers[path]
      const found = await (say
        ? say(values, asked)
        : (this.desk.answer(path, values) ?? this.records.answer(path, values)))
      if (found === undefined && !say) return no(404, '没找到请求')
      return isAnswer(found) ? found : ok(found)
    } catch (e) {
      if (e instanceof Refusal) return e.answer
      throw e
    }
  }
}

const askedOf = ({ method, path, params, body, headers, signal }: Exchange): Asked => ({
  method,
  path,
  params: params ?? {},
  body,
  values: { ...params, ...(body as Values | undefined) },
  key: headers['Idempotency-Key'] ?? '',
  headers,
  signal,
})

/** The one server of a test file; `setup.ts` empties it after each test. */
export const server = new Server()
network.place = server
