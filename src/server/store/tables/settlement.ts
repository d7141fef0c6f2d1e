import type { TableFacts } from './facts.ts'

/** A gross amount is its taxes and what is left (INV-24). */
const fee = { fee_adds_up: 'gross_amount = vat_amount + surcharge_amount + iit_amount + net_amount' }

export const settlement: Readonly<Record<string, TableFacts>> = {
  settlementOrder: {
    checks: {
      total_adds_up: 'total_amount = doctor_amount + platform_amount',
      tax_adds_up: 'tax_amount = vat_amount + surcharge_amount + iit_amount',
      fee_adds_up: 'doctor_amount = tax_amount + net_amount',
    },
  },
  settlementOrderTaxItem: { checks: fee },
  settlementOrderDoctor: { checks: fee },
  orderDoctorSettlement: { checks: fee },
  settlementCycle: { checks: { total_adds_up: 'total_amount = doctor_amount + platform_amount' } },
  servicePaymentOrder: { checks: { amount_adds_up: 'amount = doctor_amount + platform_amount' } },
  entrustedTaxPaymentOrder: { checks: { amount_adds_up: 'amount = vat_amount + surcharge_amount + iit_amount' } },
}
