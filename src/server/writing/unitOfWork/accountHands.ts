import { accountHand, HANDS, type Hand } from '../../../model/administration/access/accountHand.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/** Keeps that who acts had these accounts in hand. */
export async function keepHands(work: UnitOfWork, userIds: readonly string[], hand: Hand): Promise<void> {
  const { userId } = work.actor
  const pairs = userIds.flatMap((other) => [
    [userId, other],
    [other, userId],
  ])
  await work.insertAll(
    accountHand,
    pairs.map(([one, other]) => ({ userId: one, otherId: other, how: HANDS[hand] })),
  )
}
