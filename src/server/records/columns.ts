import { MADE } from '../../model/language/decidable.ts'
import { MAKER_NAME } from '../../model/language/resource.ts'
import { showsMaker } from '../../model/queueViews.ts'
import { isColumn } from '../../model/wire/columns.ts'
import type { RequestContext } from '../core/context/context.ts'
import { AppError } from '../core/errors.ts'
import { textParam } from '../core/params.ts'
import { may } from '../core/permissions.ts'
import { hasMakers } from '../database/schema/makers.ts'
import type { AnyResource } from '../writing/unitOfWork/rows.ts'

/** Longest part of an undeclared name in an error message, characters. */
const NAME_CHARACTERS_MAX = 60

/**
 * The columns that the parameter `columns` names, with the id and version, how whoever asks made each row (`MADE`) where
 * the resource has makers, and who made it by name (`MAKER_NAME`) where a list of theirs shows that; `all` without the
 * parameter.
 * @throws AppError 400 naming the first that is no field of the resource.
 */
export function columnsIn(
  { params, actor }: RequestContext,
  r: AnyResource,
  all: (r: AnyResource) => readonly string[],
): readonly string[] {
  const names = textParam(params, 'columns')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) return hasMakers(r) ? [...all(r), MADE] : all(r)
  const isKnown = (name: string): boolean =>
    isColumn(r, name) ||
    (name === MADE && hasMakers(r)) ||
    (name === MAKER_NAME && showsMaker(r, (code) => may(actor, code)))
  const unknown = names.find((name) => !isKnown(name))?.slice(0, NAME_CHARACTERS_MAX)
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
