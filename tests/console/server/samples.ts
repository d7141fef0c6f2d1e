import type { Row } from './records.ts'

/** A settlement order as the wire shows it. */
export const order = (id: string, more: Partial<Record<string, unknown>> = {}): Row => ({
  id,
  version: 3,
  code: `SO${id}`,
  entrustedCompanyId: '77',
  entrustedCompanyName: '康泰医药',
  socialCreditCode: '91310000MA1FL0000N',
  settlementCycleId: '88',
  cycleMonth: '202406',
  fiscalTaxId: '',
  fiscalTaxName: '',
  doctorAmount: '1234567.50',
  totalAmount: '1300000.00',
  settlementStatus: 0,
  pushStatus: 0,
  approvalRemark: '',
  createTime: '2024-06-15 08:30:00',
  ...more,
})

/** A company as its detail call answers it: personal data masked. */
export const company = (more: object = {}): Row => ({
  id: '77',
  version: 4,
  code: 'C0001',
  name: '康泰医药',
  shortName: '',
  socialCreditCode: '91310000MA1FL0000N',
  legalPerson: '张三',
  establishDate: '2010-05-01',
  contactPhone: '138****5678',
  bankAccount: '6222************01',
  taxpayerType: 1,
  platformFeeRate: '0.060000',
  settleMode: 1,
  ...more,
})

/** So many orders from 1000 on, a hundred dearer each, as `make` says beside that. */
export const orders = (count: number, make: (i: number) => Partial<Row> = () => ({})): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    ...order(String(1000 + i), {
      totalAmount: `${(i + 1) * 100}.00`,
      createTime: `2024-06-01 00:00:${String(i % 60).padStart(2, '0')}`,
    }),
    ...make(i),
  }))
