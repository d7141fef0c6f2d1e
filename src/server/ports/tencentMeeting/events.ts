import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto'
import type { EventKeys } from '../../core/settings/eventKeys.ts'

/** How far the time of a message may be from the server's, ms. */
export const AWAY_MS = 300_000

/** Headers of a message of the service. */
export interface Signed {
  readonly timestamp: string
  readonly nonce: string
  readonly signature: string
}

/** An event about one meeting, as far as it is used here. */
export interface MeetingEvent {
  readonly event: string
  /** The service's number of the event: the same for an event that is sent again. */
  readonly sequence: string
  readonly tencentMeetingId: string
  readonly meetingCode: string
  /** When it happened, ms since 1970; null where the service left it out. */
  readonly at: number | null
  /** Why a meeting ended, by the service's numbers; null for other events. */
  readonly endType: number | null
}

/** Signature of a message: SHA-1, in hex, over its token, time, nonce and data in the order of their letters. Pure. */
export const eventSignature = (token: string, timestamp: string, nonce: string, data: string): string =>
  createHash('sha1').update([token, timestamp, nonce, data].sort().join('')).digest('hex')

/** Was a message signed with the token, within five minutes of now? Everything that cannot be read is not. Pure. */
export function isProved({ token }: EventKeys, { timestamp, nonce, signature }: Signed, data: string, now: number) {
  const given = Buffer.from(signature, 'hex')
  const expected = Buffer.from(eventSignature(token, timestamp, nonce, data), 'hex')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged'
  // parts are signed without a sign between them, so their shapes are fixed: no letter moves from one to another
  if (!/^(\d{10}|\d{13})$/.test(timestamp) || !/^\w{1,64}$/.test(nonce)) return 'forged'
  const sent = timestamp.length === 13 ? Number(timestamp) : Number(timestamp) * 1000
  return Math.abs(sent - now) <= AWAY_MS ? 'proved' : 'late'
}

/** The text that a message holds: base64, encrypted with AES-256-CBC where a key is agreed. Null for what is none. Pure. */
export function textIn({ key }: EventKeys, data: string): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return null
  const bytes = Buffer.from(data, 'base64')
  if (key === null) return bytes.toString('utf8')
  try {
    const cipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16))
    return Buffer.concat([cipher.update(bytes), cipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
const textOf = (value: unknown, most: number): string =>
  typeof value === 'string' && value.length <= most && !/\p{Cc}/u.test(value) ? value : ''
const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** The event that a text says; null where it names no event, no number or no meeting. Pure. */
export function eventIn(text: string): MeetingEvent | null {
  let body: Readonly<Record<string, unknown>>
  try {
    body = objectOf(JSON.parse(text))
  } catch {
    return null
  }
  const first = objectOf(Array.isArray(body.payload) ? body.payload[0] : body.payload)
  const meeting = objectOf(first.meeting_info)
  const found: MeetingEvent = {
    event: textOf(body.event, 64),
    sequence: textOf(body.unique_sequence ?? body.trace_id, 64),
    tencentMeetingId: textOf(meeting.meeting_id, 64),
    meetingCode: textOf(meeting.meeting_code, 32),
    at: numberOf(first.operate_time),
    endType: numberOf(first.meeting_end_type),
  }
  return found.event && found.sequence && found.tencentMeetingId ? found : null
}
