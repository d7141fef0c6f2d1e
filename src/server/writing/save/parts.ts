import { editableIn, resourceOf, resources, statusNames } from '../../../model/business.ts'
import { PARTS_PER_RECORD_MAX, type PartChild, partChildren } from '../../../model/language/derived/parts.ts'
import { isId } from '../../../model/language/derived/validate.ts'
import { isInState } from '../../../model/language/lifecycle.ts'
import { AppError, forbidden, together } from '../../core/errors.ts'
import { inScope, may } from '../../core/permissions.ts'
import type { AnyResource, Row } from '../unitOfWork/rows.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'
import { stateText } from './conflict.ts'
import { refuseRemoval } from './removal.ts'

/** Parts of a record (`Child.part`): written with it, and only in the states in which it may be edited. */

type Values = Readonly<Record<string, unknown>>

/** Record of which rows of a resource are parts; undefined for most resources. */
const wholes = new Map<string, { readonly of: AnyResource; readonly child: PartChild }>()
for (const resource of resources.values())
  for (const child of partChildren(resource)) wholes.set(child.resource, { of: resource, child })

/**
 * A write of rows that may be parts: their records (`owners`, by the field that names them) are locked before them, have to be in a state in
 * which they may be edited, and count their parts and go on by a version afterwards where `wrote` says that something
 * was written.
 */
export async function inWhole<T>(
  work: UnitOfWork,
  r: AnyResource,
  owners: (by: string) => Promise<readonly unknown[]>,
  write: () => Promise<T>,
  wrote: (done: T) => boolean = () => true,
): Promise<T> {
  const whole = wholes.get(r.id)
  if (!whole) return write()
  const { of, child } = whole
  const named = (await owners(child.by)).flatMap((id) =>
    typeof id === 'string' || typeof id === 'number' ? [String(id)] : [],
  )
  const ids = [...new Set(named)].filter(isId)
  // unreachable rows count as no record here: the checks of the write report them
  const rows = (await work.lock(of, ids)).filter((row) => row.isDeleted !== 1 && inScope(work.actor, of, row))
  const from = editableIn(of, 'edit')
  const closed = rows.find((row) => !from || !isInState(from, row))
  if (closed) {
    const name = String(closed[of.name as string] ?? closed.id)
    const [zh, en] = (['zh', 'en'] as const).map((language) => stateText(of, closed, statusNames(of), language))
    throw new AppError(409, [
      `${of.title[0]}“${name}”当前状态不允许修改（${zh}）`,
      `“${name}” cannot be changed in its current state (${en})`,
    ])
  }
  const done = await write()
  if (wrote(done)) for (const { id } of rows) await moveOn(work, of, child, id)
  return done
}

/** A record whose parts were written: counted anew, a version later. `written`: it was written in this work already. */
async function moveOn(
  work: UnitOfWork,
  of: AnyResource,
  { resource, by, part }: PartChild,
  id: string,
  written = false,
): Promise<Row> {
  const count = { [part.count]: (await work.rows(resourceOf(resource), { [by]: id })).length }
  return written ? work.amend(of, id, count) : await work.update(of, id, count as never)
}

/** How one part is written: through the checks of any record of its resource. */
interface Writer {
  add(work: UnitOfWork, r: AnyResource, sent: Values): Promise<Row>
  edit(work: UnitOfWork, r: AnyResource, id: string, sent: Values): Promise<Pick<Row, 'id' | 'version'>>
}

/** A refusal of one part, with its place and name; its fields as `attributes.2.attrName`, counted from 0. */
function refusedAt(e: AppError, of: AnyResource, { part }: PartChild, at: number, sent: Values): AppError {
  const named = sent[of.name as string]
  const name = typeof named === 'string' ? named.slice(0, 100) : ''
  const fields = Object.entries((e.data ?? {}) as Values).map(([field, message]) => [
    `${part.as}.${at}.${field}`,
    message,
  ])
  return new AppError(
    400,
    [
      `${part.title[0]}${at + 1}${name ? `“${name}”` : ''}：${e.text[0]}`,
      `${part.title[1]} ${at + 1}${name ? ` “${name}”` : ''}: ${e.text[1]}`,
    ],
    Object.fromEntries(fields),
  )
}

const isList = (value: unknown): value is readonly Values[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null && !Array.isArray(one))

/**
 * Writes the parts of a record that was just saved, as far as they were sent: what the list does not have is removed,
 * what has the id of one is edited, all others are added; each has the place that it has in the list. Returns the record
 * as it is then. `fresh`: this work wrote the record already.
 */
export async function saveParts(
  work: UnitOfWork,
  r: AnyResource,
  row: Row,
  sent: Values,
  fresh: boolean,
  write: Writer,
): Promise<Row> {
  let now = row
  let written = fresh
  for (const child of partChildren(r)) {
    const list = sent[child.part.as]
    if (list === undefined || list === null) continue
    if (!isList(list) || list.length > PARTS_PER_RECORD_MAX) {
      const what = isList(list)
        ? ['不能超过', `must not exceed ${PARTS_PER_RECORD_MAX}`]
        : ['须为列表', 'must be a list']
      const zh = `${child.part.title[0]}${what[0]}${isList(list) ? `${PARTS_PER_RECORD_MAX}项` : ''}`
      throw new AppError(400, [zh, `${child.part.title[1]} ${what[1]}`], { [child.part.as]: zh })
    }
    if (!(await writeList(work, child, row.id, list, write))) continue
    now = await moveOn(work, r, child, row.id, written)
    written = true
  }
  return now
}

/** Writes one list of parts; returns whether anything was changed. */
async function writeList(
  work: UnitOfWork,
  child: PartChild,
  recordId: string,
  list: readonly Values[],
  write: Writer,
): Promise<boolean> {
  const of = resourceOf(child.resource)
  const need = (operation: 'add' | 'edit' | 'delete'): void => {
    if (!may(work.actor, `${of.id}_${operation}`)) throw forbidden()
  }
  const there = (await work.lock(
    of,
    (await work.rows(of, { [child.by]: recordId })).map((part) => part.id),
  )) as readonly Row[]
  const left = new Map(there.filter((part) => part.isDeleted !== 1).map((part) => [part.id, part]))
  const rows = list.map((one, at) => {
    const { id, version, ...values } = one
    const before = left.get(String(id ?? ''))
    if (before) left.delete(before.id)
    return { at, before, one, values: { ...values, [child.by]: recordId, [child.part.order]: at + 1 } }
  })
  const gone = [...left.values()]
  if (gone.length > 0) {
    need('delete')
    await refuseRemoval(work, of, gone)
    await work.remove(
      of,
      gone.map((part) => part.id),
    )
  }
  let changed = gone.length > 0
  const refused = new Map<number, AppError>()
  // edits first: a code that one gives up may be taken by a new one
  for (const { at, before, one, values } of [...rows.filter((x) => x.before), ...rows.filter((x) => !x.before)]) {
    try {
      if (before) {
        const after = await write.edit(work, of, before.id, values)
        if (after.version === before.version) continue
        // Checked after the part is known to have changed: a refusal rolls everything back.
        need('edit')
      } else {
        need('add')
        await write.add(work, of, values)
      }
      changed = true
    } catch (e) {
      if (!(e instanceof AppError) || e.code !== 400) throw e
      // The other parts are checked, too, so that all problems are answered together; the refusal rolls everything
      // back.
      refused.set(at, refusedAt(e, of, child, at, one))
    }
  }
  // in the order of the list, and not of the writing
  const all = together([...refused].sort(([a], [b]) => a - b).map(([, e]) => e))
  if (all) throw all
  return changed
}

/** Removes the parts of records that are about to be removed. */
export async function removeParts(work: UnitOfWork, r: AnyResource, ids: readonly string[]): Promise<void> {
  for (const { resource, by } of partChildren(r)) {
    const of = resourceOf(resource)
    const parts = await work.lock(
      of,
      (await work.rows(of, { [by]: ids })).map((part) => part.id),
    )
    const live = parts.filter((part) => part.isDeleted !== 1)
    if (live.length === 0) continue
    await refuseRemoval(work, of, live)
    await work.remove(
      of,
      live.map((part) => part.id),
    )
  }
}
