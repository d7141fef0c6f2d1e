import type { FastifyRequest } from 'fastify'
import type { Language } from '../../model/values/label.ts'
import { AppError } from './errors.ts'

const DEEPEST = 32
/** `at`: the parameter it stands in, "" where none has a name. */
const odd = (at: string) =>
  new AppError(
    400,
    ['请求参数包含非法字符', 'A parameter contains characters that cannot be kept'],
    at === '' ? null : { [at]: '包含非法字符' },
  )

/**
 * Texts the database could not keep (NUL, half a surrogate pair) or too deep nesting are refused before a handler runs.
 */
function inspect(value: unknown, depth: number, at = ''): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || /\p{Surrogate}/u.test(value)) throw odd(at)
  } else if (Array.isArray(value)) {
    if (depth > DEEPEST) throw odd(at)
    for (const item of value) inspect(item, depth + 1, at)
  } else if (value && typeof value === 'object') {
    if (depth > DEEPEST) throw odd(at)
    for (const [name, item] of Object.entries(value)) {
      inspect(name, depth, at)
      inspect(item, depth + 1, at || name)
    }
  }
}

const plain = (name: string): AppError =>
  new AppError(400, [`参数 ${name} 须为单个值`, `Parameter ${name} must be a single value`], { [name]: '须为单个值' })

/**
 * A value that must be one plain value (text, number, yes or no), as text; "" for none. A list or an object is 400 with
 * the field named: `String()` of what a client made up may throw or say anything.
 */
export function textOf(value: unknown, name: string): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw plain(name)
}

/** The same of a parameter by its name. */
export const textParam = (params: Readonly<Record<string, unknown>>, name: string): string => textOf(params[name], name)

/**
 * A whole number of a parameter from `least` to `most`; null when none is sent, 400 for anything else. Digits only: no
 * signs, points, exponents.
 */
export function wholeParam(
  params: Readonly<Record<string, unknown>>,
  name: string,
  least = 0,
  most = Number.MAX_SAFE_INTEGER,
): number | null {
  const text = textParam(params, name).trim()
  if (text === '') return null
  const n = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!Number.isSafeInteger(n) || n < least || n > most) {
    throw new AppError(
      400,
      [`参数 ${name} 须为不小于${least}的整数`, `Parameter ${name} must be a whole number of at least ${least}`],
      { [name]: '须为整数' },
    )
  }
  return n
}

/** Largest value of the version column. */
const LARGEST_VERSION = 2_147_483_647

/** The version a person saw, null when none was sent; anything but a whole number is 400. */
export const versionIn = (params: Readonly<Record<string, unknown>>): number | null =>
  wholeParam(params, 'version', 0, LARGEST_VERSION)

/**
 * The versions a person saw of several records: `version` as a comma-joined list or as a list, in the order in which
 * the records are named; null when none was sent. 400 where it is not one whole number for each.
 */
export function versionsIn(params: Readonly<Record<string, unknown>>, count: number): readonly number[] | null {
  const { version } = params
  const sent = Array.isArray(version) ? version : textParam(params, 'version').split(',')
  const found = sent.map((one) => versionIn({ version: one })).filter((one) => one !== null)
  if (found.length === 0) return null
  if (found.length !== sent.length || found.length !== count)
    throw new AppError(
      400,
      [
        `参数 version 须按顺序给出全部${count}条的版本`,
        `Parameter version must name the version of each of ${count} records`,
      ],
      { version: '须与数据一一对应' },
    )
  return found
}

/** The query of a request: repeated parameters joined by commas. */
export function queryOf(request: FastifyRequest): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries((request.query ?? {}) as Record<string, string | string[]>)) {
    inspect(name, 0)
    inspect(value, 0, name)
    query[name] = Array.isArray(value) ? value.join(',') : value
  }
  return query
}

/** The body of a request, inspected; undefined when there was none. */
export function bodyOf(request: FastifyRequest): unknown {
  const body = request.body
  inspect(body, 0)
  return body
}

/** Query and body together, body first. Bodies that are lists or single values add nothing. */
export function paramsOf(query: Readonly<Record<string, string>>, body: unknown): Record<string, unknown> {
  const fields = body && typeof body === 'object' && !Array.isArray(body) ? body : {}
  return Object.assign(Object.create(null), query, fields)
}

/** The language of the answer: English when the client prefers it, else Chinese. */
export const languageOf = (request: FastifyRequest): Language =>
  /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh'
