import type { AnyResource } from '../../core/records.ts'
import { andVariant, quoted, tableOf } from '../names.ts'

/**
 * The SQL of views by the name that the model says (`view('…', { from: 'settlement.cycleTaxItems' })`). A SELECT that
 * gives `id` (bigint, stable), `tenant_id`, `create_time` and a column for each declared field, of the type the field's
 * kind has (`check.ts` holds it to that). It runs as the application's role under row security, as a subselect to which
 * tenant, owner and filters are added: it is written so that they reach its tables (docs/guides/add-a-view.md). Several
 * SELECTs are the arms of a `union all`.
 */
export type ViewSql = Readonly<Record<string, string | readonly string[]>>

/**
 * The live records of a resource as something to select FROM: not deleted, of its variant. SQL of views reads tables
 * through this alone.
 */
export const live = (r: AnyResource): string =>
  `(select * from ${quoted(tableOf(r))} where is_deleted = 0${andVariant(r)})`

/** SQL of all views, by name. */
export type Views = ReadonlyMap<string, ViewSql[string]>

declare module '../../core/domains.ts' {
  interface ServerDomains {
    /** SQL of views. */
    readonly views: Views
  }
}
