import pg from 'pg'

/** How values go to the database and come back, on both drivers alike (database.ts says the shapes). */

const asText = (value: string): string => value
const slowInstant = pg.types.getTypeParser(1184 as never) as (value: string) => unknown
const digits = (text: string, at: number): number => (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48

/**
 * A timestamptz of a session in Shanghai (`2024-06-15 08:00:00[.5]+08`) as a Date: a list of 100 rows holds hundreds,
 * and pg's own reading of any zone and era costs ten times as much.
 */
export function instant(text: string): unknown {
  const zone = text.length - 3
  const point = text.charCodeAt(19) === 46 && zone > 20 && zone <= 26
  if ((zone !== 19 && !point) || !text.endsWith('+08') || text.charCodeAt(4) !== 45 || text.startsWith('00'))
    return slowInstant(text)
  const part = point ? Number(`0${text.slice(19, zone)}`) * 1000 : 0
  const at = Date.UTC(
    digits(text, 0) * 100 + digits(text, 2),
    digits(text, 5) - 1,
    digits(text, 8),
    digits(text, 11) - 8,
    digits(text, 14),
    digits(text, 17),
  )
  return new Date(at + Math.floor(part))
}
const arrayOfTexts = pg.types.getTypeParser(1009 as never) as (value: string) => unknown
const own = new Map<number, (value: string) => unknown>([
  [1082, asText], // date: pg would make a Date of midnight in the process's own zone
  [1184, instant],
  [1114, asText], // timestamp without zone
  [1182, arrayOfTexts], // date[]
  [1016, arrayOfTexts], // bigint[]
  [1231, arrayOfTexts], // numeric[]
])

/** The parser of a type by its oid, for values in text form. */
export const parserOf = (oid: number): ((value: string) => unknown) =>
  own.get(oid) ?? (pg.types.getTypeParser(oid as never) as (value: string) => unknown)

/** The same as pg wants it. */
export const types = { getTypeParser: (oid: number) => parserOf(oid) }

const inArray = (value: unknown): string => {
  const text = parameter(value)
  return text === null ? 'NULL' : `"${String(text).replace(/[\\"]/g, '\\$&')}"`
}

/** A parameter as the wire wants it. Arrays become SQL arrays, other objects JSON (a JSON array must come as text). */
export function parameter(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return `{${value.map(inArray).join(',')}}`
  return JSON.stringify(value)
}

/** Columns and rows of texts, as the wire brings them, to objects. */
export function rowsOf<R>(
  fields: readonly { name: string; oid: number }[],
  rows: readonly (readonly (string | null)[])[],
): R[] {
  const parsers = fields.map((f) => parserOf(f.oid))
  const names = fields.map((f) => f.name)
  return rows.map((cells) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) {
      const cell = cells[i]
      row[names[i] as string] =
        cell === null || cell === undefined ? null : (parsers[i] as (v: string) => unknown)(cell)
    }
    return row as R
  })
}

/** A database error with its SQLSTATE in `code`, as pg's own errors have it. */
export interface SqlError extends Error {
  readonly code: string
  readonly detail?: string
  readonly constraint?: string
  readonly table?: string
  readonly column?: string
}

/** Returns the SQLSTATE of a database error, undefined for other errors. */
export const sqlState = (e: unknown): string | undefined => {
  const code = e instanceof Error ? (e as Partial<SqlError>).code : undefined
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : undefined
}
