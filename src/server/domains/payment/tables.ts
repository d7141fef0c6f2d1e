import type { FactsByResource } from '../../database/tableFacts.ts'

export const paymentTables: FactsByResource = {
  orderDoctorPayment: {
    sums: { fee_adds_up: ['grossAmount', 'vatAmount', 'surchargeAmount', 'iitAmount', 'netAmount'] },
    // at most one attempt of a line that is not ended (INV-18)
    indexes: {
      one_live_key:
        '(tenant_id, order_doctor_settlement_id) where is_deleted = 0 and payment_status in (0, 1, 3, 4, 5, 6)',
      // 医生付款明细 is searched by it
      pay_time_id: '(tenant_id, pay_time, id) where is_deleted = 0 and payment_status = 4',
    },
  },
  orderDoctorPaymentPoint: {
    // the same of points
    indexes: {
      one_live_key: '(tenant_id, order_doctor_settlement_id) where is_deleted = 0 and payment_status in (0, 4, 6)',
    },
  },
  servicePaymentOrder: { sums: { amount_adds_up: ['amount', 'doctorAmount', 'platformAmount'] } },
  entrustedTaxPaymentOrder: { sums: { amount_adds_up: ['amount', 'vatAmount', 'surchargeAmount', 'iitAmount'] } },
}
