import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BACKGROUND, partyNow, runAs, TurnQueue } from '../../../../src/server/database/embedded/turnQueue.ts'

/** Lets everything that is ready happen. */
const settle = async (): Promise<void> => {
  for (let n = 0; n < 5; n++) await Promise.resolve()
}

interface Ticket {
  readonly n: number
  readonly party: string
  readonly alone: boolean
}

/** A gate whose users are moved by hand: who is inside, and in which order they came in. */
class Field {
  readonly gate: TurnQueue
  readonly inside = new Map<number, { ticket: Ticket; leave: () => void }>()
  readonly admitted: Ticket[] = []
  private next = 0

  readonly width: number

  constructor(width: number) {
    this.width = width
    this.gate = new TurnQueue(width)
  }

  ask(party: string, alone: boolean): Ticket {
    const ticket = { n: this.next++, party, alone }
    void this.gate.enter(alone, party).then((leave) => {
      this.admitted.push(ticket)
      this.inside.set(ticket.n, { ticket, leave })
    })
    return ticket
  }

  async leave(which: number): Promise<void> {
    const all = [...this.inside.values()]
    const one = all[which % all.length]
    if (!one) return
    this.inside.delete(one.ticket.n)
    one.leave()
    one.leave() // leaving twice is leaving once
    await settle()
    this.hold()
  }

  /** A transaction is alone; reads are never more than the gate is wide. */
  hold(): void {
    const all = [...this.inside.values()].map((x) => x.ticket)
    if (all.some((t) => t.alone)) expect(all).toHaveLength(1)
    expect(all.length).toBeLessThanOrEqual(this.width)
  }

  async drain(): Promise<void> {
    while (this.inside.size > 0) await this.leave(0)
  }
}

const anyStep = fc.oneof(
  fc.record({ ask: fc.constantFrom('a', 'b', 'c', 'd'), alone: fc.boolean() }),
  fc.record({ leave: fc.nat(8) }),
)

describe('the gate', () => {
  it('admits every party in turn, transactions exclusively, each party in its own order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(anyStep, { maxLength: 80 }), async (width, steps) => {
        const field = new Field(width)
        const asked: Ticket[] = []
        for (const step of steps) {
          if ('ask' in step) asked.push(field.ask(step.ask, step.alone))
          else await field.leave(step.leave)
          await settle()
          field.hold()
        }
        await field.drain()
        expect([...field.admitted].sort((a, b) => a.n - b.n)).toEqual(asked)
        for (const party of ['a', 'b', 'c', 'd']) {
          const own = field.admitted.filter((x) => x.party === party).map((x) => x.n)
          expect(own).toEqual([...own].sort((a, b) => a - b))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('lets a party wait for at most one statement of each other party, however many are waiting', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { minLength: 1, maxLength: 60 }),
        fc.boolean(),
        fc.array(fc.nat(8), { maxLength: 20 }),
        async (width, crowd, alone, leaves) => {
          const field = new Field(width)
          for (const [party, theirs] of crowd) field.ask(party, theirs)
          await settle()
          for (const which of leaves) await field.leave(which)
          const before = field.admitted.length
          const mine = field.ask('me', alone)
          await settle()
          await field.drain()
          const behind = field.admitted.slice(before, field.admitted.indexOf(mine))
          for (const party of ['a', 'b', 'c'])
            expect(behind.filter((t) => t.party === party).length, party).toBeLessThanOrEqual(1)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('never passes a transaction over for reads that came later, nor reads for transactions', async () => {
    const field = new Field(2)
    field.ask('reader', false)
    await settle()
    field.ask('writer', true)
    for (let n = 0; n < 50; n++) field.ask('reader', false)
    for (let n = 0; n < 50; n++) field.ask('writer', true)
    await settle()
    await field.drain()
    const order = field.admitted.map((t) => (t.alone ? 'w' : 'r'))
    // turns: one of the one, one of the other
    expect(order.slice(0, 20).join('')).toBe('rw'.repeat(10))
  })

  it('knows on whose behalf a statement runs', async () => {
    expect(partyNow()).toBe(BACKGROUND)
    await runAs('s1', async () => {
      await settle()
      expect(partyNow()).toBe('s1')
      expect(runAs('s2', partyNow)).toBe('s2')
    })
    const gate = new TurnQueue(1)
    const order: string[] = []
    const first = await gate.enter(false)
    const ask = (who: string) =>
      runAs(who, async () => {
        const leave = await gate.enter(false)
        order.push(who)
        leave()
      })
    const all = [ask('x'), ask('x'), ask('x'), ask('y'), ask('z')]
    first()
    await Promise.all(all)
    expect(order).toEqual(['x', 'y', 'z', 'x', 'x'])
  })
})
