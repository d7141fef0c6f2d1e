import { cancellationRecord } from '../../../../model/desk/cancellationRecord.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { bidRecord, tenderInfoFile } from '../../../../model/tender/bids.ts'
import {
  tenderDoctorProjectRel,
  tenderDoctorProtocols,
  tenderEntrustedProtocols,
} from '../../../../model/tender/protocols.ts'
import type { AnyResource } from '../../../core/records.ts'
import { atTime, plusDays, plusSeconds, workdayAfter, workdayBefore } from '../../values/times.ts'
import type { Book, PlanDraft, Planner, PlanType, Prepared } from '../activities/book.ts'
import type { Company, Doctor } from '../people/parties.ts'
import { type Character, type Stage, SYSTEM } from '../stage/stage.ts'

const { agreementStatus: agreementStates } = statesOf(tenderDoctorProtocols)
const { protocolStatus } = statesOf(authenticationDoctor)
const { bidStatus: bidStates } = statesOf(bidRecord)

/** Persons who write agreements and tenders, and who make agreements void. */
interface Deciders {
  readonly operations: Character
  readonly administrator: Character
  readonly finance: Character
}

const STATES = [0, 1, 2, 3] as const
const RELEASED = '医生申请解除'
const ofDoctor = (d: Doctor) => ({
  doctorId: d.id,
  doctorName: d.doctorName,
  phone: d.phone,
  idCardNumber: d.idCardNumber,
  hospitalName: d.hospitalName,
  departmentName: d.departmentName,
})
const ofCompany = (c: Company) => ({
  entrustedCompanyId: c.id,
  entrustedCompanyName: c.name,
  socialCreditCode: c.socialCreditCode,
})

/** How the signing of a protocol that is still open ended, and what it says. */
const UNSIGNED = {
  expired: ['flow.expire', '签署已过期'],
  failed: ['flow.fail', '签章账号已冻结 (ACCOUNT_FROZEN)'],
} as const
/** Where an open protocol stands: not sent, being signed when the demo ends, or not signed in the end. */
type Unsigned = 'none' | 'asked' | keyof typeof UNSIGNED
/** By groups of three. */
const OUTCOMES = ['asked', 'none', 'expired', 'failed'] as const

type Protocols = typeof tenderEntrustedProtocols | typeof tenderDoctorProtocols

/** Takes the steps of a protocol up to where it was signed or refused. */
async function signedUpTo(
  stage: Stage,
  of: Protocols,
  at: string,
  { id, agreementStatus }: { readonly id: string; readonly agreementStatus: 0 | 1 | 2 | 3 },
  signed: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (agreementStatus === agreementStates.pending) return
  await stage.stepped(of, at, SYSTEM, id, 'flow.send')
  const later = plusSeconds(at, 3600)
  if (agreementStatus === agreementStates.refused)
    return stage.stepped(of, later, SYSTEM, id, 'refuse', { signMsg: '签署人已拒签' })
  await stage.stepped(of, later, SYSTEM, id, 'agree', signed)
}

/** Takes an open protocol to its final state; `asked`: the partner receives it as the demo ends. */
async function unsigned(stage: Stage, of: Protocols, at: string, id: string, outcome: Unsigned): Promise<void> {
  if (outcome === 'none') return
  if (outcome === 'asked') {
    const last = atTime(workdayBefore(plusDays(stage.today, -1)), 21, 30)
    stage.agenda.at(last, () =>
      stage.as(SYSTEM).work(async (work) => {
        await work.lock(of, [id])
        await work.step(of, id, 'flow.send')
      }),
    )
    return
  }
  const [step, signMsg] = UNSIGNED[outcome]
  await stage.stepped(of, at, SYSTEM, id, 'flow.send')
  await stage.stepped(of, plusSeconds(at, 3600), SYSTEM, id, step, { signMsg })
}

/** Protocols of companies: a frame that is in force, and further ones in every state. */
async function companyProtocols(
  stage: Stage,
  { operations, administrator }: Deciders,
  planners: readonly Planner[],
): Promise<void> {
  for (const [n, { company }] of planners.entries())
    for (const [i, agreementStatus] of ([1, STATES[n % 4] ?? 0, 0] as const).entries()) {
      const day = plusDays(company.createTime, 8 + i * 30)
      const { id } = await stage.existing(tenderEntrustedProtocols, atTime(day, 10, n, i), operations, {
        protocolCode: `QX${day.replaceAll('-', '')}${String(n * 3 + i + 1).padStart(6, '0')}`,
        title: `${company.shortName ?? ''}${i === 0 ? '学术服务框架协议' : '补充协议'}`,
        ...ofCompany(company),
        protocolType: i === 0 ? 1 : n % 2 === 0 ? 2 : 3,
        platformFeeRate: company.platformFeeRate,
        startDate: day,
        endDate: plusDays(day, 1095),
        amountLimit: `${(5 + (n % 6)) * 1_000_000}.00`,
      })
      const at = atTime(plusDays(day, 2), 15)
      const signed = { companySignTime: plusSeconds(at, 3600), platformSignTime: plusSeconds(at, 3600) }
      await signedUpTo(stage, tenderEntrustedProtocols, at, { id, agreementStatus }, signed)
      if (i === 2) await unsigned(stage, tenderEntrustedProtocols, at, id, OUTCOMES[Math.floor(n / 3) % 4] ?? 'none')
      if (agreementStatus === agreementStates.voided)
        stage.agenda.at(atTime(workdayAfter(plusDays(day, 40)), 10, 11 + n), () =>
          stopped(stage, administrator, tenderEntrustedProtocols, id, '合作条件变更'),
        )
    }
}

/** The administrator makes an agreement void. */
const stopped = async (stage: Stage, who: Character, of: AnyResource, id: string, voidReason: string): Promise<void> =>
  void (await stage.as(who).decide({ resource: of.id, transition: 'void', id, ask: { voidReason } }))

/** A doctor asked to be released from a signed agreement: operations ask for its void, and finance agrees. */
async function released(stage: Stage, { operations, finance }: Deciders, bizCode: string | null): Promise<void> {
  const resource = cancellationRecord.id
  const ask = { bizType: tenderDoctorProtocols.id, bizCode, reason: RELEASED }
  const [made] = await stage.as(operations).decideAll({ resource, transition: 'apply', ids: [], ask })
  const review = { resource, transition: 'audit.pass', ask: { auditRemark: '同意作废' } }
  await stage.as(finance).decide({ ...review, id: made?.id ?? '' })
}

/** Frame protocols of doctors as their own record says, and the projects that they are paid for. */
async function doctorProtocols(
  stage: Stage,
  deciders: Deciders,
  doctors: readonly Doctor[],
  prepared: Prepared,
): Promise<void> {
  const who = deciders.operations
  for (const [n, d] of doctors.entries()) {
    const day = plusDays(d.createTime, 3)
    const agreementStatus = d.protocolStatus ?? protocolStatus.toSign
    const protocol = await stage.existing(tenderDoctorProtocols, atTime(day, 11, n % 60, n % 47), who, {
      protocolCode: `YX${day.replaceAll('-', '')}${String(n + 1).padStart(6, '0')}`,
      title: '学术服务框架协议',
      ...ofDoctor(d),
      protocolType: 1,
      startDate: day,
      endDate: plusDays(day, 1095),
      retroactive: n % 40 === 39 ? 1 : 0,
    })
    const at = atTime(plusDays(day, 1), 9, n % 60)
    const neverSigned = agreementStatus === protocolStatus.voided && n % 4 === 2
    if (!neverSigned)
      await signedUpTo(
        stage,
        tenderDoctorProtocols,
        at,
        { id: protocol.id, agreementStatus },
        { signTime: plusSeconds(at, 3600) },
      )
    if (agreementStatus === protocolStatus.voided)
      stage.agenda.at(atTime(workdayAfter(plusDays(day, 20)), 15, n % 60, 17), () =>
        neverSigned
          ? stopped(stage, deciders.administrator, tenderDoctorProtocols, protocol.id, RELEASED)
          : released(stage, deciders, protocol.protocolCode),
      )
    if (n % 20 === 0 && n < 180) {
      const single = await stage.existing(tenderDoctorProtocols, atTime(day, 16, n % 60), who, {
        protocolCode: `YX${day.replaceAll('-', '')}${String(doctors.length + n + 1).padStart(6, '0')}`,
        title: '学术服务单项协议',
        ...ofDoctor(d),
        protocolType: 2,
        feeStandard: '800.00',
        startDate: day,
        endDate: plusDays(day, 365),
      })
      const outcome = (['asked', 'expired', 'failed'] as const)[(n / 20) % 3] ?? 'none'
      await unsigned(stage, tenderDoctorProtocols, atTime(plusDays(day, 2), 9, n % 60), single.id, outcome)
    }
    if (n % 8 !== 0) continue
    const project = prepared.projects.get(((n % 6) + 1) as PlanType)
    if (!project) continue
    await stage.existing(tenderDoctorProjectRel, atTime(day, 12, n % 60), who, {
      protocolId: protocol.id,
      protocolTitle: protocol.title,
      doctorId: d.id,
      doctorName: d.doctorName,
      projectId: project.id,
      projectName: project.name,
      projectType: project.projectType,
      unitFee: project.unitFee,
      enableStatus: n % 32 === 24 ? 0 : 1,
    })
  }
}

/** Doctors who answer a tender, each with the status of the bid: a doctor of the activity, who won, and others. */
function biddersOf(draft: PlanDraft, n: number, doctors: readonly Doctor[]): [Doctor, (typeof STATES)[number]][] {
  const invited = [...draft.parts.values()].map((part) => part.doctor)
  const others = [0, 1, 2, 3]
    .map((i) => doctors[(n * 5 + i * 3) % doctors.length])
    .filter((d): d is Doctor => d !== undefined && d.blackStatus !== 1 && !invited.some(({ id }) => id === d.id))
  return [
    ...invited.slice(0, 1).map((d): [Doctor, 1] => [d, 1]),
    ...others.map((d, i): [Doctor, 0 | 2 | 3] => [d, ([0, 2, 3] as const)[(n + i) % 3] ?? 0]),
  ]
}

/** Tenders for plans that are being prepared or run, with papers and answers in every state. */
async function tenders(
  stage: Stage,
  { operations, administrator }: Deciders,
  { book, prepared, doctors }: { book: Book; prepared: Prepared; doctors: readonly Doctor[] },
): Promise<void> {
  const plans = book.drafts.filter((d) => !d.demo && d.state !== 'ended').slice(0, 12)
  for (const [n, draft] of plans.entries()) {
    const day = plusDays(stage.today, -20 - n)
    const tender = {
      tenderCode: `ZM${day.replaceAll('-', '')}${String(n + 1).padStart(3, '0')}`,
      tenderName: `${draft.name}医生招募`,
    }
    const of = { ...tender, ...ofCompany(draft.planner.company), planId: draft.id, planName: draft.name }
    for (const [i, fileType] of ([1, 2, 3, 4] as const).entries())
      await stage.existing(tenderInfoFile, atTime(day, 9, n, i), operations, {
        ...of,
        fileType,
        fileName: `${['招募公告', '应征须知', '合同范本', '补充说明'][i]}.pdf`,
        sort: i + 1,
      })
    for (const [i, [doctor, bidStatus]] of biddersOf(draft, n, doctors).entries()) {
      const bidTime = atTime(plusDays(day, 2), 10 + i, n)
      const fee = prepared.projects.get(draft.type)?.unitFee
      const { id } = await stage.existing(bidRecord, bidTime, operations, {
        ...of,
        ...ofDoctor(doctor),
        bidTime,
        bidPrice: bidStatus === bidStates.won && fee ? fee : `${500 + i * 100}.00`,
      })
      const at = atTime(workdayAfter(plusDays(day, 4)), 15, 11 + n, i)
      // the winner is among the doctors of the activity already
      if (bidStatus === bidStates.won)
        await stage.stepped(bidRecord, at, administrator, id, 'audit.pass', {
          reviewRemark: '条件符合',
          reviewTime: at,
        })
      if (bidStatus === bidStates.lost)
        await stage.decided(bidRecord, at, administrator, id, 'audit.reject', { reviewRemark: '名额已满' })
      if (bidStatus === bidStates.withdrawn) await stage.decided(bidRecord, at, operations, id, 'withdraw')
    }
  }
}

/** Protocols and tenders of the demo. */
export async function addTenders(
  stage: Stage,
  deciders: Deciders,
  {
    planners,
    prepared,
    book,
    doctors,
  }: { planners: readonly Planner[]; prepared: Prepared; book: Book; doctors: readonly Doctor[] },
): Promise<void> {
  await companyProtocols(stage, deciders, planners)
  await doctorProtocols(stage, deciders, doctors, prepared)
  await tenders(stage, deciders, { book, prepared, doctors })
}
