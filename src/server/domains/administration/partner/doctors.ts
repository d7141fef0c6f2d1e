import { registerDoctor, submitCertification } from '../../../../model/administration/partner/calls.ts'
import { isInState } from '../../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../../model/language/resource.ts'
import { authenticationDoctor } from '../../../../model/people/authenticationDoctor.ts'
import { certifyDoctor } from '../../../../model/people/authenticationDoctorCalls.ts'
import type { RequestContext } from '../../../core/context/context.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { recordOf } from '../../../core/records.ts'
import type { DeclaredHandler } from '../../../records/handle.ts'
import { illegal } from '../../../writing/save/conflict.ts'
import { save } from '../../../writing/save/save.ts'
import type { UnitOfWork } from '../../../writing/unitOfWork/unitOfWork.ts'
import { certify } from '../../people/certification.ts'
import { type Made, type Sent, take } from './sent.ts'

type Doctor = RowOf<typeof authenticationDoctor>

const made = (doctor: Pick<Doctor, 'id' | 'code'>): Made => ({
  of: authenticationDoctor,
  id: doctor.id,
  code: doctor.code ?? '',
})

/** Fields of a message besides those that identify its record. */
const fieldsOf = ({ messageNumber: _, entrustedCompanyId: __, doctorId: ___, ...fields }: Sent['body']) => fields

/** The doctor whom a message is about to the last of their numbers; null where anything differs. */
async function sameDoctor(work: UnitOfWork, body: Sent['body']): Promise<Doctor | null> {
  const { doctorName, phone, idCardNumber } = body
  if (typeof phone !== 'string' || typeof idCardNumber !== 'string' || !idCardNumber) return null
  const found = await work.any(authenticationDoctor, { phone })
  return found && found.doctorName === doctorName && found.idCardNumber === idCardNumber ? found : null
}

/** Registers a doctor as staff do by their form; one who is there to the last number is answered as they are. */
async function register({ work, body }: Sent): Promise<Made> {
  const there = await sameDoctor(work, body)
  if (there) return made(there)
  const saved = await save(work, authenticationDoctor, fieldsOf(body), 'add')
  return made({ id: saved.id, code: String(saved.code ?? '') })
}

/** Numbers of persons that a refusal says are taken. */
const TAKEN = ['phone', 'idCardNumber']

const saysTaken = (e: unknown): boolean =>
  e instanceof AppError && e.code === 400 && TAKEN.some((name) => Object.hasOwn(Object(e.data), name))

/** "Is already taken" reveals that a number exists: a client is told so as often a day as a person (core/limits/limits.ts). */
async function counted<T>({ context, actor }: RequestContext, run: () => Promise<T>): Promise<T> {
  const whose = `${actor.tenantId} ${actor.userId}`
  await context.limiter.check('guesses', whose)
  try {
    return await run()
  } catch (e) {
    if (saysTaken(e)) await context.limiter.consume('guesses', whose)
    throw e
  }
}

/** Locked doctor that this client registered: it certifies no others, because a certified doctor may be paid. */
async function ownDoctor(work: UnitOfWork, id: string): Promise<Doctor> {
  const [doctor] = await work.lock(authenticationDoctor, [id])
  if (!doctor || doctor.isDeleted === 1 || doctor.createUser !== work.actor.userId) throw notFound()
  if (certifyDoctor.from && !isInState(certifyDoctor.from, doctor))
    throw await illegal(work, authenticationDoctor, doctor)
  return recordOf(authenticationDoctor, doctor)
}

/** Saves the certificates of a doctor and submits the doctor for certification. */
async function handIn(sent: Sent): Promise<Made> {
  const { work, body } = sent
  const doctor = await ownDoctor(work, String(body.doctorId))
  const fields = fieldsOf(body)
  if (Object.keys(fields).length > 0) await save(work, authenticationDoctor, { ...fields, id: doctor.id }, 'edit')
  const [now] = await work.lock(authenticationDoctor, [doctor.id])
  if (!now) throw notFound()
  await certify(work, recordOf(authenticationDoctor, now))
  return made(doctor)
}

export const partnerDoctorCalls: readonly DeclaredHandler[] = [
  {
    call: registerDoctor,
    handler: (request) =>
      counted(request, () => take(request, registerDoctor, { kind: 'doctor', r: authenticationDoctor }, register)),
  },
  {
    call: submitCertification,
    handler: (request) =>
      counted(request, () =>
        take(request, submitCertification, { kind: 'certification', r: authenticationDoctor }, handIn),
      ),
  },
]
