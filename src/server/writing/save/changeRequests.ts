import { isDeepStrictEqual } from 'node:util'
import { lifecycles, ownerOf, resourceOf, scopeOf } from '../../../model/business.ts'
import { approvalHistory } from '../../../model/desk/approvalHistory.ts'
import { changeRequest } from '../../../model/desk/changeRequest.ts'
import { dualControlled, mayWait } from '../../../model/language/derived/dualControl.ts'
import { stateText } from '../../../model/language/derived/past.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import type { Party } from '../../../model/language/owner.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import type { Label } from '../../../model/values/label.ts'
import type { RequestedChange, WireRow } from '../../../model/wire/wire.ts'
import type { RequestContext } from '../../core/context/context.ts'
import { AppError } from '../../core/errors.ts'
import { keptValue } from '../../database/codec.ts'
import { openValues } from '../../database/sealed.ts'
import { hooksOf } from '../hooks.ts'
import { LocksMoved } from '../unitOfWork/locksMoved.ts'
import { type AnyResource, type Change, changesOf, lockName, type Row } from '../unitOfWork/rows.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'
import { unmasked, wireChange } from '../unitOfWork/wire.ts'
import { isUnchanged } from './compare.ts'
import { hold, holds } from './held.ts'

const { requestStatus } = statesOf(changeRequest)

export type ChangeRequest = RowOf<typeof changeRequest>
type Values = Readonly<Record<string, unknown>>

/** Values of `requestType`. */
export const EDIT = 1
export const REMOVAL = 2
/** Value of `requestStatus`: a second person agreed and the change is made. */
export const APPLIED = 1

/** The new values of a request with the reason given for it: used to compare two requests for one record. */
interface Wanted {
  readonly type: 1 | 2
  readonly to: Values
  readonly remark: string | null
}

/** Returns the requests about records that wait for a second person. */
const openAbout = (work: UnitOfWork, r: AnyResource, ids: readonly string[]): Promise<ChangeRequest[]> =>
  work.rows(changeRequest, { bizType: r.id, bizId: ids, requestStatus: requestStatus.pending })

/** Returns whether changes of such records may wait for a second person at all. */
const mayBeRequested = (r: AnyResource): boolean => mayWait(r, 'edit') || mayWait(r, 'delete')

/**
 * Locks records that are about to be written, with the requests that wait about them: these become void where what they
 * name is changed. `first`: what else is locked before the records.
 */
export async function lockWithRequests(
  work: UnitOfWork,
  r: AnyResource,
  ids: readonly string[],
  first: () => Promise<unknown> = async () => undefined,
): Promise<Row[]> {
  if (!mayBeRequested(r)) {
    await first()
    return work.lock(r, ids)
  }
  const requests = async () =>
    work.lock(changeRequest, [
      ...hold(
        work,
        (await openAbout(work, r, ids)).map((q) => q.id),
      ),
    ])
  // the one order of all locks
  const before = lockName(changeRequest) < lockName(r)
  if (before) await requests()
  await first()
  const rows = await work.lock(r, ids)
  if (!before) await requests()
  return rows
}

/** The fields of a request that decide whether it can still be made: those it names, of a deletion what two persons change. */
export const namedIn = (
  r: AnyResource,
  record: Row,
  request: Pick<ChangeRequest, 'requestType'>,
  old: Values,
): Values =>
  request.requestType === REMOVAL
    ? Object.fromEntries(dualControlled(r, record, Object.keys(old)).map((name) => [name, old[name]]))
    : old

/** Which of the named fields of a request are other than they were when it was made. */
export const movedIn = (r: AnyResource, record: Row, named: Values): string[] =>
  Object.keys(named).filter((name) => !isUnchanged(r, record, { [name]: named[name] }))

/** The fields by their names, for people. */
export const calledIn = (r: AnyResource, names: readonly string[]): Label => {
  const labels = names.map((name) => (r.fields[name] as Field | undefined)?.label ?? ([name, name] as const))
  return [labels.map(([zh]) => zh).join('、'), labels.map(([, en]) => en.toLowerCase()).join(', ')]
}

/**
 * A record was written (`after`), or deleted (null): requests about it that can no longer be made as they were asked for
 * are void, and say why. They are locked (`lockWithRequests`).
 */
export async function lapseRequests(work: UnitOfWork, r: AnyResource, before: Row, after: Row | null): Promise<void> {
  if (!mayBeRequested(r)) return
  for (const request of await openAbout(work, r, [before.id])) {
    const old = (await work.keptChange(r, request.id))?.old ?? {}
    const moved = after ? movedIn(r, after, namedIn(r, before, request, old)) : []
    if (after && moved.length === 0) continue
    if (!holds(work, [request.id])) throw new LocksMoved('a change was asked for meanwhile')
    const [fields] = calledIn(r, moved)
    const remark = after
      ? `${fields}已被${work.actor.name}修改，请重新申请`
      : `该${r.title[0]}已被${work.actor.name}删除`
    await work.step(changeRequest, request.id, 'lapse', { remark })
  }
}

/**
 * Returns the open request of this user for the record with the same values and reason (a double
 * click); null where none is open. 409 while another one is. The record is locked, so no second request can be made
 * meanwhile.
 */
async function openRequest(
  work: UnitOfWork,
  r: AnyResource,
  row: Row,
  { type, to, remark }: Wanted,
): Promise<ChangeRequest | null> {
  const [open] = await work.rows(changeRequest, { bizType: r.id, bizId: row.id, requestStatus: requestStatus.pending })
  if (!open) return null
  const own = open.requesterId === work.actor.userId && open.requestType === type && (open.remark ?? null) === remark
  if (own && isDeepStrictEqual((await work.keptChange(r, open.id))?.new, to)) return open
  throw new AppError(409, [
    `该${r.title[0]}已有待复核的变更申请 ${open.code}（${open.requesterName ?? ''}），请先处理`,
    `A change of this record already waits for a second person: ${open.code} (${open.requesterName ?? ''}); settle it first`,
  ])
}

async function ask(
  work: UnitOfWork,
  r: AnyResource,
  row: Row,
  type: 1 | 2,
  changes: readonly Change[],
  remark: string | null,
): Promise<RequestedChange> {
  const side = (one: 'from' | 'to'): Values => Object.fromEntries(changes.map((c) => [c.field, c[one]]))
  const again = await openRequest(work, r, row, { type, to: side('to'), remark })
  if (again) return { id: again.id, code: again.code ?? '' }
  const { actor } = work
  // rows that are open to a party have no owner: the request belongs to its requester
  const of = (p: Party) => ownerOf(r, row, p) ?? (scopeOf(r)[p] === 'open' ? actor[p] : null)
  const request = await work.insert(changeRequest, {
    code: await work.code(changeRequest),
    requestType: type,
    bizType: r.id,
    bizId: row.id,
    bizName: String(row[r.name as string] ?? '').slice(0, 100),
    recordVersion: row.version,
    changes: changes.map((c) => wireChange(r, c)),
    remark,
    requesterId: actor.userId,
    requesterName: actor.name.slice(0, 50),
    requesterAccount: actor.account,
    requesterFrom: await work.signedInFrom(),
    requestStatus: requestStatus.pending,
    entrustedCompanyId: of('company'),
    fiscalTaxId: of('fiscalTax'),
    providerId: of('provider'),
  })
  await work.keepChange(r, request.id, { old: side('from'), new: side('to') })
  return { id: request.id, code: request.code ?? '' }
}

/**
 * Requests an edit that touches a dual-controlled field from a second person. The whole edit waits, so that it is
 * decided as one. `changed`: the new values by field, as they would be written.
 */
export function requestEdit(
  work: UnitOfWork,
  r: AnyResource,
  before: Row,
  changed: Values,
  remark: string | null,
): Promise<RequestedChange> {
  const changes = Object.entries(changed).map(
    ([field, to]): Change => ({ field, from: before[field] ?? null, to: keptValue(r, field, to) }),
  )
  return ask(work, r, before, EDIT, changes, remark)
}

/** Requests the deletion of a record from a second person. */
export function requestRemoval(work: UnitOfWork, r: AnyResource, row: Row): Promise<RequestedChange> {
  const changes = changesOf(r, null, row).map((c): Change => ({ field: c.field, from: c.to, to: null }))
  return ask(work, r, row, REMOVAL, changes, null)
}

/**
 * Writes an edit or deletion to the history of its record, with both persons where two agreed (`request`). Resources
 * whose own rules write their history do so themselves.
 */
export async function writeHistory(
  work: UnitOfWork,
  r: AnyResource,
  before: Row,
  after: Row,
  request: ChangeRequest | null,
  remark: string | null = request?.remark ?? null,
): Promise<void> {
  if (hooksOf(work.domains, r.id).ownHistory) return
  const { actor } = work
  const lifecycle = lifecycles.get(r.id)
  const state = (row: Row): string => (lifecycle ? stateText(lifecycle, row) : '')
  await work.insert(approvalHistory, {
    bizType: r.id,
    bizId: before.id,
    bizCode: String(before[r.name as string] ?? '').slice(0, 64),
    action: request?.requestType === REMOVAL ? 'remove' : 'edit',
    fromStatus: state(before),
    toStatus: after.isDeleted === 1 ? 'deleted' : state(after),
    result: request ? 1 : 3,
    remark,
    operatorId: actor.userId,
    operatorName: actor.name,
    operatorAccount: actor.account || null,
    operatorRole: actor.roleTitles.slice(0, 100),
    ...(request && requestFieldsOf(request)),
    operateTime: work.present,
    requestId: actor.requestId.slice(0, 64),
    recordVersion: String(after.version),
    changes: changesOf(r, before, after).map((c) => wireChange(r, c)),
    entrustedCompanyId: ownerOf(r, before, 'company'),
    fiscalTaxId: ownerOf(r, before, 'fiscalTax'),
    providerId: ownerOf(r, before, 'provider'),
  })
}

/** The part of a history row about its request, besides the reviewer. */
export const requestFieldsOf = (request: ChangeRequest): Partial<RowOf<typeof approvalHistory>> => ({
  requesterId: request.requesterId,
  requesterName: request.requesterName,
  requesterAccount: request.requesterAccount,
  changeRequestId: request.id,
  changeRequestCode: request.code,
})

/** The address in what `signedInFrom` says. */
export const addressIn = (from: unknown): string => String(from ?? '').split(' ')[0] ?? ''

/** Note that a request was made and approved from one address, or one browser; null where it was not. */
export function sameFrom(request: Pick<ChangeRequest, 'requesterFrom'>, reviewerFrom: string | null): Label | null {
  const address = addressIn(reviewerFrom)
  if (address === '' || address !== addressIn(request.requesterFrom)) return null
  const browser = request.requesterFrom === reviewerFrom
  return [
    `，申请与复核来自同一地址 ${address}${browser ? '、同一浏览器' : ''}`,
    `, both from the address ${address}${browser ? ' and the same browser' : ''}`,
  ]
}

/** A request as one person sees it: a requester at the person's own address is marked. */
function marked({ http, actor }: RequestContext, request: WireRow): WireRow {
  const { requesterFrom, requesterId } = request
  if (requesterId === actor.userId || addressIn(requesterFrom) !== http.ip) return request
  const says = actor.language === 'en' ? '(your own address)' : '（与您同一地址）'
  return { ...request, requesterFrom: `${String(requesterFrom)} ${says}` }
}

/**
 * Returns a request with the whole values of its changes, for users who may see the personal data of the record, and where
 * it came from beside where the person is.
 */
export async function revealed(caller: RequestContext, row: WireRow): Promise<WireRow> {
  const { context, actor } = caller
  const request = marked(caller, row)
  const r = resourceOf(String(request.bizType))
  if (!unmasked(actor, r) || !Array.isArray(request.changes)) return request
  const [found] = await context.db.scoped<{ old_values: Values; new_values: Values }>(
    { tenantId: actor.tenantId },
    {
      text: 'select old_values, new_values from "change_request_values" where tenant_id = $1 and id = $2',
      values: [actor.tenantId, request.id],
    },
  )
  if (!found) return request
  const [old, wanted] = [found.old_values, found.new_values].map((side) => openValues(r, actor.tenantId, side)) as [
    Values,
    Values,
  ]
  const changes = (request.changes as readonly Change[]).map((c) => ({
    field: c.field,
    from: old[c.field] ?? null,
    to: wanted[c.field] ?? null,
  }))
  return { ...request, changes }
}

/** The message when a change waits for a second person. */
export const waits = (requests: readonly RequestedChange[]): Label => {
  const codes = requests.map((r) => r.code)
  return [
    `已提交复核（${codes.join('、')}），须由另一人复核后生效`,
    `Sent for a second person's approval (${codes.join(', ')})`,
  ]
}
