import type { Resource } from '../../model/language/resource.ts'

/** Any resource of the model. */
// biome-ignore lint/suspicious/noExplicitAny: resources of any shape
export type AnyResource = Resource<string, any>

/** A record in code: camelCase names, money and ids as texts, times as wall clock, null for nothing. */
export type Row = Record<string, unknown> & { id: string; tenantId: string; version: number }
