import { overviewsOf, ownerOf, resourceOf, scopeOf } from '../../../model/business.ts'
import { approvalHistory } from '../../../model/desk/approvalHistory.ts'
import { stateText } from '../../../model/language/derived/past.ts'
import type { Lifecycle, Transition } from '../../../model/language/lifecycle.ts'
import { figuresOf } from '../../../model/language/owner.ts'
import { wallClock } from '../../../model/values/dates.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Tx } from '../../core/database.ts'
import { columnsFrom } from '../../database/codec.ts'
import type { Values } from '../../database/records.ts'
import { sealChanges } from '../../database/sealed.ts'
import { answeredIn } from './answered.ts'
import { type AnyResource, type Change, changesOf, type Row, tableName } from './rows.ts'
import { wireChange } from './wire.ts'

/** Source of times and record ids. */
export type Source = Pick<ServerContext, 'now' | 'id'>

/** Write, as recorded in history, audit trail and outbox. */
export interface Written {
  readonly resource: AnyResource
  readonly before: Row | null
  readonly after: Row
  /** Name of the transition, or `add`, `edit`, `remove`. */
  readonly action: string
  /** Label of the audit trail where it differs: it was added by an import, what was changed is a grant. */
  readonly as?: 'import' | 'grant'
  /** Changes for the audit trail that are no field of the record. */
  readonly changes?: readonly Change[]
  /** Set when the write was a transition: it gets one approvalHistory row (INV-40). */
  readonly decision?: {
    readonly transition: Transition
    readonly lifecycle: Lifecycle
    readonly remark: string | null
    /** Taken by the effect of another record's transition. */
    readonly bySystem: boolean
  }
}

const RESULT = { pass: 1, reject: 2, other: 3 } as const

const historyOf = (source: Source, actor: Actor, w: Written, changes: readonly Change[], now: string): Values => {
  const { decision, resource, before, after } = w
  if (!decision) throw new Error('not a decision')
  const hidden = figuresOf(scopeOf(resource))
  return {
    id: source.id(),
    bizType: resource.id,
    bizId: after.id,
    bizCode: String(after[resource.name as string] ?? '').slice(0, 64),
    action: w.action,
    fromStatus: stateText(decision.lifecycle, before),
    toStatus: stateText(decision.lifecycle, after),
    result: RESULT[decision.transition.result ?? 'other'],
    remark: decision.remark,
    operatorId: actor.userId,
    operatorName: actor.name,
    operatorAccount: actor.account || null,
    operatorRole: decision.bySystem ? '系统' : actor.roleTitles.slice(0, 100),
    operateTime: now,
    requestId: actor.requestId.slice(0, 64),
    recordVersion: String(after.version),
    // visible to all who may see the history; the whole values are in the audit trail, which no call returns
    changes: changes.filter((c) => !hidden.includes(c.field)).map((c) => wireChange(resource, c)),
    entrustedCompanyId: ownerOf(resource, after, 'company'),
    fiscalTaxId: ownerOf(resource, after, 'fiscalTax'),
    providerId: ownerOf(resource, after, 'provider'),
    createUser: actor.userId,
    createDept: actor.deptId,
    createTime: now,
    updateUser: actor.userId,
    updateTime: now,
    isDeleted: 0,
    version: 0,
  }
}

/** Persons whose row it was and is (`own`): they hear of it. */
const personsIn = ({ resource, before, after }: Written): string[] =>
  [
    ...new Set(
      (resource.own?.by ?? []).flatMap((name) => [before, after].map((row) => String(row?.[name as string] ?? ''))),
    ),
  ].filter(Boolean)

/** The action of a change by a user that is no transition. */
export const EDIT = 'edit'

/** Entries of the audit trail besides writes: who took a record along, who read its personal data in full. */
export const LOOKS = ['export', 'unmask'] as const
export type Look = (typeof LOOKS)[number]

/** Unique key of a record among all resources. */
export const recordKey = (resource: string, id: string): string => `${resource}/${id}`

/** Rows of audit trail and outbox, by column. */
export interface TrailLines {
  readonly audit: readonly Record<string, unknown>[]
  readonly outbox: readonly Record<string, unknown>[]
}

/** Records of some writes: records of the history, and the lines, made when they are asked for. */
export interface Trail {
  readonly history: readonly Values[]
  /** Records that were edited, by `recordKey`. */
  readonly edited: Iterable<string>
  lines(): TrailLines
}

/** History, audit trail and outbox of all writes of a transaction, in the order of the writes, at the time of this call. */
export function trailOf(source: Source, actor: Actor, writes: readonly Written[]): Trail {
  const at = source.now()
  const now = wallClock(at)
  const known = new Map<Written, readonly Change[]>()
  const changesIn = (w: Written): readonly Change[] => {
    const changes = known.get(w) ?? w.changes ?? changesOf(w.resource, w.before, w.after)
    known.set(w, changes)
    return changes
  }
  return {
    history: writes.flatMap((w) => (w.decision ? [historyOf(source, actor, w, changesIn(w), now)] : [])),
    edited: writes.flatMap((w) => (w.action === EDIT ? [recordKey(w.resource.id, String(w.after.id))] : [])),
    lines: () => {
      const [request, moment] = [actor.requestId.slice(0, 64), at.toISOString()]
      return {
        audit: writes.map((w) => ({
          ...commonOf(actor, w),
          action: w.as ?? w.action,
          request_id: request,
          diff: changesIn(w),
          create_time: moment,
          ...(actor.source ? { source: actor.source } : {}),
        })),
        outbox: writes.flatMap((w) => eventsOf(actor, w, now)),
      }
    },
  }
}

const commonOf = (actor: Actor, w: Written) => ({
  resource: w.resource.id,
  record_id: w.after.id,
  version: w.after.version,
  actor_id: actor.userId,
  actor_name: actor.name.slice(0, 50),
})

/** Events of a write: under its resource, and under the overviews that show it. */
function eventsOf(actor: Actor, w: Written, now: string): Record<string, unknown>[] {
  const event = {
    ...commonOf(actor, w),
    transition: w.action,
    company: ownerOf(w.resource, w.after, 'company'),
    fiscal_tax: ownerOf(w.resource, w.after, 'fiscalTax'),
    provider: ownerOf(w.resource, w.after, 'provider'),
    employee: ownerOf(w.resource, w.after, 'employee'),
    payload: {
      at: now,
      ...(w.resource.concerns ? { concerns: w.after[w.resource.concerns.resource as string] } : {}),
      ...(w.resource.own ? { persons: personsIn(w) } : {}),
    },
  }
  const answered = answeredIn(w.resource, w.before, w.after)
  return [
    event,
    ...overviewsOf(w.resource).map((o) => ({ ...event, resource: o.id })),
    ...(answered ? [{ ...answered, payload: { at: now, answer: answered.answer } }] : []),
  ]
}

/** A line of the audit trail as the database keeps it: what columns keep encrypted is here too. */
const kept = (tx: Tx, line: TrailLines['audit'][number]) => ({
  ...line,
  diff: sealChanges(resourceOf(line.resource as string), tx.tenantId, line.diff as readonly Change[]),
})

/**
 * Writes history, audit trail and outbox of all writes of a transaction: one statement, sent with the next one or with
 * COMMIT.
 */
export function writeTrail(source: Source, actor: Actor, tx: Tx, writes: readonly Written[]): void {
  if (writes.length === 0) return
  const trail = trailOf(source, actor, writes)
  const { audit, outbox } = trail.lines()
  const history = trail.history.map((record) => columnsFrom(approvalHistory, record))
  const columns = history[0] ? Object.keys(history[0]).map((c) => `"${c}"`) : []
  // a person's own list leaves out what a batch decided (records/recent.ts)
  const [name, value] = actor.batch ? [['batch_id'], ['$5::bigint']] : [[], []]
  const list = ['tenant_id', ...columns, ...name].join(', ')
  const historyPart = history.length
    ? `, h as (insert into ${tableName(approvalHistory)} (${list})
        select ${['$1', ...columns, ...value].join(', ')} from jsonb_populate_recordset(null::${tableName(approvalHistory)}, $4::jsonb))`
    : ''
  tx.write(
    `with a as (insert into "audit_trail" (tenant_id, resource, record_id, version, action, actor_id, actor_name, request_id, diff, create_time, source)
        select $1, resource, record_id, version, action, actor_id, actor_name, request_id, diff, create_time, source
        from jsonb_populate_recordset(null::"audit_trail", $2::jsonb))${historyPart}
     insert into "outbox" (tenant_id, kind, resource, record_id, version, transition, actor_id, actor_name, company, fiscal_tax, provider, employee, payload)
        select $1, coalesce(kind, 'changed'), resource, record_id, version, transition, actor_id, actor_name, company, fiscal_tax, provider, employee, payload
        from jsonb_populate_recordset(null::"outbox", $3::jsonb)`,
    [
      tx.tenantId,
      JSON.stringify(audit.map((line) => kept(tx, line))),
      JSON.stringify(outbox),
      ...(history.length ? [JSON.stringify(history)] : []),
      ...(history.length && actor.batch ? [actor.batch] : []),
    ],
  )
}
