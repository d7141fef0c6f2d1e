import type { WireRow, WireTable } from '../src/model/wire/wire.ts'

/** Rows as the server sends them: by column, cut to the columns asked for (comma-joined; all without them). */
export function tableOf(rows: readonly WireRow[], asked?: unknown): WireTable {
  const names =
    typeof asked === 'string' && asked !== '' ? asked.split(',') : [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = [...new Set(['id', ...names, 'version'])]
  return { columns, values: columns.map((name) => rows.map((row) => row[name])) }
}
