import { clockEdges, resources } from '../../../src/model/business.ts'
import { attach } from '../../../src/model/files/attach.ts'
import { atMoment } from '../../../src/model/language/every.ts'
import { isInState } from '../../../src/model/language/lifecycle.ts'
import { wallClock } from '../../../src/model/values/dates.ts'
import { type Actor, systemActor } from '../../../src/server/core/actor.ts'
import { AppError } from '../../../src/server/core/errors.ts'
import { isTenant } from '../../../src/server/database/names.ts'
import { decideIn } from '../../../src/server/deciding/decideIn.ts'
import { prepare, prepareForSystem, stepOf } from '../../../src/server/deciding/transitions.ts'
import { remove } from '../../../src/server/writing/save/remove.ts'
import { save } from '../../../src/server/writing/save/save.ts'
import type { AnyResource, Row } from '../../../src/server/writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../../src/server/writing/unitOfWork/unitOfWork.ts'
import { testDomains } from '../../server/domains.ts'
import { inMemory, type Memory } from '../sides.ts'

export const TENANT = 'walks'

type Ask = Readonly<Record<string, unknown>>

/** Everything that a refusal must leave as it was. */
interface Picture {
  readonly tables: ReadonlyMap<AnyResource, { readonly revision: number; readonly rows: readonly Row[] }>
  readonly lines: string
}

const families = () => [...resources.values()].filter((r) => isTenant(r) && r.view === undefined)

/** A tenant in memory on which people and the system act, each act in one transaction. */
export class Stage {
  readonly side: Memory
  private picture: Picture | null = null

  constructor(like?: Stage) {
    this.side = inMemory(TENANT, like?.side)
  }

  get now(): string {
    return wallClock(this.side.source.now())
  }

  get today(): string {
    return this.now.slice(0, 10)
  }

  pass(minutes: number): void {
    this.side.source.set(this.side.source.now().getTime() + minutes * 60_000)
  }

  /** Any writes of one transaction. */
  work<T>(actor: Actor, fn: (work: UnitOfWork) => Promise<T>): Promise<T> {
    return this.side.run(actor, async (work) => {
      const answer = await fn(work)
      await work.flush()
      return answer
    })
  }

  async decide(actor: Actor, of: AnyResource, transition: string, id: string, ask: Ask = {}): Promise<void> {
    await this.side.run(actor, async (work) =>
      decideIn(work, prepare(work.domains, actor, { resource: of.id, transition, ids: [id], ask })),
    )
  }

  /** A transition that makes its record; answers its id. */
  async begin(actor: Actor, of: AnyResource, transition: string, ask: Ask): Promise<string> {
    const [made] = await this.side.run(actor, async (work) =>
      decideIn(work, prepare(work.domains, actor, { resource: of.id, transition, ids: [], ask })),
    )
    return made?.id ?? ''
  }

  /** A step of the system: of a partner or the clock. */
  async takes(of: AnyResource, transition: string, id: string, ask: Ask = {}): Promise<void> {
    const actor = systemActor(TENANT, 'walk')
    await this.side.run(actor, async (work) =>
      decideIn(work, prepareForSystem(work.domains, actor, { resource: of.id, transition, ids: [id], ask })),
    )
  }

  async save(actor: Actor, of: AnyResource, values: Ask): Promise<string> {
    const sent = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
    const saved = await this.side.run(actor, async (work) => save(work, of, sent))
    return String((saved as { readonly id?: unknown }).id ?? '')
  }

  async remove(actor: Actor, of: AnyResource, id: string): Promise<void> {
    await this.side.run(actor, async (work) => remove(work, of, [id]))
  }

  /** A picture that somebody has uploaded. */
  async upload(who: Actor | undefined): Promise<string> {
    if (!who) throw new Error('the system uploads nothing')
    const values = { name: 'f.png', originalName: '照片.png', extension: 'png', attachSize: 10 }
    return (await this.work(who, (work) => work.insert(attach, values as never))).id
  }

  rows(of: AnyResource, where: Readonly<Record<string, string>> = {}): Row[] {
    return this.side.store.table(of).live(of, where)
  }

  row(of: AnyResource, id: string): Row | undefined {
    return this.side.store.table(of).get(of, id)
  }

  /** The clock comes by: every edge moves what is due, each record by itself; what cannot move stays. */
  async clock(edges: readonly string[]): Promise<void> {
    for (const name of edges) {
      const edge = clockEdges.get(name)
      const of = edge && resources.get(edge.resource)
      if (!edge || !of) throw new Error(`no clock edge ${name}`)
      const { from } = stepOf(testDomains, of.id, edge.step).transition
      const where = atMoment(edge.where, this.now)
      const due = this.rows(of).filter(
        (row) => isInState(from, row) && where.every(({ field, op, value }) => isSo(row[field], op, value)),
      )
      for (const { id } of due)
        await this.takes(of, edge.step, id).catch((e) => {
          if (!(e instanceof AppError)) throw e
        })
    }
  }

  /** Looks at everything there is. */
  look(): void {
    const tables = families().map((of) => {
      const table = this.side.store.table(of)
      const before = this.picture?.tables.get(of)
      const { revision } = table
      return [of, before?.revision === revision ? before : { revision, rows: table.all(of) }] as const
    })
    this.picture = { tables: new Map(tables), lines: this.lines() }
  }

  private lines(): string {
    const { audit, outbox, changes, payloads, counters } = this.side.store
    return [audit.length, outbox.length, changes.size, payloads.size, JSON.stringify([...counters])].join(' ')
  }

  /** What is not as it was when it was last looked at. */
  changed(): string[] {
    const { picture } = this
    if (!picture) throw new Error('nobody looked before')
    const found = [...picture.tables].flatMap(([of, { revision, rows }]) => {
      const table = this.side.store.table(of)
      if (table.revision === revision) return []
      const now = table.all(of)
      return now.length === rows.length && now.every((row, n) => isSame(row, rows[n])) ? [] : [of.id]
    })
    return this.lines() === picture.lines ? found : [...found, 'audit trail, outbox, changes, payloads or numbers']
  }
}

const isSame = (a: Row, b: Row | undefined): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

function isSo(is: unknown, op: string, value: string): boolean {
  const text = is === null || is === undefined ? '' : String(is)
  if (op === 'equal') return text === value
  if (text === '') return false
  if (op === 'lt') return text < value
  if (op === 'ge') return text >= value
  throw new Error(`an edge asks ${op}`)
}
