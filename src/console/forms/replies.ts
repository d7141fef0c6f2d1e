import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keyOf } from '../data/queries.ts'

/** A quick reply of a module: `resultType` 0 fits any decision, 1 approvals, 2 rejections. */
export interface Reply {
  readonly id: string
  readonly content: string
  readonly resultType: number | null
  readonly sort: number | null
}

/** The quick replies of a module, the public ones among them. */
export const repliesQuery = (module: string) =>
  queryOptions({
    queryKey: keyOf('quickReply', 'module', module),
    queryFn: ({ signal }) =>
      api.get<readonly Reply[]>('blade-sys/quickReply/quickReplyList', { moduleCode: module }, { signal }),
    staleTime: 10 * 60_000,
    enabled: module !== '',
  })

/** Those that fit a decision, at most nine: one for each digit. The server's order. */
export const fitting = (replies: readonly Reply[], result: 'pass' | 'reject' | 'other'): readonly Reply[] => {
  const type = result === 'pass' ? 1 : result === 'reject' ? 2 : 0
  return replies.filter((r) => !r.resultType || type === 0 || r.resultType === type).slice(0, 9)
}
