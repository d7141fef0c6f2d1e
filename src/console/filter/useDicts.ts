import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Fields, isDict } from '../../model/language/fields/field.ts'
import type { DictWords } from '../data/dictionary.ts'
import { dictionariesQuery } from '../data/dictionary.ts'
import { loadVisibleDomains } from '../data/domains.ts'
import { keyOf } from '../data/queries.ts'

/**
 * Entries of the dictionaries of these fields; another function when another dictionary has arrived, so that rows are
 * drawn again. So are rows that tell of other resources, once what those call their fields and steps is loaded.
 */
export function useDicts(fields: Fields): DictWords | undefined {
  const codes = useMemo(() => [...new Set(Object.values(fields).flatMap((f) => (isDict(f) ? [f.dict] : [])))], [fields])
  const namesOthers = useMemo(
    () => Object.values(fields).some(({ facts: { changesOf, stepOf, stateOf } }) => changesOf ?? stepOf ?? stateOf),
    [fields],
  )
  const { data: loaded } = useQuery({
    queryKey: keyOf('model', 'subjects'),
    queryFn: loadVisibleDomains,
    enabled: namesOthers,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { data: lists } = useQuery(dictionariesQuery(codes))
  return useMemo(() => {
    if (codes.length === 0 && !loaded) return undefined
    const words = new Map(lists?.map((entries, i) => [codes[i], new Map(entries.map((e) => [e.dictKey, e.dictValue]))]))
    return (code, key) => words.get(code)?.get(key)
  }, [codes, loaded, lists])
}
