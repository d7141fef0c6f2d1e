import { useQuery } from '@tanstack/react-query'
import { isId } from '../../../model/language/derived/validate.ts'
import type { PresentRead } from '../../../model/language/domain/call.ts'
import { isRows } from '../../../model/language/fields/field.ts'
import { api } from '../../api/client.ts'
import type { DeclaredDecision } from '../../data/domains.ts'
import { keyOf } from '../../data/queries.ts'
import { fetchRows } from '../../data/records.ts'
import { type Typed, typedOf } from '../base/values.ts'
import type { DecisionQuestion } from './decisionQuestion.ts'

/** Initial values of a form that begins with nothing of the record. */
export const NOTHING: Typed = {}

/**
 * Initial values of a form, as the record has them now: read anew, for a list may show an older state, and has not
 * every column. Nothing where the decision replaces nothing, or is about several records; null while it is read, and
 * where it cannot be: what is there would be replaced unseen.
 */
export function usePresent({ resource, about = '' }: DecisionQuestion, decision: DeclaredDecision | undefined) {
  const replaced = isId(about) ? Object.entries(decision?.present ?? {}) : []
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(resource, 'present', about, ...replaced.map(([name]) => name)),
    enabled: replaced.length > 0,
    queryFn: async () => Object.fromEntries(await Promise.all(replaced.map(([name, of]) => begins(name, of)))),
    staleTime: 0,
    gcTime: 0,
  })
  const begins = async (name: string, of: string | PresentRead): Promise<[string, string]> => {
    if (typeof of === 'string') {
      const [row] = await fetchRows(resource, [about], ['id', of])
      const field = decision?.ask[name]
      const value = row?.[of]
      return [name, field && (isRows(field) || typeof value === 'object') ? typedOf(field, value) : String(value ?? '')]
    }
    const answer = await api.get<Readonly<Record<string, readonly string[]>>>(of.read.paths[0] ?? '', {
      [of.by]: about,
    })
    return [name, (answer[of.at] ?? []).join()]
  }
  const present: Typed | null = replaced.length === 0 ? NOTHING : (data ?? null)
  return { present, error: data ? null : error, again: () => void refetch() }
}
