import { cancellationRecord } from '../../../src/model/desk/cancellationRecord.ts'
import { bidRecord } from '../../../src/model/tender/bids.ts'
import { tenderDoctorProtocols } from '../../../src/model/tender/protocols.ts'
import { loader } from '../people.ts'
import { type Act, type Making, notFor, type Scene, somebody, whyNot, yuan } from './act.ts'
import { type Bid, follow, type Part } from './mind.ts'
import { aPart, type Invitation, invited, problemOf } from './partActs.ts'
import { TENANT } from './stage.ts'

// Agreements end before they are signed or are released from afterwards, and whoever wins a tender is invited (3.2).

/** An agreement that is not signed is made void by the administrator. */
const stopAgreement: Making = (scene) => {
  const part = aPart(scene)
  if (!part) return null
  const by = somebody(scene, ['administrator'])
  return {
    ...{ name: 'part.void', by, about: part.id },
    why: whyNot(notFor(by, []), part.agreement !== 0 && 'answered', part.signing && 'being signed'),
    go: () => scene.stage.decide(by.actor, tenderDoctorProtocols, 'void', part.protocol, { voidReason: '作废' }),
    after: () => {
      part.agreement = 3
      follow(part.plan)
    },
  }
}

/** What was accepted under a part, which then stays as it was agreed on. */
const delivered = (scene: Scene, part: Part): boolean => {
  const own = part.plan.works.find((w) => w.part === part)
  return scene.mind.orders.some((o) =>
    own
      ? o.bizId === own.id
      : o.planId === part.plan.id &&
        o.doctorId === part.doctor.id &&
        !part.plan.works.some((w) => w.part && w.id === o.bizId),
  )
}

const releaseProblem = (scene: Scene, part: Part): string | null =>
  whyNot(part.agreement !== 1 && 'not agreed', delivered(scene, part) && 'something was accepted under it')

const askRelease: Making = (scene) => {
  const { stage } = scene
  const part = aPart(scene)
  if (!part) return null
  const by = somebody(scene, ['ops'])
  const code = stage.row(tenderDoctorProtocols, part.protocol)?.protocolCode
  return {
    ...{ name: 'part.askRelease', by, about: part.id },
    why: whyNot(notFor(by, ['ops']), part.cancelling && 'asked for already', releaseProblem(scene, part)),
    go: () => {
      const ask = { bizType: tenderDoctorProtocols.id, bizCode: code, reason: '医生申请解除' }
      return stage.begin(by.actor, cancellationRecord, 'apply', ask)
    },
    after: (id) => {
      part.cancelling = { id: String(id), by: by.actor.userId }
    },
  }
}

const decideRelease: Making = (scene) => {
  const { stage, mind, draw } = scene
  const part = draw.of(mind.parts.filter((p) => p.cancelling))
  if (!part?.cancelling) return null
  const { id, by: asked } = part.cancelling
  const by = somebody(scene, ['finance'])
  const passes = draw.chance(0.7)
  return {
    ...{ name: passes ? 'part.release' : 'part.keep', by, about: part.id },
    why: whyNot(
      notFor(by, ['finance']),
      by.actor.userId === asked && 'asked for it',
      passes && releaseProblem(scene, part),
    ),
    go: () =>
      stage.decide(by.actor, cancellationRecord, passes ? 'audit.pass' : 'audit.reject', id, { auditRemark: '已核' }),
    after: () => {
      part.cancelling = null
      if (!passes) return
      part.agreement = 3
      // a work is the part itself: its review is not the last that was decided of it any more
      const own = part.plan.works.find((w) => w.part === part)
      if (own) own.review.last = null
      follow(part.plan)
    },
  }
}

const bid: Making = ({ stage, mind, draw }): Act | null => {
  const plan = draw.of(mind.plans.filter((p) => !p.gone && !p.kind.shown))
  const doctor = draw.of(mind.doctors)
  if (!plan || !doctor) return null
  const price = draw.among(60_000, 90_000, 200_001)
  const values = { tenderCode: 'T1', tenderName: '招募', entrustedCompanyId: plan.company.id, planId: plan.id }
  return {
    ...{ name: 'bid.add', by: null, about: plan.id, why: null },
    go: async () =>
      (
        await stage.work(loader(TENANT), (work) =>
          work.insert(bidRecord, {
            ...{ ...values, doctorId: doctor.id, doctorName: doctor.name, bidPrice: yuan(price) },
          } as never),
        )
      ).id,
    after: (id) => {
      plan.named = true
      mind.bids.push({ id: String(id), plan, doctor, price, status: 0 })
    },
  }
}

const judge: Making = (scene) => {
  const { stage, mind, draw } = scene
  const found: Bid | undefined = draw.of(mind.bids)
  if (!found) return null
  const { plan, doctor, price } = found
  const step = draw.among('audit.pass', 'audit.pass', 'audit.reject', 'withdraw')
  const entries: Invitation[] = [{ doctor, many: 1, fee: price, about: null }]
  const family = plan.kind.doctors
  if (step === 'withdraw')
    return {
      ...{ name: 'bid.withdraw', by: null, about: found.id, why: whyNot(found.status !== 0 && 'judged') },
      go: () => stage.takes(bidRecord, step, found.id),
      after: () => {
        found.status = 3
      },
    }
  const by = somebody(scene, ['ops'])
  const wins = step === 'audit.pass'
  return {
    ...{ name: wins ? 'bid.win' : 'bid.lose', by, about: found.id },
    why: whyNot(
      notFor(by, ['ops']),
      found.status !== 0 && 'judged',
      wins && (family ? problemOf(plan, family, entries) : 'invites nobody'),
    ),
    go: () => stage.decide(by.actor, bidRecord, step, found.id, { reviewRemark: '评审' }),
    after: () => {
      found.status = wins ? 1 : 2
      if (wins && family) invited(scene, plan, family, entries, by.actor.userId)
    },
  }
}

export const agreementActs: Readonly<Record<string, Making>> = {
  ...{ stopAgreement, askRelease, decideRelease, bid, judge },
}
