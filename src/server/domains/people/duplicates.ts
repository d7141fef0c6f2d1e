import type { Field } from '../../../model/language/fields/field.ts'
import { isChoice } from '../../../model/language/fields/field.ts'
import { fieldOf } from '../../../model/language/resource.ts'
import { authenticationDoctor } from '../../../model/people/authenticationDoctor.ts'
import { customerCertificationRecord } from '../../../model/people/certification.ts'
import { certificationDuplicates } from '../../../model/people/certificationLifecycle.ts'
import { entrustedCompany } from '../../../model/people/entrustedCompany.ts'
import { label } from '../../../model/values/label.ts'
import type { Actor } from '../../core/actor.ts'
import { handle } from '../../records/handle.ts'
import { readIn } from '../../records/readIn.ts'
import type { AnyResource } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'

/** Others that are told, most. */
const DUPLICATES_MAX = 20

/** Where something that a record says may stand again: in which field of which resource, and which field says its state. */
interface Place {
  readonly of: AnyResource
  readonly field: string
  readonly state: string
  /** The record's own value. */
  readonly value: string | null
  /** Is this found row what the record is about itself? */
  readonly isOwn: (row: Readonly<Record<string, unknown>>) => boolean
}

/** A state in words. */
function stateOf(f: Field, value: unknown, actor: Actor): string {
  const words = isChoice(f) ? f.values[String(value)] : undefined
  return words ? label([words[0], words[1]], actor.language) : ''
}

async function found(work: UnitOfWork, { of, field, state, value, isOwn }: Place) {
  if (!value) return []
  const rows = await work.rows(of, { [field]: value })
  const f = fieldOf(of, state) as Field
  return rows
    .filter((row) => !isOwn(row))
    .slice(0, DUPLICATES_MAX)
    .map((row) => ({
      resource: of.id,
      id: String(row.id),
      name: String(row[of.name] ?? ''),
      same: label((fieldOf(of, field) as Field).label, work.actor.language),
      state: stateOf(f, row[state], work.actor),
    }))
}

/** 3.8: whoever else has the certificate number or the mobile number of a certification record. */
export const duplicateCalls = [
  handle(certificationDuplicates, async ({ rows: [record], context, actor }) => {
    if (!record) return []
    const { customerId, certNo, phone } = record
    const isOwn = (row: Readonly<Record<string, unknown>>) => row.id === customerId
    const sameCustomer = (row: Readonly<Record<string, unknown>>) =>
      row.id === record.id || (customerId !== null && row.customerId === customerId)
    const records = { of: customerCertificationRecord, state: 'approvalStatus', isOwn: sameCustomer } as const
    const people =
      record.certType === 1
        ? [{ of: entrustedCompany, field: 'socialCreditCode', state: 'auditStatus', value: certNo, isOwn }]
        : [
            { of: authenticationDoctor, field: 'idCardNumber', state: 'certStatus', value: certNo, isOwn },
            { of: authenticationDoctor, field: 'phone', state: 'certStatus', value: phone, isOwn },
          ]
    const places: Place[] = [
      ...people,
      { ...records, field: 'certNo', value: certNo },
      { ...records, field: 'phone', value: phone },
    ]
    // The equality of two numbers is answered, never the number: this call needs no permission for personal data.
    return readIn(context, actor, async (work) => (await Promise.all(places.map((place) => found(work, place)))).flat())
  }),
]
