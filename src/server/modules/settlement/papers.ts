import type { Label } from '../../../model/kernel/label.ts'
import type { RulesOf } from '../../../model/kernel/lifecycle.ts'
import type { settlementOrderDoctorLifecycle } from '../../../model/settlement/lineLifecycles.ts'
import { resultOrder } from '../../../model/settlement/resultOrder.ts'
import { resultOrderPoint } from '../../../model/settlement/resultOrderPoint.ts'
import { settlementOrderDoctor } from '../../../model/settlement/settlementLines.ts'
import { settlementOrderDoctorPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import { askDocument, giveDocument, type MadeDocument } from '../../records/documents/documents.ts'
import type { Stored } from '../../writes/attachments.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { CASH, type Families, POINTS } from './families.ts'

/** What a doctor confirms is what they get for what: nothing of the platform's fee, of how far it is or who is blocked. */
const NOT_THEIRS = ['fileStatus', 'paidStatus', 'settleStatus', 'blackFlag', 'platformFee', 'pointCost'] as const

const KNOWN = ['settlementOrderCode', 'doctorName'] as const

/** Documents of settlement that are drawn when they are asked for. */
export const papers: readonly MadeDocument[] = [
  { of: resultOrder, field: 'serviceReportUrl', step: 'report' },
  { of: resultOrderPoint, field: 'serviceReportUrl', step: 'report' },
  { of: settlementOrderDoctor, field: 'fileUrl', step: 'generate', known: KNOWN, without: NOT_THEIRS },
  { of: settlementOrderDoctorPoint, field: 'fileUrl', step: 'generate', known: KNOWN, without: NOT_THEIRS },
]

/** What was confirmed by the company stands: before, amounts may still change. */
const CONFIRMED = [3, 4, 5, 6]

/** The confirmation of a doctor (3.12), in money or in points: drawn anew until it is signed. */
const rulesOf = (
  families: Families,
): RulesOf<typeof settlementOrderDoctor, typeof settlementOrderDoctorLifecycle, UnitOfWork> => ({
  createSettlementOrderFile: {
    guard: async (doctor, _ask, work): Promise<Label | null> => {
      const order = await work.row(families.order, doctor.settlementOrderId)
      return CONFIRMED.includes(order?.settlementStatus ?? 0)
        ? null
        : [
            `结算单 ${doctor.settlementOrderCode ?? ''} 未经企业确认，不能生成确认书`,
            `Settlement order ${doctor.settlementOrderCode ?? ''} is not confirmed by the company: no confirmation can be made`,
          ]
    },
    effect: async (doctor, _ask, work) => {
      await askDocument(work, families.doctors, 'fileUrl', doctor.id)
      return undefined
    },
  },
  generate: {
    effect: (doctor, ask: Partial<Stored>, work) =>
      giveDocument(work, families.doctors, doctor, 'fileUrl', ask as Stored),
  },
})

export const settlementOrderDoctorRules = rulesOf(CASH)
export const settlementOrderDoctorPointRules = rulesOf(POINTS)
