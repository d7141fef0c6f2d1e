import type { RowOf } from '../../../model/kernel/resource.ts'
import type { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { certifyDoctor } from '../../../model/people/authenticationDoctorCalls.ts'
import { handle } from '../../records/handle.ts'
import type { Hooks } from '../../writes/hooks.ts'
import { certify, fileCertification, lackingOf } from './certification.ts'
import { doctorIdentityKept } from './esign.ts'

type Doctor = RowOf<typeof authenticationDoctor>

/**
 * 3.8: a doctor who is added, by form or import, waits for their certification where all that is certified came with them;
 * whoever lacks something is handed in later. An e-sign account is of the name and number it was opened under.
 */
export const doctorHooks: Hooks = {
  prepare: async (values, before, work, mode) => {
    const kept = await doctorIdentityKept(values, before, work, mode)
    return before ? kept : { certStatus: lackingOf(values).length === 0 ? 1 : 0, registerTime: work.time }
  },
  added: async (row, work) => {
    const doctor = row as unknown as Doctor
    if (doctor.certStatus === 1) await fileCertification(work, doctor)
  },
}

export const doctorCalls = [
  handle(certifyDoctor, async ({ rows, work }) => {
    for (const doctor of rows) await certify(work, doctor)
    return null
  }),
]
