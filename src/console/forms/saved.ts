import { joined } from '../../model/values/label.ts'
import type { RequestedChange, WireRow } from '../../model/wire/wire.ts'
import { outdate } from '../data/queries.ts'
import { pageOf } from '../data/records.ts'
import { languageNow, t } from '../i18n/index.ts'
import { go } from '../state/url.ts'
import { toast } from '../ui/messages/toast.ts'

/** Says that something waits for a second person, and offers its request. */
function sayWaits(requests: readonly RequestedChange[]): void {
  const [first] = requests
  const page = first && requests.length === 1 ? pageOf('changeRequest', { id: first.id }) : null
  void outdate('changeRequest')
  toast.info(
    () =>
      t('record.waits', {
        code: joined(
          requests.map((r) => r.code),
          languageNow(),
        ),
      }),
    page ? { label: () => t('record.openRequest'), run: () => go(page) } : undefined,
  )
}

/** Says how the saving of a record ended: done, or sent for a second person's approval. */
export function showSaved(row: WireRow | null, done: string): void {
  const request = row?.changeRequest as RequestedChange | undefined
  if (request) sayWaits([request])
  else toast.good(done)
}

/** Message after a deletion; undefined where all of it waits for approval, which is shown here. */
export function removalMessage(answer: unknown, done: string): string | undefined {
  const requests = (answer as { changeRequests?: readonly RequestedChange[] } | null)?.changeRequests ?? []
  if (requests.length === 0) return done
  sayWaits(requests)
  return undefined
}
