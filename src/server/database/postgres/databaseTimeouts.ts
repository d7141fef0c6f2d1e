/** How long the way to PostgreSQL may take before something is done about it, ms. */
export interface DatabaseTimeouts {
  /** Longest wait for a connection, for a new one or for one that others use. */
  readonly wait: number
  /** How long the database may be silent while statements are waiting, before its connection is checked. */
  readonly silence: number
  /** How long it has to answer that. */
  readonly probe: number
  /**
   * How long it must have answered without a loss before it counts as back: a restart cuts connections one by one, and
   * a standby answers readers while every second a job cannot be taken.
   */
  readonly settled: number
  /** How long the listening connection has to answer; it is asked twice as seldom. */
  readonly beat: number
  /** Longest wait before the listening connection is made again, less up to a half at random. */
  readonly longest: number
}

export const DATABASE_TIMEOUTS: DatabaseTimeouts = {
  wait: 8_000,
  silence: 3_000,
  probe: 4_000,
  settled: 3_000,
  beat: 5_000,
  longest: 10_000,
}
