import { meeting } from '../../../model/activities/meetings/meeting.ts'
import { meetingAgenda, meetingAttend, meetingEvidence } from '../../../model/activities/meetings/meetingParts.ts'
import { meetingTencent, meetingTencentLifecycle } from '../../../model/activities/meetings/meetingTencent.ts'
import { caseCollectionTemplateAttr, clinicalResearchTemplateAttr } from '../../../model/activities/templates.ts'
import { hooks } from '../../writing/hooks.ts'
import { type Rules, rules } from '../../writing/rules.ts'
import { defineServerDomain } from '../serverDomain.ts'
import doctorSide from './doctorSide/index.ts'
import { evidencePapers } from './evidencePaper.ts'
import { kinds, type PlanKind } from './kinds.ts'
import { laborCalls } from './laborPlans.ts'
import { evidenceCalls, evidenceHooks, lectureRules, meetingRules, signInHooks } from './meetings.ts'
import { onlineMeetingCalls } from './onlineMeetingCalls.ts'
import { meetingTencentRules, withOnline } from './onlineMeetings.ts'
import { planHooks, plans } from './plan.ts'
import { planRules } from './planSteps.ts'
import { activityInvariants } from './promises/activities.ts'
import { deliveryInvariants } from './promises/deliveries.ts'
import { activityCalls } from './reads.ts'
import { optionsGiven, templateRules } from './templates.ts'
import { tencentEventHandlers } from './tencentEvents.ts'

/** Rules of the review of an activity that is itself delivered, or heard. */
const reviewRules = (kind: PlanKind): Rules =>
  kind.of.fields.meetingStatus ? meetingRules(kind) : kind.of.fields.lectureType ? lectureRules : {}

/** The rules of activities of one kind. */
const kindRules = (kind: PlanKind): Rules => {
  const own = { ...planRules(kind), ...reviewRules(kind) }
  return kind.of.id === meeting.id ? withOnline(own) : own
}

/** Activities of every kind: plans, meetings, lectures, their evidence and their online rooms. */
export default defineServerDomain({
  name: 'activities',
  parts: [doctorSide],
  rules: [
    ...[...kinds].map(([resource, kind]) => ({ resource, rules: kindRules(kind) })),
    ...[...templateRules].map(([resource, own]) => ({ resource, rules: own })),
    rules(meetingTencent, meetingTencentLifecycle, meetingTencentRules),
  ],
  hooks: [
    ...[...kinds.values()].filter(({ of }) => plans.has(of.id)).map((kind) => hooks(kind.of, planHooks(kind))),
    ...[caseCollectionTemplateAttr, clinicalResearchTemplateAttr].map((of) => hooks(of, { prepare: optionsGiven })),
    hooks(meetingAttend, signInHooks),
    ...[meetingEvidence, meetingAgenda].map((part) => hooks(part, evidenceHooks(part))),
  ],
  calls: [...activityCalls, ...evidenceCalls, ...onlineMeetingCalls, ...tencentEventHandlers, ...laborCalls],
  documents: [...evidencePapers],
  promises: [...activityInvariants, ...deliveryInvariants],
})
