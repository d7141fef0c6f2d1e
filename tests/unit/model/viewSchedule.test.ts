import { describe, expect, it } from 'vitest'
import { cronOfPlan, planOfCron, type SchedulePlan, scheduleText } from '../../../src/model/wire/viewSchedule.ts'
import { runsAfter } from '../../../src/server/jobs/schedule.ts'

/** Saturday noon in Shanghai. */
const NOON = new Date('2024-06-15T12:00:00+08:00')

describe('the times of a schedule', () => {
  it('are cron expressions that read back as they were chosen, and run then', () => {
    const at = { hour: 8, minute: 5 }
    const cases: readonly [SchedulePlan, string, string, string, string][] = [
      [{ every: 'day', day: 1, ...at }, '5 8 * * *', '每天 08:05', 'Daily, 08:05', '2024-06-16T00:05'],
      [
        { every: 'workday', day: 1, ...at },
        '5 8 * * 1-5',
        '周一至周五 08:05',
        'Monday to Friday, 08:05',
        '2024-06-17T00:05',
      ],
      [{ every: 'week', day: 7, ...at }, '5 8 * * 0', '每周日 08:05', 'Sundays, 08:05', '2024-06-16T00:05'],
      [{ every: 'week', day: 3, ...at }, '5 8 * * 3', '每周三 08:05', 'Wednesdays, 08:05', '2024-06-19T00:05'],
      [
        { every: 'month', day: 28, ...at },
        '5 8 28 * *',
        '每月 28 日 08:05',
        'Day 28 of the month, 08:05',
        '2024-06-28T00:05',
      ],
      [
        { every: 'month', day: 0, ...at },
        '5 8 L * *',
        '每月最后一天 08:05',
        'Last day of the month, 08:05',
        '2024-06-30T00:05',
      ],
    ]
    for (const [plan, cron, zh, en, next] of cases) {
      expect(cronOfPlan(plan)).toBe(cron)
      expect(planOfCron(cron)).toEqual(plan)
      expect([scheduleText(cron, 'zh'), scheduleText(cron, 'en')]).toEqual([zh, en])
      expect(runsAfter(cron, 1, NOON)[0]?.toISOString().slice(0, 16)).toBe(next)
    }
  })

  it('that are none of these stand as they are', () => {
    for (const cron of [
      '0 8,20 * * *',
      '0 8 31 * *',
      '0 8 1 * 1',
      '60 8 * * *',
      '0 24 * * *',
      '0 8 * 6 *',
      '0 8 0 * *',
      '',
    ]) {
      expect([cron, planOfCron(cron)]).toEqual([cron, null])
      expect(scheduleText(cron, 'zh')).toBe(`cron ${cron}`)
    }
  })
})
