import type { Rule, RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { generateDoctorProtocol } from '../../../model/people/authenticationDoctorCalls.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { generateCompanyProtocol } from '../../../model/people/entrustedCompanyLifecycle.ts'
import {
  tenderDoctorProtocols,
  tenderDoctorProtocolsLifecycle,
  tenderEntrustedProtocols,
  tenderEntrustedProtocolsLifecycle,
} from '../../../model/tender/protocols.ts'
import { plusDays } from '../../../model/values/calendar.ts'
import type { Label } from '../../../model/values/label.ts'
import { AppError } from '../../core/errors.ts'
import { askDocument } from '../../documents/documents.ts'
import { handle } from '../../records/handle.ts'
import type { Stored } from '../../writing/save/attachments.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { answerRule, doctorSigns, giveToSign, type Signers, type Signing, signingRules } from '../people/signing.ts'
import { generated } from './generated.ts'
import { locksOfAnswer, movePart } from './invitationAnswers.ts'
import { companyProtocolVoids, doctorProtocolVoids, isFrame } from './protocolVoids.ts'

const { auditStatus, enableStatus, esignStatus } = statesOf(entrustedCompany)
const { agreementStatus } = statesOf(tenderDoctorProtocols)
const { certStatus, protocolStatus: protocolStates } = statesOf(authenticationDoctor)

type CompanyProtocol = RowOf<typeof tenderEntrustedProtocols>
type DoctorProtocol = RowOf<typeof tenderDoctorProtocols>

/** The kind of a frame agreement, and how long one that is generated lasts, days: three years. */
const FRAME = 1
const LASTS = 3 * 365

/** The account that a company signs with, or why it has none. The platform's own seal is put by the partner. */
async function companySigns(companyId: string | null, work: UnitOfWork): Promise<Signers | Label> {
  const company = await work.row(entrustedCompany, companyId)
  if (company?.esignStatus !== esignStatus.registered || !company.esignAccountId)
    return [
      '企业未注册电子签章，未发起签署',
      'The company is not registered for e-signing: nothing was sent to be signed',
    ]
  return [{ accountId: company.esignAccountId, name: company.name, phone: company.contactPhone ?? '' }]
}

/**
 * 3.2: the doctor's record follows the state of a frame agreement; the refusal of one beside another in force changes
 * nothing.
 */
async function noticeDoctor(row: DoctorProtocol, protocolStatus: 1 | 2, work: UnitOfWork): Promise<void> {
  if (!isFrame(row) || !row.doctorId) return
  const others = await work.rows(tenderDoctorProtocols, {
    doctorId: row.doctorId,
    protocolType: FRAME,
    agreementStatus: agreementStatus.agreed,
    entrustedCompanyId: null,
  })
  if (protocolStatus === protocolStates.refused && others.some((o) => o.id !== row.id)) return
  await work.update(authenticationDoctor, row.doctorId, { protocolStatus })
}

const steps = { signed: 'agree', refused: 'refuse' } as const

const ofCompanies: Signing<CompanyProtocol> = {
  of: tenderEntrustedProtocols,
  title: (row) => `${row.title}-${row.protocolCode ?? ''}`,
  code: (row) => row.protocolCode,
  signers: (row, work) => companySigns(row.entrustedCompanyId, work),
  doctorId: () => null,
  steps,
  signed: async (_row, work) => ({ companySignTime: work.time, platformSignTime: work.time }),
}

const ofDoctors: Signing<DoctorProtocol> = {
  of: tenderDoctorProtocols,
  title: (row) => `${row.title}-${row.protocolCode ?? ''}`,
  code: (row) => row.protocolCode,
  signers: (row, work) => doctorSigns(row.doctorId, work),
  doctorId: (row) => row.doctorId,
  steps,
  lock: async (row, work) => ({
    authenticationDoctor: row.doctorId ? [row.doctorId] : [],
    ...(await locksOfAnswer(work, row)),
  }),
  signed: async (row, work) => {
    await noticeDoctor(row, protocolStates.agreed, work)
    await movePart(work, row, 'agree')
    return { signTime: work.time }
  },
  refused: async (row, work) => {
    await noticeDoctor(row, protocolStates.refused, work)
    await movePart(work, row, 'refuse')
    return {}
  },
}

/** Rules of company or doctor agreements: drawn on request, sent for signature as soon as it is drawn. */
function rulesOf<Row extends CompanyProtocol | DoctorProtocol>(signing: Signing<Row>) {
  const rules = signingRules(signing)
  return {
    ...rules,
    querySign: rules['flow.poll'] as Rule<Row, never, UnitOfWork>,
    sendToSign: {
      guard: async (row: Row, _ask: unknown, work: UnitOfWork): Promise<Label | null> => {
        const found = await signing.signers(row, work)
        return typeof found[0] === 'string' ? (found as Label) : null
      },
      effect: async (row: Row, _ask: unknown, work: UnitOfWork): Promise<undefined> => {
        await askDocument(work, signing.of, 'fileUrl', row.id)
        return undefined
      },
    },
    drawn: {
      set: () => ({ signMsg: null }) as Partial<Row>,
      effect: (row: Row, ask: Partial<Stored>, work: UnitOfWork) => giveToSign(signing, row, ask as Stored, work),
    },
  }
}

export const companyProtocolRules: RulesOf<
  typeof tenderEntrustedProtocols,
  typeof tenderEntrustedProtocolsLifecycle,
  UnitOfWork
> = { ...rulesOf(ofCompanies), ...companyProtocolVoids }
export const doctorProtocolRules: RulesOf<
  typeof tenderDoctorProtocols,
  typeof tenderDoctorProtocolsLifecycle,
  UnitOfWork
> = { ...rulesOf(ofDoctors), answer: answerRule(ofDoctors), ...doctorProtocolVoids }

const refuseFor = (problem: Label | null): void => {
  if (problem) throw new AppError(400, problem)
}

/** Is one of these agreements waiting to be signed, or in force? */
const isLive = (work: UnitOfWork, rows: readonly (CompanyProtocol | DoctorProtocol)[]): boolean =>
  rows.some((p) => p.agreementStatus === agreementStatus.pending || !p.endDate || p.endDate >= work.time.slice(0, 10))

const LIVE: Label = ['已有待签署或生效中的框架协议', 'There is a frame agreement already, to be signed or in force']

/** Fields of a generated frame agreement besides its parties. */
const frameFrom = (today: string) =>
  ({ title: '学术服务框架协议', protocolType: FRAME, startDate: today, endDate: plusDays(today, LASTS) }) as const

/** 3.2: frame agreements of companies and doctors; whoever clicks twice has one. */
export const agreementCalls = [
  handle(generateCompanyProtocol, async ({ rows: [company], work }) => {
    if (!company) return
    refuseFor(
      company.auditStatus === auditStatus.approved && company.enableStatus === enableStatus.enabled
        ? company.esignStatus === esignStatus.registered
          ? null
          : ['企业注册电子签章后才能生成协议', 'A company signs once it is registered for e-signing']
        : ['企业审核通过并启用后才能生成协议', 'A protocol is made once the company is admitted and enabled'],
    )
    const open = {
      entrustedCompanyId: company.id,
      protocolType: FRAME,
      agreementStatus: [agreementStatus.pending, agreementStatus.agreed],
    }
    refuseFor(isLive(work, await work.rows(tenderEntrustedProtocols, open)) ? LIVE : null)
    await generated(work, tenderEntrustedProtocols, tenderEntrustedProtocolsLifecycle, {
      ...frameFrom(work.time.slice(0, 10)),
      entrustedCompanyId: company.id,
      entrustedCompanyName: company.name,
      socialCreditCode: company.socialCreditCode,
      platformFeeRate: company.platformFeeRate,
    })
  }),
  handle(generateDoctorProtocol, async ({ rows: [doctor], work }) => {
    if (!doctor) return
    refuseFor(
      doctor.certStatus === certStatus.certified
        ? doctor.esignStatus === esignStatus.registered
          ? null
          : ['医生注册电子签章后才能生成协议', 'A doctor signs once they are registered for e-signing']
        : ['医生认证通过后才能生成协议', 'A protocol is made once the doctor is certified'],
    )
    const open = {
      doctorId: doctor.id,
      protocolType: FRAME,
      agreementStatus: [agreementStatus.pending, agreementStatus.agreed],
      entrustedCompanyId: null,
    }
    refuseFor(isLive(work, await work.rows(tenderDoctorProtocols, open)) ? LIVE : null)
    await generated(work, tenderDoctorProtocols, tenderDoctorProtocolsLifecycle, {
      ...frameFrom(work.time.slice(0, 10)),
      doctorId: doctor.id,
      doctorName: doctor.doctorName,
      phone: doctor.phone,
      idCardNumber: doctor.idCardNumber,
      hospitalName: doctor.hospitalName,
      departmentName: doctor.departmentName,
    })
  }),
]
