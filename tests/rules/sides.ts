import { param } from '../../src/model/administration/system/param.ts'
import { resourceOf, resources } from '../../src/model/business.ts'
import { approvalHistory } from '../../src/model/desk/approvalHistory.ts'
import { isShownSecret, shownSecret } from '../../src/model/language/fields/secrets.ts'
import { thirdPlatform } from '../../src/model/people/thirdPlatform.ts'
import { roles } from '../../src/model/roles/roles.ts'
import type { Actor } from '../../src/server/core/actor.ts'
import type { ServerContext } from '../../src/server/core/context/context.ts'
import type { Tx } from '../../src/server/core/database.ts'
import { AppError } from '../../src/server/core/errors.ts'
import { rowFrom } from '../../src/server/database/codec.ts'
import { isTenant, variantSql } from '../../src/server/database/names.ts'
import { openChanges, openValues } from '../../src/server/database/sealed.ts'
import { sqlState } from '../../src/server/database/values.ts'
import { decideIn, systemStep } from '../../src/server/deciding/decideIn.ts'
import { prepare } from '../../src/server/deciding/transitions.ts'
import { MemoryStore } from '../../src/server/writing/memory/memoryStore.ts'
import { MemoryUnitOfWork } from '../../src/server/writing/memory/memoryUnitOfWork.ts'
import { PinnedSource } from '../../src/server/writing/memory/pinnedSource.ts'
import { remove } from '../../src/server/writing/save/remove.ts'
import { save } from '../../src/server/writing/save/save.ts'
import { type Row, tableName } from '../../src/server/writing/unitOfWork/rows.ts'
import { SqlUnitOfWork } from '../../src/server/writing/unitOfWork/sqlUnitOfWork.ts'
import type { UnitOfWork } from '../../src/server/writing/unitOfWork/unitOfWork.ts'
import { testDomains } from '../server/domains.ts'
import type { Act } from './acts.ts'
import { groundIn, orderIn } from './ground.ts'
import { loader, person } from './people.ts'

/** The moment every walk begins at, ms. */
export const BEGIN = Date.UTC(2024, 5, 15, 2, 0, 0)

/**
 * How an act ended: its answer, a refusal, an error of the database by its code, or a mistake in a rule by its words.
 */
export type Outcome =
  | { readonly answer: unknown }
  | { readonly refused: readonly [code: number, text: string, data: unknown] }
  | { readonly sql: string }
  | { readonly error: string }

/** Everything a tenant has: rows of each resource, with their history, trail and events. */
export interface Everything {
  readonly rows: Readonly<Record<string, readonly Row[]>>
  readonly audit: readonly unknown[]
  readonly outbox: readonly unknown[]
  readonly changes: Readonly<Record<string, unknown>>
  readonly counters: Readonly<Record<string, number>>
}

/** One of the two: a tenant on which people act. */
export interface Side {
  readonly source: PinnedSource
  run<T>(actor: Actor, fn: (work: UnitOfWork) => Promise<T>): Promise<T>
  everything(): Promise<Everything>
}

/** One in memory. */
export interface Memory extends Side {
  readonly store: MemoryStore
}

/** Puts the ground under a side: two companies with orders, a provider, a parameter. Answers the people. */
export async function prepared(side: Side, tenantId: string): Promise<Actor[]> {
  const by = (alias: string, name: string, more: Partial<Actor> = {}) =>
    person(tenantId, alias, { name, userId: side.source.id(), requestId: 'walk', ...more })
  const [fin, fin2, admin] = [by('finance', '钱审核'), by('finance', '钱复核'), by('administrator', '管理员')]
  const ground = await side.run(loader(tenantId), async (work) => {
    const g = await groundIn(work, 1, fin2)
    await orderIn(work, g, 1, { ownCycle: true })
    const reviewed = await orderIn(work, g, 2, { ownCycle: true, fees: ['812.34', '5000.00'], status: 2 })
    await work.insert(approvalHistory, {
      bizType: 'settlementOrder',
      bizId: reviewed.id,
      bizCode: reviewed.code,
      action: 'audit.pass',
      fromStatus: '0',
      toStatus: '2',
      result: 1,
      operatorId: fin.userId,
      operatorName: fin.name,
      operateTime: work.time,
    })
    const [provider] = await work.insertAll(thirdPlatform, [{ code: 'PV1', name: '服务商', thirdType: 2 }])
    await work.insert(param, { paramName: '四眼', paramKey: 'sod.enabled', paramValue: 'true' } as never)
    return { ...g, provider: String(provider?.id) }
  })
  return [
    admin,
    by('administrator', '另一管理员', { language: 'en' }),
    by('administrator', '第三管理员'),
    fin,
    fin2,
    by('companyAdmin', '康管理', { company: ground.companyId }),
    by('administrator', '康全权', { company: ground.companyId }),
    by('administrator', '税全权', { fiscalTax: ground.partnerId }),
    by('administrator', '商全权', { provider: ground.provider }),
    ...roles.slice(0, 3).map((r) => by(r.alias, r.title[0])),
  ]
}

/** Does one act. */
export async function perform(side: Side, actor: Actor, act: Act): Promise<Outcome> {
  try {
    const answer = await side.run(actor, async (work): Promise<unknown> => {
      const r = resourceOf(act.resource)
      if (act.kind === 'save') return save(work, r, act.values)
      if (act.kind === 'remove') return remove(work, r, act.ids)
      return decideIn(work, prepare(work.domains, actor, act))
    })
    return { answer }
  } catch (e) {
    if (e instanceof AppError) return { refused: [e.code, e.text.join(' / '), e.data] }
    const state = sqlState(e)
    return state ? { sql: state } : { error: e instanceof Error ? e.message : String(e) }
  }
}

/** A value as JSON has it. The mark of a secret is drawn at random whenever one is set: no two sides have the same. */
export const plain = (value: unknown): unknown =>
  value === undefined
    ? null
    : JSON.parse(JSON.stringify(value), (_, one) => (isShownSecret(one) ? shownSecret('') : one))

const models = () => [...resources.values()].filter((r) => isTenant(r) && r.view === undefined)
const named = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))

/** What the audit trail and the outbox say, without the numbers and times that the database gives them. */
const AUDIT = ['resource', 'record_id', 'version', 'action', 'actor_id', 'actor_name', 'request_id', 'diff'] as const
const OUTBOX = [
  ...[
    'resource',
    'record_id',
    'version',
    'transition',
    'actor_id',
    'actor_name',
    'company',
    'fiscal_tax',
    'provider',
    'employee',
    'payload',
  ],
] as const
const NONE: Readonly<Record<string, unknown>> = {
  version: 0,
  company: null,
  fiscal_tax: null,
  provider: null,
  employee: null,
}
const lineOf = (names: readonly string[], line: Readonly<Record<string, unknown>>): unknown =>
  plain(Object.fromEntries(names.map((n) => [n, line[n] ?? NONE[n] ?? null])))

/** A side in memory: an empty one, or a copy. */
export function inMemory(tenantId: string, like?: Memory): Memory {
  const source = like ? like.source.copy() : new PinnedSource(BEGIN)
  const store = like ? like.store.copy(source) : new MemoryStore(tenantId, source, testDomains)
  return {
    source,
    store,
    run: (actor, fn) => store.transaction(() => fn(new MemoryUnitOfWork(store, actor, systemStep))),
    everything: async () => ({
      rows: plain(named(models().map((r) => [r.id, store.table(r).all(r)] as const))) as Everything['rows'],
      audit: store.audit.map((line) => lineOf(AUDIT, line)),
      outbox: store.outbox.map((line) => lineOf(OUTBOX, line)),
      changes: named([...store.changes]),
      counters: named([...store.counters]),
    }),
  }
}

/** A side within one transaction of the database: each act has a savepoint. */
export function inSql(context: ServerContext, tx: Tx): Side {
  const source = new PinnedSource(BEGIN)
  const own: ServerContext = { ...context, now: () => source.now(), id: () => source.id() }
  const { tenantId } = tx
  return {
    source,
    run: async (actor, fn) => {
      await tx.query('savepoint act')
      try {
        const answer = await fn(new SqlUnitOfWork(own, actor, tx, systemStep))
        await tx.query('release savepoint act')
        return answer
      } catch (e) {
        await tx.query('rollback to savepoint act')
        throw e
      }
    },
    everything: async () => {
      const rows: [string, Row[]][] = []
      for (const r of models()) {
        const where = ['tenant_id = $1', ...variantSql(r)].join(' and ')
        const found = await tx.query(`select * from ${tableName(r)} where ${where} order by id`, [tenantId])
        rows.push([r.id, found.map((f) => rowFrom(r, f))])
      }
      const told = (table: string) =>
        tx.query<Record<string, unknown>>(`select * from "${table}" where tenant_id = $1 order by id`, [tenantId])
      const changes = async () => {
        const of = new Map(
          rows.flatMap(([id, found]) =>
            id === 'changeRequest' ? found.map((row) => [row.id, row.bizType] as const) : [],
          ),
        )
        return (await told('change_request_values')).map((c) => {
          const open = (side: unknown) =>
            openValues(
              resourceOf(String(of.get(String(c.id)))),
              tenantId ?? '',
              side as Readonly<Record<string, unknown>>,
            )
          return [String(c.id), { old: open(c.old_values), new: open(c.new_values) }] as const
        })
      }
      const counters = await tx.query<{ prefix: string; day: string; last: number }>(
        'select prefix, day, last from "code_sequence" where tenant_id = $1',
        [tenantId],
      )
      return {
        rows: plain(named(rows)) as Everything['rows'],
        audit: (await told('audit_trail')).map((line) =>
          lineOf(AUDIT, {
            ...line,
            diff: openChanges(resourceOf(String(line.resource)), tenantId ?? '', line.diff as never),
          }),
        ),
        outbox: (await told('outbox')).map((line) => lineOf(OUTBOX, line)),
        changes: named(await changes()),
        counters: named(counters.map((c) => [`${c.prefix}|${c.day}`, c.last])),
      }
    },
  }
}
