import { meetingTencent } from '../../../model/activities/meetings/meetingTencent.ts'
import { checkTencentEvents, receiveTencentEvent } from '../../../model/activities/meetings/tencentEvents.ts'
import { tencentMeeting } from '../../../model/activities/meetings/tencentPort.ts'
import type { Handler, RequestContext, ServerContext } from '../../core/context/context.ts'
import { AppError, isUnavailable, noSuchCall } from '../../core/errors.ts'
import { textParam } from '../../core/params.ts'
import type { EventKeys } from '../../core/settings/eventKeys.ts'
import { decideAsSystem } from '../../deciding/engine.ts'
import { portLane } from '../../jobs/intents.ts'
import { enqueueAlone, type Job } from '../../jobs/queue.ts'
import { eventIn, isProved, type MeetingEvent, textIn } from '../../ports/tencentMeeting/events.ts'
import { handleWhole } from '../../records/handle.ts'
import { meetingsAtService } from './meetingsAtService.ts'

// Events of online meetings, as the service sends them (3.5): proved and queued at once, applied by the rules that its answers
// go by (onlineMeetings.ts). The account at the service is the installation's, so the meeting says whose tenant an event is of.

/** The kind of job that applies an event. */
export const TENCENT_EVENT = 'tencentEvent'

/** Answer that the service takes for "received". */
const RECEIVED = 'successfully received callback'

const headerOf = ({ http }: RequestContext, name: string): string => {
  const given = http.headers[name]
  return typeof given === 'string' ? given : ''
}

const refused = () => new AppError(401, ['签名不正确', 'The signature is another one'], { signature: '不正确' })
const late = () =>
  new AppError(401, ['消息时间与服务器相差超过 5 分钟', 'The time of the message is more than 5 minutes away'], {
    timestamp: '相差过大',
  })
const unread = () =>
  new AppError(400, ['事件数据无法解读，请核对密钥', 'The event cannot be read: compare the keys'], {
    data: '无法解读',
  })

/** The text of a message that is signed and on time. @throws AppError 404 where no events are taken, 401, 400 */
function provedText(request: RequestContext, data: string): string {
  const keys: EventKeys | null = request.context.config.meetingEvents ?? null
  if (!keys) throw noSuchCall()
  const signed = {
    timestamp: headerOf(request, 'timestamp'),
    nonce: headerOf(request, 'nonce'),
    signature: headerOf(request, 'signature'),
  }
  const proof = isProved(keys, signed, data, Date.now())
  if (proof !== 'proved') throw proof === 'late' ? late() : refused()
  const text = textIn(keys, data)
  if (text === null) throw unread()
  return text
}

/** A text of the address bar loses its plus signs; base64 has no spaces. */
const check: Handler = async (request) =>
  provedText(request, textParam(request.params, 'check_str').replaceAll(' ', '+'))

const receive: Handler = async (request) => {
  const event = eventIn(provedText(request, textParam(request.params, 'data')))
  const { context } = request
  const how = { lane: portLane(tencentMeeting.id), most: 5 }
  if (event) await enqueueAlone(context, TENCENT_EVENT, { ...event }, { ...how, key: event.sequence })
  return RECEIVED
}

/** The door of the service's events. */
export const tencentEventHandlers = [handleWhole(checkTencentEvents, check), handleWhole(receiveTencentEvent, receive)]

/** Applies an event to its meeting; events that match no meeting or several are ignored. */
export async function runTencentEvent(context: ServerContext, job: Job): Promise<void> {
  // the payload is what `receive` has queued
  const event = job.payload as unknown as MeetingEvent
  const [held, ...more] = await meetingsAtService(context, event.tencentMeetingId)
  if (!held || more.length > 0) {
    context.log.info(`meeting event ${event.event}: ${held ? 'several meetings' : 'no meeting'} of this number`)
    return
  }
  try {
    await decideAsSystem(context, held.tenantId, {
      resource: meetingTencent.id,
      transition: 'reported',
      id: held.id,
      ask: { event: event.event, sequence: event.sequence, at: event.at, endType: event.endType },
      key: `tencent:${event.sequence}`,
    })
  } catch (e) {
    if (isUnavailable(e) || !(e instanceof AppError)) throw e
    // the meeting is no more: the poll would find the same
    context.log.info(`meeting event ${event.event}: ${e.message}`)
  }
}
