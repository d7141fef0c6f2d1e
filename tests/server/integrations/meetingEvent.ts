import { randomBytes } from 'node:crypto'
import { meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { meetingTencent } from '../../../src/model/activities/meetings/meetingTencent.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { entrustedCompany } from '../../../src/model/people/entrustedCompany.ts'
import type { ServerContext } from '../../../src/server/core/context/context.ts'
import { eventSignature } from '../../../src/server/ports/tencentMeeting/events.ts'
import { load } from '../decisions/fixture.ts'

const { meetingStatus, planStatus } = statesOf(meeting)

// Events as the service of online meetings sends them, and the meetings they are about.

export const TOKEN = 'aB3dE6gH9jK2mN5pQ8sT1vW4y'
export const PATH = '/api/openapi/tencentMeeting/events'

/** An online meeting that began an hour ago, and the meeting that follows it. `number`: of the service. */
export async function held(context: ServerContext, tenantId: string, number = `t${randomBytes(6).toString('hex')}`) {
  return load(context, tenantId, async (work) => {
    const company = await work.insert(entrustedCompany, {
      name: number,
      socialCreditCode: number,
      legalPerson: '法人',
    } as never)
    const own = { startTime: '2020-01-01 09:00:00', endTime: '2099-01-01 10:00:00' }
    const plan = await work.insert(meeting, {
      ...{
        entrustedCompanyId: company.id,
        code: number,
        name: '线上会',
        planStatus: planStatus.inProgress,
        meetingStatus: meetingStatus.scheduled,
        followsTencent: 1,
        meetingType: 1,
      },
      ...{ baseEmployeeId: '1', activityServiceProjectId: '1', planSearchNum: 1 },
      ...{ invitationStartDate: '2020-01-01', invitationEndDate: '2099-01-01' },
      ...own,
    } as never)
    const online = await work.insert(meetingTencent, {
      ...{ meetingId: plan.id, meetingName: '线上会', tencentMeetingId: number, meetingCode: '123456789' },
      ...{ ...own, subject: '线上会', state: 'SCHEDULED' },
    } as never)
    return { plan: plan.id, online: online.id, number }
  })
}

/** The text of an event of a meeting. */
export const told = (event: string, number: string, more: object = {}, sequence = randomBytes(8).toString('hex')) =>
  JSON.stringify({
    ...{ event, trace_id: sequence },
    payload: [
      { operate_time: Date.now(), operator: { user_name: '王' }, ...more, meeting_info: { meeting_id: number } },
    ],
  })

/** An event as it is sent without a key. */
export const clear = (text: string): string => Buffer.from(text).toString('base64')

/** Headers that sign what is sent. */
export const signed = (data: string, { at = Date.now(), token = TOKEN, nonce = '14964161' } = {}) => ({
  timestamp: String(at),
  nonce,
  signature: eventSignature(token, String(at), nonce, data),
})
