import { useEffect, useRef, useState } from 'react'
import type { Resource } from '../../../model/language/resource.ts'
import type { CatalogueResource } from '../../../model/wire/catalogue.ts'
import type { RequestedChange, WireRow } from '../../../model/wire/wire.ts'
import { ApiError, api } from '../../api/client.ts'
import { uuid } from '../../api/uuid.ts'
import { outdate } from '../../data/queries.ts'
import { personNow } from '../../data/session.ts'
import { valuesOf } from '../../forms/base/values.ts'
import { fieldMessages } from '../../forms/conflict.ts'
import type { PlannedRow } from './bulkPlan.ts'

/** Result of a row: saved, sent to a second person, refused with the server's words. */
export interface Result {
  readonly is: 'done' | 'sent' | 'failed'
  readonly why: string
}

/** Saves the changes of a row by the call of its form, with the version that was read: who was overtaken is refused. */
async function save(entry: CatalogueResource, of: Resource, { row, fields }: PlannedRow): Promise<Result> {
  const changes = fields.filter((f) => f.will === 'change')
  const typed = Object.fromEntries(changes.map((f) => [f.name, f.typed]))
  try {
    const values = valuesOf(
      of.fields,
      typed,
      changes.map((f) => f.name),
    )
    const answer = await api.post<WireRow>(
      `${entry.call}/submit`,
      { id: row.id, version: row.version, ...values },
      { key: uuid() },
    )
    const waits = (answer?.changeRequest as RequestedChange | undefined)?.code
    return waits ? { is: 'sent', why: waits } : { is: 'done', why: '' }
  } catch (error) {
    const own = error instanceof ApiError ? Object.values(fieldMessages(error.data)).join(' ') : ''
    return { is: 'failed', why: (error instanceof Error && error.message) || own }
  }
}

/**
 * A run over planned rows, one after the other; it goes on past refusals until it is stopped, its dialog is gone, or who started it
 * is no longer the person at this desk.
 */
export interface BulkRun {
  readonly results: ReadonlyMap<string, Result>
  readonly isStopped: boolean
  count(is: Result['is']): number
  start(rows: readonly PlannedRow[]): Promise<void>
  stop(): void
}

export function useBulkRun(entry: CatalogueResource, of: Resource): BulkRun {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map())
  const stopped = useRef(false)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  return {
    results,
    isStopped: stopped.current,
    count: (is) => [...results.values()].filter((r) => r.is === is).length,
    stop: () => {
      stopped.current = true
    },
    start: async (rows) => {
      stopped.current = false
      const who = personNow()
      const done = new Map<string, Result>()
      for (const planned of rows) {
        if (stopped.current || personNow() !== who) break
        done.set(planned.row.id, await save(entry, of, planned))
        setResults(new Map(done))
      }
      void outdate(of.id)
    },
  }
}
