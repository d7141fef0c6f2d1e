import type { Condition } from '../../model/language/conditions/condition.ts'
import { onLeave } from './session.ts'

/**
 * The list that the page of a record was opened from: kept in the entry of the history, so that it is there again after
 * a reload, after "back" and in the tab of the page.
 */
export interface Behind {
  /** Resource of its records. */
  readonly resource: string
  /** Address of the list, as it was filtered. */
  readonly to: string
  /** Code of the queue and of its view, "" for a table. */
  readonly queue: string
  readonly view: string
  /** Filter conditions of the person. */
  readonly conditions: readonly Condition[]
  readonly sort: string
}

/** The list behind a page of a resource's record, as the entry of the history carries it; null where there is none. */
export function behindIn(state: unknown, resource: string): Behind | null {
  const found = state as Partial<Behind> | null
  return typeof found?.to === 'string' && found.resource === resource && Array.isArray(found.conditions)
    ? (found as Behind)
    : null
}

/** Key of a list, the same on every page. */
export const listKey = (b: Pick<Behind, 'resource' | 'queue' | 'view' | 'conditions' | 'sort'>): string =>
  JSON.stringify([b.resource, b.queue, b.view, b.conditions, b.sort])

/** Where a person stood in a list that they left for the page of one of its records. */
export interface Stand {
  /** The record last shown. */
  readonly id: string
  /** How far the rows were scrolled, px. */
  readonly offset: number
}

const stands = new Map<string, Stand>()
/** Forgets where anybody stood. */
export const forgetStands = (): void => stands.clear()
onLeave(forgetStands)

/** Keeps where somebody stands in a list. Without `offset` only the record is another one. */
export const standAt = (key: string, id: string, offset = stands.get(key)?.offset ?? 0): void => {
  stands.set(key, { id, offset })
}

/** Position in a list that is opened again; returned once. */
export function takeStand(key: string): Stand | undefined {
  const found = stands.get(key)
  stands.delete(key)
  return found
}
