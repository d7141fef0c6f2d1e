import { editableIn, lifecycles, scopeOf, statusNames } from '../../../model/business.ts'
import { dualControlled } from '../../../model/language/derived/dualControl.ts'
import { partChildren } from '../../../model/language/derived/parts.ts'
import { statusFields } from '../../../model/language/derived/past.ts'
import { futureProblems, isEmpty, isId, problemsOf, tidy } from '../../../model/language/derived/validate.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { isInState } from '../../../model/language/lifecycle.ts'
import { fieldIn } from '../../../model/language/owner.ts'
import { fixedValues } from '../../../model/language/resource.ts'
import type { RequestedChange, WireRow } from '../../../model/wire/wire.ts'
import { AppError, forbidden, notFound, notOffered } from '../../core/errors.ts'
import { textParam, versionIn } from '../../core/params.ts'
import { inScope, may } from '../../core/permissions.ts'
import { neverMissing } from '../../database/columns.ts'
import { hooksOf, type SaveMode } from '../hooks.ts'
import { codeOf } from '../unitOfWork/codes.ts'
import type { AnyResource, Row } from '../unitOfWork/rows.ts'
import type { Written } from '../unitOfWork/trail.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'
import { wireRow } from '../unitOfWork/wire.ts'
import { attachmentProblems, claimAttachments } from './attachments.ts'
import { type ChangeRequest, lapseRequests, lockWithRequests, requestEdit, writeHistory } from './changeRequests.ts'
import { same } from './compare.ts'
import { stale, uneditable } from './conflict.ts'
import { inWhole, saveParts } from './parts.ts'
import { resolveRefs } from './resolveRefs.ts'
import { ownRow, refuseFields, writable } from './sentFields.ts'
import { chainAbove, treeProblem } from './treePlace.ts'
import { uniqueProblems } from './unique.ts'

type Values = Record<string, unknown>

/** Options of a transition that creates a record. */
export interface Creation {
  /** The server's own values, asked for when those of the person have been checked; may refuse by throwing. */
  own(values: Readonly<Values>): Promise<Readonly<Values>>
  /** Action and decision of the new record in the history. */
  readonly audit: Pick<Written, 'action' | 'decision' | 'as'>
}

/**
 * Adds a record from what a user sent, after every check: writable fields, required ones and ranges, references within
 * the user's scope with their names copied, uniqueness, code, and the owner that the user is bound to. Submit and the
 * transitions that create (`creation`) both use it.
 */
export const addRecord = (
  work: UnitOfWork,
  r: AnyResource,
  sent: Readonly<Values>,
  creation?: Creation,
): Promise<Row> =>
  inWhole(
    work,
    r,
    async (by) => [sent[by]],
    () => addAlone(work, r, sent, creation),
  )

/** The same of a part whose record is being written. */
async function addAlone(work: UnitOfWork, r: AnyResource, sent: Readonly<Values>, creation?: Creation): Promise<Row> {
  const values = writable(work.actor, r, sent, null)
  ownRow(work.actor, r, values)
  Object.assign(values, fixedValues(r))
  const hook = hooksOf(work.domains, r.id).prepare
  const clean = await checked(work, r, values, null)
  const given = { ...clean }
  if (hook) Object.assign(clean, await hook(clean, null, work, 'write'))
  if (creation) Object.assign(clean, await creation.own(clean))
  refuseFields(await uniqueProblems(work, r, clean, null, given), work.actor)
  const made = codeOf(r)
  if (made) clean[made.name] = await work.code(r)
  const row = await work.insert(r, clean as never, creation?.audit)
  if (!inScope(work.actor, r, row)) throw forbidden()
  await claimAttachments(work, r, clean, null, row.id)
  await hooksOf(work.domains, r.id).added?.(row, work)
  return row
}

/**
 * Sent values in stored form. All problems are reported at once, in the order of the fields: typed values, and the
 * records and files (`withFiles`) that the rest names.
 */
async function checked(
  work: UnitOfWork,
  r: AnyResource,
  values: Readonly<Values>,
  before: Row | null,
  withFiles = true,
): Promise<Values> {
  const typed = [
    ...(before
      ? problemsOf(r.fields, { ...before, ...values }, new Set(Object.keys(values)))
      : problemsOf(r.fields, values)),
    ...futureProblems(r.fields, values, work.time),
  ]
  const wrong = new Set(typed.map(({ field }) => field))
  const clean: Values = {}
  for (const [name, v] of Object.entries(values))
    if (!wrong.has(name)) clean[name] = before ? kept(r, name, v) : tidy(r.fields[name] as Field, v)
  const named = await resolveRefs(work, r, clean, before)
  // nothing stands below a new record yet, and a parent named by its id was looked at as a reference
  const tree = before || r.tree?.key !== 'id' ? await treeProblem(work, r, clean, before) : []
  const files = withFiles ? await attachmentProblems(work, r, clean, before) : []
  const order = Object.keys(r.fields)
  refuseFields(
    [...typed, ...named, ...tree, ...files].sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field)),
    work.actor,
  )
  return clean
}

/** 409 for the first of these records whose state does not allow the generic call; names the state. */
export async function refuseState(
  work: UnitOfWork,
  r: AnyResource,
  operation: 'edit' | 'delete',
  rows: readonly Row[],
): Promise<void> {
  const from = editableIn(r, operation)
  const row = rows.find((one) => !from || !isInState(from, one))
  if (row) throw await uneditable(work, r, row, statusNames(r), rows.length > 1, operation === 'edit')
}

/**
 * Edits a record by what was sent: locks it, checks scope and the version that the user has seen. History and events
 * follow with `flush`.
 */
export async function edit(
  work: UnitOfWork,
  r: AnyResource,
  id: string,
  sent: Readonly<Values>,
): Promise<Row | RequestedChange> {
  let seen: number | undefined
  return inWhole(
    work,
    r,
    async (by) => {
      const before: Readonly<Values> | null = await work.row(r, id)
      seen = before?.version as number | undefined
      return [before?.[by]]
    },
    () => editAlone(work, r, id, sent),
    (row) => 'version' in row && row.version !== seen,
  )
}

/** The same of a part whose record is being written. */
async function editAlone(
  work: UnitOfWork,
  r: AnyResource,
  id: string,
  sent: Readonly<Values>,
): Promise<Row | RequestedChange> {
  // Two edits that together close a circle wait for each other: what stands above the new place is locked as well.
  const above = await chainAbove(work, r, sent)
  const first = async () => hooksOf(work.domains, r.id).first?.([id], work)
  const [before] = isId(id)
    ? await lockWithRequests(work, r, [...new Set([id, ...above.map((row) => row.id)])], first)
    : []
  if (!before || before.isDeleted === 1 || !inScope(work.actor, r, before)) throw notFound()
  const version = versionIn(sent)
  if (version !== null && version !== before.version) throw await stale(work, r, before, version, true)
  return change(work, r, before, sent, null)
}

/** Writes an edit that a second person agreed to, through the checks of any other. */
export async function applyEdit(
  work: UnitOfWork,
  r: AnyResource,
  before: Row,
  values: Readonly<Values>,
  request: ChangeRequest,
): Promise<void> {
  await change(work, r, before, values, request)
}

/**
 * Writes an edit of a locked record; where it touches a dual-controlled field and no second person has agreed, makes a
 * change request instead.
 */
async function change(
  work: UnitOfWork,
  r: AnyResource,
  before: Row,
  sent: Readonly<Values>,
  request: ChangeRequest | null,
): Promise<Row | RequestedChange> {
  await refuseState(work, r, 'edit', [before])
  const values = writable(work.actor, r, sent, before)
  const clean = await checked(work, r, values, before, request === null)
  const hook = hooksOf(work.domains, r.id).prepare
  const changes = () =>
    Object.fromEntries(Object.entries(clean).filter(([name, v]) => !same(r.fields[name] as Field, before[name], v)))
  const touches = () => dualControlled(r, before, Object.keys(changes())).length > 0
  const mode: SaveMode = request ?? (touches() ? 'ask' : 'write')
  const given = { ...clean }
  if (hook) Object.assign(clean, await hook(clean, before, work, mode))
  refuseFields(await uniqueProblems(work, r, clean, before, given), work.actor)
  const changed = changes()
  if (Object.keys(changed).length === 0) return before
  if (!request) await claimAttachments(work, r, changed, before, before.id)
  if (!request && touches()) return requestEdit(work, r, before, changed, remarkIn(sent))
  const notified = !request && (handsOver(r, changed) || movesState(r, changed))
  // the hook's own change of the record, such as removing its signature, stands in its history before the edit
  const stood = notified && hook ? ((await work.row(r, before.id)) as Row | null) : null
  if (stood && stood.version !== before.version) await work.flush()
  const row = await work.update(r, before.id, changed as never)
  if (!inScope(work.actor, r, row)) throw forbidden()
  if (!request) await lapseRequests(work, r, before, row)
  // changes by two persons are recorded when they are settled
  if (notified) await writeHistory(work, r, stood ?? before, row, null, remarkIn(sent))
  return row
}

/** Does an edit give the record to another employee, with all that came of it? */
const handsOver = (r: AnyResource, changed: Readonly<Values>): boolean => {
  const name = fieldIn(scopeOf(r).employee)
  return name !== null && Object.hasOwn(changed, name)
}

/** Does an edit bring the record into another state of its lifecycle, as a company that is renamed waits for its review again? */
const movesState = (r: AnyResource, changed: Readonly<Values>): boolean => {
  const lifecycle = lifecycles.get(r.id)
  return lifecycle !== undefined && statusFields(lifecycle).some((name) => Object.hasOwn(changed, name))
}

/** A value as it is kept: an emptied field that is never null gets its initial value back. */
function kept(r: AnyResource, name: string, value: unknown): unknown {
  const f = r.fields[name] as Field
  const clean = tidy(f, value)
  return isEmpty(clean) && f.facts.initial !== undefined && neverMissing(r, name) ? f.facts.initial : clean
}

/** Why a change is asked for, as the requester says it beside the fields; at most 500 characters. */
const remarkIn = (sent: Readonly<Values>): string | null => textParam(sent, 'changeRemark').trim().slice(0, 500) || null

/** A record as it is now, with the request that its edit waits for. */
export type Saved = WireRow & { readonly changeRequest?: RequestedChange }

/**
 * Writes one record: with an id an edit of the fields sent, without one a new record. Returns it as it is now, personal
 * data masked. An edit that waits for a second person answers the record unchanged, with the request.
 */
export async function save(
  work: UnitOfWork,
  r: AnyResource,
  sent: Readonly<Values>,
  only?: 'add' | 'edit',
): Promise<Saved> {
  const id = only === 'add' ? null : textParam(sent, 'id').trim() || null
  const operation = id === null ? 'add' : 'edit'
  if (only === 'edit' && id === null)
    throw new AppError(400, ['缺少必要的请求参数: id', 'Parameter id is missing'], { id: '缺少必要的请求参数' })
  if (!may(work.actor, `${r.id}_${operation}`)) throw forbidden()
  if (!r.operations.includes(operation)) throw notOffered()
  const before = id === null || partChildren(r).length === 0 ? null : (await work.lock(r, [id]))[0]
  const saved = id === null ? await addRecord(work, r, sent) : await edit(work, r, id, sent)
  const row =
    'version' in saved
      ? await saveParts(work, r, saved as Row, sent, saved.version !== before?.version, {
          add: addAlone,
          // records changed by two persons have no parts and are none
          edit: editAlone as (...of: Parameters<typeof editAlone>) => Promise<Row>,
        })
      : saved
  await work.flush()
  if ('version' in row) return wireRow(work.actor, r, row as Row)
  const [as = null] = await work.lock(r, [id as string])
  return { ...wireRow(work.actor, r, as ?? {}), changeRequest: row as RequestedChange }
}
