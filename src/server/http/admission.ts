import { AppError } from '../core/errors.ts'

/** How many requests may be handled at once. */
export interface Room {
  /** Of one session (before sign-in: of one address) answered at the same time. A console opens six to twenty. */
  readonly session: number
  /** Of one session answered, waiting or still sending their body. More are refused at once. */
  readonly sessionPresent: number
  /** Of one address, all its sessions together, answered, waiting or sending: an office of hundreds shares one. */
  readonly addressPresent: number
  /** With a heavy body, of everybody and of one address: bodies are held in memory whole. */
  readonly heavy: number
  readonly heavyOfAddress: number
  /** Of everybody, answered at the same time. The database has a dozen connections; more only wait there. */
  readonly total: number
  /** Of everybody, waiting for their turn. */
  readonly waiting: number
  /** How long one waits at most, ms. */
  readonly timeoutMs: number
}

export const ROOM: Room = {
  session: 24,
  sessionPresent: 64,
  addressPresent: 400,
  heavy: 64,
  heavyOfAddress: 16,
  total: 256,
  waiting: 512,
  timeoutMs: 10_000,
}

/** Requests of one session: in the order of coming. */
interface Line {
  readonly key: string
  present: number
  running: number
  readonly waiting: Waiter[]
}

interface Waiter {
  readonly go: () => void
  readonly refuse: (why: AppError) => void
}

const tooManyAtOnce = () =>
  new AppError(
    429,
    ['同时发出的请求过多，请稍后重试', 'Too many requests at the same time; please try again shortly'],
    null,
    1,
  )
const full = () => new AppError(503, ['系统繁忙，请稍后再试', 'The server is busy, please try again'], null, 2)

/** Place of a request: `enter` waits for its turn, `leave` gives the place back (as often as one likes). */
export interface Ticket {
  enter(): Promise<void>
  leave(): void
}

/**
 * Lets requests in: so many of a session and so many over all, the rest in a short line, more refused at once (429 to
 * who sends too many, 503 when everybody together does). Turns go round the sessions, so that one with a thousand
 * requests is not served before one with a single request. Receiving a body takes no turn: slow senders do not delay
 * others else.
 */
export class Admission {
  private readonly room: Room
  private readonly lines = new Map<string, Line>()
  private readonly addresses = new Map<string, { present: number; heavy: number }>()
  /** Queues with waiting requests; the first is next. */
  private readonly next = new Set<Line>()
  private running = 0
  private waiting = 0
  private heavy = 0

  constructor(room: Room = ROOM) {
    this.room = room
  }

  /** Running and waiting requests, for tests and metrics. */
  get counts(): {
    readonly running: number
    readonly waiting: number
    readonly sessions: number
    readonly addresses: number
  } {
    return { running: this.running, waiting: this.waiting, sessions: this.lines.size, addresses: this.addresses.size }
  }

  /** A request has come; its head is read, its body is not. @throws AppError 429 or 503, each with Retry-After. */
  arrive(session: string, address: string, heavy = false): Ticket {
    const own = this.addresses.get(address) ?? { present: 0, heavy: 0 }
    const line = this.lines.get(session) ?? { key: session, present: 0, running: 0, waiting: [] }
    if (line.present >= this.room.sessionPresent || own.present >= this.room.addressPresent) throw tooManyAtOnce()
    if (heavy && own.heavy >= this.room.heavyOfAddress) throw tooManyAtOnce()
    if (heavy && this.heavy >= this.room.heavy) throw full()
    if (this.waiting >= this.room.waiting && line.present > 0) throw full()
    line.present += 1
    this.lines.set(session, line)
    own.present += 1
    this.addresses.set(address, own)
    if (heavy) {
      own.heavy += 1
      this.heavy += 1
    }
    return this.ticket(line, address, heavy)
  }

  private ticket(line: Line, address: string, heavy: boolean): Ticket {
    let state: 'present' | 'running' | 'gone' = 'present'
    let waiter: Waiter | undefined
    const leave = () => {
      if (state === 'gone') return
      if (state === 'running') {
        line.running -= 1
        this.running -= 1
      }
      state = 'gone'
      line.present -= 1
      if (line.present === 0) this.lines.delete(line.key)
      const own = this.addresses.get(address)
      if (own) {
        own.present -= 1
        if (heavy) own.heavy -= 1
        if (own.present === 0) this.addresses.delete(address)
      }
      if (heavy) this.heavy -= 1
      waiter?.refuse(full())
      this.admit()
    }
    const enter = () =>
      new Promise<void>((done, fail) => {
        if (state !== 'present' || (this.waiting >= this.room.waiting && !this.makeRoom(line))) {
          leave()
          return fail(full())
        }
        const settled = () => {
          clearTimeout(timer)
          waiter = undefined
          line.waiting.splice(line.waiting.indexOf(own), 1)
          this.waiting -= 1
          if (line.waiting.length === 0) this.next.delete(line)
        }
        const own: Waiter = {
          go: () => {
            settled()
            state = 'running'
            line.running += 1
            this.running += 1
            done()
          },
          refuse: (why) => {
            settled()
            fail(why)
            leave()
          },
        }
        const timer = setTimeout(() => own.refuse(full()), this.room.timeoutMs)
        timer.unref()
        waiter = own
        line.waiting.push(own)
        this.waiting += 1
        this.next.add(line)
        this.admit()
      })
    return { enter, leave }
  }

  /** Sends the last of the longest line away when that is longer than the one that wants to grow. */
  private makeRoom(asking: Line): boolean {
    let longest: Line | undefined
    for (const line of this.next)
      if (line.waiting.length > (longest?.waiting.length ?? asking.waiting.length + 1)) longest = line
    const last = longest?.waiting.at(-1)
    last?.refuse(full())
    return last !== undefined
  }

  private admit(): void {
    for (let moved = true; moved; ) {
      moved = false
      for (const line of [...this.next]) {
        if (this.running >= this.room.total) return
        if (line.running >= this.room.session) continue
        // A line goes to the end of the round before its request starts: with its last request it leaves the round.
        this.next.delete(line)
        this.next.add(line)
        line.waiting[0]?.go()
        moved = true
      }
    }
  }
}
