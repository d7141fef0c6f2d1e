import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { signFlow } from '../../../model/people/signFlow.ts'
import { resultOrder } from '../../../model/settlement/results/resultOrder.ts'
import { resultOrderPoint } from '../../../model/settlement/results/resultOrderPoint.ts'
import { settlementOrderDoctor } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { settlementOrderDoctorPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import type { Label } from '../../../model/values/label.ts'
import { askDocument, type MadeDocument } from '../../documents/documents.ts'
import type { Stored } from '../../writing/save/attachments.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { doctorSigns, giveToSign, type Signing, signingRules } from '../people/signing.ts'
import { moneySettlement } from './moneySettlement.ts'
import { pointsSettlement } from './pointsSettlement.ts'
import type { Settlement } from './settlement.ts'

const { settlementStatus } = statesOf(settlementOrder)

type Confirmation = RowOf<Settlement['doctors']>

/** Sections left out of a doctor's confirmation: nothing of the platform's fee, of how far it is or who is blocked. */
const NOT_THEIRS = [
  'fileStatus',
  'paidStatus',
  'settleStatus',
  'blackFlag',
  'platformFee',
  'pointsPerYuan',
  'pointCost',
  ...Object.keys(signFlow),
]

const KNOWN = ['settlementOrderCode', 'doctorName'] as const

/** Parameters of signing: a confirmation is sent for signing on each request, also unchanged. */
const CONFIRMATION = { field: 'fileUrl', step: 'generate', known: KNOWN, without: NOT_THEIRS, again: true } as const

/** Documents of settlement that are drawn when they are asked for. */
export const papers: readonly MadeDocument[] = [
  { of: resultOrder, field: 'serviceReportUrl', step: 'report' },
  { of: resultOrderPoint, field: 'serviceReportUrl', step: 'report' },
  { of: settlementOrderDoctor, ...CONFIRMATION },
  { of: settlementOrderDoctorPoint, ...CONFIRMATION },
]

/** States in which the amounts are confirmed by the company: before, they may still change. */
const CONFIRMED = [3, 4, 5, 6]

/** A confirmation as it is signed, by the doctor alone. */
const signingOf = (settlement: Settlement): Signing<Confirmation> => ({
  of: settlement.doctors,
  title: (row) => `结算确认书-${row.settlementOrderCode ?? ''} ${row.doctorName ?? ''}`,
  code: (row) => row.settlementOrderCode,
  signers: (row, work) => doctorSigns(row.doctorId, work),
  doctorId: (row) => row.doctorId,
  steps: { signed: 'sign', refused: 'refuse' },
})

/**
 * The confirmation of a doctor (3.12), in money or in points: drawn anew until it is signed, and sent to be signed as
 * soon as it is drawn.
 */
const rulesOf = (settlement: Settlement): RulesOf<Settlement['doctors'], Settlement['doctorSteps'], UnitOfWork> => ({
  ...signingRules(signingOf(settlement)),
  createSettlementOrderFile: {
    guard: async (doctor, _ask, work): Promise<Label | null> => {
      const order = await work.row(settlement.order, doctor.settlementOrderId)
      return CONFIRMED.includes(order?.settlementStatus ?? settlementStatus.pending)
        ? null
        : [
            `结算单 ${doctor.settlementOrderCode ?? ''} 未经企业确认，不能生成确认书`,
            `Settlement order ${doctor.settlementOrderCode ?? ''} is not confirmed by the company: no confirmation can be made`,
          ]
    },
    effect: async (doctor, _ask, work) => {
      await askDocument(work, settlement.doctors, 'fileUrl', doctor.id)
      return undefined
    },
  },
  generate: {
    set: () => ({ signMsg: null }),
    effect: (doctor, ask: Partial<Stored>, work) => giveToSign(signingOf(settlement), doctor, ask as Stored, work),
  },
})

export const settlementOrderDoctorRules = rulesOf(moneySettlement)
export const settlementOrderDoctorPointRules = rulesOf(pointsSettlement)
