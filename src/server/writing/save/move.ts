import { isEmpty, isId, problemsOf } from '../../../model/language/derived/validate.ts'
import { handOrderOf } from '../../../model/language/listing.ts'
import type { RequestedChange } from '../../../model/wire/wire.ts'
import { AppError, forbidden, notFound } from '../../core/errors.ts'
import { textParam, versionIn } from '../../core/params.ts'
import { inScope, may } from '../../core/permissions.ts'
import type { AnyResource, Row } from '../unitOfWork/rows.ts'
import type { UnitOfWork } from '../unitOfWork/unitOfWork.ts'
import { wireRow } from '../unitOfWork/wire.ts'
import { edit, type Saved } from './save.ts'
import { refuseFields } from './sentFields.ts'
import { chainOf } from './treePlace.ts'

/** Most records below one that are put into order by hand. */
const SIBLINGS_MAX = 500

const numberOf = (row: Row, name: string): number => Number(row[name] ?? 0)

/**
 * Puts a record of a tree below another one, before one of those there or after them all. Siblings are numbered anew
 * from 1; what already has its number is not written. Every write is an edit like any other: permission, scope, state,
 * circle, hooks, and of the moved record the version that was seen.
 * @throws AppError 400 for a place that does not exist or cannot be had, 403, 404, 409.
 */
export async function move(work: UnitOfWork, r: AnyResource, sent: Readonly<Record<string, unknown>>): Promise<Saved> {
  const { tree } = r
  if (!tree || !r.operations.includes('edit')) throw new AppError(404, ['没找到请求', 'There is no such call'])
  if (!may(work.actor, `${r.id}_edit`)) throw forbidden()
  const [id, parent, before] = ['id', 'parent', 'before'].map((name) => textParam(sent, name).trim()) as [
    string,
    string,
    string,
  ]
  const version = versionIn(sent)
  if (version === null)
    throw new AppError(400, ['缺少必要的请求参数: version', 'Parameter version is missing'], {
      version: '缺少必要的请求参数',
    })
  if (!isId(id)) throw notFound()
  refuseFields(problemsOf(r.fields, { [tree.parent]: parent }, new Set([tree.parent])), work.actor)
  const order = handOrderOf(r)
  if (!order && before !== '')
    throw new AppError(400, ['此处的顺序不能手动调整', 'The order here does not go by hand'], { before: '无效' })
  const there = order ? await work.rows(r, { [tree.parent]: parent || null }) : []
  if (there.length > SIBLINGS_MAX)
    throw new AppError(
      400,
      [
        `同级超过${SIBLINGS_MAX}条，不能手动排序`,
        `More than ${SIBLINGS_MAX} stand there: they cannot be ordered by hand`,
      ],
      {
        parent: `> ${SIBLINGS_MAX}`,
      },
    )
  const above = await chainOf(work, r, parent)
  const locked = await work.lock(r, [...new Set([id, ...there.map((row) => row.id), ...above.map((row) => row.id)])])
  const lives = (row: Row): boolean => row.isDeleted !== 1 && inScope(work.actor, r, row)
  const siblings = order
    ? locked
        .filter(
          (row) =>
            row.id !== id && lives(row) && (isEmpty(row[tree.parent]) ? '' : String(row[tree.parent])) === parent,
        )
        .filter((row) => there.some((x) => x.id === row.id))
        .sort((a, b) => numberOf(a, order) - numberOf(b, order) || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    : []
  const at = before === '' ? siblings.length : siblings.findIndex((row) => row.id === before)
  if (at < 0)
    throw new AppError(409, [
      '位置已被他人调整，请刷新后重试',
      'Somebody else moved what stands there: reload and try again',
    ])
  const change = { id, version, [tree.parent]: parent || null, ...(order ? { [order]: at + 1 } : {}) }
  const moved = await edit(work, r, id, change)
  if (order)
    for (const [i, row] of siblings.entries()) {
      const wanted = i < at ? i + 1 : i + 2
      if (numberOf(row, order) !== wanted) await edit(work, r, row.id, { id: row.id, [order]: wanted })
    }
  await work.flush()
  if ('version' in moved) return wireRow(work.actor, r, moved as Row)
  const [as = null] = await work.lock(r, [id])
  return { ...wireRow(work.actor, r, as ?? {}), changeRequest: moved as RequestedChange }
}
