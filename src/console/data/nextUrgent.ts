import { queueRoute } from '../../../commands/catalog/navigation.ts'
import type { Outcome } from '../../../commands/outcome.ts'
import { OPEN } from '../../model/values/routes.ts'
import { nextOf } from '../../model/wire/urgency.ts'
import { ApiError } from '../api/error.ts'
import { t } from '../i18n/index.ts'
import { catalogueNow, queueIn } from './catalogue.ts'
import { claimNow } from './ownClaim.ts'
import { fetchUrgency, RECENT_MS } from './urgency.ts'

/** Tries, where others take the same record in the same moment. */
const TRIES = 3

/** A record that is not in the queue any more is passed by; where the server does not answer, nothing waits for it. */
const withoutAnswer = (error: unknown): boolean => !(error instanceof ApiError && error.code === 404)

/**
 * Claims the most urgent record of all queues that is free, and leads to it. Where the claim is not answered the record is opened
 * all the same: no decision asks for it.
 */
export async function nextUrgent(): Promise<Outcome> {
  for (let n = 1; ; n++) {
    const next = nextOf(await fetchUrgency(n === 1 ? RECENT_MS : 0))
    if (!next) return { is: 'nothing', why: t('shell.nothingWaits') }
    const resource = queueIn(catalogueNow(), next.queue)?.views.find((v) => v.code === next.view)?.resource ?? ''
    const free = await claimNow({ resource, id: next.next }).catch(withoutAnswer)
    if (free || n === TRIES) return { is: 'open', route: `${queueRoute(next.queue, next.view)}&${OPEN}=${next.next}` }
  }
}
