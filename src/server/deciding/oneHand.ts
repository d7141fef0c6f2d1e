import { accountHand } from '../../model/administration/access/accountHand.ts'
import { user } from '../../model/administration/access/user.ts'
import { choiceWords } from '../../model/language/fields/field.ts'
import type { RowOf } from '../../model/language/resource.ts'
import { instantOf, wallClock } from '../../model/values/dates.ts'
import type { Label } from '../../model/values/label.ts'
import type { UnitOfWork } from '../writing/unitOfWork/unitOfWork.ts'

/** The longest that the parameter may say, days. */
const MOST_DAYS = 90
const DAY = 86_400_000

/** The parameter with the days for which two accounts that were in one hand are taken for one person. */
export const SAME_HAND_DAYS = 'sod.sameHand.days'

/**
 * Accounts that the deciding person handled, and persons who handled theirs, as long ago as the parameter could say.
 */
export const handsOn = (work: UnitOfWork): Promise<RowOf<typeof accountHand>[]> =>
  work.rows(accountHand, {
    userId: work.actor.userId,
    createTime: { from: wallClock(work.now.getTime() - MOST_DAYS * DAY), before: wallClock(work.now.getTime() + DAY) },
  })

/**
 * Why a person may not decide on what these users made: one of both accounts was made, granted, reset or unlocked by the
 * other within the days of the parameter, and could be one person's. Null where none was.
 */
export async function oneHandProblem(
  work: UnitOfWork,
  hands: readonly RowOf<typeof accountHand>[],
  makers: ReadonlySet<string>,
): Promise<Label | null> {
  const mine = hands.filter((hand) => makers.has(String(hand.otherId)))
  if (mine.length === 0) return null
  const days = Number((await work.param(SAME_HAND_DAYS)) ?? '7')
  const since = wallClock(work.now.getTime() - days * DAY)
  const [hand] = mine
    .filter((one) => String(one.createTime) >= since)
    .sort((a, b) => (String(a.createTime) < String(b.createTime) ? 1 : -1))
  if (!hand) return null
  const from = wallClock((instantOf(String(hand.createTime)) ?? work.now.getTime()) + days * DAY).slice(0, 16)
  const other = await work.row(user, String(hand.otherId))
  const [zh, en] = choiceWords(accountHand.fields.how, hand.how) ?? ['', '']
  const name = other ? `${other.realName}（${other.account}）` : String(hand.otherId)
  return [
    `${days} 天内您与经办人 ${name} 之间有过账号操作（${zh}），须由另一人审核；您自 ${from} 起可以审核`,
    `Within ${days} days your account or that of the maker ${name} was handled by the other (${en.toLowerCase()}): somebody else has to decide; you may from ${from}`,
  ]
}

/** Users who handled the record in one way, and the refusal for them. */
export interface Hands {
  readonly of: readonly unknown[]
  readonly why: Label
}

/**
 * Why this person decides nothing: it was in their hand, or in that of an account that they had in hand. Nobody is
 * asked while separation of duties is off.
 */
export async function handsProblem(work: UnitOfWork, all: readonly Hands[]): Promise<Label | null> {
  if ((await work.param('sod.enabled')) === 'false') return null
  const own = all.find(({ of }) => of.map(String).includes(work.actor.userId))
  if (own) return own.why
  const makers = new Set(all.flatMap(({ of }) => of.flatMap((id) => (id ? [String(id)] : []))))
  return makers.size > 0 ? oneHandProblem(work, await handsOn(work), makers) : null
}
