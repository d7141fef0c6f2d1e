import { proxy } from 'valtio'

/** Content of the status bar. The queue fills the first part, the decision overlay the second, the shell the rest. */
export interface Status {
  /** Null outside a queue. */
  queue: {
    /** Decided by this person since they signed in. */
    done: number
    left: number
    leftExact: boolean
    /** Decisions a minute over the last minutes; null before there is a rate. */
    perMinute: number | null
    held: number
    failed: number
  } | null
  /** Decisions sent but not yet answered. */
  pending: number
  /**
   * Decision that `z` takes back: a decision about one record, or (`count`, without title) about several; null for
   * nothing.
   */
  undo: { readonly resource: string; readonly decision: string; readonly title: string; readonly count: number } | null
  /** Steps of the macro that is being recorded; null while none is. */
  recording: number | null
  /** The server answers. */
  online: boolean
  /** How news of the server comes: at once, by asking again and again, or not at this moment. */
  events: 'live' | 'polling' | 'waiting'
}

export const status: Status = proxy<Status>({
  queue: null,
  pending: 0,
  undo: null,
  recording: null,
  online: true,
  events: 'live',
})
