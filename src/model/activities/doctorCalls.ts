import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { integer, money, ref } from '../language/fields/field.ts'
import { caseCollection, clinicalResearch, medicationFeedback, professionalReview } from './collections.ts'
import { demoMeetingDoctor, meetingDoctor } from './doctors.ts'
import { inviteDoctors } from './inviteDoctors.ts'
import { invited } from './invited.ts'
import { INVITING, invitationCalls } from './planDoctor.ts'

/** Writes of a doctor about a meeting, allowed as long as the agreement is not signed. */
const updating = {
  method: 'POST',
  title: ['修改会议医生', 'Change the part of a doctor'],
  from: { agreementStatus: 'pending' },
  body: {
    roleType: meetingDoctor.fields.roleType,
    topic: meetingDoctor.fields.topic,
    doctorFee: meetingDoctor.fields.doctorFee,
  },
  extra: 'ignored',
  safe: false,
  answer: answer.nothing,
} as const

/** A doctor's part in a meeting is changed; what is not said stays. */
export const updateByDoctor = call('meetingDoctor.updateByDoctor', {
  ...updating,
  paths: ['blade-act/meetingDoctor/updateByDoctor'],
  permission: 'meetingDoctor_updateByDoctor',
  roles: ['ops', 'companyAdmin', 'employee'],
  on: meetingDoctor,
  command: { result: 'other' },
})

/** The same in the demonstration. */
export const demoUpdateByDoctor = call('demoMeetingDoctor.updateByDoctor', {
  ...updating,
  paths: ['blade-act/demo/meetingDoctor/updateByDoctor'],
  permission: 'demoMeetingDoctor_updateByDoctor',
  roles: ['ops'],
  on: demoMeetingDoctor,
  command: { result: 'other' },
})

/** Doctors and submitted reports for a plan of the demonstration. */
export const createActivityLaborPlans = call('demoActivityPlan.createActivityLaborPlans', {
  method: 'POST',
  paths: ['blade-act/demo/createActivityLaborPlans'],
  title: ['生成演示劳务计划', 'Make demo labour plans'],
  permission: 'demoActivityPlan_createActivityLaborPlans',
  roles: ['ops'],
  body: {
    planId: ref('demoActivityPlan', '活动', 'Activity', {
      required: '请选择活动',
      requiredEn: 'Please choose the plan',
    }),
    doctorCount: integer('医生数', 'Doctors', {
      required: '请输入医生数',
      requiredEn: 'How many doctors?',
      min: 1,
      max: 50,
    }),
    fee: money('劳务费', 'Fee', { required: '请输入劳务费', requiredEn: 'Please enter the fee', min: '0' }),
  },
  safe: false,
  answer: answer.nothing,
})

/** Inviting doctors and allotting work to them. */
export const doctorCalls = [
  updateByDoctor,
  demoUpdateByDoctor,
  createActivityLaborPlans,
  ...[caseCollection, clinicalResearch, medicationFeedback, professionalReview].map((plan) => inviteDoctors(plan)),
  ...invited.flatMap(([doctors, parent]) =>
    invitationCalls(doctors, parent, doctors.id === demoMeetingDoctor.id ? ['ops'] : INVITING),
  ),
]
