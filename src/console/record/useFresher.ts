import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { WireRow } from '../../model/wire/wire.ts'
import { recordKey } from '../data/records.ts'
import { fresher } from './base/sections.ts'

/**
 * The latest known state of the record `id`: as it was read (`read`), or as its list has it (`listed`) where that is a later version; the
 * record is read again then. Rows of other records are left out.
 */
export function useFresher(
  resource: string,
  id: string,
  read: WireRow | undefined,
  listed: WireRow | undefined,
): WireRow | undefined {
  const client = useQueryClient()
  const [record, row] = [read, listed].map((one) => (one?.id === id ? one : undefined))
  const outdated = record !== undefined && row !== undefined && row.version > record.version
  useEffect(() => {
    if (outdated) void client.invalidateQueries({ queryKey: recordKey(resource, id) })
  }, [outdated, client, resource, id])
  return fresher(record, row)
}
