import { isEmpty, type Problem } from '../../../model/language/derived/validate.ts'
import { type Field, isRef } from '../../../model/language/fields/field.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { type Label, type Language, label } from '../../../model/values/label.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context/context.ts'
import { AppError } from '../../core/errors.ts'
import { baseOf, shortName, tableOf } from '../../database/names.ts'
import { factsOf, type Tables } from '../../database/tableFacts.ts'
import { isUniqueFolded } from '../unitOfWork/alike.ts'
import { type AnyResource, columnName, type Row } from '../unitOfWork/rows.ts'
import type { UnitOfWork, Where } from '../unitOfWork/unitOfWork.ts'
import { unmasked } from '../unitOfWork/wire.ts'
import { takenMeanwhile } from './attachments.ts'
import { isMaskedForm } from './sentFields.ts'

type Values = Record<string, unknown>

/** Label of a field's value, "" for fields that people do not see: the id of a record has its name beside it. */
function called(f: Field, name: string, values: Readonly<Values>): string {
  if (!isRef(f)) return String(values[name] ?? '')
  return f.facts.shows ? String(values[f.facts.shows] ?? '') : ''
}

/** Personal data is not repeated: messages end up in results, reports and screens of others. */
const taken = (f: Field | undefined, name: string, values: Readonly<Values>): Label => {
  const value = f && !f.facts.masked ? called(f, name, values) : ''
  const [zh, en] = value ? [`“${value}”`, ` “${value}”`] : ['', '']
  return [`${f?.label[0] ?? ''}${zh}已存在`, `${f?.label[1] ?? ''}${en} is already taken`]
}

/**
 * Returns problems of values that must be unique and that another record has, however it was typed there (`内科（一）`,
 * `内科(一)`; `Ａ1`, `A1`). The unique index is decisive and compares alike; this check names the field: of several the last one whose value the person gave (`given`), for that one can be changed.
 */
export async function uniqueProblems(
  work: UnitOfWork,
  r: AnyResource,
  values: Values,
  before: Row | null,
  given: Readonly<Values>,
): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const set of r.unique ?? []) {
    const names = set.map(String)
    if (!names.some((n) => Object.hasOwn(values, n))) continue
    const wanted = names.map((n) => (Object.hasOwn(values, n) ? values[n] : (before?.[n] ?? null)))
    if (wanted.some(isEmpty)) continue
    const where: Record<string, Where[string]> = Object.fromEntries(
      names.map((n, i) => [n, isUniqueFolded(r, n) ? { same: [wanted[i] as string] } : (wanted[i] as Where[string])]),
    )
    if (before) where.id = { not: before.id }
    const found = await work.any(r, where)
    const at =
      names.findLast((n) => !isEmpty(given[n]) && given[n] === values[n]) ?? (names[names.length - 1] as string)
    if (found) problems.push({ field: at, message: taken(r.fields[at], at, { ...before, ...values }) })
  }
  return problems
}

/** The last field of a unique index that is written by hand, by the name of the index. */
function byHand(tables: Tables, r: AnyResource, index: string): string | undefined {
  const table = tableOf(r)
  const [, rest = ''] =
    Object.entries(factsOf(tables, baseOf(r).id).indexes ?? {}).find(
      ([suffix]) => shortName(`${table}_${suffix}`) === index,
    ) ?? []
  const [columns = ''] = rest.split(' where ')
  return Object.keys(r.fields).findLast((n) => new RegExp(`\\b${columnName(n).slice(1, -1)}\\b`).test(columns))
}

/** Error of the unique index when two people save the same at the same moment. */
export function duplicate(tables: Tables, r: AnyResource, e: unknown, language: Language): AppError | null {
  const error = e as { code?: unknown; detail?: unknown; constraint?: unknown }
  if (!(e instanceof Error) || error.code !== '23505') return null
  const detail = `${String(error.detail ?? '')} ${String(error.constraint ?? '')}`
  const file = takenMeanwhile(detail)
  if (file) return file
  const bare = (n: string) => columnName(n).slice(1, -1)
  const set = (r.unique ?? []).find((u) => u.every((n) => detail.includes(bare(String(n)))))
  const name = set ? String(set[set.length - 1]) : (byHand(tables, r, String(error.constraint ?? '')) ?? '')
  const f = r.fields[name] as Field | undefined
  const message: Label = f
    ? [`${f.label[0]}已存在`, `${f.label[1]} is already taken`]
    : ['数据已存在', 'This already exists']
  return new AppError(400, message, { [name || 'id']: label(message, language) })
}

/**
 * Limits how often users who may not see personal data can save unique values of it: "is already taken" reveals that a
 * value exists.
 */
export async function countGuess(
  context: ServerContext,
  actor: Actor,
  r: AnyResource,
  sent: Readonly<Values>,
): Promise<void> {
  const found = (r.unique ?? [])
    .flat()
    .some(
      (name) =>
        fieldOf(r, String(name))?.facts.masked && !isEmpty(sent[String(name)]) && !isMaskedForm(sent[String(name)]),
    )
  if (found && !unmasked(actor, r)) await context.limiter.consume('guesses', `${actor.tenantId} ${actor.userId}`)
}
