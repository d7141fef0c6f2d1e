import type { Resource, RowOf } from '../../model/language/resource.ts'

/** Any resource of the model. */
// biome-ignore lint/suspicious/noExplicitAny: resources of any shape
export type AnyResource = Resource<string, any>

/** A record in code: camelCase names, money and ids as texts, times as wall clock, null for nothing. */
export type Row = Record<string, unknown> & { id: string; tenantId: string; version: number }

/**
 * A row that was read by the declaration of a resource, with the fields of that resource. The compiler cannot know it:
 * rows are written and read by declarations, one function for all.
 */
export const recordOf = <R extends AnyResource>(_of: R, row: Row): RowOf<R> => row as unknown as RowOf<R>

/** The same of several rows. */
export const recordsOf = <R extends AnyResource>(of: R, rows: readonly Row[]): RowOf<R>[] =>
  rows.map((row) => recordOf(of, row))
