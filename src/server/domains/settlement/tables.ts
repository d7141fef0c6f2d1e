import type { FactsByResource } from '../../database/tableFacts.ts'

/** A gross amount is its taxes and what is left (INV-24). */
const fee = { fee_adds_up: ['grossAmount', 'vatAmount', 'surchargeAmount', 'iitAmount', 'netAmount'] } as const

/** A total is what doctors and the platform get. */
const total = { sums: { total_adds_up: ['totalAmount', 'doctorAmount', 'platformAmount'] } } as const

/** Index for documents that follow an activity when it changes hands. */
const byPlan = { indexes: { plan_id: '("tenant_id", "plan_id") where is_deleted = 0' } } as const

export const settlementTables: FactsByResource = {
  settlementOrder: {
    sums: {
      total_adds_up: ['totalAmount', 'doctorAmount', 'platformAmount'],
      tax_adds_up: ['taxAmount', 'vatAmount', 'surchargeAmount', 'iitAmount'],
      fee_adds_up: ['doctorAmount', 'taxAmount', 'netAmount'],
    },
  },
  settlementOrderTaxItem: { sums: fee },
  settlementOrderDoctor: { sums: fee },
  orderDoctorSettlement: { sums: fee },
  resultOrder: total,
  resultOrderPoint: total,
  resultOrderProjectDetail: { ...total, ...byPlan },
  resultOrderProjectDetailPoint: { ...total, ...byPlan },
  resultOrderDoctorDetail: byPlan,
  resultOrderDoctorDetailPoint: byPlan,
  settlementOrderPoint: total,
  settlementOrderTaxItemPoint: { sums: { total_adds_up: ['totalAmount', 'pointCost', 'platformFee'] } },
  settlementCycle: total,
}
