import { bidRecord, tenderInfoFile } from '../../../model/tender/bids.ts'
import {
  tenderDoctorProjectRel,
  tenderDoctorProtocols,
  tenderEntrustedProtocols,
} from '../../../model/tender/protocols.ts'
import { atTime, plusDays } from '../times.ts'
import type { Book, Planner, PlanType, Prepared } from './book.ts'
import type { Company, Doctor } from './parties.ts'
import type { Character, Stage } from './stage.ts'

const STATES = [0, 1, 2, 3] as const
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

/** Protocols of companies: a frame that is in force, and further ones in every state. */
async function companyProtocols(stage: Stage, who: Character, planners: readonly Planner[]): Promise<void> {
  for (const [n, { company }] of planners.entries())
    for (const [i, agreementStatus] of ([1, STATES[n % 4] ?? 0] as const).entries()) {
      const day = plusDays(company.createTime, 8 + i * 30)
      await stage.born(tenderEntrustedProtocols, atTime(day, 10, n, i), who, {
        protocolCode: `QX${day.replaceAll('-', '')}${String(n * 2 + i + 1).padStart(6, '0')}`,
        title: `${company.shortName ?? ''}${i === 0 ? '学术服务框架协议' : '补充协议'}`,
        ...ofCompany(company),
        protocolType: i === 0 ? 1 : n % 2 === 0 ? 2 : 3,
        platformFeeRate: company.platformFeeRate,
        startDate: day,
        endDate: plusDays(day, 1095),
        amountLimit: `${(5 + (n % 6)) * 1_000_000}.00`,
        agreementStatus,
        companySignTime: agreementStatus === 1 ? atTime(plusDays(day, 2), 15) : null,
        platformSignTime: agreementStatus === 1 ? atTime(plusDays(day, 3), 10) : null,
        voidReason: agreementStatus === 3 ? '合作条件变更' : null,
      })
    }
}

/** Frame protocols of doctors as their own record says, and the projects that they are paid for. */
async function doctorProtocols(
  stage: Stage,
  who: Character,
  doctors: readonly Doctor[],
  prepared: Prepared,
): Promise<void> {
  for (const [n, d] of doctors.entries()) {
    const day = plusDays(d.createTime, 3)
    const agreementStatus = d.protocolStatus ?? 0
    const protocol = await stage.born(tenderDoctorProtocols, atTime(day, 11, n % 60, n % 47), who, {
      protocolCode: `YX${day.replaceAll('-', '')}${String(n + 1).padStart(6, '0')}`,
      title: '学术服务框架协议',
      ...ofDoctor(d),
      protocolType: 1,
      startDate: day,
      endDate: plusDays(day, 1095),
      agreementStatus,
      signTime: agreementStatus === 1 ? atTime(plusDays(day, 1), 10, n % 60) : null,
      retroactive: n % 40 === 39 ? 1 : 0,
      voidReason: agreementStatus === 3 ? '医生申请解除' : null,
    })
    if (n % 8 !== 0) continue
    const project = prepared.projects.get(((n % 6) + 1) as PlanType)
    if (!project) continue
    await stage.born(tenderDoctorProjectRel, atTime(day, 12, n % 60), who, {
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

/** Tenders for plans that are being prepared or run, with papers and answers in every state. */
async function tenders(stage: Stage, who: Character, book: Book, doctors: readonly Doctor[]): Promise<void> {
  const plans = book.drafts.filter((d) => !d.demo && d.state !== 'ended').slice(0, 12)
  for (const [n, draft] of plans.entries()) {
    const day = plusDays(stage.today, -20 - n)
    const tender = {
      tenderCode: `ZM${day.replaceAll('-', '')}${String(n + 1).padStart(3, '0')}`,
      tenderName: `${draft.name}医生招募`,
    }
    const of = { ...tender, ...ofCompany(draft.planner.company), planId: draft.id, planName: draft.name }
    for (const [i, fileType] of ([1, 2, 3, 4] as const).entries())
      await stage.born(tenderInfoFile, atTime(day, 9, n, i), who, {
        ...of,
        fileType,
        fileName: `${['招募公告', '应征须知', '合同范本', '补充说明'][i]}.pdf`,
        sort: i + 1,
      })
    for (let i = 0; i < 5; i += 1) {
      const doctor = doctors[(n * 5 + i * 3) % doctors.length]
      const bidStatus = STATES[(n + i) % 4] ?? 0
      if (!doctor) continue
      await stage.born(bidRecord, atTime(plusDays(day, 2), 10 + i, n), who, {
        ...of,
        ...ofDoctor(doctor),
        bidTime: atTime(plusDays(day, 2), 10 + i, n),
        bidPrice: `${500 + i * 100}.00`,
        bidStatus,
        reviewRemark: bidStatus === 1 ? '条件符合' : bidStatus === 2 ? '名额已满' : null,
        reviewTime: bidStatus === 1 || bidStatus === 2 ? atTime(plusDays(day, 5), 15) : null,
      })
    }
  }
}

/** Protocols and tenders of the demo. */
export async function addTenders(
  stage: Stage,
  who: Character,
  {
    planners,
    prepared,
    book,
    doctors,
  }: { planners: readonly Planner[]; prepared: Prepared; book: Book; doctors: readonly Doctor[] },
): Promise<void> {
  await companyProtocols(stage, who, planners)
  await doctorProtocols(stage, who, doctors, prepared)
  await tenders(stage, who, book, doctors)
}
