import type { PortSettings } from '../../core/settings/portSettings.ts'
import { order, question } from '../carriers.ts'
import type { TencentMeeting } from './port.ts'

const UNKNOWN = { unknown: 'UNKNOWN_MEETING' } as const

/** Longest answer with a list in it, bytes: participants of the largest meeting. */
const ANSWER_BYTES_MAX = 5_000_000

/**
 * The service over http: `POST /meetings` and `POST /cancellations` are carried out once a key; `GET /meetings/{id}`,
 * `/participants/{id}`, `/records/{id}` and `/record-files/{recordId}` answer as the port declares. What is known here is
 * not sent.
 */
export const http = (settings: PortSettings): TencentMeeting => ({
  createMeeting: order(settings, '/meetings'),
  cancelMeeting: order(settings, '/cancellations'),
  getMeeting: question(settings, '/meetings', ({ tencentMeetingId }) => tencentMeetingId ?? '', UNKNOWN),
  listParticipants: question(settings, '/participants', ({ tencentMeetingId }) => tencentMeetingId ?? '', {
    ...UNKNOWN,
    most: ANSWER_BYTES_MAX,
  }),
  listRecords: question(settings, '/records', ({ tencentMeetingId }) => tencentMeetingId ?? '', UNKNOWN),
  getRecordFiles: question(settings, '/record-files', ({ recordId }) => recordId, UNKNOWN),
})
