import { meeting } from '../../../src/model/activities/meetings/meeting.ts'
import { meetingAgenda, meetingAttend, meetingEvidence } from '../../../src/model/activities/meetings/meetingParts.ts'
import { type Act, type Making, notFor, type Scene, somebody, whyNot } from './act.ts'
import { end, type Held, type Part, type Plan, partsOf, settle } from './mind.ts'
import { accepted, audited, orderProblem, recallProblem } from './workActs.ts'

// A meeting is held, proved, handed in, reviewed and accepted as a whole (3.5).

type Meeting = Plan & { meeting: Held }

const aMeeting = ({ mind, draw }: Scene): Meeting | undefined =>
  draw.of(mind.plans.filter((p): p is Meeting => p.meeting !== null && !p.gone))

const LINES = { evidence: meetingEvidence, agenda: meetingAgenda, signed: meetingAttend } as const

/** What proves a meeting is entered: pictures, the agenda, who signed in. */
const prove: Making = (scene) => {
  const { stage, draw } = scene
  const plan = aMeeting(scene)
  if (!plan) return null
  const held = plan.meeting
  const what = draw.among('evidence', 'evidence', 'agenda', 'signed', 'signed')
  // two of each prove enough
  if (held[what].length > 1 && draw.chance(0.9)) return null
  const roles = what === 'signed' ? ['ops'] : ['ops', 'companyAdmin', 'employee']
  const by = somebody(scene, roles, plan.company)
  // guests sign in, too, whom nobody pays
  const doctor = draw.chance(0.7) ? draw.of(partsOf(plan).map((p) => p.doctor)) : undefined
  const type = draw.among(1, 2)
  const phone = doctor?.phone ?? '18800000001'
  const values = (fileUrl: string | undefined) => {
    if (what === 'agenda') return { topic: '开场', startTime: plan.startTime }
    if (what === 'signed') return { userName: doctor?.name ?? '来宾', phone }
    return { evidenceType: type, fileName: '照片.jpg', fileUrl }
  }
  return {
    ...{ name: `meeting.${what}`, by, about: `${plan.id}${what === 'signed' ? ` ${doctor?.name ?? '来宾'}` : ''}` },
    why: whyNot(
      notFor(by, roles, plan.company),
      held.handedIn && 'handed in',
      what === 'signed' && ![1, 2].includes(held.status) && 'not begun',
      what === 'signed' && held.signed.some((s) => s.phone === phone) && 'signed in already',
    ),
    files: what === 'evidence' ? 1 : 0,
    go: ([file]) => stage.save(by.actor, LINES[what], { meetingId: plan.id, ...values(file) }),
    after: (answer) => {
      const own = { id: String(answer), by: by.actor.userId }
      if (what === 'agenda') held.agenda.push(own)
      else if (what === 'signed') held.signed.push({ ...own, phone })
      else held.evidence.push({ ...own, type })
    },
  }
}

/** It is taken out again. */
const unprove: Making = (scene) => {
  const { stage, draw } = scene
  const plan = aMeeting(scene)
  if (!plan) return null
  const held = plan.meeting
  const what = draw.among('evidence', 'agenda', 'signed', 'signed')
  const list: { readonly id: string }[] = held[what]
  const one = draw.of(list)
  if (!one) return null
  const roles = what === 'signed' ? ['ops'] : ['ops', 'companyAdmin']
  const by = somebody(scene, roles, plan.company)
  return {
    ...{ name: `meeting.no.${what}`, by, about: plan.id },
    why: whyNot(notFor(by, roles, plan.company), held.handedIn && 'handed in'),
    go: () => stage.remove(by.actor, LINES[what], one.id),
    after: () => {
      list.splice(list.indexOf(one), 1)
    },
  }
}

/** Something that handing in asks for is missing (3.5). */
const unproved = (held: Held): string | null =>
  whyNot(
    [1, 2].some((type) => !held.evidence.some((e) => e.type === type)) && 'evidence missing',
    held.signed.length === 0 && 'nobody signed in',
    held.agenda.length === 0 && 'no agenda',
  )

/** Who came of those who had signed. */
function countIn(plan: Meeting): void {
  for (const part of partsOf(plan))
    if (part.agreement === 1) part.attended = plan.meeting.signed.some((s) => s.phone === part.doctor.phone)
}

const decided = (
  scene: Scene,
  plan: Meeting,
  [name, step, roles]: readonly [string, string, readonly string[]],
  why: (who: string) => string | null,
  after: (who: string) => void,
  ask: Readonly<Record<string, unknown>> = {},
  by = somebody(scene, roles, plan.company),
): Act => ({
  ...{ name: `meeting.${name}`, by, about: plan.id },
  why: whyNot(notFor(by, roles, plan.company), why(by.actor.userId)),
  go: () => scene.stage.decide(by.actor, meeting, step, plan.id, ask),
  after: () => after(by.actor.userId),
})

const handIn: Making = (scene) => {
  const plan = aMeeting(scene)
  if (!plan) return null
  const held = plan.meeting
  const why = () =>
    whyNot(
      held.status !== 2 && 'not over',
      held.handedIn && 'handed in',
      plan.status !== 1 && 'not running',
      unproved(held),
    )
  return decided(scene, plan, ['handIn', 'submitAudit', ['employee']], why, (who) => {
    held.handedIn = true
    Object.assign(held.review, { approval: 0, confirm: 0 })
    held.review.makers.push(who)
    held.review.last = { step: 'submitAudit', by: who, at: 0 }
    countIn(plan)
  })
}

/** They entered something that is reviewed. */
const entered = (held: Held, who: string): string | null =>
  [...held.evidence, ...held.agenda, ...held.signed].some((one) => one.by === who) ? 'entered by them' : null

const audit: Making = (scene) => {
  const { stage, mind, draw } = scene
  const plan = aMeeting(scene)
  if (!plan) return null
  const held = plan.meeting
  const step = draw.chance(0.75) ? 'audit.pass' : 'audit.reject'
  const why = (who: string) =>
    whyNot(
      !(held.handedIn && held.review.approval === 0) && 'not to be reviewed',
      held.review.makers.includes(who) && 'handed in by them',
      entered(held, who),
    )
  const after = (who: string) => {
    audited(held.review, step, who, stage)
    if (step === 'audit.pass') return
    held.handedIn = false
    settle(mind, plan)
  }
  return decided(scene, plan, [step, step, ['ops']], why, after, { remark: '已核对' })
}

const recall: Making = (scene) => {
  const plan = aMeeting(scene)
  if (!plan) return null
  const held = plan.meeting
  const last = scene.players.find((p) => p.actor.userId === held.review.last?.by)
  const by = (scene.draw.chance(0.7) ? last : undefined) ?? somebody(scene, ['ops'])
  // it is handed in again with it: with everything that this asks for, and who came by now
  const why = (who: string) => whyNot(recallProblem(scene, plan, held.review, who), !held.handedIn && unproved(held))
  const after = (who: string) => {
    if (!held.handedIn) countIn(plan)
    held.handedIn = true
    held.review.approval = 0
    held.review.last = { step: 'recall.audit', by: who, at: 0 }
  }
  return decided(scene, plan, ['recall', 'recall.audit', ['ops']], why, after, {}, by)
}

const confirm: Making = (scene) => {
  const { mind, draw } = scene
  const plan = aMeeting(scene)
  if (!plan) return null
  const held = plan.meeting
  const passes = draw.chance(0.8)
  const came = (): Part[] => partsOf(plan).filter((p) => p.agreement === 1 && p.attended)
  const why = (who: string) =>
    whyNot(
      (held.review.approval !== 1 || held.review.confirm !== 0) && 'not to be accepted',
      [...held.review.makers, ...held.review.passedBy].includes(who) && 'handed in or reviewed by them',
      entered(held, who),
      passes && came().length === 0 && 'nobody came',
      passes && came().length > plan.many - plan.done && 'more than planned',
      passes && orderProblem(plan, came()),
    )
  const after = () => {
    held.review.confirm = passes ? 1 : 2
    held.review.last = { step: 'confirm', by: '', at: 0 }
    if (!passes) {
      held.handedIn = false
      settle(mind, plan)
      return
    }
    for (const part of came()) {
      accepted(scene, plan, { bizType: part.of.of.id, bizId: part.id, ...part } as never)
      part.done += 1
      plan.done += 1
    }
    if (plan.status === 1) end(mind, plan, 1)
    else settle(mind, plan)
  }
  const step = passes ? 'confirm.pass' : 'confirm.reject'
  return decided(scene, plan, [step, step, ['companyAdmin', 'finance']], why, after, { confirmResult: '已验' })
}

const cancel: Making = (scene) => {
  const plan = aMeeting(scene)
  if (!plan) return null
  const held = plan.meeting
  const why = () => whyNot(held.status !== 0 && 'begun', plan.status === 2 && 'ended')
  return decided(scene, plan, ['cancel', 'cancel', ['ops', 'employee']], why, () => {
    held.status = 3
    end(scene.mind, plan, 4)
  })
}

export const meetingActs: Readonly<Record<string, Making>> = { prove, unprove, handIn, audit, recall, confirm, cancel }
