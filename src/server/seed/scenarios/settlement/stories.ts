import { TAX_ITEMS } from '../../../domains/administration/access/outfit/taxItems.ts'
import { daysOf, plusDays, workdayAfter } from '../../values/times.ts'
import type { Doctor } from '../people/parties.ts'
import { LISTED, RETRIED, TWICE } from '../people/storyDoctors.ts'
import type { Stage } from '../stage/stage.ts'
import { acceptFor, type Client } from './cycles.ts'

/** A lecture or report of a doctor, accepted on a day of a month for a fee in yuan. */
function accepted(stage: Stage, client: Client, doctor: Doctor, month: string, day: number, item: number, fee: number) {
  const type = TAX_ITEMS[item]?.planTypes.find((t) => t !== 1) ?? 3
  const at = `${workdayAfter(plusDays(daysOf(month).first, day))} 15:${20 + day}:00`
  acceptFor(stage, client, { doctor, item, at, type, fee, nth: item })
}

/**
 * Deliverables of the story doctors: D0001 twice for 3,000 in the oldest month, under one tax item; D0009, whom the
 * bank refuses at first, in the same month; D0007, who is black-listed, in the month whose orders are paid and whose
 * doctors are not yet.
 */
export function acceptStories(
  stage: Stage,
  clients: readonly Client[],
  doctors: readonly Doctor[],
  months: readonly string[],
): void {
  const [oldest = '', , paid = ''] = months
  const of = (n: number) => ({ client: clients[n % clients.length] as Client, doctor: doctors[n] as Doctor })
  const twice = of(TWICE)
  for (const day of [9, 11]) accepted(stage, twice.client, twice.doctor, oldest, day, 1, 3000)
  const retried = of(RETRIED)
  for (const item of [1, 2]) accepted(stage, retried.client, retried.doctor, oldest, 8 + item, item, 2000)
  const listed = of(LISTED)
  for (const item of [0, 1, 2]) accepted(stage, listed.client, listed.doctor, paid, 12 + item, item, 1500)
}
