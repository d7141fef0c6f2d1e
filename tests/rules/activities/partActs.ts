import { tenderDoctorProtocols } from '../../../src/model/tender/protocols.ts'
import { allot } from '../../../src/server/domains/tender/allotments.ts'
import { inviteAll } from '../../../src/server/domains/tender/invitations.ts'
import { inviting } from '../../../src/server/domains/tender/inviting.ts'
import { type Making, notFor, type Scene, somebody, whyNot, yuan } from './act.ts'
import { INTERPRETERS, type Of } from './kinds.ts'
import {
  allottedOf,
  costOf,
  type Doctor,
  end,
  follow,
  type Part,
  type Plan,
  partsOf,
  unreviewed,
  type Work,
} from './mind.ts'
import { notInUse } from './planActs.ts'

// Doctors are invited, sign or refuse, are allotted more or less, and are taken off (3.2).

const INVITING = ['ops', 'companyAdmin', 'employee']

/** Parts of a family in an activity. */
const inFamily = (plan: Plan, { of }: Of): Part[] => partsOf(plan).filter((p) => p.of.of === of)

/** One invitation: of whom, to how many, for how much, to which case. */
export interface Invitation {
  readonly doctor: Doctor
  readonly many: number
  readonly fee: number | undefined
  readonly about: Work | null
}

/** Why somebody is not invited to an activity, beside others who are invited with them. */
function invitationProblem(plan: Plan, family: Of, entry: Invitation, with_: readonly Invitation[]): string | null {
  const { doctor, about } = entry
  const fee = entry.fee ?? plan.unit
  const beside = with_.reduce((n, one) => n + one.many, 0)
  const there = about
    ? inFamily(plan, family).some((p) => p.doctor === doctor && p.agreement <= 1 && interpreted(plan, p) === about)
    : inFamily(plan, family).some((p) => p.doctor === doctor) || with_.some((one) => one.doctor === doctor)
  return whyNot(
    notInUse(plan),
    plan.status === 2 && 'ended',
    doctor.listed && 'blacklisted',
    there && 'there already',
    doctor.frame !== 1 && 'no frame agreement',
    about && about.plan !== plan && 'case of another activity',
    about && (about.review.approval !== 1 || about.review.confirm !== 1) && 'case not accepted',
    about && about.doctor === doctor && 'their own case',
    !plan.kind.together && allottedOf(plan) + beside + entry.many > plan.many && 'more than planned',
    !plan.points && (fee < plan.project.min || fee > plan.project.max) && 'fee outside',
  )
}

/** The case that a part interprets. */
const interpreted = (plan: Plan, part: Part): Work | null => plan.works.find((w) => w.part === part)?.about ?? null

/** Those who were just invited to an activity are there, as the product numbers them. */
export function invited(scene: Scene, plan: Plan, family: Of, entries: readonly Invitation[], maker: string): void {
  const { stage } = scene
  for (const entry of entries) {
    const known = new Set(plan.parts.map((p) => p.id))
    const row = stage
      .rows(family.of, { [family.plan]: plan.id, doctorId: entry.doctor.id })
      .find(({ id }) => !known.has(id))
    const protocols = stage.rows(tenderDoctorProtocols, { planId: plan.id, partId: row?.id ?? '' })
    const part: Part = {
      ...{ id: row?.id ?? '', of: family, plan, doctor: entry.doctor, allotted: entry.many, done: 0, agreement: 0 },
      fee: plan.points ? 0 : (entry.fee ?? plan.unit),
      points: plan.points ? plan.unit : 0,
      ...{ protocol: protocols[0]?.id ?? '', signing: false, cancelling: null, attended: false, gone: false },
    }
    plan.parts.push(part)
    plan.named = true
    if (!plan.kind.works && !entry.about) continue
    plan.works.push({
      ...{ id: part.id, of: family, plan, doctor: entry.doctor, part, about: entry.about, handedIn: false },
      ...{ fee: part.fee, points: part.points, complete: true, double: false, review: unreviewed(maker) },
    })
  }
  follow(plan)
}

/** Why what is invited costs more than the budget has. */
function dearer(plan: Plan, entries: readonly Invitation[]): string | null {
  if (!plan.kind.together || !plan.budget) return null
  const more = entries.reduce((sum, e) => sum + (plan.points ? plan.unit * 10 : (e.fee ?? plan.unit)), 0)
  const by = costOf(plan) + more - plan.amount
  return by > 0 && plan.budget.planned + by > plan.budget.total ? 'budget too small' : null
}

/** Why these are not invited together. */
export const problemOf = (plan: Plan, family: Of, entries: readonly Invitation[]): string | null =>
  whyNot(
    ...entries.map((entry, n) => invitationProblem(plan, family, entry, entries.slice(0, n))),
    dearer(plan, entries),
  )

const someFee = ({ draw }: Scene) => draw.among(undefined, undefined, undefined, 50_000, 90_000, 200_001, 9_999)

/** Number and fee of an invitation. */
const offered = ({ many, fee }: Invitation): string => `${many} at ${fee ?? 'unit'}`

const invite: Making = (scene) => {
  const { stage, mind, draw } = scene
  const plan = draw.of(mind.plans.filter((p) => !p.gone && p.kind.doctors))
  const family = plan?.kind.doctors
  if (!plan || !family) return null
  const by = somebody(scene, INVITING, plan.company)
  // the permission of the call is looked at where it is served
  if (notFor(by, INVITING, plan.company)) return null
  const entries = [0, ...(draw.chance(0.3) ? [1] : [])].flatMap((): Invitation[] => {
    const doctor = draw.of(mind.doctors)
    const many = plan.kind.works ? 1 : draw.among(1, 1, 1, 2)
    return doctor ? [{ doctor, many, fee: someFee(scene), about: null }] : []
  })
  return {
    ...{ name: 'part.invite', by, about: `${plan.kind.of.id} ${plan.id}: ${entries.map(offered).join(', ')}` },
    why: problemOf(plan, family, entries),
    go: () =>
      stage.work(by.actor, (work) =>
        inviteAll(
          work,
          plan.kind.of.id,
          entries.map(({ doctor, many, fee }) => ({
            ...{ [family.plan]: plan.id, doctorId: doctor.id, planSearchNum: many },
            ...(fee === undefined ? {} : { doctorFee: yuan(fee) }),
          })),
        ),
      ),
    after: () => invited(scene, plan, family, entries, by.actor.userId),
  }
}

/** One is invited through the form of their work: an author, or who interprets a case. */
const inviteToWork: Making = (scene) => {
  const { stage, mind, draw } = scene
  const about = draw.chance(0.6) ? draw.of(mind.works.filter((w) => w.of.of.id === 'caseCollectionReport')) : undefined
  const plan = about?.plan ?? draw.of(mind.plans.filter((p) => !p.gone && p.kind.works))
  const doctor = draw.of(mind.doctors)
  if (!plan || !doctor || plan.kind.shown) return null
  const family = about ? INTERPRETERS : (plan.kind.doctors as Of)
  const by = somebody(scene, INVITING, plan.company)
  const entry: Invitation = { doctor, many: 1, fee: someFee(scene), about: about ?? null }
  return {
    ...{ name: 'part.inviteToWork', by, about: `${family.of.id} ${plan.id}` },
    why: whyNot(notFor(by, INVITING, plan.company), problemOf(plan, family, [entry])),
    go: () =>
      stage.begin(by.actor, family.of, 'invite', {
        ...{ [family.plan]: plan.id, doctorId: doctor.id },
        ...(about ? { caseReportId: about.id } : {}),
        ...(entry.fee === undefined ? {} : { doctorFee: yuan(entry.fee) }),
      }),
    after: () => invited(scene, plan, family, [entry], by.actor.userId),
  }
}

export const aPart = ({ mind, draw }: Scene): Part | undefined =>
  draw.of(draw.chance(0.7) ? mind.parts.filter((p) => p.agreement === 0) : mind.parts)

const send: Making = (scene) => {
  const part = aPart(scene)
  if (!part) return null
  return {
    ...{ name: 'part.send', by: null, about: part.id },
    why: whyNot(part.agreement !== 0 && 'answered', part.signing && 'being signed'),
    go: () => scene.stage.takes(tenderDoctorProtocols, 'flow.send', part.protocol),
    after: () => {
      part.signing = true
    },
  }
}

/** 3.3: an activity that all of its doctors refuse ends; who interprets a case is beside them. */
function refused(scene: Scene, part: Part): void {
  const { plan } = part
  follow(plan)
  if (part.of === INTERPRETERS || plan.status === 2) return
  if (inFamily(plan, part.of).every((p) => p.agreement === 2)) end(scene.mind, plan, 3)
}

const answer: Making = (scene) => {
  const part = aPart(scene)
  if (!part) return null
  const agrees = scene.draw.chance(0.75)
  return {
    ...{ name: agrees ? 'part.agree' : 'part.refuse', by: null, about: part.id },
    why: whyNot(!part.signing && 'not being signed', part.agreement !== 0 && 'answered'),
    go: () => scene.stage.takes(tenderDoctorProtocols, agrees ? 'agree' : 'refuse', part.protocol),
    after: () => {
      part.signing = false
      part.agreement = agrees ? 1 : 2
      if (!agrees) refused(scene, part)
    },
  }
}

const takeOff: Making = (scene) => {
  const part = aPart(scene)
  if (!part) return null
  const by = somebody(scene, INVITING, part.plan.company)
  return {
    ...{ name: 'part.takeOff', by, about: part.id },
    why: whyNot(
      notFor(by, INVITING, part.plan.company),
      ![0, 2].includes(part.agreement) && 'agreed or void',
      part.plan.status === 2 && 'ended',
      part.signing && 'being signed',
    ),
    go: () => scene.stage.decide(by.actor, part.of.of, 'deleteDoctor', part.id),
    after: () => {
      part.gone = true
      const { works } = part.plan
      const own = works.findIndex((w) => w.part === part)
      if (own >= 0) works.splice(own, 1)
      follow(part.plan)
    },
  }
}

const allots: Making = (scene) => {
  const { stage, draw } = scene
  const part = aPart(scene)
  const kind = inviting.find(({ doctors }) => doctors.of === part?.of.of)
  if (!part || !kind || part.plan.works.some((w) => w.part === part)) return null
  const by = somebody(scene, INVITING, part.plan.company)
  // the permission of the call is looked at where it is served
  if (notFor(by, INVITING, part.plan.company)) return null
  const many = draw.among(1, 2, 3)
  const { plan } = part
  return {
    ...{ name: 'part.allot', by, about: `${part.id} ×${many}` },
    why: whyNot(
      plan.status === 2 && 'ended',
      part.agreement > 1 && 'refused or void',
      many < part.done && 'done more',
      !plan.kind.together && allottedOf(plan, part) + many > plan.many && 'more than planned',
    ),
    go: () =>
      stage.work(by.actor, async (work) => {
        await work.lock(kind.of, [plan.id])
        const [row] = await work.lock(kind.doctors.of, [part.id])
        if (row) await allot(work, kind, row, many)
      }),
    after: () => {
      part.allotted = many
    },
  }
}

export const partActs: Readonly<Record<string, Making>> = { invite, inviteToWork, send, answer, takeOff, allots }
