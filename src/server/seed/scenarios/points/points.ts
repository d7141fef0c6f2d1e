import { statesOf } from '../../../../model/language/states.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { pointsAccount } from '../../../../model/points/account.ts'
import { doctorAward } from '../../../../model/points/award.ts'
import { pointInfo, rule } from '../../../../model/points/rules.ts'
import { pointsRules } from '../../../domains/administration/access/outfit/pointsRules.ts'
import { awardPoints } from '../../../domains/funds/ledger/pointsLedger.ts'
import { award, EVENT } from '../../../domains/points/awards.ts'
import { atTime, plusDays, workdayBefore } from '../../values/times.ts'
import type { Doctor } from '../people/parties.ts'
import { type Character, liveRows, type Stage, SYSTEM } from '../stage/stage.ts'

const { certStatus } = statesOf(authenticationDoctor)

/** Points: what earns them, and what doctors earned. */
export async function addPoints(
  stage: Stage,
  since: string,
  who: Character,
  doctors: readonly Doctor[],
  finance: readonly [Character, Character],
): Promise<void> {
  const day = plusDays(since, 6)
  for (const [i, row] of pointsRules.rows.entries())
    await stage.existing(rule, atTime(day, 9, i), who, { ...row, updateUserName: who.name })
  for (const [i, { type, typeName, pointNum }] of pointsRules.rows.slice(2, 5).entries())
    await stage.existing(rule, atTime(day, 8, i), who, {
      type,
      typeName: `${typeName}（旧）`,
      pointNum: pointNum * 2,
      status: 1,
      updateUserName: who.name,
    })
  for (let n = 0; n < 9; n += 1)
    await stage.existing(pointInfo, atTime(day, 10, n), who, {
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
  addAwards(stage, who, doctors, finance)
}

/** Days before the demo's own since when doctors have points. */
const SINCE = 200
/** Issues to the platform: how many days ago, points, why, and how each was decided. */
const ISSUES = [
  [SINCE, 300_000, '年度医生积分奖励', 'audit.pass'],
  [120, 100_000, '第二季度医生积分奖励', 'audit.pass'],
  [118, 900_000, '推广活动积分', 'audit.reject'],
  [60, 50_000, '内容互动奖励', 'audit.pass'],
  [45, 400_000, '推广活动积分', 'audit.reject'],
  [22, 600_000, '年会奖励', 'audit.reject'],
  [3, 80_000, '下季度医生积分奖励', null],
  [2, 20_000, '新注册医生奖励', null],
  [1, 30_000, '内容互动奖励', null],
] as const
/** Points of one exchange. */
const EXCHANGED = 150

/** Waiting awards are given as by the clock, as far as the platform has points. */
const giveWaiting = (stage: Stage) => async (): Promise<void> => {
  for (const { id } of liveRows(stage, doctorAward, { awardStatus: '0' }))
    await stage.as(SYSTEM).work(async (work) => {
      await work.lock(doctorAward, [id])
      await work.step(doctorAward, id, 'give')
    })
}

/** Points are issued to the platform by two persons; doctors join, are certified, and exchange what they earned. */
function addAwards(
  stage: Stage,
  who: Character,
  doctors: readonly Doctor[],
  [asks, checks]: readonly [Character, Character],
): void {
  for (const [n, [days, points, reason, end]] of ISSUES.entries()) {
    const day = workdayBefore(plusDays(stage.today, -days))
    stage.agenda.at(atTime(day, 9, 7 + n), async () => {
      const { id } = await stage.as(asks).save('integralIssue', { points, reason })
      if (end === null) return
      const ask = end === 'audit.reject' ? { reviewRemark: '请附年度预算审批' } : {}
      stage.agenda.at(atTime(day, 11, 13 + n), async () => {
        await stage.as(checks).decide({ resource: 'integralIssue', id: String(id), transition: end, ask })
      })
    })
  }
  for (let n = -SINCE; n < 0; n += 1)
    for (const hour of [12, 19]) stage.agenda.at(atTime(plusDays(stage.today, n), hour, 1), giveWaiting(stage))
  for (const [n, d] of doctors.entries()) {
    const start = plusDays(stage.today, -180 + (n % 40))
    const earn = (at: string, type: 0 | 1) =>
      stage.agenda.at(at, () =>
        stage.as(who).load((work) => award(work, type, d, { resource: authenticationDoctor, id: d.id })),
      )
    // awards of the last events on the eve wait for the clock
    earn(
      n < doctors.length - 4 ? atTime(start, 10, n % 60) : atTime(plusDays(stage.today, -1), 20, n % 60),
      EVENT.opened,
    )
    if (d.certStatus === certStatus.certified) earn(atTime(plusDays(start, 4), 10, n % 60), EVENT.certified)
    if (d.certStatus !== certStatus.certified || n % 5 !== 4) continue
    const move = (changeType: 11 | 12, direction: 1 | 2) => (): Promise<void> =>
      stage.as(who).load(async (work) => {
        const own = await work.any(pointsAccount, { doctorId: d.id })
        if ((own?.points ?? 0) >= EXCHANGED) await awardPoints(work, d, { direction, changeType }, EXCHANGED)
      })
    stage.agenda.at(atTime(plusDays(start, 8), 10, n % 60), move(11, 2))
    if (n % 20 === 19) stage.agenda.at(atTime(plusDays(start, 12), 10, n % 60), move(12, 1))
  }
}
