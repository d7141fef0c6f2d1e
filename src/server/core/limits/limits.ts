import { doctorCalls } from '../../../model/activities/doctorSide/doctorCalls.ts'
import { lockCalls } from '../../../model/administration/access/lockCalls.ts'
import { pages } from '../../../model/business.ts'
import { addComment, readMentionable } from '../../../model/desk/commentCalls.ts'
import { readMyDay } from '../../../model/desk/myDayCall.ts'
import { readUrgency } from '../../../model/desk/urgencyCall.ts'
import { roundsCalls } from '../../../model/roundsCalls.ts'

/** Key by which uses are counted together: a session, a network address, a whole tenant, or what the caller names. */
export type By = 'session' | 'address' | 'tenant' | 'given'

/** Rate limit: so many points in so many seconds, then 429 until the window ends. */
export interface Limit {
  readonly by: By
  /** Uses of one window (kilobytes where a comment says so). */
  readonly points: number
  /** Length of the window. */
  readonly seconds: number
  /**
   * `database`: counted for all instances together, one statement a use, so for rare calls only. `process`: counted in
   * memory, each instance for itself, at no statement.
   */
  readonly kept: 'database' | 'process'
  /** Calls that use one point each by themselves, by their ids. */
  readonly calls?: readonly string[]
}

const MINUTE = 60
const DAY = 86_400

/**
 * Every limit of the server. A person who works fast must never meet one: an operator decides up to ten rows a second
 * and scrolls through twenty windows a second; an office of hundreds signs in at nine o'clock from one address.
 */
export const LIMITS = {
  /** Everything a session asks, reads and writes: ten times what a person can do by hand; stops a runaway script. */
  session: { by: 'session', points: 30_000, seconds: MINUTE, kept: 'process' },
  /** The same for calls without a token (captcha, sign-in, what a tenant is called), by address. */
  stranger: { by: 'address', points: 3_000, seconds: MINUTE, kept: 'process' },

  /**
   * Tries to sign in from an address: coarse, because offices share one; a known device counts for itself, so that a
   * flood of attempts does not close sign-in for those who work there. Guessing passwords is stopped in access/, by
   * account. Renewals count as any other call.
   */
  token: { by: 'given', points: 300, seconds: MINUTE, kept: 'database' },
  /** A row each, and for stock clients a drawing. The console takes one a sign-in page. */
  captcha: { by: 'address', points: 600, seconds: MINUTE, kept: 'database', calls: ['auth.captcha'] },
  /** Public pages, opened by a link that was passed on: a person opens one now and then. */
  shared: { by: 'address', points: 60, seconds: MINUTE, kept: 'database', calls: pages.map((page) => page.call.id) },
  /** The page on a doctor's phone: of one link but the sign-in code of a meeting, and of an address, behind which a hospital may be. */
  doctorLink: { by: 'given', points: 30, seconds: MINUTE, kept: 'database' },
  doctorAddress: {
    by: 'address',
    points: 120,
    seconds: MINUTE,
    kept: 'database',
    calls: doctorCalls.map((call) => call.id),
  },
  /** The palette searches while the user types: five times a second without a pause. */
  search: { by: 'session', points: 300, seconds: MINUTE, kept: 'database', calls: [roundsCalls.search.id] },
  /** "All N matching" freezes up to 200,000 rows. */
  selection: { by: 'session', points: 60, seconds: MINUTE, kept: 'database', calls: [roundsCalls.selection.id] },
  /** Looks at up to 2,000 rows with the checks of a decision. */
  preview: { by: 'session', points: 120, seconds: MINUTE, kept: 'database', calls: [roundsCalls.batchPreview.id] },
  /** Who may be mentioned is asked with each letter, and looks at the reach of people; what is drawn beside a list is asked anew by events. */
  looks: {
    by: 'session',
    points: 240,
    seconds: MINUTE,
    kept: 'process',
    calls: [readMentionable.id, roundsCalls.groups.id, readUrgency.id, readMyDay.id],
  },
  /** A person writes a few comments a minute. */
  comments: { by: 'session', points: 60, seconds: MINUTE, kept: 'database', calls: [addComment.id] },
  /** Each costs a hash of a password. */
  locks: { by: 'session', points: 20, seconds: MINUTE, kept: 'database', calls: lockCalls.map((call) => call.id) },
  /** Own decisions of the last minutes: asked anew when somebody else changes what they are about. */
  recent: { by: 'session', points: 300, seconds: MINUTE, kept: 'database', calls: [roundsCalls.decisions.id] },
  /** Files of whole lists: used by whatever makes one. */
  export: { by: 'session', points: 10, seconds: 10 * MINUTE, kept: 'database', calls: ['export.make'] },
  /** Files of rows, each read whole and checked. */
  imports: { by: 'session', points: 60, seconds: 10 * MINUTE, kept: 'database', calls: ['import.check'] },
  /** Files sent to be kept: a person attaches some to a record, a few hundred a day. */
  uploads: { by: 'session', points: 120, seconds: MINUTE, kept: 'database', calls: ['attach.putFile'] },
  /** Kilobytes of files of a person and day. */
  uploadBytes: { by: 'given', points: 2 * 1024 * 1024, seconds: DAY, kept: 'database' },
  /** The API document is half a megabyte. */
  openapi: { by: 'session', points: 30, seconds: MINUTE, kept: 'database', calls: [roundsCalls.openapi.id] },
  /** Calls of one client of the partner API, all its tokens together (domain §13). Used where it is proved, by http/partnerDoor.ts. */
  partner: { by: 'given', points: 600, seconds: MINUTE, kept: 'database' },
  /** Streams opened: a browser opens one and comes back at most twice a second while its network fails. */
  streams: { by: 'session', points: 120, seconds: MINUTE, kept: 'database', calls: [roundsCalls.events.id] },

  /**
   * Saves of unique personal data by users who may not see it: "is already taken" reveals that a value exists, and the
   * masked form of a mobile number leaves only ten thousand to try.
   */
  guesses: { by: 'given', points: 100, seconds: DAY, kept: 'database' },

  /** Error reports of browsers: the console sends at most 20 a page. */
  errors: { by: 'session', points: 30, seconds: MINUTE, kept: 'database', calls: ['auth.errorLog'] },
  /** Kilobytes of error reports kept of a session and day. */
  errorBytes: { by: 'session', points: 256, seconds: DAY, kept: 'database' },
  /** Kilobytes of error reports kept of a tenant and day: with the 180 days they are kept, 720 MB at the very most. */
  errorBytesOfTenant: { by: 'tenant', points: 4_096, seconds: DAY, kept: 'database' },
} as const satisfies Readonly<Record<string, Limit>>

export type LimitName = keyof typeof LIMITS

/** A table of limits of its own shape: the declared one, or that of a test. */
export type Limits = Readonly<Record<LimitName, Limit>>

/** Limits by the calls that use them, made once: every request asks. */
const byCall = new WeakMap<Limits, ReadonlyMap<string, LimitName>>()

/** The limit that a call uses by itself, by the id of the call. */
export function limitOfCall(limits: Limits, call: string): LimitName | null {
  let known = byCall.get(limits)
  if (!known) {
    const all = Object.entries<Limit>(limits)
    known = new Map(all.flatMap(([name, { calls = [] }]) => calls.map((of) => [of, name as LimitName])))
    byCall.set(limits, known)
  }
  return known.get(call) ?? null
}
