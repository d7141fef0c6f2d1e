import { createHash } from 'node:crypto'
import { instantOf } from '../../../model/values/dates.ts'
import type { Asking, Known } from '../adapter.ts'
import { PortError } from '../portError.ts'
import type { TencentMeeting } from './port.ts'

/** Keeps nothing, so it knows of no key: asked anew, it answers alike. */
const find = async (): Promise<Known<never>> => ({ state: 'absent' })

/** The nine digits that a meeting is joined by: the same for the same key. Pure. */
export const meetingCodeOf = (key: string): string =>
  String(100_000_000 + (createHash('sha256').update(key).digest().readUInt32BE(0) % 900_000_000))

/** People who take part besides the doctors who were invited. */
const OTHERS = ['王一鸣', '李思远', '张晓晨', '刘子墨', '陈若溪'].map((userName, n) => ({
  userName,
  phone: `1380013${String(8000 + n)}`,
}))

/** Seconds since 1970 of a wall-clock text. */
const seconds = (time: string | null): number => Math.floor((instantOf(time ?? '') ?? 0) / 1000)

/**
 * A service that answers by what it is asked, without clock or memory (domain §7): a meeting runs between its times; the
 * doctors invited and five others take part, each a minute longer than the one before; its one recording is further each
 * time it is asked about. Subjects with FAIL are not answered, hosts that end with `none` are unknown.
 */
export const sandbox = (): TencentMeeting => ({
  createMeeting: {
    async call({ subject, hostUserId }, { key }: Asking) {
      if (subject?.includes('FAIL')) throw new PortError('UNAVAILABLE', 'sandbox: not reachable')
      if (hostUserId?.endsWith('none')) throw new PortError('REJECTED', 'sandbox: no such host', 'HOST_INVALID')
      const meetingCode = meetingCodeOf(key)
      return {
        tencentMeetingId: `t${meetingCode}`,
        meetingCode,
        joinUrl: `https://meeting.example.com/dm/${meetingCode}`,
      }
    },
    find,
  },
  cancelMeeting: {
    async call() {
      return {}
    },
    find,
  },
  getMeeting: {
    async call({ startTime, endTime, askedAt: time }) {
      const at = time ?? ''
      return { status: at < (startTime ?? '') ? 'SCHEDULED' : at < (endTime ?? '') ? 'STARTED' : 'ENDED' }
    },
    find,
  },
  listParticipants: {
    async call({ startTime, invited }) {
      const begin = seconds(startTime)
      return {
        participants: [...(invited ?? []), ...OTHERS].map(({ userName, phone }, n) => ({
          userid: `u-${phone}`,
          userName,
          phone,
          joinTime: begin + n * 30,
          leftTime: begin + n * 30 + 1800 + 60 * n,
          instanceid: ([1, 3, 4, 5, 8] as const)[n % 5] ?? 1,
        })),
      }
    },
    find,
  },
  listRecords: {
    async call({ tencentMeetingId, startTime, subject, known }) {
      const [before] = known ?? []
      return {
        records: [
          {
            recordId: `r${tencentMeetingId}`,
            mediaStartTime: seconds(startTime) * 1000,
            subject,
            state: Math.min(3, (before?.state ?? 0) + 1) as 1 | 2 | 3,
          },
        ],
      }
    },
    find,
  },
  getRecordFiles: {
    async call({ recordId }) {
      return {
        recordId,
        files: [
          {
            recordFileId: `f${recordId}`,
            viewAddress: `https://meeting.example.com/v/${recordId}`,
            downloadAddress: `https://meeting.example.com/d/${recordId}.mp4`,
            downloadAddressFileType: 'mp4',
            audioAddress: `https://meeting.example.com/a/${recordId}.m4a`,
            audioAddressFileType: 'm4a',
          },
        ],
      }
    },
    find,
  },
})
