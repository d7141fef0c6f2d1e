import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { longText } from '../../language/fields/field.ts'
import type { ONLINE_STATES } from './tencentPort.ts'

const path = 'openapi/tencentMeeting/events'
const door = { open: 'public', paths: [path], answer: answer.raw } as const

/** Longest message of the service, characters: an event about one meeting. */
const MESSAGE_CHARACTERS_MAX = 20_000

/**
 * Meeting state that an event of the service leads to; other events change no state. An end of type 3 means that the
 * room is empty before the scheduled end: people may come back, so it changes nothing.
 */
export const EVENT_STATES: Readonly<Record<string, keyof typeof ONLINE_STATES>> = {
  'meeting.started': 'STARTED',
  'meeting.end': 'ENDED',
  'meeting.canceled': 'CANCELLED',
}
export const NOBODY_THERE = 3

/** The event after which a recording may be fetched. */
export const RECORDING_READY = 'recording.completed'

/** Checks of the address by the service: what it sent comes back, read. The signature is the permission (3.5). */
export const checkTencentEvents = call('tencentMeeting.checkEvents', {
  ...door,
  method: 'GET',
  title: ['验证会议事件地址', 'Check the address of meeting events'],
  query: { check_str: longText('验证参数', 'What to send back', { length: MESSAGE_CHARACTERS_MAX }) },
  safe: true,
})

/** Events of online meetings, as the service sends them. The signature is the permission (3.5). */
export const receiveTencentEvent = call('tencentMeeting.receiveEvent', {
  ...door,
  method: 'POST',
  title: ['接收会议事件', 'Receive an event of a meeting'],
  body: {
    data: longText('事件数据', 'Event', {
      length: MESSAGE_CHARACTERS_MAX,
      required: '缺少事件数据',
      requiredEn: 'The event is missing',
    }),
  },
  safe: false,
  extra: 'ignored',
})

export const tencentEventCalls = [checkTencentEvents, receiveTencentEvent]
