import { ApiError } from '../api/client.ts'
import { useWords } from '../i18n/index.ts'
import { Button } from './Button.tsx'

/** Something could not be loaded: what the server said, in place, and a way to try again. */
export function Trouble({ error, again }: { readonly error: unknown; again(): void }) {
  const { t } = useWords()
  const refused = error instanceof ApiError && (error.code === 403 || error.code === 404)
  return (
    <div role="alert">
      <p className="empty failed">{error instanceof Error ? error.message : String(error)}</p>
      {!refused && <Button onClick={again}>{t('record.again')}</Button>}
    </div>
  )
}
