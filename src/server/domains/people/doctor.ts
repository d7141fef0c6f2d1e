import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { certifyDoctor } from '../../../model/people/authenticationDoctorCalls.ts'
import { customerCertificationRecord } from '../../../model/people/certification.ts'
import { recordOf } from '../../core/records.ts'
import { handle } from '../../records/handle.ts'
import type { Hooks, Prepare } from '../../writing/hooks.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { certify, fileCertification, IDENTITY, lackingOf } from './certification.ts'
import { doctorIdentityKept } from './esign.ts'

const { approvalStatus } = statesOf(customerCertificationRecord)
const { certStatus, faceStatus } = statesOf(authenticationDoctor)

type Doctor = RowOf<typeof authenticationDoctor>

const CERTIFIED = 2
const PERSON = 2

/** Is this who the last certification of a doctor was about? */
async function wasCertified(work: UnitOfWork, doctorId: string, now: Partial<Doctor>): Promise<boolean> {
  const passed = await work.rows(customerCertificationRecord, {
    customerId: doctorId,
    certType: PERSON,
    approvalStatus: approvalStatus.approved,
  })
  const last = passed.reduce<(typeof passed)[number] | null>((a, b) => (a && a.id > b.id ? a : b), null)
  return last !== null && last.customerName === now.doctorName && last.certNo === now.idCardNumber
}

/**
 * A doctor who is called otherwise, or has another identity number, is somebody nobody has looked at: face and certification
 * are done anew, unless this is who was certified last (docs/adr/0046).
 */
const lookedAtAnew: Prepare = async (values, before, work, mode) => {
  if (!before || mode === 'ask') return {}
  const changed = IDENTITY.some((name) => Object.hasOwn(values, name) && values[name] !== before[name])
  if (!changed || (await wasCertified(work, String(before.id), { ...before, ...values } as Partial<Doctor>))) return {}
  return {
    ...(before.certStatus === CERTIFIED ? { certStatus: certStatus.none } : {}),
    ...(before.faceStatus ? { faceStatus: faceStatus.none } : {}),
  }
}

/**
 * 3.8: a doctor who is added, by form or import, waits for their certification where all that is certified came with them;
 * whoever lacks something is handed in later. An e-sign account is of the name and number it was opened under.
 */
export const doctorHooks: Hooks = {
  prepare: async (values, before, work, mode) => {
    const kept = await doctorIdentityKept(values, before, work, mode)
    if (before) return { ...kept, ...(await lookedAtAnew(values, before, work, mode)) }
    return {
      certStatus: lackingOf(values).length === 0 ? certStatus.inProgress : certStatus.none,
      registerTime: work.time,
    }
  },
  added: async (row, work) => {
    const doctor = recordOf(authenticationDoctor, row)
    const { award, EVENT } = work.domains.services.points
    await award(work, EVENT.opened, doctor, { resource: authenticationDoctor, id: doctor.id })
    if (doctor.certStatus === certStatus.inProgress) await fileCertification(work, doctor)
  },
}

export const doctorCalls = [
  handle(certifyDoctor, async ({ rows, work }) => {
    for (const doctor of rows) await certify(work, doctor)
    return null
  }),
]
