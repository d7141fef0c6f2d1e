import '../base/words.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Trouble } from '../../ui/messages/Trouble.tsx'
import { printing } from '../base/printing.ts'

/** Part of `useInfiniteQuery` for rows that are read page by page. */
interface Pages {
  readonly error: unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  fetchNextPage(): unknown
  refetch(): unknown
  readonly isFetchNextPageError: boolean
}

/**
 * Below rows that are there: the way to the `left` further ones; in its place what went wrong, where they or the rows
 * themselves could not be read again. A record that is printed has all of them.
 */
export function MoreRows({ pages, left }: { readonly pages: Pages; readonly left: number }) {
  const { t } = useWords()
  const { is: prints } = useSnapshot(printing)
  const { hasNextPage, isFetchingNextPage, fetchNextPage, error } = pages
  useEffect(() => {
    if (prints && hasNextPage && !isFetchingNextPage && !error) void fetchNextPage()
  }, [prints, hasNextPage, isFetchingNextPage, fetchNextPage, error])
  if (pages.error)
    return (
      <Trouble
        error={pages.error}
        again={() => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch())}
      />
    )
  if (!pages.hasNextPage) return null
  const busy = pages.isFetchingNextPage
  return (
    // not `disabled`: that would drop the focus of who pressed it
    <Button className="more" aria-disabled={busy || undefined} onClick={() => !busy && void pages.fetchNextPage()}>
      {t('recordPage.more', { count: left })}
    </Button>
  )
}
