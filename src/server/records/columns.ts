import { isColumn } from '../../model/kernel/columns.ts'
import { MADE } from '../../model/kernel/decidable.ts'
import { AppError } from '../core/errors.ts'
import { textParam } from '../core/params.ts'
import { hasMakers } from '../store/schema/makers.ts'
import type { AnyResource } from '../writes/rows.ts'

/** Longest part of an undeclared name in an error message, characters. */
const LONGEST = 60

/**
 * The columns that the parameter `columns` names, with the id and version, and how whoever asks made each row (`MADE`) where the resource has makers; `all` without the parameter.
 * @throws AppError 400 naming the first that is no field of the resource.
 */
export function columnsIn(
  params: Readonly<Record<string, unknown>>,
  r: AnyResource,
  all: (r: AnyResource) => readonly string[],
): readonly string[] {
  const names = textParam(params, 'columns')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) return hasMakers(r) ? [...all(r), MADE] : all(r)
  const unknown = names.find((name) => !isColumn(r, name) && !(name === MADE && hasMakers(r)))?.slice(0, LONGEST)
  if (unknown !== undefined) {
    throw new AppError(
      400,
      [
        `${r.title[0]}没有字段${unknown}，请从columns中去掉`,
        `${r.title[1]} have no field ${unknown}; remove it from columns`,
      ],
      {
        columns: unknown,
      },
    )
  }
  return ['id', 'version', ...names]
}
