import { resourceOf } from '../../model/business.ts'
import type { SheetRow } from '../../model/language/fields/imports.ts'
import type { Decided, RequestedChange } from '../../model/wire/wire.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerDomains } from '../core/domains.ts'
import { notFound } from '../core/errors.ts'
import { MemoryStore } from '../writing/memory/memoryStore.ts'
import { MemoryUnitOfWork } from '../writing/memory/memoryUnitOfWork.ts'
import { PinnedSource } from '../writing/memory/pinnedSource.ts'
import { remove } from '../writing/save/remove.ts'
import { type Saved, save } from '../writing/save/save.ts'
import { refusedByDatabase } from '../writing/save/unkept.ts'
import type { UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'
import { decideIn, systemStep } from './decideIn.ts'
import { type DecisionRequest, type OrderOfMany, prepare } from './transitions.ts'

/** Acts of a person; a refusal (AppError) leaves nothing behind. */
export interface Acting {
  /** Decides one record. */
  decide(order: Omit<DecisionRequest, 'key'>): Promise<Decided>
  /**
   * Decides records, all or nothing; with no ids a transition that creates. `sheet`: the rows of the workbook that it asks
   * for, which nobody reads in memory.
   */
  decideAll(order: Omit<OrderOfMany, 'key'>, sheet?: readonly SheetRow[]): Promise<Decided[]>
  /** A submit: with an id an edit, without one a new record. */
  save(resource: string, values: Readonly<Record<string, unknown>>): Promise<Saved>
  /** The generic deletion; answers the change requests it was made into. */
  remove(resource: string, ids: readonly string[]): Promise<RequestedChange[]>
  /** Any other writes in one transaction, recorded in the trail: those of jobs and other systems. */
  work<T>(fn: (work: UnitOfWork) => Promise<T>): Promise<T>
  /** The same without any trail: what was there before the play. */
  load<T>(fn: (work: UnitOfWork) => Promise<T>): Promise<T>
}

/** People at work on a tenant in memory. */
export interface Play {
  readonly store: MemoryStore
  /** The clock, moved by hand. */
  readonly clock: PinnedSource
  as(actor: Actor): Acting
}

/**
 * A tenant in memory where people decide through the real engine: same rules, checks, history, audit trail and events
 * as over SQL, with a pinned clock. `domains`: whose rules and hooks hold. The results are in
 * `store.records()` (as `loadRecords` takes them), `store.audit`, `store.changes` and `store.counters`.
 */
export function playInMemory({
  tenantId,
  at,
  domains,
}: {
  readonly tenantId: string
  readonly at: string | number
  readonly domains: ServerDomains
}): Play {
  const clock = new PinnedSource(at)
  const store = new MemoryStore(tenantId, clock, domains)
  const as = (actor: Actor): Acting => {
    const within = <T>(fn: (work: UnitOfWork) => Promise<T>): Promise<T> =>
      store.transaction(() => fn(new MemoryUnitOfWork(store, actor, systemStep)))
    const written = async <T>(resource: string, fn: (work: UnitOfWork) => Promise<T>): Promise<T> => {
      try {
        return await within(fn)
      } catch (e) {
        throw refusedByDatabase(domains, resourceOf(resource), e, actor.language) ?? e
      }
    }
    const decideAll: Acting['decideAll'] = async (order, sheet) => {
      const prepared = prepare(domains, actor, order)
      const complete = sheet ? { ...prepared, ask: { ...prepared.ask, sheet } } : prepared
      return written(order.resource, (work) => decideIn(work, complete))
    }
    return {
      decideAll,
      decide: async ({ id, version, ...rest }) => {
        const versions = version === undefined || version === null ? {} : { [id]: version }
        const [one] = await decideAll({ ...rest, ids: [id], versions })
        if (!one) throw notFound()
        return one
      },
      save: (resource, values) => written(resource, (work) => save(work, resourceOf(resource), values)),
      remove: (resource, ids) => written(resource, (work) => remove(work, resourceOf(resource), ids)),
      work: (fn) =>
        within(async (work) => {
          const answer = await fn(work)
          await work.flush()
          return answer
        }),
      load: (fn) => within(fn),
    }
  }
  return { store, clock, as }
}
