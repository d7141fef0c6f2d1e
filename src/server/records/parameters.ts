import { keyOf } from '../../model/language/address.ts'
import { inWords, type Problem, problemOf, tidy } from '../../model/language/derived/validate.ts'
import type { AnyCall } from '../../model/language/domain/call.ts'
import type { Field, Fields } from '../../model/language/fields/field.ts'
import type { Actor } from '../core/actor.ts'
import type { RequestContext } from '../core/context/context.ts'
import { AppError } from '../core/errors.ts'
import { entriesIn, type Params } from '../deciding/keyed.ts'
import { unjoined } from '../writing/save/sentFields.ts'

/** Parameters that clients of every kind send with every call. */
const ALWAYS: ReadonlySet<string> = new Set(['blade-auth', '_t'])

/** 400 that names every parameter that is wrong. */
export function refuse(problems: readonly Problem[], language: Actor['language']): void {
  if (problems.length === 0) return
  const [zh, en] = [inWords(problems, 'zh'), inWords(problems, 'en')]
  throw new AppError(400, [zh.msg, en.msg], language === 'en' ? en.fields : zh.fields)
}

/** Parameters as declared: checked, in the form in which code has them. */
export interface Parsed {
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  readonly entries: readonly Readonly<Record<string, unknown>>[]
}

const wrong = (fields: Fields, sent: Params, at = ''): Problem[] =>
  Object.entries<Field>(fields).flatMap(([name, f]) => {
    const message = problemOf(f, sent[name])
    return message ? [{ field: `${at}${name}`, message }] : []
  })

const unknown = (known: ReadonlySet<string>, sent: Params, at = ''): Problem[] =>
  Object.keys(sent).flatMap((name) =>
    known.has(name)
      ? []
      : [
          {
            field: `${at}${name}`,
            message: [`未知参数 ${at}${name}，请去掉`, `Unknown parameter ${at}${name}; please remove it`],
          },
        ],
  )

/** Parameters with lists of ids as lists: in an address they are joined by commas. */
const listed = (fields: Fields, sent: Params): Params =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      unjoined(Object.hasOwn(fields, name) ? fields[name] : undefined, value),
    ]),
  )

const tidied = (fields: Fields, sent: Params): Record<string, unknown> =>
  Object.fromEntries(Object.entries<Field>(fields).map(([name, f]) => [name, tidy(f, sent[name])]))

/**
 * The parameters of a declared call, checked and parsed from its declaration. They may come in the query or in the
 * body, as stock clients send either. 400 names each one that is wrong, missing, or (where the call writes) not
 * declared.
 */
export function parametersOf(c: AnyCall, request: Pick<RequestContext, 'params' | 'body' | 'actor'>): Parsed {
  const { body: sent } = request
  const query: Fields = c.query ?? {}
  const body: Fields = c.body ?? {}
  const fields = { ...query, ...body }
  const params = listed(fields, request.params)
  const list = c.entries ? (entriesIn(params, sent, c.entries) ?? []) : []
  const own: Fields = c.entries?.fields ?? {}
  const at = (n: number) => `${c.entries?.name ?? ''}[${n}].`
  const problems = wrong(fields, params)
  for (const [n, entry] of list.entries()) problems.push(...wrong(own, entry, at(n)))
  if (!c.safe && c.extra !== 'ignored') {
    const keys = c.on ? ['id', 'ids', 'version', ...(keyOf(c.key) ? [keyOf(c.key)?.name as string] : [])] : []
    const known = new Set([...ALWAYS, ...Object.keys(fields), ...keys, ...(c.entries?.name ? [c.entries.name] : [])])
    problems.push(...unknown(known, params))
    const inEntry = new Set([...known, ...Object.keys(own), 'id'])
    for (const [n, entry] of list.entries()) problems.push(...unknown(inEntry, entry, at(n)))
  }
  refuse(problems, request.actor?.language ?? 'zh')
  return {
    query: tidied(query, params),
    body: tidied(body, params),
    entries: list.map((entry) => tidied(own, entry)),
  }
}
