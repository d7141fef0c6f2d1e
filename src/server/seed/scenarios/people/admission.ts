import { createHash } from 'node:crypto'
import { masked } from '../../../../model/language/fields/shapes.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { customerCertificationRecord } from '../../../../model/people/certification.ts'
import { doctorLibrary, doctorTemp } from '../../../../model/people/doctorLists.ts'
import { entrustedCompany } from '../../../../model/people/entrustedCompany.ts'
import { faceSession } from '../../../../model/people/faceSession.ts'
import { userBlacklist } from '../../../../model/people/userBlacklist.ts'
import { tokenOf } from '../../../ports/baiduFace/sandbox.ts'
import { claimAttachments } from '../../../writing/save/attachments.ts'
import { licencePicture } from '../../media/pictures.ts'
import { DEPARTMENTS, DISEASES, doctorName, hospitalName, TITLES } from '../../values/names.ts'
import { phoneOf } from '../../values/numbers.ts'
import { atTime, plusDays, plusSeconds, workdayAfter, workdayBefore } from '../../values/times.ts'
import { nextQueryTomorrow } from '../stage/bankRequests.ts'
import { type Character, type Stage, SYSTEM } from '../stage/stage.ts'
import { uploadFile } from '../stage/uploads.ts'
import type { Company, Doctor } from './parties.ts'

const { certStatus } = statesOf(authenticationDoctor)
const { faceStatus: faceStates } = statesOf(customerCertificationRecord)
const { auditStatus } = statesOf(entrustedCompany)

/** How far the check of a doctor went: face and elements, as their own state says. */
function checksOf(d: Doctor, n: number) {
  if (d.certStatus === certStatus.certified)
    return { faceStatus: faceStates.passed, twoElement: 1, threeElement: 1 } as const
  if (d.certStatus === certStatus.rejected)
    return { faceStatus: faceStates.failed, twoElement: 1, threeElement: 2 } as const
  return (
    [
      { faceStatus: faceStates.passed, twoElement: 1, threeElement: 1 },
      { faceStatus: faceStates.waiting, twoElement: 1, threeElement: 0 },
      { faceStatus: faceStates.none, twoElement: 0, threeElement: 0 },
      { faceStatus: faceStates.failed, twoElement: 1, threeElement: 2 },
    ] as const
  )[n % 4] as { readonly faceStatus: 0 | 1 | 2 | 3; readonly twoElement: 0 | 1; readonly threeElement: 0 | 1 | 2 }
}

/** The pictures that a doctor handed in. */
async function papersOf(stage: Stage, at: string, d: Doctor, n: number) {
  stage.idAt(at)
  return stage.as(SYSTEM).load(async (work) => {
    const picture = (what: string, seed: number) =>
      uploadFile(work, stage.files, `${what}-${d.doctorName}.png`, licencePicture(seed))
    return {
      idCardFront: await picture('身份证正面', n + 91),
      idCardBack: await picture('身份证反面', n + 151),
      practiceCert: await picture('执业证', n + 211),
    }
  })
}

/** Values read from the identity card: of one of five, another name. */
function readOf(d: Doctor, n: number) {
  const differs = n % 5 === 4
  const lines = [
    { field: 'customerName', read: differs ? `${d.doctorName}x` : d.doctorName, agrees: differs ? 0 : 1 },
    { field: 'certNo', read: masked(customerCertificationRecord.fields.certNo, d.idCardNumber ?? ''), agrees: 1 },
  ]
  return { ocrCheck: differs ? 2 : 1, ocrResult: { lines } } as const
}

/** The face checks of a doctor: how theirs ended; who still waits had one before that is over. */
async function faceCheckOf(stage: Stage, at: string, d: Doctor, faceStatus: 0 | 1 | 2 | 3): Promise<void> {
  if (faceStatus === faceStates.none) return
  const check = async (
    moment: string,
    expireTime: string,
    ended: 'pass' | 'fail' | 'expire' | null,
    score?: string,
  ) => {
    const id = stage.idAt(moment)
    await stage.existing(faceSession, moment, SYSTEM, {
      id,
      code: createHash('sha256').update(id).digest('hex'),
      doctorId: d.id,
      name: d.doctorName,
      idCardNumber: d.idCardNumber,
      verifyToken: tokenOf(d.idCardNumber ?? '', id),
      expireTime,
    })
    const over = ended === 'expire' ? expireTime : plusSeconds(moment, 600)
    if (ended) await stage.stepped(faceSession, over, SYSTEM, id, ended, { score, finishTime: over })
  }
  if (faceStatus !== faceStates.waiting)
    return check(
      plusSeconds(at, -900),
      plusSeconds(at, 900),
      faceStatus === faceStates.passed ? 'pass' : 'fail',
      faceStatus === faceStates.passed ? '0.964000' : '0.412000',
    )
  await check(plusSeconds(at, -7200), plusSeconds(at, -5400), 'expire')
  return check(at, nextQueryTomorrow(stage), null)
}

/** Records of those who are certified, were rejected, or wait, decided by operations as their states say. */
export async function addCertifications(
  stage: Stage,
  operations: Character,
  doctors: readonly Doctor[],
  companies: readonly Company[],
): Promise<void> {
  const candidates = doctors.filter(
    (d, n) =>
      d.certStatus === certStatus.inProgress ||
      d.certStatus === certStatus.rejected ||
      (d.certStatus === certStatus.certified && n % 9 === 0),
  )
  for (const [n, d] of candidates.entries()) {
    const checks = checksOf(d, n)
    const day = workdayBefore(
      plusDays(stage.today, d.certStatus === certStatus.inProgress ? -1 - (n % 5) : -20 - (n % 60)),
    )
    const at = atTime(day, 9 + (n % 6), n % 60)
    // those that wait show what the doctor handed in
    const papers = d.certStatus === certStatus.inProgress ? await papersOf(stage, at, d, n) : {}
    const { id } = await stage.existing(customerCertificationRecord, at, SYSTEM, {
      certType: 2,
      ...papers,
      ...readOf(d, n),
      customerId: d.id,
      customerName: d.doctorName,
      certNo: d.idCardNumber,
      phone: d.phone,
      submitTime: at,
      ...checks,
      ...(checks.faceStatus === faceStates.passed || checks.faceStatus === faceStates.failed
        ? { faceVerifyTime: at, faceScore: checks.faceStatus === faceStates.passed ? '0.964000' : '0.412000' }
        : {}),
      smsRetryCount: checks.faceStatus === faceStates.waiting ? 1 : 0,
    })
    if (d.certStatus === certStatus.inProgress)
      await stage.as(SYSTEM).load((work) => claimAttachments(work, customerCertificationRecord, papers, null, id))
    await faceCheckOf(stage, at, d, checks.faceStatus)
    if (d.certStatus === certStatus.inProgress) continue
    const pass = d.certStatus === certStatus.certified
    stage.agenda.at(atTime(day, 16, n % 60), async () => {
      await stage.as(operations).decide({
        resource: 'customerCertificationRecord',
        id,
        transition: pass ? 'audit.pass' : 'audit.reject',
        ask: pass ? {} : { remark: '人脸核验未通过，请重新提交' },
      })
    })
  }
  for (const [n, c] of companies.entries()) {
    // those that wait came lately
    const day =
      c.auditStatus === auditStatus.approved
        ? workdayAfter(plusDays(c.createTime, 1))
        : workdayBefore(plusDays(stage.today, -2 - (n % 3)))
    const at = atTime(day, 10, n)
    const { id } = await stage.existing(customerCertificationRecord, at, SYSTEM, {
      certType: 1,
      customerId: c.id,
      customerName: c.name,
      certNo: c.socialCreditCode,
      phone: c.contactPhone,
      submitTime: at,
      faceStatus: faceStates.none,
      twoElement: 1,
      threeElement: 1,
    })
    if (c.auditStatus !== auditStatus.approved) continue
    stage.agenda.at(atTime(day, 15, n), async () => {
      await stage
        .as(operations)
        .decide({ resource: 'customerCertificationRecord', id, transition: 'audit.pass', ask: {} })
    })
  }
}

/** Directories of doctors: names that came for plans, doctors who are known, and those nobody works with. */
export async function addDoctorLists(
  stage: Stage,
  who: Character,
  doctors: readonly Doctor[],
  companies: readonly Company[],
): Promise<void> {
  const day = plusDays(stage.today, -40)
  const count = Math.min(60, doctors.length)
  for (let n = 0; n < count; n += 1) {
    const known = n % 4 === 0 ? doctors[n] : undefined
    await stage.existing(doctorTemp, atTime(day, 9, n), who, {
      name: known?.doctorName ?? doctorName(9000 + n),
      phone: known?.phone ?? phoneOf(60_000_000 + n),
      hospitalName: known?.hospitalName ?? hospitalName(n),
      departmentName: known?.departmentName ?? DEPARTMENTS[n % DEPARTMENTS.length],
      importBatch: `IM${day.replaceAll('-', '')}${n < 30 ? '01' : '02'}`,
      doctorId: known?.id,
      doctorName: known?.doctorName,
    })
    await stage.existing(doctorLibrary, atTime(day, 10, n), who, {
      doctorName: doctorName(8000 + n),
      gender: n % 2 === 0 ? 2 : 1,
      hospitalName: hospitalName((n * 5) % 96),
      hospitalLevel: ['三甲', '三乙', '二甲'][n % 3],
      departmentName: DEPARTMENTS[n % DEPARTMENTS.length],
      title: TITLES[n % TITLES.length],
      duty: n % 6 === 0 ? '科主任' : null,
      goodAt: `${DISEASES[n % DISEASES.length]}、${DISEASES[(n + 3) % DISEASES.length]}`,
      practiceCertNo: `1199${String(n).padStart(11, '0')}`,
    })
  }
  const black = doctors.filter((d) => d.blackStatus === 1)
  const lifted = doctors.filter((d) => d.blackStatus === 0 && d.certStatus === certStatus.certified).slice(20, 24)
  for (const [n, d] of [...black, ...lifted].entries()) {
    const on = d.blackStatus === 1
    // a doctor who says to be listed is listed everywhere (3.8)
    const one = !on && n % 3 !== 0 ? companies[n % companies.length] : undefined
    const from = atTime(plusDays(stage.today, on ? -12 - n * 4 : -100 - n * 3), 11)
    const to = atTime(workdayBefore(plusDays(stage.today, -30)), 11)
    const { id } = await stage.existing(userBlacklist, from, who, {
      doctorId: d.id,
      doctorName: d.doctorName,
      phone: d.phone,
      idCardNumber: d.idCardNumber,
      blackType: one ? 2 : 1,
      entrustedCompanyId: one?.id,
      entrustedCompanyName: one?.name,
      reason: ['多次提交重复病例', '身份信息与本人不符', '违反学术诚信承诺'][n % 3],
      startTime: from,
      endTime: on ? null : to,
    })
    if (!on) await stage.stepped(userBlacklist, to, who, id, 'lift')
  }
}
