import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Fields, isDict } from '../../model/kernel/field.ts'
import { dictionaryQuery } from '../data/dictionary.ts'
import type { DictWords } from '../fields/displays.ts'

/**
 * Words of the dictionaries these fields speak of; another function when another dictionary has come, so that rows are
 * drawn again.
 */
export function useDicts(fields: Fields): DictWords | undefined {
  const codes = useMemo(() => [...new Set(Object.values(fields).flatMap((f) => (isDict(f) ? [f.dict] : [])))], [fields])
  const found = useQueries({ queries: codes.map(dictionaryQuery) })
  const lists = found.map((q) => q.data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lists by identity are what changes
  return useMemo(() => {
    if (codes.length === 0) return undefined
    const words = new Map(codes.map((code, i) => [code, new Map(lists[i]?.map((e) => [e.dictKey, e.dictValue]))]))
    return (code, key) => words.get(code)?.get(key)
  }, [codes, ...lists])
}
