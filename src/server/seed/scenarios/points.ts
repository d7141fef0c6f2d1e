import { pointInfo, rule } from '../../../model/points/rules.ts'
import { pointsRules } from '../../access/outfit/pointsRules.ts'
import { awardPoints, issueToPlatform } from '../../modules/funds/points.ts'
import { atTime, plusDays } from '../times.ts'
import type { Doctor } from './parties.ts'
import type { Character, Stage } from './stage.ts'

/** Points: what earns them, and what doctors earned. */
export async function addPoints(
  stage: Stage,
  since: string,
  who: Character,
  doctors: readonly Doctor[],
): Promise<void> {
  const day = plusDays(since, 6)
  for (const [i, row] of pointsRules.rows.entries())
    await stage.born(rule, atTime(day, 9, i), who, { ...row, updateUserName: who.name })
  for (const [i, { type, typeName, pointNum }] of pointsRules.rows.slice(2, 5).entries())
    await stage.born(rule, atTime(day, 8, i), who, {
      type,
      typeName: `${typeName}（旧）`,
      pointNum: pointNum * 2,
      status: 1,
      updateUserName: who.name,
    })
  for (let n = 0; n < 9; n += 1)
    await stage.born(pointInfo, atTime(day, 10, n), who, {
      name: [
        '讲课积分',
        '注册奖励',
        '图书兑换',
        '病例积分',
        '节日奖励',
        '会议券兑换',
        '调研积分',
        '完善资料奖励',
        '文献兑换',
      ][n],
      type: ([1, 2, 3] as const)[n % 3],
      pointNum: 50 * (n + 1),
      syncStatus: ([1, 1, 0, 1, 2, 0, 2, 0, 2] as const)[n],
    })
  addAwards(stage, who, doctors)
}

/** Days before the demo's own since when doctors have points. */
const SINCE = 200
/** What the platform is issued at first. */
const ISSUED = 500_000

/** Doctors sign in, read and exchange: on the agenda, by the ledger of points. */
function addAwards(stage: Stage, who: Character, doctors: readonly Doctor[]): void {
  const day = plusDays(stage.today, -SINCE)
  stage.agenda.at(atTime(day, 8, 1), () => stage.as(who).load((work) => issueToPlatform(work, ISSUED)))
  // of a whole demo, doctors who read and sign in for half a year
  const often = doctors.length > 60 ? 13 : 0
  for (const [n, d] of doctors.slice(0, 60).entries()) {
    const start = plusDays(stage.today, -180 + (n % 40))
    const moves = [
      [0, 1, 100],
      [1, 1, 200],
      ...Array.from({ length: (n % 4) + often }, (_, i) => [2 + ((n + i) % 5), 1, 5 * ((i % 4) + 1)] as const),
      ...(n % 5 === 4 ? [[11, 2, 150] as const] : []),
      ...(n % 20 === 19 ? [[12, 1, 150] as const] : []),
    ] as readonly (readonly [0 | 1 | 2 | 3 | 4 | 5 | 6 | 11 | 12, 1 | 2, number])[]
    for (const [i, [changeType, direction, points]] of moves.entries())
      stage.agenda.at(atTime(plusDays(start, i * 4), 10, n % 60), () =>
        stage.as(who).load((work) => awardPoints(work, d, { direction, changeType }, points)),
      )
  }
}
