import type { Making } from './act.ts'
import { agreementActs } from './agreementActs.ts'
import { clockActs } from './clockActs.ts'
import { handInActs } from './handInActs.ts'
import { KINDS, type Kind } from './kinds.ts'
import { meetingActs } from './meetingActs.ts'
import { moneyActs } from './moneyActs.ts'
import { partActs } from './partActs.ts'
import { peopleActs } from './peopleActs.ts'
import { planActs } from './planActs.ts'
import { pointActs } from './pointActs.ts'
import { workActs } from './workActs.ts'

// Beginnings of walks, act by act: they lead far, and to edges that chance alone reaches once in a thousand walks.

/** An act by its name (or one of two), the only reason for which it must be refused (none: it goes through), and what it is about. */
type Step = readonly [making: Making | undefined, name: string, why?: string | null, about?: string]
export type Lead = readonly Step[]

const add: Step = [planActs.add, 'plan.add']
const invite: Step = [partActs.invite, 'part.invite']
const send: Step = [partActs.send, 'part.send']
const agree: Step = [partActs.answer, 'part.agree']
const start: Step = [planActs.start, 'plan.start']
const report: Step = [handInActs.report, 'work.report']
const handIn: Step = [handInActs.handIn, 'work.handIn']
/** A delivery by whichever of the two acts the kind of activity has. */
const deliver: Step = [
  (scene) => (scene.draw.chance(0.5) ? handInActs.report : handInActs.handIn)?.(scene) ?? null,
  'work.report|work.handIn',
]
const passed: Step = [workActs.audit, 'work.audit.pass']
const rejected: Step = [workActs.audit, 'work.audit.reject']
const again: Step = [handInActs.again, 'work.again']
const accepted: Step = [workActs.confirm, 'work.confirm.pass']
const edit: Step = [planActs.edit, 'plan.edit']
const stopped: Step = [planActs.stop, 'plan.stop']
const disabled: Step = [peopleActs.switchCompany, 'company.disable']
const listed: Step = [peopleActs.blacklist, 'doctor.list']
const asked: Step = [agreementActs.askRelease, 'part.askRelease']
const released: Step = [agreementActs.decideRelease, 'part.release']
const voided: Step = [agreementActs.stopAgreement, 'part.void']
const allots: Step = [partActs.allots, 'part.allot']
const passes: Step = [clockActs.pass, 'clock']
const agenda: Step = [meetingActs.prove, 'meeting.agenda']
const signs: Step = [meetingActs.prove, 'meeting.signed']
const hands: Step = [meetingActs.handIn, 'meeting.handIn']
const confirms: Step = [meetingActs.confirm, 'meeting.confirm.pass']
const reviews: Step = [meetingActs.audit, 'meeting.audit.pass']
const refuses: Step = [meetingActs.audit, 'meeting.audit.reject']
const recalls: Step = [meetingActs.recall, 'meeting.recall']
/** A sign-in of a doctor of the meeting. */
const comes: Step = [meetingActs.prove, 'meeting.signed', null, '医生']
const unsigns: Step = [meetingActs.unprove, 'meeting.no.signed']

/** The same act, refused for this reason alone. */
const not = ([making, name, , about]: Step, why: string): Step => [making, name, why, about]
/** The same act about this. */
const of = ([making, name, why]: Step, about: string): Step => [making, name, why, about]

const SHOWN: Lead = [
  passes,
  passes,
  passes,
  ...[1, 2, 3].map((): Step => [meetingActs.prove, 'meeting.evidence']),
  agenda,
]
export const RUNNING: Lead = [add, invite, send, agree, start]
export const HANDED_IN: Lead = [report, handIn]
export const HELD: Lead = [...SHOWN, signs, hands]
export const REFUSED_THEN: Lead = [refuses, signs, unsigns, recalls]

/** A running activity with a fee that plans so many, and one delivery for it. */
const delivered = (many: 1 | 2 | 3): Lead => [of(add, `money ×${many}`), ...RUNNING.slice(1), deliver]
/** A meeting that plans so many, two doctors of which have signed, up to its last piece of evidence. */
const met = (many: 1 | 2): Lead => [
  of(add, `money ×${many}`),
  invite,
  of(invite, ' at 90000'),
  send,
  send,
  agree,
  agree,
  start,
  ...SHOWN,
]

const published: Lead = [
  [peopleActs.content, 'content.add'],
  [peopleActs.content, 'content.publish'],
  [peopleActs.content, 'content.audit.pass'],
]
const comment: Step = [pointActs.read, 'content.event.3']
const read: Lead = [3, 4, 5, 6].map((type) => [pointActs.read, `content.event.${type}`] as const)
const give: Step = [pointActs.give, 'award.give']
const issue: Step = [pointActs.issue, 'points.issue']
const enter: Step = [peopleActs.addCompany, 'company.add']
const admit: Step = [peopleActs.auditCompany, 'company.pass']
const turnDown: Step = [peopleActs.auditCompany, 'company.reject']
const correct: Step = [peopleActs.correctCompany, 'company.correct']
const addDoctor: Step = [peopleActs.addDoctor, 'doctor.add']
const check: Step = [peopleActs.checkDoctor, 'doctor.checked']
const certify: Step = [peopleActs.certify, 'doctor.audit.pass']

const all = KINDS.map(({ type }) => type)
/** Kinds whose doctors hand in reports, and works besides. */
const reported = [2, 3, 4, 5, 6]
const worked = [...reported, 8]
/** Kinds that share what is planned among those they invite. */
const shared = [3, 4, 5, 6]

/** A walk to one edge: of which kinds of activities, and whether it is rather about who stands around them. */
interface Edge {
  readonly types: readonly number[]
  readonly around?: true
  readonly lead: Lead
}

/** A refused delivery is handed in again beside another one: two stand, and one may be accepted. */
const twice: Lead = [rejected, report, again, passed, passed, accepted]

const EDGES: readonly Edge[] = [
  { types: reported, lead: [...delivered(2), ...twice, not(accepted, 'all of theirs accepted')] },
  { types: [7], lead: [of(add, 'money ×1'), start, report, ...twice, not(accepted, 'all accepted')] },
  {
    types: shared,
    lead: [
      of(add, 'money ×1'),
      of(invite, '1 at 90000'),
      send,
      agree,
      start,
      report,
      passed,
      not(accepted, 'dearer than reserved'),
    ],
  },
  { types: shared, lead: [add, invite, invite, not(edit, 'more is allotted')] },
  {
    types: shared,
    lead: [
      ...[of(add, 'money ×3'), of(invite, '2 at'), send, agree, start],
      ...[report, report, passed, passed, accepted, accepted, not(allots, 'done more')],
    ],
  },
  {
    types: shared,
    lead: [of(add, '×3'), invite, invite, send, [partActs.answer, 'part.refuse'], not(allots, 'refused or void')],
  },
  // agreements end before and after something came of them
  { types: reported, lead: [...delivered(2), rejected, asked, released, not(again, 'not signed')] },
  { types: worked, lead: [...delivered(2), asked, passed, accepted, not(released, 'something was accepted under it')] },
  { types: worked, lead: [of(add, '×3'), invite, voided, invite, send, not(voided, 'being signed')] },
  {
    types: [3],
    lead: [...delivered(2), passed, accepted, not([partActs.inviteToWork, 'part.inviteToWork'], 'their own case')],
  },
  // makers of a resubmission decide nothing, and settled work stays so
  { types: worked, lead: [...delivered(2), rejected, again, not(passed, 'handed in again by them')] },
  { types: worked, lead: [...delivered(1), rejected, stopped, not([workActs.recall, 'work.recall'], 'settled')] },
  {
    types: worked,
    lead: [...delivered(1), stopped, passed, accepted, not([planActs.again, 'plan.startAgain'], 'all accepted')],
  },
  // nothing is begun for whoever may not
  { types: all, lead: [add, disabled, not(invite, 'company not in use')] },
  { types: all, lead: [add, invite, disabled, not(start, 'company not in use')] },
  { types: all, lead: [add, addDoctor, not(invite, 'no frame agreement')] },
  { types: all, lead: [add, listed, not(invite, 'blacklisted')] },
  { types: [7], lead: [add, start, listed, not(report, 'blacklisted')] },
  {
    types: worked,
    lead: [of(add, 'money ×2'), [agreementActs.bid, 'bid.add'], [agreementActs.judge, 'bid.win'], send, agree],
  },
  // budgets
  { types: shared, lead: [add, add, add, not(add, 'budget too small'), not(edit, 'budget too small')] },
  {
    types: all,
    lead: [
      not(add, 'budget of another company'),
      add,
      not([moneyActs.decideBudget, 'budget.close'], 'activities have not ended'),
    ],
  },
  // meetings
  { types: [1], lead: [...RUNNING, ...SHOWN, not(hands, 'nobody signed in')] },
  {
    types: [1],
    lead: [...RUNNING, ...SHOWN, of(signs, '来宾'), hands, reviews, not(confirms, 'nobody came + worth nothing')],
  },
  {
    types: [1],
    lead: [
      ...RUNNING,
      not(signs, 'not begun'),
      ...SHOWN,
      signs,
      not(signs, 'signed in already'),
      hands,
      not(signs, 'handed in'),
    ],
  },
  { types: [1], lead: [add, invite, invite, send, agree, start, ...SHOWN, comes, comes, hands, reviews, confirms] },
  { types: [1], lead: [...met(2), comes, comes, hands, reviews, confirms] },
  { types: [1], lead: [...met(1), comes, comes, hands, reviews, not(confirms, 'more than planned')] },
  { types: [1], lead: [...RUNNING, ...HELD, refuses, unsigns, not(recalls, 'nobody signed in')] },
  { types: [1], lead: [...RUNNING, ...HELD, stopped, refuses] },
  // points
  {
    types: all,
    around: true,
    lead: [...published, ...read, not(give, 'not issued'), issue, give, give, not(give, 'not issued')],
  },
  { types: all, around: true, lead: [...published, listed, ...read, ...read] },
  // a place of the day is free again on the next
  { types: all, around: true, lead: [...published, comment, comment, passes, comment, comment, comment] },
  // admission and certification
  { types: all, around: true, lead: [enter, admit, correct, admit] },
  { types: all, around: true, lead: [enter, turnDown, correct, admit, disabled, disabled, disabled, correct, admit] },
  {
    types: all,
    around: true,
    lead: [
      addDoctor,
      not(certify, 'not checked'),
      check,
      not([peopleActs.certify, 'doctor.audit.force'], 'nothing to force'),
      certify,
    ],
  },
  {
    types: all,
    around: true,
    lead: [
      addDoctor,
      not([peopleActs.certify, 'doctor.audit.reject'], 'entered by them'),
      check,
      not(certify, 'entered by them'),
    ],
  },
]

/** Walks to the edges, each of one of its kinds of activities. */
export const edges: readonly { readonly kinds: readonly Kind[]; readonly around: boolean; readonly lead: Lead }[] =
  EDGES.map(({ types, around, lead }) => ({
    kinds: KINDS.filter(({ type }) => types.includes(type)),
    around: around ?? false,
    lead,
  }))
