import type { DomainPart } from '../../language/domain/domain.ts'
import {
  checkUrlDup,
  demoLecture,
  demoLectureLifecycle,
  demoLectureReport,
  demoLectureReportLifecycle,
  lecture,
  lectureClock,
  lectureContent,
  lectureLifecycle,
  lectureReport,
  lectureReportLifecycle,
} from './lecture.ts'
import { demoMeeting, demoMeetingLifecycle, meeting, meetingClock, meetingLifecycle } from './meeting.ts'
import { meetingCalls } from './meetingCalls.ts'
import {
  meetingAgenda,
  meetingAttend,
  meetingCost,
  meetingEvidence,
  submitEvidence,
  tencentQrCode,
} from './meetingParts.ts'
import { meetingTencent, meetingTencentClock, meetingTencentLifecycle } from './meetingTencent.ts'
import { meetingQueue } from './queue.ts'
import {
  tencentMeetingEventsRecording,
  tencentMeetingParticipants,
  tencentMeetingRecordinfo,
  tencentMeetingRecordlist,
} from './tencent.ts'
import { tencentEventCalls } from './tencentEvents.ts'
import { tencentMeeting } from './tencentPort.ts'

const part: DomainPart = {
  resources: [
    meeting,
    demoMeeting,
    meetingAgenda,
    meetingCost,
    meetingEvidence,
    meetingAttend,
    meetingTencent,
    tencentMeetingEventsRecording,
    tencentMeetingRecordlist,
    tencentMeetingRecordinfo,
    tencentMeetingParticipants,
    lecture,
    demoLecture,
    lectureReport,
    demoLectureReport,
    lectureContent,
  ],
  lifecycles: [
    meetingLifecycle,
    demoMeetingLifecycle,
    meetingTencentLifecycle,
    lectureLifecycle,
    demoLectureLifecycle,
    lectureReportLifecycle,
    demoLectureReportLifecycle,
  ],
  calls: [...meetingCalls, ...tencentEventCalls, submitEvidence, tencentQrCode, checkUrlDup],
  ports: [tencentMeeting],
  every: [...lectureClock, ...meetingClock, ...meetingTencentClock],
  queues: [meetingQueue],
}

export default part
