import { invited } from '../../../model/activities/invited.ts'
import { MADE_OF } from '../../../model/activities/words.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { orderDoctor } from '../../../model/orders/orderDoctor.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import {
  tenderDoctorProtocols,
  type tenderDoctorProtocolsLifecycle,
  type tenderEntrustedProtocols,
  type tenderEntrustedProtocolsLifecycle,
} from '../../../model/tender/protocols.ts'
import type { Label } from '../../../model/values/label.ts'
import type { UnitOfWork, Where } from '../../writing/unitOfWork/unitOfWork.ts'
import { locksOfAnswer, movePart, workOf } from './invitationAnswers.ts'

// Problems of voiding an agreement, and its consequences (3.2).

type DoctorProtocol = RowOf<typeof tenderDoctorProtocols>
type CompanyProtocol = RowOf<typeof tenderEntrustedProtocols>

const SIGNED = 1
const VOID = 3
const FRAME = 1
const VOID_ORDER = 9
/** signStatus: the partner has it to be signed. */
const BEING_SIGNED = 1
/** deliverables under an agreement for an activity that is not for a single work */
const works = invited.flatMap(([{ id, fields }]) => (fields.submitStatus ? [id] : []))
const MADE_UNDER_PARTS = Object.keys(MADE_OF).filter((id) => !works.includes(id))
/** After every time. */
const EVER = '9999-12-31 00:00:00'

/** Why a signed agreement stays: what was accepted since under it, and is not void, was agreed in it. */
async function standingProblem(
  work: UnitOfWork,
  code: string | null,
  signed: string | null,
  under: Where,
): Promise<Label | null> {
  const since: Where = signed ? { acceptTime: { from: signed, before: EVER } } : {}
  const order = await work.any(orderDoctor, { ...under, ...since, orderStatus: { not: VOID_ORDER } })
  return order
    ? [
        `协议 ${code ?? ''} 下有已验收的成果（医生订单 ${order.code ?? ''}），不能作废`,
        `Something was accepted under agreement ${code ?? ''} (doctor order ${order.code ?? ''}): it cannot be made void`,
      ]
    : null
}

/** Orders under the agreement for an activity: of a work, its own order; of any other part, all but those of works. */
async function ordersUnder(work: UnitOfWork, p: DoctorProtocol): Promise<Where> {
  const own = await workOf(work, p)
  if (own) return { bizId: own.id }
  return {
    ...(p.planId ? { planId: p.planId, bizType: MADE_UNDER_PARTS } : {}),
    ...(p.entrustedCompanyId ? { entrustedCompanyId: p.entrustedCompanyId } : {}),
  }
}

/** Why the agreement of a doctor is not made void now. Nothing is accepted under one that is not signed. */
const doctorProblem = async (work: UnitOfWork, p: DoctorProtocol): Promise<Label | null> =>
  p.agreementStatus === SIGNED
    ? standingProblem(work, p.protocolCode, p.signTime, { doctorId: p.doctorId ?? '', ...(await ordersUnder(work, p)) })
    : null

/** The same of a company's. */
const companyProblem = async (work: UnitOfWork, p: CompanyProtocol): Promise<Label | null> =>
  p.agreementStatus === SIGNED
    ? standingProblem(work, p.protocolCode, p.companySignTime, { entrustedCompanyId: p.entrustedCompanyId ?? '' })
    : null

/** Is it a doctor's frame agreement: of no company alone? */
export const isFrame = (p: Pick<DoctorProtocol, 'protocolType' | 'entrustedCompanyId'>): boolean =>
  p.protocolType === FRAME && !p.entrustedCompanyId

/** A frame agreement is void: its doctor has none, unless another one is signed. The doctor is locked. */
async function frameVoided(work: UnitOfWork, protocol: DoctorProtocol): Promise<void> {
  const { doctorId } = protocol
  if (!isFrame(protocol) || !doctorId) return
  const frames = { doctorId, protocolType: FRAME as 1, entrustedCompanyId: null }
  const others = await work.any(tenderDoctorProtocols, { ...frames, agreementStatus: SIGNED })
  const doctor = await work.row(authenticationDoctor, doctorId)
  if (doctor && !others && doctor.protocolStatus !== VOID)
    await work.update(authenticationDoctor, doctorId, { protocolStatus: VOID })
}

const writtenWith = async (p: DoctorProtocol, work: UnitOfWork): Promise<Record<string, string[]>> => ({
  [authenticationDoctor.id]: p.doctorId ? [p.doctorId] : [],
  ...(await locksOfAnswer(work, p)),
})

/** Why an agreement is not made void while its partner has it to be signed: what they sign then would be on no record. */
const signingProblem = ({ signStatus, protocolCode }: { signStatus: number | null; protocolCode: string | null }) =>
  signStatus === BEING_SIGNED
    ? ([
        `协议 ${protocolCode ?? ''} 正在签署，签署结束后再作废`,
        `Agreement ${protocolCode ?? ''} is being signed: make it void when that has ended`,
      ] as const)
    : null

/** The void of a company's agreement. */
export const companyProtocolVoids: Pick<
  RulesOf<typeof tenderEntrustedProtocols, typeof tenderEntrustedProtocolsLifecycle, UnitOfWork>,
  'void'
> = {
  void: {
    guard: (p, _ask, work) => signingProblem(p) ?? companyProblem(work, p),
    set: (_p, { voidReason }) => ({ voidReason }),
  },
}

/** The void of a doctor's agreement: before it is signed, and by its cancellation. */
export const doctorProtocolVoids: Pick<
  RulesOf<typeof tenderDoctorProtocols, typeof tenderDoctorProtocolsLifecycle, UnitOfWork>,
  'void' | 'cancel'
> = {
  void: {
    lock: writtenWith,
    guard: signingProblem,
    set: (_p, { voidReason }) => ({ voidReason }),
    effect: async (p, _ask, work) => {
      await frameVoided(work, p)
      await movePart(work, p, 'void')
      return undefined
    },
  },
  cancel: {
    guard: (p, _ask, work) => doctorProblem(work, p),
    set: (_p, ask: { readonly reason?: string | null }) => ({ voidReason: ask.reason ?? null }),
    effect: async (p, _ask, work) => {
      await frameVoided(work, p)
      await movePart(work, p, 'void')
      return undefined
    },
  },
}

/** Locks of cancelling a signed agreement of a doctor, by resource. */
export async function locksOfProtocol(work: UnitOfWork, id: string): Promise<Record<string, string[]>> {
  const protocol = await work.row(tenderDoctorProtocols, id)
  return protocol ? { [tenderDoctorProtocols.id]: [id], ...(await writtenWith(protocol, work)) } : {}
}

/** Why the agreement of a doctor is not cancelled now. */
export async function protocolProblem(work: UnitOfWork, id: string): Promise<Label | null> {
  const protocol = await work.row(tenderDoctorProtocols, id)
  return protocol?.agreementStatus === SIGNED
    ? doctorProblem(work, protocol)
    : [
        `协议 ${protocol?.protocolCode ?? ''} 不在已同意状态，不能申请作废`,
        `Agreement ${protocol?.protocolCode ?? ''} is not signed: there is nothing to cancel`,
      ]
}
