import { importFile } from '../../../model/files/importFile.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import { IMPORT_STATES, type ImportStateName } from '../../../model/language/fields/imports.ts'
import { partyNames } from '../../../model/language/owner.ts'
import { wallClock } from '../../../model/values/dates.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import type { Tx } from '../../core/database.ts'
import { notFound } from '../../core/errors.ts'
import { forget } from '../../files/disk.ts'
import { tableName } from '../../writing/unitOfWork/rows.ts'
import type { Fault } from './records.ts'

const TABLE = tableName(importFile)

/** An import as it is kept. */
export interface KeptImport {
  readonly id: string
  readonly name: string
  readonly fileName: string
  readonly sha256: string
  readonly resource: string
  readonly reach: string
  readonly state: ImportStateName
  readonly total: number
  readonly finished: number
  readonly wrong: number
  readonly applied: number
  readonly faults: readonly Fault[]
  readonly why: string
}

/** Fingerprint of the maker's reach: a user whose owner changes neither sees nor applies an older import. */
export const reachOf = (actor: Actor): string => partyNames.map((party) => actor[party] ?? '').join(' ')

export const stateNumber = (name: ImportStateName): number => IMPORT_STATES.indexOf(name)

/** Returns an import of the user in its present state; 404 for those of others. */
export async function keptOf(context: ServerContext, actor: Actor, id: string): Promise<KeptImport> {
  const [found] = isId(id)
    ? await context.db.scoped<Record<string, unknown>>(
        { tenantId: actor.tenantId },
        {
          text: `select id, name, file_name, sha256, resource, reach, import_state, total, finished, wrong, applied, faults, why
                 from ${TABLE} where tenant_id = $1 and id = $2 and create_user = $3 and is_deleted = 0`,
          values: [actor.tenantId, id, actor.userId],
        },
      )
    : []
  if (!found) throw notFound()
  return {
    id,
    name: String(found.name ?? ''),
    fileName: String(found.file_name),
    sha256: String(found.sha256),
    resource: String(found.resource),
    reach: String(found.reach),
    state: IMPORT_STATES[Number(found.import_state)] ?? 'failed',
    total: Number(found.total),
    finished: Number(found.finished),
    wrong: Number(found.wrong),
    applied: Number(found.applied),
    faults: Array.isArray(found.faults) ? (found.faults as readonly Fault[]) : [],
    why: String(found.why ?? ''),
  }
}

/** Result of a page of rows. */
export interface Advance {
  /** Rows of the file looked at before this page, and after it. */
  readonly from: number
  readonly to: number
  readonly applied: number
  readonly faults: readonly Fault[]
}

/** The import has moved on without this runner: it was cancelled, or another runner has taken it. */
export class Overtaken extends Error {
  constructor() {
    super('overtaken')
  }
}

/**
 * Says that a page is done, in the transaction that wrote its rows: no row is added twice, whoever runs the import
 * again. Throws `Overtaken`, so that the page is not written, where the import has gone on or ended.
 */
export async function advance(tx: Tx, id: string, state: 'checking' | 'applying', by: Advance): Promise<void> {
  const wrong = new Set(by.faults.map(([row]) => row)).size
  const [kept] = await tx.query(
    `update ${TABLE} set finished = $5, applied = applied + $6, wrong = wrong + $7, faults = coalesce(faults, '[]'::jsonb) || $8::jsonb
     where tenant_id = $1 and id = $2 and import_state = $3 and finished = $4 returning id`,
    [tx.tenantId, id, stateNumber(state), by.from, by.to, by.applied, wrong, JSON.stringify(by.faults)],
  )
  if (!kept) throw new Overtaken()
}

/** Moves an import on, where it is in one of these states; false where it is not. */
export async function move(
  tx: Tx,
  id: string,
  from: readonly ImportStateName[],
  to: ImportStateName,
  why = '',
): Promise<boolean> {
  const [kept] = await tx.query(
    `update ${TABLE} set import_state = $4::smallint, why = $5, finished = case when $4::smallint = ${stateNumber('applying')} then 0 else finished end
     where tenant_id = $1 and id = $2 and import_state = any($3::int[]) returning id`,
    [tx.tenantId, id, from.map(stateNumber), stateNumber(to), why.slice(0, 200)],
  )
  return kept !== undefined
}

/** The same file, imported before into the same list by somebody of the same reach: the last time. */
export async function earlierOf(
  tx: Pick<Tx, 'tenantId' | 'query'>,
  k: Pick<KeptImport, 'id' | 'sha256' | 'resource' | 'reach'>,
): Promise<{ readonly at: string; readonly by: string; readonly applied: number } | null> {
  const [found] = await tx.query<{ create_time: Date; real_name: string | null; applied: number }>(
    `select i.create_time, u.real_name, i.applied from ${TABLE} i
     left join "user" u on u.tenant_id = i.tenant_id and u.id = i.create_user
     where i.tenant_id = $1 and i.sha256 = $2 and i.resource = $3 and i.reach = $4 and i.id <> $5 and i.is_deleted = 0
       and (i.applied > 0 or i.import_state = ${stateNumber('applying')}) order by i.create_time desc, i.id desc limit 1`,
    [tx.tenantId, k.sha256, k.resource, k.reach, k.id],
  )
  return found
    ? { at: wallClock(new Date(found.create_time)), by: found.real_name ?? '', applied: Number(found.applied) }
    : null
}

/** Deletes files of imports after a day, what is known of them after thirty, of all tenants. Returns how many files. */
export async function sweepImports(context: ServerContext): Promise<number> {
  let gone = 0
  const tenants = await context.db.owner((tx) => tx.query<{ code: string }>('select code from "tenant" order by code'))
  for (const { code: tenantId } of tenants) {
    const now = context.now().toISOString()
    const rows = await context.db.transaction({ tenantId }, async (tx) => {
      await tx.query(
        `delete from ${TABLE} where tenant_id = $1 and create_time < $2::timestamptz - interval '30 days' and name is null`,
        [tenantId, now],
      )
      const old = await tx.query<{ id: string; name: string }>(
        `select id, name from ${TABLE} where tenant_id = $1 and name is not null
           and create_time < $2::timestamptz - interval '1 day' for update`,
        [tenantId, now],
      )
      await tx.query(
        `update ${TABLE} set name = null, faults = '[]'::jsonb,
           import_state = case when import_state < ${stateNumber('done')} then ${stateNumber('stopped')} else import_state end
         where tenant_id = $1 and id = any($2::bigint[])`,
        [tenantId, old.map((row) => row.id)],
      )
      return old
    })
    for (const { name } of rows) await forget(context, tenantId, name)
    gone += rows.length
  }
  return gone
}
