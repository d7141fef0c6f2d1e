import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onEvent, onGap } from '../api/events.ts'
import { keyOf } from '../data/queries.ts'
import { renew } from '../data/records.ts'

/** Events of one decision come close together: one renewal for all of them, ms. */
const TOGETHER = 120

/**
 * Keeps a record on the screen as it is on the server: renews it, and its children, when an event says that they
 * changed.
 */
export function useLive(resource: string, id: string, children: readonly string[] = []): void {
  const client = useQueryClient()
  const watched = children.join(',')
  useEffect(() => {
    const old = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = () => {
      timer = undefined
      if (old.has(resource)) void renew(client, resource, id)
      for (const child of old)
        if (child !== resource) void client.invalidateQueries({ queryKey: keyOf(child, 'of', resource, id) })
      old.clear()
    }
    const later = (what: string) => {
      old.add(what)
      timer ??= setTimeout(run, TOGETHER)
    }
    const stops = [
      onEvent((event) => {
        if (event.kind !== 'changed') return
        if (event.resource === resource && event.recordId === id) later(resource)
        // An event does not name the parent of a child: one unnecessary fetch is cheaper than a missed change.
        else if (watched.split(',').includes(event.resource)) later(event.resource)
      }),
      onGap(() => later(resource)),
    ]
    return () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [client, resource, id, watched])
}
