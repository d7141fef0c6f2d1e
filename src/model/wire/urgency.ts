/** Address of the call about the urgency of queues, below /api: GET → QueueUrgency[]. */
export const URGENCY = 'rounds/urgency'

/** Rows of a view that are summed at most: of more, no sum is answered. */
export const URGENCY_ROWS_MAX = 10_000
/** Within how many hours the work of a view should be done, where the view says nothing (`QueueView.targetHours`). */
export const TARGET_HOURS = 24

/** How a view of a queue stands. */
export interface QueueUrgency {
  readonly queue: string
  readonly view: string
  /** Waiting records; not `exact`: an estimate. */
  readonly total: number
  readonly exact: boolean
  /** Sum of the amounts that wait; null where the view has no unit, nothing waits, or more than `URGENCY_ROWS_MAX` records do. */
  readonly amount: string | null
  /** Unit of what the decisions of the view move; null where they move nothing, or the person sees no amounts. */
  readonly unit: 'money' | 'points' | null
  /** Age of the oldest one, minutes; 0 for none. */
  readonly minutes: number
  readonly targetHours: number
  /** The oldest one that nobody else has in hand, and that this person may decide and does not hold; "" for none. */
  readonly next: string
  /** Decisions of this person in the view today, and how many an hour since the first of them. */
  readonly decided: number
  readonly perHour: number
}

/** Age of the oldest record against the target: 1 is due, more is late; 0 where nothing waits. Pure. */
export const urgencyOf = ({ total, minutes, targetHours }: QueueUrgency): number =>
  total > 0 ? minutes / 60 / targetHours : 0

export type UrgencyLevel = 'late' | 'soon' | 'calm'
/** Late beyond the target, soon from half of it on. Pure. */
export const levelOf = (urgency: number): UrgencyLevel => (urgency >= 1 ? 'late' : urgency >= 0.5 ? 'soon' : 'calm')

/** Views by urgency, then by how much waits; what is empty comes last, in the order of the model. Pure. */
export function byUrgency(views: readonly QueueUrgency[]): QueueUrgency[] {
  const filled = (v: QueueUrgency) => (v.total > 0 ? 1 : 0)
  return [...views].sort((a, b) => filled(b) - filled(a) || urgencyOf(b) - urgencyOf(a) || b.total - a.total)
}

/** The view to work next: the most urgent one with a record that is free. `but`: one that is left out. Pure. */
export const nextOf = (views: readonly QueueUrgency[], but = ''): QueueUrgency | undefined =>
  byUrgency(views).find((v) => v.next !== '' && `${v.queue}.${v.view}` !== but)
