import { editableIn, resourceOf, scopeOf, statusNames } from '../../model/all.ts'
import { dualControlled } from '../../model/kernel/dualControl.ts'
import type { Field } from '../../model/kernel/field.ts'
import { isRef, isRefs } from '../../model/kernel/field.ts'
import { kindOf } from '../../model/kernel/kinds/kinds.ts'
import { isShownSecret } from '../../model/kernel/kinds/secrets.ts'
import { masked } from '../../model/kernel/kinds/shapes.ts'
import type { Label } from '../../model/kernel/label.ts'
import { isInState } from '../../model/kernel/lifecycle.ts'
import { partyNames } from '../../model/kernel/owner.ts'
import { fieldOf, fixedValues } from '../../model/kernel/resource.ts'
import { isEmpty, isId, type Problem, problemsOf, tidy } from '../../model/kernel/validate.ts'
import type { AskedChange, WireRow } from '../../model/kernel/wire.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context.ts'
import { AppError, forbidden, notFound } from '../core/errors.ts'
import { textOf, textParam, versionIn } from '../core/params.ts'
import { inScope, may } from '../core/permissions.ts'
import { storeKindOf } from '../store/kinds/kinds.ts'
import { neverMissing } from '../store/schema/columns.ts'
import { attachmentProblems, claimAttachments } from './attachments.ts'
import { type ChangeRequest, requestEdit } from './changeRequests.ts'
import { codeOf } from './codes.ts'
import { stale, uneditable } from './conflict.ts'
import { hooksOf, type SaveMode } from './hooks.ts'
import { referenced, referencedAll, unreached } from './references.ts'
import type { AnyResource, Row } from './rows.ts'
import { columnName } from './rows.ts'
import type { Written } from './trail.ts'
import type { UnitOfWork, Where } from './unitOfWork.ts'
import { unmasked, wireRow } from './wire.ts'

type Values = Record<string, unknown>

/** 400 with every field that is wrong: messages in both languages, fields in the asker's. */
export function refuseFields(problems: readonly Problem[], actor: Actor): void {
  if (problems.length === 0) return
  const said = (n: 0 | 1): string => [...new Set(problems.map((p) => p.message[n]))].join('；')
  const at = actor.language === 'en' ? 1 : 0
  throw new AppError(400, [said(0), said(1)], Object.fromEntries(problems.map((p) => [p.field, p.message[at]])))
}

/** Characters that stand for what is not shown; no phone, identity or account number has them. */
const STARS = '**'

/** Is this personal data as it is shown, not as it is? */
export const isMaskedForm = (value: unknown): value is string => typeof value === 'string' && value.includes(STARS)

/** Is this what stands on the screen for personal data or a secret, and no value? */
const isHiddenForm = (f: Field, value: unknown): boolean =>
  (f.facts.masked === true && isMaskedForm(value)) || (kindOf(f).writeOnly && isShownSecret(value))

/**
 * The fields a person may write: sent, declared, not the server's own, not fixed for adds (edits). Personal data sent
 * back as it is shown was not changed; in any other masked form it is no value at all and would overwrite a real one.
 * The person sees the form compared with in every list, so that trying others tells nothing.
 */
function writable(actor: Actor, r: AnyResource, sent: Readonly<Values>, before: Row | null): Values {
  const values: Values = {}
  const problems: Problem[] = []
  for (const [name, f] of Object.entries<Field>(r.fields)) {
    const locked = f.facts.readOnly
    if (
      !Object.hasOwn(sent, name) ||
      Object.hasOwn(fixedValues(r), name) ||
      locked === 'always' ||
      locked === (before ? 'edit' : 'add')
    )
      continue
    const value = sent[name]
    if (isHiddenForm(f, value)) {
      const shown = String(before?.[name] ?? '')
      if (before && value === (f.facts.masked ? masked(f, shown) : shown)) continue
      problems.push({
        field: name,
        message: [`请输入完整的${f.label[0]}`, `Please enter the whole ${f.label[1].toLowerCase()}`],
      })
    }
    values[name] = value
  }
  refuseFields(problems, actor)
  return values
}

/** References must exist for this person; the names they show are copied as they are now. */
async function resolveRefs(work: UnitOfWork, r: AnyResource, values: Values, before: Row | null): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const [name, f] of Object.entries<Field>(r.fields)) {
    if (!Object.hasOwn(values, name)) continue
    if (isRefs(f)) problems.push(...(await resolveMany(work, r, name, values, before)))
    if (!isRef(f)) continue
    const shows = f.facts.shows && Object.hasOwn(r.fields, f.facts.shows) ? f.facts.shows : null
    const id = values[name] as string | null
    if (id === null) {
      if (shows) values[shows] = null
      continue
    }
    if (before && before[name] === id) continue
    const found = await referenced(work, f.to, id)
    if (!found) problems.push(unreached(name, f))
    else if (shows) values[shows] = String(found[resourceOf(f.to).name as string] ?? '')
  }
  return problems
}

/**
 * Several references: those that are new must exist for this person; the names they show are copied, joined by 、. One
 * that was there already stays, whoever saves.
 */
async function resolveMany(
  work: UnitOfWork,
  r: AnyResource,
  name: string,
  values: Values,
  before: Row | null,
): Promise<Problem[]> {
  const f = r.fields[name]
  if (!f || !isRefs(f)) return []
  const [ids, old] = [values[name], before?.[name] ?? []] as (readonly string[] | null)[]
  const found = await referencedAll(work, f.to, ids ?? [])
  const lost = (ids ?? []).filter((id) => !found.has(id))
  if (lost.some((id) => !old?.includes(id))) return [unreached(name, f)]
  const shows = f.facts.shows && Object.hasOwn(r.fields, f.facts.shows) ? f.facts.shows : null
  if (shows && lost.length === 0) {
    const names = (ids ?? []).map((id) => String(found.get(id)?.[resourceOf(f.to).name as string] ?? ''))
    values[shows] = names.join('、') || null
  }
  return []
}

/** Deepest tree there is: a chain of parents that is longer is a circle. */
const DEEPEST = 64

/**
 * The records above one of a tree, nearest first, itself included: from the one with this key on. Not locked.
 * `until`: the chain ends there.
 */
export async function chainOf(work: UnitOfWork, r: AnyResource, key: unknown, until = ''): Promise<Row[]> {
  const { tree } = r
  const chain: Row[] = []
  let up = tree && !isEmpty(key) ? String(key) : ''
  while (tree && up !== '' && chain.length < DEEPEST) {
    const found = tree.key === 'id' ? await work.row(r, up) : await work.any(r, { [tree.key]: up })
    if (!found) break
    const row = found as unknown as Row
    chain.push(row)
    if (row.id === until) break
    up = String(row[tree.parent] ?? '')
  }
  return chain
}

/** The chain above the new place of an edit; none where it names no place, or one that the checks will refuse. */
async function chainAbove(work: UnitOfWork, r: AnyResource, sent: Readonly<Values>): Promise<Row[]> {
  const name = r.tree?.parent
  if (name === undefined || isEmpty(sent[name])) return []
  const wrong = problemsOf(r.fields, { [name]: sent[name] }, new Set([name])).length > 0
  return wrong ? [] : chainOf(work, r, tidy(r.fields[name] as Field, sent[name]))
}

/** A tree never closes into a circle, and nothing stands below what is not there. */
async function treeProblem(work: UnitOfWork, r: AnyResource, values: Values, before: Row | null): Promise<Problem[]> {
  const { tree } = r
  if (!tree || isEmpty(values[tree.parent])) return []
  const chain = await chainOf(work, r, values[tree.parent], before?.id)
  const at = r.fields[tree.parent] as Field
  if (tree.key !== 'id' && (chain.length === 0 || !inScope(work.actor, r, chain[0] as Row)))
    return [unreached(tree.parent, at)]
  if (!chain.some((row) => row.id === before?.id)) return []
  return [{ field: tree.parent, message: ['上级不能是自己或自己的下级', 'A record cannot be below itself'] }]
}

/** Personal data is not repeated: messages end up in results, reports and screens of others. */
const taken = (f: Field | undefined, value: unknown): Label => {
  const [zh, en] = f?.facts.masked ? ['', ''] : [`“${String(value)}”`, ` “${String(value)}”`]
  return [`${f?.label[0] ?? ''}${zh}已存在`, `${f?.label[1] ?? ''}${en} is already taken`]
}

/** Live records that already have what must be unique. The index is the last word; this names the field. */
async function uniqueProblems(
  work: UnitOfWork,
  r: AnyResource,
  values: Values,
  before: Row | null,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const set of r.unique ?? []) {
    const names = set.map(String)
    if (!names.some((n) => Object.hasOwn(values, n))) continue
    const wanted = names.map((n) => (Object.hasOwn(values, n) ? values[n] : (before?.[n] ?? null)))
    if (wanted.some(isEmpty)) continue
    const where: Record<string, Where[string]> = Object.fromEntries(names.map((n, i) => [n, wanted[i] as string]))
    if (before) where.id = { not: before.id }
    const found = await work.any(r, where)
    const at = names[names.length - 1] as string
    if (found) problems.push({ field: at, message: taken(r.fields[at], values[at] ?? before?.[at]) })
  }
  return problems
}

/** What the unique index says when two people save the same at the same moment. */
export function duplicate(r: AnyResource, e: unknown): AppError | null {
  const said = e as { code?: unknown; detail?: unknown; constraint?: unknown }
  if (!(e instanceof Error) || said.code !== '23505') return null
  const told = `${String(said.detail ?? '')} ${String(said.constraint ?? '')}`
  const set = (r.unique ?? []).find((u) => u.every((n) => told.includes(columnName(String(n)).slice(1, -1))))
  const name = set ? String(set[set.length - 1]) : ''
  const f = r.fields[name] as Field | undefined
  const message: Label = f
    ? [`${f.label[0]}已存在`, `${f.label[1]} is already taken`]
    : ['数据已存在', 'This already exists']
  return new AppError(400, message, { [name || 'id']: message[0] })
}

/** INV-43: what bound people write belongs to whom they are bound to. */
function ownRow(actor: Actor, r: AnyResource, values: Values): void {
  const scope = scopeOf(r)
  for (const party of partyNames) {
    const [mine, rows] = [actor[party], scope[party]]
    if (!mine || rows === 'open') continue
    if (rows === 'closed') throw forbidden()
    // the record itself, or inherited from its parent: looked at when the row is there
    if (!Object.hasOwn(r.fields, rows.field)) continue
    if (isEmpty(values[rows.field])) values[rows.field] = mine
    else if (textOf(values[rows.field], rows.field) !== mine) throw forbidden()
  }
}

/** Asking whether personal data is taken tells whose it is: who may not see it asks so often a day and no more. */
export async function countGuess(
  context: ServerContext,
  actor: Actor,
  r: AnyResource,
  sent: Readonly<Values>,
): Promise<void> {
  const told = (r.unique ?? [])
    .flat()
    .some(
      (name) =>
        fieldOf(r, String(name))?.facts.masked && !isEmpty(sent[String(name)]) && !isMaskedForm(sent[String(name)]),
    )
  if (told && !unmasked(actor, r)) await context.limiter.consume('guesses', `${actor.tenantId} ${actor.userId}`)
}

/** What a transition that creates a record brings along. */
export interface Creation {
  /** The server's own values, asked for when those of the person have been checked; may refuse by throwing. */
  own(values: Readonly<Values>): Promise<Readonly<Values>>
  /** How the new record is told to the history. */
  readonly told: Pick<Written, 'action' | 'decision'>
}

/**
 * Adds a record from what a person sent, after every check: what he may write, required and ranges, references that
 * exist for him with their names copied, uniqueness, code, and the owner he is bound to. Submit and the transitions
 * that create (`creation`) have no other way.
 */
export async function addRecord(
  work: UnitOfWork,
  r: AnyResource,
  sent: Readonly<Values>,
  creation?: Creation,
): Promise<Row> {
  const values = writable(work.actor, r, sent, null)
  ownRow(work.actor, r, values)
  Object.assign(values, fixedValues(r))
  const hook = hooksOf(r.id).prepare
  refuseFields(problemsOf(r.fields, values), work.actor)
  const clean: Values = Object.fromEntries(
    Object.entries(values).map(([name, v]) => [name, tidy(r.fields[name] as Field, v)]),
  )
  const refs = await resolveRefs(work, r, clean, null)
  refuseFields([...refs, ...(await attachmentProblems(work, r, clean, null))], work.actor)
  if (hook) Object.assign(clean, await hook(clean, null, work, 'write'))
  if (creation) Object.assign(clean, await creation.own(clean))
  refuseFields(await uniqueProblems(work, r, clean, null), work.actor)
  const made = codeOf(r)
  if (made) clean[made.name] = await work.code(r)
  const row = (await work.insert(r, clean as never, creation?.told)) as unknown as Row
  if (!inScope(work.actor, r, row)) throw forbidden()
  await claimAttachments(work, r, clean, null, row.id)
  return row
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
  if (row) throw await uneditable(work, r, row, statusNames(r), rows.length > 1)
}

/** Edits a record by what was sent: locked, in scope, at the version that was seen. Nothing is told yet (`flush`). */
export async function edit(
  work: UnitOfWork,
  r: AnyResource,
  id: string,
  sent: Readonly<Values>,
): Promise<Row | AskedChange> {
  // Two edits that together close a circle wait for each other: what stands above the new place is locked as well.
  const above = await chainAbove(work, r, sent)
  const [before] = isId(id) ? await work.lock(r, [...new Set([id, ...above.map((row) => row.id)])]) : []
  if (!before || before.isDeleted === 1 || !inScope(work.actor, r, before)) throw notFound()
  const version = versionIn(sent)
  if (version !== null && version !== before.version) throw await stale(work, r, before, version)
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
 * An edit of a locked record: written, or asked for where it touches a dual-controlled field and nobody has agreed yet.
 */
async function change(
  work: UnitOfWork,
  r: AnyResource,
  before: Row,
  sent: Readonly<Values>,
  request: ChangeRequest | null,
): Promise<Row | AskedChange> {
  await refuseState(work, r, 'edit', [before])
  const values = writable(work.actor, r, sent, before)
  refuseFields(problemsOf(r.fields, values, new Set(Object.keys(values))), work.actor)
  const clean: Values = Object.fromEntries(Object.entries(values).map(([name, v]) => [name, kept(r, name, v)]))
  refuseFields(
    [
      ...(await resolveRefs(work, r, clean, before)),
      ...(await treeProblem(work, r, clean, before)),
      ...(request ? [] : await attachmentProblems(work, r, clean, before)),
    ],
    work.actor,
  )
  const hook = hooksOf(r.id).prepare
  const changes = () =>
    Object.fromEntries(Object.entries(clean).filter(([name, v]) => !same(r.fields[name] as Field, before[name], v)))
  const touches = () => dualControlled(r, before, Object.keys(changes())).length > 0
  const mode: SaveMode = request ?? (touches() ? 'ask' : 'write')
  if (hook) Object.assign(clean, await hook(clean, before, work, mode))
  refuseFields(await uniqueProblems(work, r, clean, before), work.actor)
  const changed = changes()
  if (Object.keys(changed).length === 0) return before
  if (!request) await claimAttachments(work, r, changed, before, before.id)
  if (!request && touches()) return requestEdit(work, r, before, changed, remarkIn(sent))
  const row = (await work.update(r, before.id, changed as never)) as unknown as Row
  if (!inScope(work.actor, r, row)) throw forbidden()
  return row
}

/** A value as it is kept: an emptied field that is never null gets its initial value back. */
function kept(r: AnyResource, name: string, value: unknown): unknown {
  const f = r.fields[name] as Field
  const clean = tidy(f, value)
  return isEmpty(clean) && f.facts.initial !== undefined && neverMissing(r, name) ? f.facts.initial : clean
}

/** Why a change is asked for, as the requester says it beside the fields; at most 500 characters. */
const remarkIn = (sent: Readonly<Values>): string | null => textParam(sent, 'changeRemark').trim().slice(0, 500) || null

/** Does a record still have these values? */
export const isUnchanged = (r: AnyResource, row: Row, values: Readonly<Values>): boolean =>
  Object.entries(values).every(([name, v]) => r.fields[name] !== undefined && same(r.fields[name], row[name], v))

/** Does the database keep the same for both? `1.5` and `1.50` are one amount. */
export function same(f: Field, a: unknown, b: unknown): boolean {
  const [x, y] = [a ?? null, b ?? null]
  return x === y || (x !== null && y !== null && storeKindOf(f).same(x) === storeKindOf(f).same(y))
}

/** A record as it is now, with the request that its edit waits for. */
export type Saved = WireRow & { readonly changeRequest?: AskedChange }

/**
 * Writes one record: with an id an edit of the fields sent, without one a new record. Answers it as it is now, personal
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
  if (!r.operations.includes(operation)) throw new AppError(404, ['没找到请求', 'There is no such call'])
  const row = id === null ? await addRecord(work, r, sent) : await edit(work, r, id, sent)
  await work.flush()
  if ('version' in row) return wireRow(work.actor, r, row as Row)
  const [as = null] = await work.lock(r, [id as string])
  return { ...wireRow(work.actor, r, as ?? {}), changeRequest: row as AskedChange }
}
