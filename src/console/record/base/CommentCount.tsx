import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { commentsQuery, watchComments } from '../../data/comments.ts'

interface CommentCountProps {
  readonly resource: string
  readonly record: string
  /** False while the cursor runs over rows: nothing is asked for. */
  readonly ready: boolean
}

/** How many comments a record has, on the tab of its section; nothing where it has none. */
export function CommentCount({ resource, record, ready }: CommentCountProps) {
  const { data } = useQuery({ ...commentsQuery(resource, record), enabled: ready })
  useEffect(() => watchComments(resource, record), [resource, record])
  const count = data?.filter((comment) => comment.deletedAt === '').length ?? 0
  return count > 0 ? <small>{count}</small> : null
}
