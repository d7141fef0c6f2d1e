/** A row on the wire: ids and money are strings, null texts are "". */
export type WireRow = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number }

export interface Page<T = WireRow> {
  readonly records: readonly T[]
  readonly total: number
  readonly size: number
  readonly current: number
  readonly pages: number
}
