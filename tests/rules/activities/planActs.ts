import { type Act, type Making, notFor, type Scene, somebody, whyNot, yuan } from './act.ts'
import { KINDS, type Kind, SHOWN } from './kinds.ts'
import {
  allottedOf,
  type Budget,
  costOf,
  counting,
  end,
  hold,
  type Plan,
  partsOf,
  unreviewed,
  worthOf,
} from './mind.ts'

// Activities are planned, changed, deleted, started, stopped and started again (3.3).

const PLANNERS = ['ops', 'companyAdmin', 'employee']
const FIRST_DAY = '2024-06-01'

export const dayOn = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** An activity that is there: mostly one that has not ended. */
const aPlan = ({ mind, draw }: Scene): Plan | undefined => {
  const there = mind.plans.filter((p) => !p.gone)
  return draw.of(draw.chance(0.7) ? there.filter((p) => p.status < 2) : there)
}

/** Why a budget does not hold so much more for an activity of a company. */
const budgetProblem = (plan: Pick<Plan, 'company'>, budget: Budget | null, more: number): string | null =>
  budget &&
  whyNot(
    budget.gone && 'budget gone',
    budget.company !== plan.company && 'budget of another company',
    budget.status !== 2 && 'budget not active',
    more > 0 && budget.planned + more > budget.total && 'budget too small',
  )

/** 3.3: an activity is over when its last day has passed, and what takes place at a time has, too. */
export const isOver = (plan: Plan, today: string, lastDay = plan.lastDay): boolean =>
  lastDay < today && (plan.endTime ?? '').slice(0, 10) < today

/** Nothing is begun for a company that is not admitted, or is disabled. */
export const notInUse = (plan: Plan): string | null =>
  plan.company.audit !== 1 || !plan.company.enabled ? 'company not in use' : null

const add: Making = (scene) => {
  const { stage, mind, draw } = scene
  const kind = draw.of(draw.chance(0.85) ? scene.kinds : [...KINDS, ...SHOWN]) as Kind
  if (mind.plans.filter((p) => !p.gone && p.status < 2).length >= scene.most && draw.chance(0.95)) return null
  const company = draw.chance(0.75) ? mind.companies[0] : draw.of(mind.companies)
  const project = draw.of(mind.projects)
  if (!company || !project) return null
  const by = somebody(scene, kind.shown ? ['ops'] : PLANNERS, company)
  const points = !kind.shown && draw.chance(0.25)
  const fee = points ? undefined : draw.among(undefined, undefined, undefined, 50_000, 90_000, 49_999, 200_001)
  const unit = points ? project.points : (fee ?? project.fee)
  const many = draw.among(1, 1, 2, 2, 3)
  const own = mind.budgets.filter((b) => b.company === company && b.status === 2)
  const budget = kind.shown
    ? null
    : draw.chance(0.7)
      ? (draw.of(own) ?? null)
      : draw.chance(0.5)
        ? (draw.of(mind.budgets) ?? null)
        : null
  const lastDay = dayOn(stage.today, draw.among(0, 5, 20, 40))
  const timed = kind.type === 1 || (kind.type === 2 && draw.chance(0.5))
  const held = dayOn(stage.today, draw.among(0, 1, 3))
  const times = timed ? { startTime: `${held} 14:00:00`, endTime: `${held} 16:00:00` } : {}
  const template = kind.template ? (draw.of(mind.templates.filter((t) => t.of === kind.template)) ?? null) : null
  const perDoctor = kind.type === 7 && draw.chance(0.5) ? 1 : null
  const releaseTime = draw.chance(0.2) ? `${stage.today} 23:00:00` : null
  const plan = {
    ...{ kind, company, points, project, unit, many, budget, lastDay, perDoctor, releaseTime, template },
    ...{ startTime: times.startTime ?? null, endTime: times.endTime ?? null, done: 0, status: 0, mark: null },
    ...{ held: 0, accepted: 0, order: null, parts: [], works: [], named: false, gone: false, amount: 0 },
  }
  const meeting =
    kind.type === 1
      ? { ...{ status: 0, handedIn: false, review: unreviewed('') }, evidence: [], agenda: [], signed: [] }
      : null
  const cost = kind.together || kind.shown ? 0 : worthOf(plan as never, unit, unit) * many
  return {
    ...{ name: 'plan.add', by, about: `${kind.of.id} ${points ? 'points' : 'money'} ×${many}` },
    why: whyNot(
      notFor(by, kind.shown ? ['ops'] : PLANNERS, company),
      kind.shown ? null : notInUse(plan as never),
      project.gone && 'project gone',
      !kind.shown && !project.enabled && 'project disabled',
      !kind.shown && !points && (unit < project.min || unit > project.max) && 'fee outside',
      template?.gone && 'template gone',
      budgetProblem(plan as never, budget, cost),
    ),
    go: () =>
      stage.save(by.actor, kind.of, {
        ...{ name: '慢病活动', entrustedCompanyId: company.id, baseEmployeeId: company.employeeId },
        ...{ activityServiceProjectId: project.id, invitationStartDate: FIRST_DAY, invitationEndDate: lastDay },
        ...{ planSearchNum: many, payType: points ? 1 : 2, unitFee: fee === undefined ? undefined : yuan(fee) },
        budgetOrderId: budget?.id,
        templateId: template?.id,
        perDoctorMax: perDoctor ?? undefined,
        releaseTime: releaseTime ?? undefined,
        ...(kind.type === 1 ? { meetingType: 2 } : {}),
        ...times,
      }),
    after: (id) => {
      const made = { ...plan, id: String(id), meeting } as unknown as Plan
      mind.plans.push(made)
      made.amount = cost
      hold(made, cost)
    },
  }
}

const edit: Making = (scene) => {
  const { stage, mind, draw } = scene
  const plan = aPlan(scene)
  if (!plan || plan.kind.shown) return null
  const { kind } = plan
  const by = somebody(scene, PLANNERS, plan.company)
  const many = draw.chance(0.6) ? draw.among(1, 2, 3, 4) : undefined
  const budget = draw.chance(0.4) ? draw.among(null, ...mind.budgets) : undefined
  if (many === undefined && budget === undefined) return null
  const amount = kind.together || many === undefined ? plan.amount : worthOf(plan, plan.unit, plan.unit) * many
  const moves = budget !== undefined && budget !== plan.budget
  const [from, to] = [plan.budget, budget === undefined ? plan.budget : budget]
  return {
    ...{ name: 'plan.edit', by, about: `${kind.of.id} ${plan.id}` },
    why: whyNot(
      notFor(by, PLANNERS, plan.company),
      plan.status !== 0 && 'started',
      many !== undefined && !kind.together && many < allottedOf(plan) && 'more is allotted',
      many !== undefined && !plan.project.enabled && 'project disabled',
      moves && budgetProblem(plan, to, amount),
      !moves && budgetProblem(plan, to, amount - plan.amount),
    ),
    go: () =>
      stage.save(by.actor, kind.of, {
        ...{ id: plan.id, planSearchNum: many },
        budgetOrderId: budget === undefined ? undefined : (budget?.id ?? ''),
      }),
    after: () => {
      plan.many = many ?? plan.many
      if (from) from.planned -= plan.held
      plan.budget = to
      plan.held = amount
      plan.amount = amount
      if (to) to.planned += amount
    },
  }
}

const remove: Making = (scene) => {
  const { stage } = scene
  const plan = aPlan(scene)
  if (!plan) return null
  const roles = plan.kind.shown ? ['ops'] : ['ops', 'companyAdmin']
  const by = somebody(scene, roles, plan.company)
  return {
    ...{ name: 'plan.remove', by, about: `${plan.kind.of.id} ${plan.id}` },
    why: whyNot(
      notFor(by, roles, plan.company),
      plan.status !== 0 && 'started',
      (plan.named || partsOf(plan).length > 0) && 'others name it',
      plan.meeting && plan.meeting.evidence.length + plan.meeting.agenda.length > 0 && 'its evidence names it',
    ),
    go: () => stage.remove(by.actor, plan.kind.of, plan.id),
    after: () => {
      hold(plan, -plan.held)
      plan.gone = true
    },
  }
}

/** Why an activity does not run now. */
const runProblem = (scene: Scene, plan: Plan, lastDay = plan.lastDay): string | null =>
  whyNot(
    isOver(plan, scene.stage.today, lastDay) && 'over',
    !plan.kind.shown && notInUse(plan),
    plan.kind.template && plan.template?.status !== 1 && 'template not enabled',
  )

/** Why an activity does not start. */
export const startProblem = (scene: Scene, plan: Plan): string | null =>
  whyNot(
    plan.status !== 0 && 'not planned',
    runProblem(scene, plan),
    plan.kind.doctors && counting(plan).filter((p) => p.of === plan.kind.doctors).length === 0 && 'nobody invited',
  )

/** It runs. */
export function starts(plan: Plan): void {
  plan.status = 1
  if (plan.meeting) plan.meeting.review.last = null
  if (!plan.kind.shown) plan.order = 0
}

const step = (
  scene: Scene,
  plan: Plan,
  [name, roles, ask]: readonly [string, readonly string[], Readonly<Record<string, unknown>>?],
  why: string | null,
  after: () => void,
): Act => {
  const own = plan.kind.shown ? ['ops'] : roles
  const by = somebody(scene, own, plan.company)
  return {
    ...{ name: `plan.${name}`, by, about: `${plan.kind.of.id} ${plan.id}` },
    why: whyNot(notFor(by, own, plan.company), why),
    go: () => scene.stage.decide(by.actor, plan.kind.of, name, plan.id, ask),
    after,
  }
}

const start: Making = (scene) => {
  const plan = aPlan(scene)
  return plan ? step(scene, plan, ['start', PLANNERS], startProblem(scene, plan), () => starts(plan)) : null
}

const stop: Making = (scene) => {
  const plan = aPlan(scene)
  if (!plan) return null
  const passed = [...plan.works.map((w) => w.review), ...(plan.meeting?.handedIn ? [plan.meeting.review] : [])].some(
    (r) => r.approval === 1 && r.confirm === 0,
  )
  const why = whyNot(plan.status !== 1 && 'not running', passed && 'waits to be accepted')
  return step(scene, plan, ['stop', ['ops', 'companyAdmin']], why, () => end(scene.mind, plan, 4))
}

const again: Making = (scene) => {
  const { stage, mind, draw } = scene
  const plan = draw.chance(0.8) ? draw.of(mind.plans.filter((p) => p.status === 2)) : aPlan(scene)
  if (!plan) return null
  const lastDay = draw.chance(0.5) ? dayOn(stage.today, draw.among(0, 20, 30)) : undefined
  const { kind, accepted } = plan
  const left = worthOf(plan, plan.unit, plan.unit) * (plan.many - plan.done)
  const cost = kind.together ? Math.max(costOf(plan), accepted) : plan.points ? accepted + left : plan.amount
  const why = whyNot(
    plan.status !== 2 && 'not ended',
    ![2, 4, 5].includes(plan.mark ?? 0) && 'not by this end',
    // what is whole, or was cancelled, would never end again
    plan.done >= plan.many && 'all accepted',
    plan.meeting?.status === 3 && 'cancelled',
    plan.meeting?.review.confirm === 1 && 'accepted',
    runProblem(scene, plan, lastDay ?? plan.lastDay),
    !kind.shown && budgetProblem(plan, plan.budget, cost - plan.held),
  )
  return step(scene, plan, ['startAgain', ['ops'], lastDay ? { invitationEndDate: lastDay } : {}], why, () => {
    plan.mark = null
    plan.lastDay = lastDay ?? plan.lastDay
    if (!kind.shown) {
      plan.amount = cost
      hold(plan, cost - plan.held)
    }
    starts(plan)
  })
}

/** A client system closes an activity, or all of its contracts were refused there. */
const push: Making = (scene) => {
  const plan = aPlan(scene)
  if (!plan) return null
  return {
    ...{ name: 'plan.push', by: null, about: `${plan.kind.of.id} ${plan.id}` },
    why: whyNot(plan.status !== 1 && 'not running'),
    go: () => scene.stage.takes(plan.kind.of, 'push', plan.id),
    after: () => end(scene.mind, plan, 5),
  }
}

export const planActs: Readonly<Record<string, Making>> = { add, edit, remove, start, stop, again, push }
