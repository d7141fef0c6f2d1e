import { resourceOf } from '../../model/all.ts'
import type { Field } from '../../model/kernel/field.ts'
import { isRef } from '../../model/kernel/field.ts'
import { masked } from '../../model/kernel/kinds/shapes.ts'
import type { Label } from '../../model/kernel/label.ts'
import { isEmpty, isId, type Problem, problemsOf, tidy } from '../../model/kernel/validate.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import type { Actor } from '../core/actor.ts'
import { AppError, forbidden, notFound } from '../core/errors.ts'
import { textOf, textParam } from '../core/params.ts'
import { inScope, may } from '../core/permissions.ts'
import { versionIn } from '../decisions/byCall.ts'
import { codeOf } from '../decisions/codes.ts'
import { stale } from '../decisions/conflict.ts'
import type { AnyResource, Row } from '../decisions/rows.ts'
import { columnName, tableName } from '../decisions/rows.ts'
import type { UnitOfWork } from '../decisions/unitOfWork.ts'
import { prepares } from '../modules/prepare.ts'
import { storeKindOf } from '../store/kinds/kinds.ts'
import { rowsQuery } from '../store/sql/query.ts'
import { wireRow } from './wire.ts'

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

/**
 * The fields a person may write: sent, declared, not the server's own, not fixed for adds (edits). Personal data sent
 * back as it is shown was not changed; in any other masked form it is no value at all and would overwrite a real one.
 * The person sees the form compared with in every list, so that trying others tells him nothing.
 */
function writable(actor: Actor, r: AnyResource, sent: Readonly<Values>, before: Row | null): Values {
  const values: Values = {}
  const problems: Problem[] = []
  for (const [name, f] of Object.entries<Field>(r.fields)) {
    const locked = f.facts.readOnly
    if (!Object.hasOwn(sent, name) || locked === 'always' || locked === (before ? 'edit' : 'add')) continue
    const value = sent[name]
    if (f.facts.masked && isMaskedForm(value)) {
      if (before && value === masked(f, String(before[name] ?? ''))) continue
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
    if (!isRef(f) || !Object.hasOwn(values, name)) continue
    const shows = f.facts.shows && Object.hasOwn(r.fields, f.facts.shows) ? f.facts.shows : null
    const id = values[name] as string | null
    if (id === null) {
      if (shows) values[shows] = null
      continue
    }
    if (before && before[name] === id) continue
    const to = resourceOf(f.to)
    const q = rowsQuery(to, work.actor, [id])
    const [found] = await work.query<Values>(q.text, q.values)
    if (!found)
      problems.push({
        field: name,
        message: [`所选${f.label[0]}不存在`, `The chosen ${f.label[1].toLowerCase()} does not exist`],
      })
    else if (shows) values[shows] = String(found[to.name as string] ?? '')
  }
  return problems
}

/** A tree never closes into a circle. */
async function treeProblem(work: UnitOfWork, r: AnyResource, values: Values, before: Row | null): Promise<Problem[]> {
  if (!before || isEmpty(values.parentId)) return []
  let up: string | null = String(values.parentId)
  for (let depth = 0; up && depth < 64; depth++) {
    if (up === before.id)
      return [{ field: 'parentId', message: ['上级不能是自己或自己的下级', 'A record cannot be below itself'] }]
    const parent: Row | null = (await work.row(r, up)) as unknown as Row | null
    up = (parent?.parentId as string | null | undefined) ?? null
  }
  return []
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
    const list = [work.tx.tenantId, before?.id ?? '0', ...wanted]
    const [found] = await work.query(
      `select 1 from ${tableName(r)} where tenant_id = $1 and id <> $2 and is_deleted = 0
       and ${names.map((n, i) => `${columnName(n)} = $${i + 3}`).join(' and ')} limit 1`,
      list,
    )
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

/** INV-43: what a bound person writes belongs to whom he is bound to. */
function ownRow(actor: Actor, r: AnyResource, values: Values): void {
  for (const who of ['company', 'fiscalTax', 'provider'] as const) {
    const column = r.owner?.[who] as string | undefined
    const mine = actor[who]
    if (!mine || !column || column === 'id') continue
    if (isEmpty(values[column])) values[column] = mine
    else if (textOf(values[column], column) !== mine) throw forbidden()
  }
}

async function add(work: UnitOfWork, r: AnyResource, sent: Readonly<Values>): Promise<Row> {
  const values = writable(work.actor, r, sent, null)
  ownRow(work.actor, r, values)
  const hook = prepares[r.id]
  refuseFields(problemsOf(r.fields, values), work.actor)
  const clean: Values = Object.fromEntries(
    Object.entries(values).map(([name, v]) => [name, tidy(r.fields[name] as Field, v)]),
  )
  const refs = await resolveRefs(work, r, clean, null)
  refuseFields(refs, work.actor)
  if (hook) Object.assign(clean, await hook(clean, null, work))
  refuseFields(await uniqueProblems(work, r, clean, null), work.actor)
  const made = codeOf(r)
  if (made) clean[made.name] = await work.code(r)
  const row = (await work.insert(r, clean as never)) as unknown as Row
  if (!inScope(work.actor, r, row)) throw forbidden()
  return row
}

async function edit(work: UnitOfWork, r: AnyResource, id: string, sent: Readonly<Values>): Promise<Row> {
  const [before] = isId(id) ? await work.lock(r, [id]) : []
  if (!before || before.isDeleted === 1 || !inScope(work.actor, r, before)) throw notFound()
  const version = versionIn(sent)
  if (version !== null && version !== before.version) throw await stale(work.tx, work.actor, r, before, version)
  const values = writable(work.actor, r, sent, before)
  refuseFields(problemsOf(r.fields, values, new Set(Object.keys(values))), work.actor)
  const clean: Values = Object.fromEntries(
    Object.entries(values).map(([name, v]) => [name, tidy(r.fields[name] as Field, v)]),
  )
  refuseFields(
    [...(await resolveRefs(work, r, clean, before)), ...(await treeProblem(work, r, clean, before))],
    work.actor,
  )
  const hook = prepares[r.id]
  if (hook) Object.assign(clean, await hook(clean, before, work))
  refuseFields(await uniqueProblems(work, r, clean, before), work.actor)
  const changed = Object.fromEntries(
    Object.entries(clean).filter(([name, v]) => !same(r.fields[name] as Field, before[name], v)),
  )
  if (Object.keys(changed).length === 0) return before
  const row = (await work.update(r, id, changed as never)) as unknown as Row
  if (!inScope(work.actor, r, row)) throw forbidden()
  return row
}

/** Does the database keep the same for both? `1.5` and `1.50` are one amount. */
export function same(f: Field, a: unknown, b: unknown): boolean {
  const [x, y] = [a ?? null, b ?? null]
  return x === y || (x !== null && y !== null && storeKindOf(f).same(x) === storeKindOf(f).same(y))
}

/**
 * Writes one record: with an id an edit of the fields sent, without one a new record. Answers it as it is now, personal
 * data masked.
 */
export async function save(
  work: UnitOfWork,
  r: AnyResource,
  sent: Readonly<Values>,
  only?: 'add' | 'edit',
): Promise<WireRow> {
  const id = only === 'add' ? null : textParam(sent, 'id').trim() || null
  const operation = id === null ? 'add' : 'edit'
  if (only === 'edit' && id === null)
    throw new AppError(400, ['缺少必要的请求参数: id', 'Parameter id is missing'], { id: '缺少必要的请求参数' })
  if (!may(work.actor, `${r.id}_${operation}`)) throw forbidden()
  if (!r.operations.includes(operation)) throw new AppError(404, ['没找到请求', 'There is no such call'])
  const row = id === null ? await add(work, r, sent) : await edit(work, r, id, sent)
  await work.flush()
  return wireRow(work.actor, r, row)
}
