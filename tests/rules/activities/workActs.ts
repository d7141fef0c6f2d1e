import { type Making, notFor, type Scene, somebody, whyNot, yuan } from './act.ts'
import { signedPart } from './handInActs.ts'
import { end, type Order, type Part, type Plan, type Review, settle, type Work } from './mind.ts'
import type { Stage } from './stage.ts'

// What was handed in is reviewed by operations and accepted by the client (3.4).

const DAY = 24 * 60

/** Who reviews: operations, never who handed it in. */
function reviewProblem(work: Work, who: string, passes: boolean, remark: boolean): string | null {
  const { review, doctor, plan, part } = work
  return whyNot(
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
    why: whyNot(notFor(by, ['ops']), reviewProblem(work, who, passes, remark)),
    go: () => stage.decide(by.actor, work.of.of, step, work.id, remark ? { remark: '已核对' } : {}),
    after: () => {
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
  whyNot(
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
    why: whyNot(notFor(by, ['ops']), recallProblem(scene, work.plan, work.review, by.actor.userId)),
    go: () => stage.decide(by.actor, work.of.of, 'recall.audit', work.id),
    after: () => {
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
  return whyNot(
    plan.order !== 0 && 'settled',
    plan.company.entered && !plan.points && 'nobody takes its tax item',
    plan.budget && sum > plan.held - plan.accepted && 'dearer than reserved',
    sum === 0 && 'worth nothing',
  )
}

/** Each accepted one is a doctor's order, and counts at plan, company order and budget. */
export function accepted(scene: Scene, plan: Plan, one: Pick<Order, 'bizType' | 'bizId'> & Omit<Part, 'id'>): void {
  const { bizType, bizId, doctor, fee, points } = one
  const paid = plan.points
    ? { fee: '0.00', points, cost: yuan(points * 10), taxItem: null, partner: null }
    : { fee: yuan(fee), points: 0, cost: '0.00', taxItem: plan.project.taxItem, partner: scene.mind.partner }
  scene.mind.orders.push({
    ...{ bizType, bizId, planId: plan.id, companyId: plan.company.id, doctorId: doctor.id, doctorName: doctor.name },
    // half a fen and more is one
    ...{ ...paid, platform: yuan(Math.floor((worth(plan, one) * plan.company.rate + 50) / 100)) },
  })
  plan.accepted += worth(plan, one)
  if (plan.budget) plan.budget.accepted += worth(plan, one)
}

/** Why a report or work is not accepted. */
function acceptProblem(work: Work): string | null {
  const { plan, part, doctor } = work
  const own = part ?? signedPart(plan, doctor)
  return whyNot(
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
    why: whyNot(
      notFor(by, roles, plan.company),
      !plan.kind.shown && by.company === null && 'not for the client',
      (!work.handedIn || review.approval !== 1 || review.confirm !== 0) && 'not to be accepted',
      [...review.makers, ...review.passedBy].includes(who) && 'handed in or reviewed by them',
      review.again.includes(who) && 'handed in again by them',
      passes && acceptProblem(work),
    ),
    go: () =>
      stage.decide(by.actor, work.of.of, passes ? 'confirm.pass' : 'confirm.reject', work.id, {
        confirmResult: '已验',
      }),
    after: () => confirmed(scene, work, passes, who),
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
    if (!plan.kind.shown) accepted(scene, plan, { bizType: work.of.of.id, bizId: work.id, ...(work as never as Part) })
  }
  if (passes && plan.done >= plan.many && plan.status === 1) end(scene.mind, plan, 1)
  else settle(scene.mind, plan)
}

export const workActs: Readonly<Record<string, Making>> = { audit, recall, confirm }
