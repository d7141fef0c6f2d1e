import { makeLaborPlans } from '../../../src/server/domains/activities/laborPlans.ts'
import { type Act, type Making, notFor, type Scene, somebody, whyNot, yuan } from './act.ts'
import type { Of } from './kinds.ts'
import { type Doctor, type Part, type Plan, partsOf, stands, unreviewed, type Work } from './mind.ts'
import { isOver } from './planActs.ts'

// What doctors deliver is handed in for them, and once more after it was refused (3.4).

const ENTERING = ['ops', 'companyAdmin', 'employee']

/** The part of a doctor that they have signed, in the doctors' family of an activity. */
export const signedPart = (plan: Plan, doctor: Doctor): Part | null =>
  partsOf(plan).find((p) => p.of === plan.kind.doctors && p.doctor === doctor && p.agreement === 1) ?? null

/** Why nothing is handed in for an activity. */
const closed = (scene: Scene, plan: Plan): string | null =>
  whyNot(plan.status !== 1 && 'not running', isOver(plan, scene.stage.today) && 'over')

/** Where nobody is invited, the frame agreement covers what is handed in. */
const uninvited = (doctor: Doctor): string | null =>
  whyNot(doctor.listed && 'blacklisted', doctor.frame !== 1 && 'no frame agreement')

/** Why a doctor hands in no report. */
function reportProblem(scene: Scene, plan: Plan, doctor: Doctor): string | null {
  const part = signedPart(plan, doctor)
  const standing = plan.works.filter((w) => w.of === plan.kind.reports && stands(w))
  const own = standing.filter((w) => w.doctor === doctor).length
  const most = Math.min(part?.allotted ?? 99, plan.perDoctor ?? 99)
  return whyNot(
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
    why: whyNot(notFor(by, ENTERING, plan.company), reportProblem(scene, plan, doctor)),
    go: () =>
      stage.begin(by.actor, family.of, 'handIn', {
        ...{ [family.plan]: plan.id, doctorId: doctor.id, collectData: answers(full) },
        ...(link ? { contentUrl: link, topic: '讲座' } : {}),
      }),
    after: (id) => {
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
    why: whyNot(
      notFor(by, ENTERING, plan.company),
      work.handedIn && 'handed in',
      part.agreement !== 1 && 'not signed',
      closed(scene, plan),
    ),
    files: 1,
    go: ([file]) => stage.decide(by.actor, work.of.of, 'handIn', work.id, workAsk(work, file)),
    after: () => {
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
    why: whyNot(
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
    after: () => {
      Object.assign(review, { approval: 0, confirm: 0 })
      review.again.push(by.actor.userId)
      review.last = { step: name, by: by.actor.userId, at: stage.side.source.now().getTime() }
      work.complete = true
    },
  }
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
    why: whyNot(
      plan.status !== 1 && 'not running',
      (fee < plan.project.min || fee > plan.project.max) && 'fee outside',
      able.length === 0 && 'nobody certified',
    ),
    go: () => stage.work(by.actor, (work) => makeLaborPlans(work, { planId: plan.id, doctorCount: 1, fee: yuan(fee) })),
    after: () => {
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

export const handInActs: Readonly<Record<string, Making>> = { report, handIn, again, labour }
