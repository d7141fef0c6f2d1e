import { makeLaborPlans } from '../../../src/server/modules/activities/laborPlans.ts'
import { type Act, first, type Making, notFor, type Scene, somebody, yuan } from './act.ts'
import type { Of } from './kinds.ts'
import {
  type Doctor,
  end,
  type Order,
  type Part,
  partsOf,
  type Plan,
  type Review,
  settle,
  stands,
  unreviewed,
  type Work,
} from './mind.ts'
import { isOver } from './planActs.ts'
import type { Stage } from './stage.ts'

// What doctors deliver is handed in for them, reviewed by operations and accepted by the client (3.4).

const ENTERING = ['ops', 'companyAdmin', 'employee']
const DAY = 24 * 60

/** The part of a doctor that they have signed, in the doctors' family of an activity. */
const signedPart = (plan: Plan, doctor: Doctor): Part | null =>
  partsOf(plan).find((p) => p.of === plan.kind.doctors && p.doctor === doctor && p.agreement === 1) ?? null

/** Why nothing is handed in for an activity. */
const closed = (scene: Scene, plan: Plan): string | null =>
  first(plan.status !== 1 && 'not running', isOver(plan, scene.stage.today) && 'over')

/** Where nobody is invited, the frame agreement covers what is handed in. */
const uninvited = (doctor: Doctor): string | null =>
  first(doctor.listed && 'blacklisted', doctor.frame !== 1 && 'no frame agreement')

/** Why a doctor hands in no report. */
function reportProblem(scene: Scene, plan: Plan, doctor: Doctor): string | null {
  const part = signedPart(plan, doctor)
  const standing = plan.works.filter((w) => w.of === plan.kind.reports && stands(w))
  const own = standing.filter((w) => w.doctor === doctor).length
  const most = Math.min(part?.allotted ?? 99, plan.perDoctor ?? 99)
  return first(
    closed(scene, plan),
    plan.kind.doctors ? !part && 'not signed' : uninvited(doctor),
    own >= most && 'all of theirs handed in',
    standing.length >= plan.many && 'all handed in',
  )
}

const answers = (full: boolean) => (full ? { complaint: '胸闷' } : {})

const report: Making = (scene) => {
  const { stage, mind, draw } = scene
  const plan = draw.of(mind.plans.filter((p) => !p.gone && !p.kind.shown && p.kind.reports))
  const family = plan?.kind.reports
  const doctor =
    (draw.chance(0.8) ? draw.of(plan ? partsOf(plan).map((p) => p.doctor) : []) : undefined) ?? draw.of(mind.doctors)
  if (!plan || !family || !doctor) return null
  const by = somebody(scene, ENTERING, plan.company)
  const full = draw.chance(0.9)
  const link = plan.kind.type === 2 ? `https://example.com/${draw.below(3)}` : undefined
  const double = link !== undefined && stage.rows(family.of).some((row) => row.contentUrl === link)
  return {
    ...{ name: 'work.report', by, about: `${plan.kind.of.id} ${plan.id}` },
    why: first(notFor(by, ENTERING, plan.company), reportProblem(scene, plan, doctor)),
    go: () =>
      stage.begin(by.actor, family.of, 'handIn', {
        ...{ [family.plan]: plan.id, doctorId: doctor.id, collectData: answers(full) },
        ...(link ? { contentUrl: link, topic: '讲座' } : {}),
      }),
    then: (id) => {
      const part = signedPart(plan, doctor)
      const complete = full || !plan.template || plan.template.attributes === 0
      plan.works.push({
        ...{ id: String(id), of: family, plan, doctor, part: null, about: null, handedIn: true, complete, double },
        ...{ fee: part?.fee ?? (plan.points ? 0 : plan.unit), points: plan.points ? plan.unit : 0 },
        review: unreviewed(by.actor.userId),
      })
    },
  }
}

/** What is handed in of a work: its file, and what an article is called. */
const workAsk = (work: Work, file: string | undefined) =>
  work.about ? { interpretFile: file } : { contentUrl: file, title: '作品' }

const handIn: Making = (scene) => {
  const { stage, mind, draw } = scene
  const work = draw.of(mind.works.filter((w) => w.part && !w.plan.gone))
  if (!work?.part) return null
  const { part, plan } = work
  const by = somebody(scene, ENTERING, plan.company)
  return {
    ...{ name: 'work.handIn', by, about: work.id },
    why: first(
      notFor(by, ENTERING, plan.company),
      work.handedIn && 'handed in',
      part.agreement !== 1 && 'not signed',
      closed(scene, plan),
    ),
    files: 1,
    go: ([file]) => stage.decide(by.actor, work.of.of, 'handIn', work.id, workAsk(work, file)),
    then: () => {
      work.handedIn = true
      work.review.makers.push(by.actor.userId)
    },
  }
}

const again: Making = (scene) => {
  const { stage, mind, draw } = scene
  const work = draw.of(mind.works.filter((w) => w.handedIn && !w.plan.kind.shown))
  if (!work) return null
  const { plan, review, doctor } = work
  const by = somebody(scene, ENTERING, plan.company)
  const name = review.confirm === 2 ? 'resubmit.refused' : 'resubmit'
  const entitled = work.part
    ? work.part.agreement !== 1 && 'not signed'
    : plan.kind.doctors
      ? !signedPart(plan, doctor) && 'not signed'
      : uninvited(doctor)
  return {
    ...{ name: 'work.again', by, about: work.id },
    why: first(
      notFor(by, ENTERING, plan.company),
      !(review.approval === 2 || (review.approval === 1 && review.confirm === 2)) && 'not refused',
      closed(scene, plan),
      entitled,
    ),
    files: work.part ? 1 : 0,
    go: ([file]) => {
      const ask = work.part ? workAsk(work, file) : { collectData: answers(true) }
      return stage.decide(by.actor, work.of.of, name, work.id, ask)
    },
    then: () => {
      Object.assign(review, { approval: 0, confirm: 0 })
      review.again.push(by.actor.userId)
      review.last = { step: name, by: by.actor.userId, at: stage.side.source.now().getTime() }
      work.complete = true
    },
  }
}

/** Who reviews: operations, never who handed it in. */
function reviewProblem(work: Work, who: string, passes: boolean, remark: boolean): string | null {
  const { review, doctor, plan, part } = work
  return first(
    (!work.handedIn || review.approval !== 0) && 'not to be reviewed',
    review.makers.includes(who) && 'their own',
    review.again.includes(who) && 'handed in again by them',
    passes && !plan.kind.shown && doctor.cert !== 2 && 'not certified',
    passes && work.double && !remark && 'a double without a word',
    passes && part && part.agreement !== 1 && 'agreement not in force',
    passes && !work.complete && 'answers missing',
  )
}

const audit: Making = (scene) => {
  const { stage, mind, draw } = scene
  const work = draw.of(mind.works.filter((w) => !w.plan.gone))
  if (!work) return null
  const by = somebody(scene, ['ops'])
  const passes = draw.chance(0.75)
  const remark = !passes || draw.chance(0.5)
  const step = passes ? 'audit.pass' : 'audit.reject'
  const who = by.actor.userId
  return {
    ...{ name: `work.${step}`, by, about: work.id },
    why: first(notFor(by, ['ops']), reviewProblem(work, who, passes, remark)),
    go: () => stage.decide(by.actor, work.of.of, step, work.id, remark ? { remark: '已核对' } : {}),
    then: () => {
      audited(work.review, step, who, stage)
      if (!passes) settle(mind, work.plan)
    },
  }
}

/** A review was decided. */
export function audited(review: Review, step: string, by: string, stage: Stage): void {
  review.approval = step === 'audit.pass' ? 1 : 2
  if (step === 'audit.pass') review.passedBy.push(by)
  review.last = { step, by, at: stage.side.source.now().getTime() }
}

/** Why a review is not taken back: decided by others or longer ago, or the activity is settled. */
export const recallProblem = (scene: Scene, plan: Plan, review: Review, who: string): string | null =>
  first(
    (review.approval === 0 || review.confirm !== 0) && 'nothing to take back',
    !review.last?.step.startsWith('audit') && 'decided since',
    review.last?.by !== who && 'decided by another',
    scene.stage.side.source.now().getTime() - (review.last?.at ?? 0) > DAY * 60_000 && 'too long ago',
    plan.order !== 0 && !plan.kind.shown && 'settled',
  )

const recall: Making = (scene) => {
  const { stage, mind, draw } = scene
  const work = draw.of(mind.works.filter((w) => w.review.approval > 0 && !w.plan.gone))
  if (!work) return null
  const last = scene.players.find((p) => p.actor.userId === work.review.last?.by)
  const by = (draw.chance(0.7) ? last : undefined) ?? somebody(scene, ['ops'])
  return {
    ...{ name: 'work.recall', by, about: work.id },
    why: first(notFor(by, ['ops']), recallProblem(scene, work.plan, work.review, by.actor.userId)),
    go: () => stage.decide(by.actor, work.of.of, 'recall.audit', work.id),
    then: () => {
      work.review.approval = 0
      work.review.last = { step: 'recall.audit', by: by.actor.userId, at: 0 }
    },
  }
}

/** What something is worth to the company, fen. */
const worth = (plan: Plan, of: { readonly fee: number; readonly points: number }): number =>
  plan.points ? of.points * 10 : of.fee

/** Why no order comes of these: the activity is settled, or its budget has too little left. */
export function orderProblem(plan: Plan, all: readonly { readonly fee: number; readonly points: number }[]) {
  const sum = all.reduce((n, one) => n + worth(plan, one), 0)
  return first(
    plan.order !== 0 && 'settled',
    plan.budget && sum > plan.held - plan.accepted && 'dearer than reserved',
    sum === 0 && 'worth nothing',
  )
}

/** Each accepted one is a doctor's order, and counts at plan, company order and budget. */
export function accepted(scene: Scene, plan: Plan, one: Pick<Order, 'bizType' | 'bizId'> & Omit<Part, 'id'>): void {
  const { bizType, bizId, doctor, fee, points } = one
  const paid = plan.points ? { fee: '0.00', points } : { fee: yuan(fee), points: 0 }
  scene.mind.orders.push({ bizType, bizId, planId: plan.id, doctorId: doctor.id, ...paid })
  plan.accepted += worth(plan, one)
  if (plan.budget) plan.budget.accepted += worth(plan, one)
}

/** Why a report or work is not accepted. */
function acceptProblem(work: Work): string | null {
  const { plan, part, doctor } = work
  const own = part ?? signedPart(plan, doctor)
  return first(
    !plan.kind.shown && (part || plan.kind.doctors) && own?.agreement !== 1 && 'agreement not in force',
    plan.done >= plan.many && 'all accepted',
    own && own.done >= own.allotted && 'all of theirs accepted',
    !plan.kind.shown && orderProblem(plan, [work]),
  )
}

const confirm: Making = (scene) => {
  const { stage, mind, draw } = scene
  const work = draw.of(mind.works.filter((w) => !w.plan.gone))
  if (!work) return null
  const { plan, review } = work
  // the demonstration is accepted by operations, anything else by its client
  const roles = plan.kind.shown ? ['ops'] : ['companyAdmin', 'employee']
  const by = somebody(scene, roles, plan.company)
  const passes = draw.chance(0.8)
  const who = by.actor.userId
  return {
    ...{ name: `work.confirm.${passes ? 'pass' : 'reject'}`, by, about: work.id },
    why: first(
      notFor(by, roles, plan.company),
      !plan.kind.shown && by.company === null && 'not for the client',
      (!work.handedIn || review.approval !== 1 || review.confirm !== 0) && 'not to be accepted',
      [...review.makers, ...review.passedBy].includes(who) && 'handed in or reviewed by them',
      review.again.includes(who) && 'handed in again by them',
      passes && acceptProblem(work),
    ),
    go: () =>
      stage.decide(by.actor, work.of.of, passes ? 'confirm.pass' : 'confirm.reject', work.id, { confirmResult: '已验' }),
    then: () => confirmed(scene, work, passes, who),
  }
}

function confirmed(scene: Scene, work: Work, passes: boolean, who: string): void {
  const { plan, review } = work
  review.confirm = passes ? 1 : 2
  review.last = { step: 'confirm', by: who, at: scene.stage.side.source.now().getTime() }
  if (passes) {
    const own = work.part ?? signedPart(plan, work.doctor)
    plan.done += 1
    if (own) own.done += 1
    if (!plan.kind.shown)
      accepted(scene, plan, { bizType: work.of.of.id, bizId: work.id, ...(work as never as Part) })
  }
  if (passes && plan.done >= plan.many && plan.status === 1) end(scene.mind, plan, 1)
  else settle(scene.mind, plan)
}

/** Reports of the demonstration, which come of nobody's hands. */
const labour: Making = (scene): Act | null => {
  const { stage, mind, draw } = scene
  const plan = draw.of(mind.plans.filter((p) => p.kind.shown && !p.gone))
  const family = plan?.kind.reports as Of | undefined
  if (!plan || !family) return null
  const by = somebody(scene, ['ops'])
  if (notFor(by, ['ops'])) return null
  const fee = draw.among(80_000, 200_001)
  const able = mind.doctors.filter((d) => d.cert === 2 && !d.listed)
  return {
    ...{ name: 'shown.labour', by, about: plan.id },
    why: first(
      plan.status !== 1 && 'not running',
      (fee < plan.project.min || fee > plan.project.max) && 'fee outside',
      able.length === 0 && 'nobody certified',
    ),
    go: () =>
      stage.work(by.actor, (work) =>
        makeLaborPlans(work, { planId: plan.id, doctorCount: 1, fee: yuan(fee) }),
      ),
    then: () => {
      const known = new Set(plan.works.map((w) => w.id))
      const row = stage.rows(family.of, { [family.plan]: plan.id }).find(({ id }) => !known.has(id))
      const doctor = mind.doctors.find((d) => d.id === row?.doctorId) as Doctor
      plan.works.push({
        ...{ id: row?.id ?? '', of: family, plan, doctor, part: null, about: null, handedIn: true, complete: true },
        ...{ double: false, fee, points: 0, review: unreviewed(String(row?.createUser ?? '')) },
      })
    },
  }
}

export const workActs: Readonly<Record<string, Making>> = { report, handIn, again, audit, recall, confirm, labour }
