import { ApiError } from '../../api/client.ts'
import { useWords } from '../../i18n/index.ts'
import { Button } from '../Button.tsx'
import { Sentence } from '../Sentence.tsx'

/**
 * Returns whether the server refuses this person the record or no longer has it: cached content must then be removed.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 403 || error.code === 404)

/** Something could not be loaded: what the server said, in place, and a way to try again. */
export function Trouble({ error, again }: { readonly error: unknown; again(): void }) {
  const { t } = useWords()
  return (
    <div role="alert" className="trouble">
      <p className="failed">
        <Sentence text={error instanceof Error ? error.message : String(error)} />
      </p>
      {!isRefusal(error) && <Button onClick={again}>{t('record.again')}</Button>}
    </div>
  )
}
