import { isEmpty, type Problem, problemsOf, tidy } from '../../../model/language/derived/validate.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import { inScope } from '../../core/permissions.ts'
import type { AnyResource, Row } from '../unitOfWork/rows.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'
import { unreached } from './references.ts'

type Values = Record<string, unknown>

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
    const row = tree.key === 'id' ? await work.row(r, up) : await work.any(r, { [tree.key]: up })
    if (!row) break
    chain.push(row)
    if (row.id === until) break
    up = String(row[tree.parent] ?? '')
  }
  return chain
}

/** The chain above the new place of an edit; none where it names no place, or one that the checks will refuse. */
export async function chainAbove(work: UnitOfWork, r: AnyResource, sent: Readonly<Values>): Promise<Row[]> {
  const name = r.tree?.parent
  if (name === undefined || isEmpty(sent[name])) return []
  const wrong = problemsOf(r.fields, { [name]: sent[name] }, new Set([name])).length > 0
  return wrong ? [] : chainOf(work, r, tidy(r.fields[name] as Field, sent[name]))
}

/** A tree never closes into a circle, and nothing stands below what is not there. */
export async function treeProblem(
  work: UnitOfWork,
  r: AnyResource,
  values: Values,
  before: Row | null,
): Promise<Problem[]> {
  const { tree } = r
  if (!tree || isEmpty(values[tree.parent])) return []
  const chain = await chainOf(work, r, values[tree.parent], before?.id)
  const at = r.fields[tree.parent] as Field
  if (tree.key !== 'id' && (chain.length === 0 || !inScope(work.actor, r, chain[0] as Row)))
    return [unreached(tree.parent, at)]
  if (!chain.some((row) => row.id === before?.id)) return []
  return [{ field: tree.parent, message: ['上级不能是自己或自己的下级', 'A record cannot be below itself'] }]
}
