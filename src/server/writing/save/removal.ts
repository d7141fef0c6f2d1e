import { resourceOf, resources } from '../../../model/business.ts'
import { type Field, isRef, isRefs } from '../../../model/language/fields/field.ts'
import { isShared } from '../../../model/language/resource.ts'
import { AppError } from '../../core/errors.ts'
import { baseOf } from '../../database/names.ts'
import { hooksOf } from '../hooks.ts'
import type { AnyResource, Row } from '../unitOfWork/rows.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'

/** A field that points at records of a resource; `by`: the field of theirs that it holds (`id`, the key of a tree). */
interface Reference {
  readonly from: AnyResource
  readonly field: string
  readonly many: boolean
  readonly by: string
}

/**
 * Fields of other records (and of trees, its own) that point at a resource. Histories and views do not hold anything
 * back, and what is there for all tenants holds nothing of one tenant.
 */
export const referencesTo = (r: AnyResource): Reference[] =>
  [...resources.values()].flatMap((from) =>
    from.appendOnly || (isShared(from) && !isShared(r)) || from.view !== undefined
      ? []
      : Object.entries<Field>(from.fields).flatMap(([field, f]) =>
          (isRef(f) || isRefs(f)) &&
          (f.to === r.id || (resources.has(f.to) && baseOf(resourceOf(f.to)).id === baseOf(r).id))
            ? [{ from, field, many: isRefs(f), by: 'id' }]
            : r.tree && (f.facts.nodeOf === r.id || (from.id === r.id && field === r.tree.parent))
              ? [{ from, field, many: false, by: r.tree.key }]
              : [],
        ),
  )

/**
 * Refusal while other records reference one of those to be deleted; it names the record and the referencing resource.
 */
async function held(work: UnitOfWork, r: AnyResource, rows: readonly Row[]): Promise<AppError | null> {
  const ids = rows.map((row) => row.id)
  for (const { from, field, many, by } of referencesTo(r)) {
    const keys = by === 'id' ? ids : rows.map((row) => String(row[by] ?? ''))
    // of a tree, records that go as well hold nothing back
    const found = await work.any(from, {
      [field]: many ? { has: keys } : keys,
      ...(from.id === r.id ? { id: { not: ids } } : {}),
    })
    if (!found) continue
    const held = [(found as Readonly<Record<string, unknown>>)[field]].flat().map(String)
    const row = rows[keys.findIndex((key) => held.includes(key))]
    const name = String(row?.[r.name as string] ?? row?.id)
    if (from.id === r.id)
      return new AppError(400, [`“${name}”还有下级，不能删除`, `“${name}” has records below it and cannot be deleted`])
    return new AppError(400, [
      `“${name}”已被${from.title[0]}引用，不能删除`,
      `“${name}” is used by ${from.title[1].toLowerCase()} and cannot be deleted`,
    ])
  }
  return null
}

/**
 * Refuses to delete these records (locked by `work`) where the resource's own rule forbids it or other records
 * reference one of them. Every way to delete calls it: the generic call and the transitions that delete.
 */
export async function refuseRemoval(work: UnitOfWork, r: AnyResource, rows: readonly Row[]): Promise<void> {
  // Before the references are read: no new reference can be added between this check and the deletion.
  await work.unnamed(
    r,
    rows.map((row) => row.id),
  )
  const problem = await hooksOf(work.domains, r.id).removalProblem?.(rows, work)
  if (problem) throw new AppError(400, problem)
  const refused = await held(work, r, rows)
  if (refused) throw refused
}
