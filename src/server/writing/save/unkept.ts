import type { Problem } from '../../../model/language/derived/validate.ts'
import type { Language } from '../../../model/values/label.ts'
import { label } from '../../../model/values/label.ts'
import type { ServerDomains } from '../../core/domains.ts'
import { AppError } from '../../core/errors.ts'
import { problemsOfChecks } from '../../database/columns.ts'
import { shortName, tableOf } from '../../database/names.ts'
import { tables } from '../../database/schema/ddl.ts'
import { type SqlError, sqlState } from '../../database/values.ts'
import type { AnyResource } from '../unitOfWork/rows.ts'
import { duplicate } from './unique.ts'

let known: ReadonlyMap<string, Problem> | null = null

/** Problems that forms show where a CHECK of the model is not met, of all tables, by its name in the database. */
const problemsByCheck = (): ReadonlyMap<string, Problem> => {
  known ??= new Map(
    tables().flatMap((r) =>
      [...problemsOfChecks(r)].map(([name, problem]) => [shortName(`${tableOf(r)}_${name}`), problem] as const),
    ),
  )
  return known
}

/**
 * A CHECK that a value of people did not meet as the refusal of a form: names the field and the remedy. Null for any other
 * error, sums that do not add up among them: those are the server's own. What the database said is its `cause`.
 */
export function unkept(e: unknown, language: Language): AppError | null {
  if (sqlState(e) !== '23514') return null
  const problem = problemsByCheck().get((e as SqlError).constraint ?? '')
  if (!problem) return null
  const refusal = new AppError(400, problem.message, { [problem.field]: label(problem.message, language) })
  refusal.cause = e
  return refusal
}

/**
 * Refusal that names the field for an error of the database on a write; null for what is none. `r`: the resource whose
 * values may be taken; null where nobody gave any that are unique.
 */
export const refusedByDatabase = (
  { tables }: ServerDomains,
  r: AnyResource | null,
  e: unknown,
  language: Language,
): AppError | null => (r && duplicate(tables, r, e, language)) ?? unkept(e, language)
