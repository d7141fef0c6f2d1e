import { defineModule } from '../kernel/module.ts'
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
  meetingTencent,
  submitEvidence,
  tencentQrCode,
} from './meetingParts.ts'
import { meetingQueue } from './queue.ts'
import {
  tencentMeetingEventsRecording,
  tencentMeetingParticipants,
  tencentMeetingRecordinfo,
  tencentMeetingRecordlist,
} from './tencent.ts'

export default defineModule({
  id: 'meetings',
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
    lectureLifecycle,
    demoLectureLifecycle,
    lectureReportLifecycle,
    demoLectureReportLifecycle,
  ],
  calls: [...meetingCalls, submitEvidence, tencentQrCode, checkUrlDup],
  every: [...lectureClock, ...meetingClock],
  queues: [meetingQueue],
})
