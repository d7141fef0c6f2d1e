import type { Label, Language } from '../values/label.ts'

/** Addresses of the calls about scheduled exports of saved views, below /api. */
export const VIEW_SCHEDULES = {
  /** GET → ViewSchedule[]: those of the caller. */
  read: 'rounds/view-schedules',
  /** POST {view, version, cron, format} → ViewSchedule: of a view the caller may read; version 0 where it has none yet. */
  save: 'rounds/view-schedules/save',
  /** POST {id, version, paused} → ViewSchedule */
  pause: 'rounds/view-schedules/pause',
  /** POST {id, version} → null */
  remove: 'rounds/view-schedules/remove',
} as const

/** Scheduled exports of one user. */
export const SCHEDULES_PER_USER_MAX = 20
export const CRON_CHARACTERS_MAX = 100
/** Least time between two exports of one schedule, minutes. */
export const SCHEDULE_GAP_MIN_MINUTES = 60
/** Days that a scheduled file is kept: it lies there for who comes back from a week away. */
export const SCHEDULED_FILE_DAYS = 8
/** Files of one schedule that are kept so long: the newest ones. */
export const SCHEDULED_FILES_MAX = 8
/** Rows of all scheduled exports of one user within 24 hours. */
export const SCHEDULED_ROWS_PER_DAY_MAX = 1_000_000

export const SCHEDULE_FORMATS = ['xlsx', 'csv'] as const
export type ScheduleFormat = (typeof SCHEDULE_FORMATS)[number]

export const SCHEDULE_STATES = ['active', 'paused', 'stopped'] as const
export type ScheduleState = (typeof SCHEDULE_STATES)[number]

/** Reasons for which a schedule stops by itself, for who set it. */
export const STOP_REASONS = {
  account: [
    '账号、所属公司或租户已停用，定时导出已停止',
    'The account, its company or its tenant was disabled: the schedule stopped',
  ],
  viewGone: ['视图已删除，定时导出已停止', 'The view was deleted: the schedule stopped'],
  notShared: ['视图不再共享给您，定时导出已停止', 'The view is no longer shared with you: the schedule stopped'],
  list: ['您已不能查看此列表，定时导出已停止', 'You may not see this list any more: the schedule stopped'],
  noExport: ['您已没有导出此列表的权限，定时导出已停止', 'You may not export this list any more: the schedule stopped'],
} as const satisfies Readonly<Record<string, Label>>
export type StopReason = keyof typeof STOP_REASONS

/** Latest run of a schedule. */
export interface ScheduledRun {
  /** `yyyy-MM-dd HH:mm:ss`, when it was due. */
  readonly at: string
  readonly state: 'running' | 'done' | 'failed'
  readonly total: number
  /** Why it failed, in the reader's language; "" otherwise. */
  readonly why: string
  /** Id of the export, while its file is there; "" otherwise. */
  readonly file: string
}

/** Scheduled export of a saved view, as its person sees it. */
export interface ViewSchedule {
  readonly id: string
  readonly version: number
  readonly view: string
  /** Name of the view; where it is no longer the person's to read, its last name that they saw. */
  readonly name: string
  /** Address of its list. */
  readonly list: string
  /** Five fields (minute hour day month weekday), Asia/Shanghai. */
  readonly cron: string
  readonly format: ScheduleFormat
  readonly state: ScheduleState
  /** Why it stopped, in the reader's language; "" while it runs or is paused. */
  readonly why: string
  /** `yyyy-MM-dd HH:mm:ss` of the next run; "" while it is paused or stopped. */
  readonly next: string
  /** Null before the first run. */
  readonly last: ScheduledRun | null
}

/** Times of a schedule as people choose them. */
export interface SchedulePlan {
  readonly every: 'day' | 'workday' | 'week' | 'month'
  /** Of a week: 1 Monday to 7 Sunday; of a month: 1 to 28, 0 for its last day; else 1. */
  readonly day: number
  readonly hour: number
  readonly minute: number
}

/** Days of a month that every month has. */
export const MONTH_DAY_MAX = 28

/** The cron expression of a plan. Pure. */
export function cronOfPlan({ every, day, hour, minute }: SchedulePlan): string {
  const days = {
    day: '* * *',
    workday: '* * 1-5',
    week: `* * ${day % 7}`,
    month: `${day === 0 ? 'L' : day} * *`,
  }[every]
  return `${minute} ${hour} ${days}`
}

/** The plan of a cron expression; null for one that is no plan. Pure. */
export function planOfCron(cron: string): SchedulePlan | null {
  const met = /^(\d{1,2}) (\d{1,2}) (\*|L|\d{1,2}) \* (\*|1-5|[0-6])$/.exec(cron)
  if (!met) return null
  const [minute, hour] = [Number(met[1]), Number(met[2])]
  const [, , , ofMonth = '', ofWeek = ''] = met
  if (minute > 59 || hour > 23) return null
  const at = { hour, minute }
  if (ofMonth !== '*') {
    const day = ofMonth === 'L' ? 0 : Number(ofMonth)
    const known = ofMonth === 'L' || (day >= 1 && day <= MONTH_DAY_MAX)
    return ofWeek === '*' && known ? { every: 'month', day, ...at } : null
  }
  if (ofWeek === '*') return { every: 'day', day: 1, ...at }
  if (ofWeek === '1-5') return { every: 'workday', day: 1, ...at }
  return { every: 'week', day: Number(ofWeek) || 7, ...at }
}

const WEEKDAYS: readonly Label[] = [
  ['周一', 'Mondays'],
  ['周二', 'Tuesdays'],
  ['周三', 'Wednesdays'],
  ['周四', 'Thursdays'],
  ['周五', 'Fridays'],
  ['周六', 'Saturdays'],
  ['周日', 'Sundays'],
]
/** Name of a weekday, 1 Monday to 7 Sunday, as a schedule reads. */
export const weekdayName = (day: number, language: Language): string =>
  (WEEKDAYS[day - 1] ?? ['', ''])[language === 'zh' ? 0 : 1]

const two = (n: number): string => String(n).padStart(2, '0')

/** When a schedule runs, in words: `每周一 08:00`; a cron expression that is no plan stands as it is. Pure. */
export function scheduleText(cron: string, language: Language): string {
  const plan = planOfCron(cron)
  if (!plan) return `cron ${cron}`
  const { every, day } = plan
  const time = `${two(plan.hour)}:${two(plan.minute)}`
  const label: Label = {
    day: ['每天', 'Daily'] as const,
    workday: ['周一至周五', 'Monday to Friday'] as const,
    week: [`每${weekdayName(day, 'zh')}`, weekdayName(day, 'en')] as const,
    month: (day === 0
      ? ['每月最后一天', 'Last day of the month']
      : [`每月 ${day} 日`, `Day ${day} of the month`]) as Label,
  }[every]
  return language === 'zh' ? `${label[0]} ${time}` : `${label[1]}, ${time}`
}
