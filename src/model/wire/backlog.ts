/** Address of the call about the backlog of queues, below /api: GET → QueueBacklog[]. */
export const BACKLOG = 'rounds/backlog'

/** Days of the trend, the present one included. */
export const BACKLOG_DAYS = 14

/** A day of a queue. */
export interface BacklogDay {
  /** yyyy-MM-dd in Shanghai. */
  readonly day: string
  /** Records that waited when the day ended; of the present day: that wait now. */
  readonly waiting: number
  /** Records that came to wait on the day, and that ceased to, by whatever way: a decision, a take-back, a deletion. */
  readonly came: number
  readonly left: number
}

/** The backlog of a view of a queue, of everybody who works it; oldest day first, the present one last. */
export interface QueueBacklog {
  readonly queue: string
  readonly view: string
  /** Not `exact`: so much waits that it is estimated, and the days before with it. */
  readonly exact: boolean
  readonly days: readonly BacklogDay[]
}

/** The same of several views together: day by day. Pure. */
export const together = (views: readonly QueueBacklog[]): readonly BacklogDay[] =>
  (views[0]?.days ?? []).map(({ day }, n) => {
    const sum = (of: 'waiting' | 'came' | 'left') => views.reduce((all, v) => all + (v.days[n]?.[of] ?? 0), 0)
    return { day, waiting: sum('waiting'), came: sum('came'), left: sum('left') }
  })
