import { changeRequest } from '../../../model/desk/changeRequest.ts'
import type { OutOf } from '../../../model/language/domain/port.ts'
import { masked } from '../../../model/language/fields/shapes.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { baiduFace } from '../../../model/people/baiduFace.ts'
import { customerCertificationRecord } from '../../../model/people/certification.ts'
import type { certificationLifecycle } from '../../../model/people/certificationLifecycle.ts'
import { doctorLibrary } from '../../../model/people/doctorLists.ts'
import type { Label } from '../../../model/values/label.ts'
import { AppError } from '../../core/errors.ts'
import { handsProblem } from '../../deciding/oneHand.ts'
import { claimAttachments, copyAttachment } from '../../writing/save/attachments.ts'
import { APPLIED, EDIT } from '../../writing/save/changeRequests.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { reasonOf } from './esignAnswers.ts'
import { whoPlayedFaces } from './sandboxFaces.ts'

const { faceStatus } = statesOf(customerCertificationRecord)

type Certificate = RowOf<typeof customerCertificationRecord>
type Doctor = RowOf<typeof authenticationDoctor>

const COMPANY = 1
const PERSON = 2
const [CERTIFYING, CERTIFIED, REFUSED] = [1, 2, 3] as const
const [AGREES, DIFFERS] = [1, 2] as const

/** Required fields for certifying a doctor: numbers and pictures, without which nobody is asked to. */
const PROOFS = ['hospitalName', 'idCardNumber', 'idCardFront', 'idCardBack', 'practiceCert'] as const
/** The pictures among them, which the record keeps as they were handed in. */
const PICTURES = ['idCardFront', 'idCardBack', 'practiceCert'] as const

/** Identity of a doctor. */
export const IDENTITY = ['doctorName', 'idCardNumber'] as const

/** Labels of the fields that a doctor lacks for certification; empty where none is missing. */
export const lackingOf = (doctor: Partial<Record<(typeof PROOFS)[number], unknown>>): Label[] =>
  PROOFS.filter((name) => !doctor[name]).map((name) => authenticationDoctor.fields[name].label)

/**
 * Files a certification record about a locked doctor with what was handed in, and has its checks made: whether name and
 * numbers belong together, and what the identity card says. A resubmission is a record of its own.
 */
export async function fileCertification(work: UnitOfWork, doctor: Doctor): Promise<void> {
  const copies: Partial<Record<(typeof PICTURES)[number], string>> = {}
  for (const name of PICTURES) {
    const held = doctor[name]
    if (held) copies[name] = await copyAttachment(work, held)
  }
  const record = await work.insert(customerCertificationRecord, {
    certType: PERSON,
    customerId: doctor.id,
    customerName: doctor.doctorName,
    certNo: doctor.idCardNumber,
    phone: doctor.phone,
    submitTime: work.time,
    faceStatus: doctor.faceStatus ?? faceStatus.none,
    ...copies,
  })
  await claimAttachments(work, customerCertificationRecord, copies, null, record.id)
  const back = {
    of: customerCertificationRecord,
    id: record.id,
    code: record.customerName,
    failed: 'checkFailed',
    lost: 'checkFailed',
  }
  const [name, idNo] = [doctor.doctorName, doctor.idCardNumber ?? '']
  await work.intend(baiduFace, 'elements', { name, idNo, phone: doctor.phone }, `CE${work.newId()}`, {
    ...back,
    done: 'elementsTold',
  })
  if (copies.idCardFront)
    await work.intend(
      baiduFace,
      'readCard',
      { fileUrl: copies.idCardFront, known: [{ name, idNo }] },
      `CR${work.newId()}`,
      { ...back, done: 'cardRead' },
    )
}

const reviewed = (remark: string | null, work: UnitOfWork): Partial<Certificate> => ({
  approvalOfficer: work.actor.name.slice(0, 50),
  approvalDate: work.time,
  approvalRemark: remark,
})

/** The doctor a record is about; none for companies, whose admission is a decision of its own. */
export const doctorOf = (record: Pick<Certificate, 'certType' | 'customerId'>): string[] =>
  record.certType === COMPANY || !record.customerId ? [] : [record.customerId]

const lockDoctor = async (record: Certificate) => ({ authenticationDoctor: doctorOf(record) })

/** The doctor's own state follows. */
async function updateDoctor(record: Certificate, step: 'certified' | 'refused', work: UnitOfWork): Promise<undefined> {
  const [id] = doctorOf(record)
  const doctor = id ? await work.row(authenticationDoctor, id) : null
  if (!id || !doctor) return undefined
  await work.update(authenticationDoctor, id, { certStatus: step === 'certified' ? CERTIFIED : REFUSED })
  if (step === 'certified') {
    await writeBack(doctor, work)
    // once in a lifetime: whoever is certified anew has had it
    const { award, EVENT } = work.domains.services.points
    await award(work, EVENT.certified, doctor, { resource: authenticationDoctor, id })
  }
  return undefined
}

/** 3.8: whoever is certified stands in the doctor library. */
async function writeBack(doctor: Doctor, work: UnitOfWork): Promise<void> {
  // the library is of doctors at hospitals
  if (!doctor.hospitalName || (await work.any(doctorLibrary, { authDoctorId: doctor.id }))) return
  await work.insert(doctorLibrary, {
    doctorName: doctor.doctorName,
    gender: doctor.gender,
    hospitalName: doctor.hospitalName,
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

/** Why a record is not passed without force. */
function uncheckedProblem(record: Certificate): Label | null {
  if (record.threeElement === AGREES && (record.certType === COMPANY || record.faceStatus === faceStatus.passed))
    return null
  return record.certType === COMPANY
    ? ['企业要素核验一致后才能通过认证', 'The elements of the company have to agree first']
    : [
        '人脸核验与三要素核验通过后才能通过认证',
        'The face has to be verified and the three elements have to agree first',
      ]
}

/**
 * A record certifies the identity that it was filed with: a doctor renamed since must be handed in anew.
 * @throws AppError 409 naming the differences
 */
function refuseMoved(record: Certificate, doctor: Doctor): void {
  const facts = { doctorName: record.customerName, idCardNumber: record.certNo }
  const moved = IDENTITY.filter((name) => (facts[name] ?? '') !== (doctor[name] ?? ''))
  if (moved.length === 0) return
  const labels = moved.map((name) => authenticationDoctor.fields[name].label)
  throw new AppError(409, [
    `医生的${labels.map(([zh]) => zh).join('、')}在提交认证后已修改，与认证记录不一致，请驳回后重新提交认证`,
    `${labels.map(([, en]) => en).join(', ')} of the doctor changed since this was filed: reject it and hand the doctor in anew`,
  ])
}

/** Certified fields that the certifier must not have entered. */
const ENTERED: readonly string[] = [...IDENTITY, ...PICTURES]

/** Persons who entered or changed certified fields of a doctor, or requested a change that was agreed to. */
async function handsOn(work: UnitOfWork, doctor: Doctor): Promise<unknown[]> {
  const requests: unknown[] = []
  const about = {
    bizType: authenticationDoctor.id,
    bizId: doctor.id,
    requestType: EDIT as 1,
    requestStatus: APPLIED as 1,
  }
  for (const request of await work.rows(changeRequest, about)) {
    const kept = await work.keptChange(authenticationDoctor, request.id)
    if (Object.keys(kept?.new ?? {}).some((name) => ENTERED.includes(name))) requests.push(request.requesterId)
  }
  const { createUser } = doctor as Doctor & { readonly createUser?: string | null }
  return [createUser, ...(await work.editedBy(authenticationDoctor, doctor.id, ENTERED)), ...requests]
}

/** Why this person does not certify a doctor: what is certified is theirs. Nobody is asked while duties are not separated. */
const handProblem = async (work: UnitOfWork, doctor: Doctor): Promise<Label | null> =>
  handsProblem(work, [
    {
      of: await handsOn(work, doctor),
      why: [
        '您录入或修改过该医生的姓名、身份证号或证件照片，须由他人审核认证',
        'You entered or changed name, identity number or pictures of the doctor: somebody else certifies them',
      ],
    },
    {
      of: await whoPlayedFaces(work, doctor.id),
      why: [
        '您在沙箱中给出过该医生的人脸核验结果，须由他人审核认证',
        'You said in the sandbox how the face check of the doctor ends: somebody else certifies them',
      ],
    },
  ])

/** Problem of certifying the doctor of a record; the doctor is locked. */
async function doctorProblem(record: Certificate, work: UnitOfWork): Promise<Label | null> {
  const [id] = doctorOf(record)
  const doctor = id ? await work.row(authenticationDoctor, id) : null
  if (!doctor) return null
  refuseMoved(record, doctor)
  return handProblem(work, doctor)
}

type Elements = Partial<OutOf<typeof baiduFace, 'elements'>>
type Card = Partial<OutOf<typeof baiduFace, 'readCard'>>

const found = (answer: 'AGREES' | 'DIFFERS' | null | undefined) => (answer === 'AGREES' ? AGREES : DIFFERS)

/** Values read from a card beside the typed ones: personal data masked, with whether they agree. */
function readOf(record: Certificate, { name, idNo }: Card): Partial<Certificate> {
  const lines = [
    { field: 'customerName', read: name ?? '', agrees: name === record.customerName ? 1 : 0 },
    {
      field: 'certNo',
      read: masked(customerCertificationRecord.fields.certNo, idNo ?? ''),
      agrees: idNo === record.certNo ? 1 : 0,
    },
  ]
  return { ocrCheck: lines.every((l) => l.agrees === 1) ? AGREES : DIFFERS, ocrResult: { lines } }
}

/** 3.8: guards, effects, and what the checks found. */
export const certificationRules: RulesOf<
  typeof customerCertificationRecord,
  typeof certificationLifecycle,
  UnitOfWork
> = {
  'audit.pass': {
    lock: lockDoctor,
    guard: async (record, _ask, work) => (await doctorProblem(record, work)) ?? uncheckedProblem(record),
    set: (_record, ask, work) => reviewed(ask.remark, work),
    effect: (record, _ask, work) => updateDoctor(record, 'certified', work),
  },
  'audit.force': {
    lock: lockDoctor,
    guard: async (record, _ask, work) =>
      (await doctorProblem(record, work)) ??
      (uncheckedProblem(record) === null
        ? ['核验均已通过，无需强制，请直接通过', 'Every check has passed: approve it without force']
        : null),
    set: (_record, ask, work) => reviewed(ask.remark, work),
    effect: (record, _ask, work) => updateDoctor(record, 'certified', work),
  },
  'audit.reject': {
    lock: lockDoctor,
    set: (_record, ask, work) => reviewed(ask.remark, work),
    effect: (record, _ask, work) => updateDoctor(record, 'refused', work),
  },
  elementsTold: {
    set: (_record, answer: Elements) => ({
      twoElement: found(answer.twoElement),
      threeElement: found(answer.threeElement),
    }),
  },
  cardRead: { set: (record, answer: Card) => readOf(record, answer) },
  checkFailed: { set: (_record, answer: { readonly remark?: string | null }) => ({ checkMsg: reasonOf(answer) }) },
}

/** 3.8: hands a locked doctor in. @throws AppError 400 naming what of what is certified lacks. */
export async function certify(work: UnitOfWork, doctor: Doctor): Promise<void> {
  const lacking = lackingOf(doctor)
  if (lacking.length > 0)
    throw new AppError(400, [
      `请先补充${lacking.map(([zh]) => zh).join('、')}再提交认证`,
      `Enter first what is certified: ${lacking.map(([, en]) => en.toLowerCase()).join(', ')}`,
    ])
  await work.update(authenticationDoctor, doctor.id, { certStatus: CERTIFYING }, { action: 'certify' })
  await fileCertification(work, doctor)
}
