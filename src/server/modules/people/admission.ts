import { is } from '../../../model/kernel/condition.ts'
import type { RulesOf } from '../../../model/kernel/lifecycle.ts'
import { barePhone } from '../../../model/kernel/officialNumbers.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import type { certificationLifecycle, customerCertificationRecord } from '../../../model/people/certification.ts'
import { doctorByNameOrPhone, doctorLibrary, doctorTemp } from '../../../model/people/doctorLists.ts'
import type {
  entrustedCompanyMember,
  entrustedCompanyMemberLifecycle,
} from '../../../model/people/entrustedCompanyMember.ts'
import { entrustedThirdRel, type entrustedThirdRelLifecycle } from '../../../model/people/entrustedThirdRel.ts'
import { faceResult } from '../../../model/people/faceSession.ts'
import { AppError } from '../../core/errors.ts'
import { handle } from '../../records/handle.ts'
import type { Prepare } from '../../writes/hooks.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { companyIdentityKept } from './esign.ts'

type Link = RowOf<typeof entrustedThirdRel>

const codesOf = (link: Pick<Link, 'taxItemCodes'>): string[] =>
  (link.taxItemCodes ?? '')
    .split(/[,，、\s]+/)
    .map((code) => code.trim())
    .filter(Boolean)

/** 3.7: of the links of a company that are in force, at most one is for each tax item and kind of partner. */
async function collision(link: Link, work: UnitOfWork): Promise<readonly [string, string] | null> {
  const others = await work.rows(entrustedThirdRel, {
    entrustedId: link.entrustedId,
    thirdType: link.thirdType,
    auditStatus: 1,
  })
  const own = codesOf(link)
  const taken = others.filter((o) => o.id !== link.id && (o.endDate === null || o.endDate >= work.time.slice(0, 10)))
  const twice = own.find((code) => taken.some((o) => codesOf(o).includes(code)))
  return twice ? [`税目 ${twice} 已有生效的合作方`, `Another partner is in force for the tax item ${twice}`] : null
}

/** 3.7: a rejected company that was corrected waits again; its e-sign account is of its name and number. */
export const companyCorrected: Prepare = async (values, before, work, mode) => ({
  ...(await companyIdentityKept(values, before, work, mode)),
  ...(before?.auditStatus === 2 ? { auditStatus: 0 } : {}),
})

export const entrustedThirdRelRules: RulesOf<typeof entrustedThirdRel, typeof entrustedThirdRelLifecycle, UnitOfWork> =
  {
    'audit.pass': {
      // two links of one company that are passed at once would not see each other
      lock: async (link) => ({ entrustedCompany: link.entrustedId ? [link.entrustedId] : [] }),
      guard: (link, _ask, work) => collision(link, work),
      set: (_link, ask) => ({ auditRemark: ask.remark }),
    },
    'audit.reject': { set: (_link, ask) => ({ auditRemark: ask.remark }) },
  }

export const entrustedCompanyMemberRules: RulesOf<
  typeof entrustedCompanyMember,
  typeof entrustedCompanyMemberLifecycle,
  UnitOfWork
> = { enable: 'none', disable: 'none' }

type Certificate = RowOf<typeof customerCertificationRecord>

const COMPANY = 1

const reviewed = (remark: string | null, work: UnitOfWork): Partial<Certificate> => ({
  approvalOfficer: work.actor.name.slice(0, 50),
  approvalDate: work.time,
  approvalRemark: remark,
})

/** The doctor a record is about; none for companies, whose admission is a decision of its own. */
const doctorOf = (record: Certificate): string[] =>
  record.certType === COMPANY || !record.customerId ? [] : [record.customerId]

const lockDoctor = async (record: Certificate) => ({ authenticationDoctor: doctorOf(record) })

/** The doctor's own state follows, as far as they still wait for this record. */
async function tellDoctor(record: Certificate, certStatus: 2 | 3, work: UnitOfWork): Promise<undefined> {
  const [id] = doctorOf(record)
  const doctor = id ? await work.row(authenticationDoctor, id) : null
  if (!id || !doctor) return undefined
  await work.update(authenticationDoctor, id, { certStatus })
  if (certStatus === 2) await writeBack(doctor, work)
  return undefined
}

/** 3.8: whoever is certified stands in the doctor library. */
async function writeBack(doctor: RowOf<typeof authenticationDoctor>, work: UnitOfWork): Promise<void> {
  if (await work.any(doctorLibrary, { authDoctorId: doctor.id })) return
  await work.insert(doctorLibrary, {
    doctorName: doctor.doctorName,
    gender: doctor.gender,
    hospitalName: doctor.hospitalName ?? '',
    departmentName: doctor.departmentName,
    title: doctor.title,
    duty: doctor.duty,
    regionCode: doctor.regionCode,
    regionName: doctor.regionName,
    practiceCertNo: doctor.practiceCertNo,
    source: 2,
    authDoctorId: doctor.id,
    authDoctorCode: doctor.code,
  })
}

/** 3.8: a person passes with a verified face and elements that agree. */
export const certificationRules: RulesOf<
  typeof customerCertificationRecord,
  typeof certificationLifecycle,
  UnitOfWork
> = {
  'audit.pass': {
    lock: lockDoctor,
    guard: (record) =>
      record.certType === COMPANY || (record.faceStatus === 1 && record.threeElement === 1)
        ? null
        : [
            '人脸核验与三要素核验通过后才能通过认证',
            'The face has to be verified and the three elements have to agree first',
          ],
    set: (_record, ask, work) => reviewed(ask.remark, work),
    effect: (record, _ask, work) => tellDoctor(record, 2, work),
  },
  'audit.reject': {
    lock: lockDoctor,
    set: (_record, ask, work) => reviewed(ask.remark, work),
    effect: (record, _ask, work) => tellDoctor(record, 3, work),
  },
}

const ENDINGS: Readonly<Record<string, { readonly result: string; readonly hint: string }>> = {
  1: { result: '核验通过', hint: '您可以关闭此页面，返回应用继续操作。' },
  success: { result: '核验通过', hint: '您可以关闭此页面，返回应用继续操作。' },
  2: { result: '核验未通过', hint: '请确认光线充足、本人操作后重试，或联系平台运营人员。' },
  fail: { result: '核验未通过', hint: '请确认光线充足、本人操作后重试，或联系平台运营人员。' },
  3: { result: '核验已过期', hint: '链接已过期，请在应用中重新发起。' },
}

/** What the page after a face check says. */
export const faceCalls = [
  handle(
    faceResult,
    ({ query }) => ENDINGS[query.status ?? ''] ?? { result: '核验状态未知', hint: '请在应用中查看核验结果。' },
  ),
]

/** Reads of the name-phone list. */
export const doctorListCalls = [
  handle(doctorByNameOrPhone, async ({ query, reader }) => {
    const where = [
      ...(query.name ? [is('name', query.name)] : []),
      ...(query.phone ? [is('phone', barePhone(query.phone))] : []),
    ]
    if (where.length === 0)
      throw new AppError(400, ['请输入姓名或手机号', 'Please enter a name or a phone number'], {
        name: '请输入姓名或手机号',
      })
    return reader.rows(doctorTemp, { where, limit: 20 })
  }),
]
