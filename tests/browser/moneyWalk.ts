import { expect } from 'vitest'
import { BASIC, type Client } from './api.ts'
import type { Answers, Hands } from './hands/hands.ts'
import type { Stage } from './stage.ts'
import { wait } from './wait.ts'

interface Row {
  readonly id: string
  readonly code: string
  readonly [field: string]: unknown
}
type Filter = Readonly<Record<string, string | number>>

const LISTS = {
  orderDoctor: 'blade-svc/orderDoctor',
  resultOrder: 'blade-svc/resultOrder',
  settlementCycle: 'blade-svc/settlementCycle',
  settlementOrder: 'blade-svc/settlementOrder',
  servicePaymentOrder: 'blade-svc/servicePaymentOrder',
  orderDoctorSettlement: 'blade-svc/orderDoctorSettlement',
  orderDoctorPayment: 'blade-svc/orderDoctorPayment',
  handleApply: 'blade-handleApply',
  transferAccount: 'blade-cmb/transferAccount',
  entrustedAccount: 'blade-pay/entrustedAccount',
  entrustedTaxPaymentOrder: 'blade-svc/entrustedTaxPaymentOrder',
  platServiceFee: 'blade-svc/platServiceFee',
  entrustedInvoice: 'blade-svc/entrustedInvoice',
  entrustedInvoiceDetail: 'blade-svc/entrustedInvoiceDetail',
  summaryInvoice: 'blade-svc/summaryInvoice',
  summaryTaxReturns: 'blade-svc/summaryTaxReturns',
  summaryTaxCert: 'blade-svc/summaryTaxCert',
  userBlacklist: 'blade-userBlacklist',
  param: 'blade-system/param',
  changeRequest: 'blade-changeRequest',
} as const
const fenOf = (amount: unknown): bigint => BigInt(String(amount).replace('.', ''))
type Family = keyof typeof LISTS

/** Records as the server keeps them. */
export const books = (c: Client) => {
  const rows = async (of: Family, filter: Filter): Promise<Row[]> =>
    (await c.get<{ records: Row[] }>(`${LISTS[of]}/list`, { size: 100, ...filter })).data.records
  const row = async (of: Family, filter: Filter): Promise<Row> => {
    const [found] = await rows(of, filter)
    if (!found) throw new Error(`${of} has none of ${JSON.stringify(filter)}`)
    return found
  }
  return {
    rows,
    row,
    /** Whether a record stands there. */
    stands: (of: Family, id: string, state: Filter) => async () => {
      const [found] = await rows(of, { id_equal: id })
      return found !== undefined && Object.entries(state).every(([field, value]) => found[field] === value)
    },
  }
}

/** The declaration of a return as the workbook that the tax bureau is handed, and gives back with its receipt. */
async function declarationOf(url: string, c: Client, id: string): Promise<Buffer> {
  const of = `${url}/api/blade-svc/summaryTaxReturns/exportDeclare?summaryTaxReturnsId=${id}`
  const answer = await fetch(of, { headers: { Authorization: BASIC, 'Blade-Auth': `bearer ${c.token}` } })
  if (!answer.ok) throw new Error(`the declaration of ${id}: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** Has somebody sit down at a page of their own: one person a role. */
export type Persons = (account: string) => Promise<Hands>

const PDF = Buffer.from('%PDF-1.4\n%%EOF\n')
const pdf = (field: string, name = '凭证.pdf'): Answers['file'] => ({ field, name, bytes: PDF })

/** The doctors of these orders are taken off the blacklist: what the demo lists differs by what it delivers. */
async function lifted(c: Client, orders: readonly Row[]): Promise<void> {
  const doctors = orders.map(({ doctorId }) => doctorId).join(',')
  for (const { id } of await books(c).rows('userBlacklist', { doctorId_in: doctors, blackStatus_equal: 1 }))
    await c.post('blade-userBlacklist/remove', { ids: id })
}

/**
 * Company C0001's money from what its doctors delivered to the certificate of their taxes, each step by the person whose it
 * is: settled month, order, payment, payout by the bank, taxes, fee, invoices, declaration; and back again.
 */
export async function walk(d: Stage, sit: Persons): Promise<void> {
  const persons = new Map<string, Hands>()
  const at: Persons = async (account) => {
    const person = persons.get(account) ?? (await sit(account))
    persons.set(account, person)
    return person
  }
  const c = await d.client('admin')
  const boss = await d.client('ca001')
  const { rows, row, stands } = books(c)

  // a month is confirmed before it has ended, where an administrator asks for it and a second one agrees
  const admin = await at('admin')
  const early = await row('param', { paramKey_equal: 'cycle.confirmEarly' })
  await admin.openList('param')
  await admin.find('cycle.confirmEarly')
  const asked = { bizId_equal: early.id, requestStatus_equal: 0 }
  await admin.take('param.edit', async () => (await rows('changeRequest', asked)).length > 0, {
    texts: { paramValue: 'true' },
  })
  const second = await d.client('admin2')
  await second.post('blade-changeRequest/review', { ids: (await row('changeRequest', asked)).id, status: 1 })
  expect(await stands('param', early.id, { paramValue: 'true' })()).toBe(true)

  // orders put together too early are taken apart and put together again
  const ops = await at('ops')
  const draft = await books(boss).row('resultOrder', { resultStatus_equal: 0 })
  const delivered = await rows('orderDoctor', { resultOrderId_equal: draft.id })
  await ops.openList('resultOrder')
  await ops.find(draft.code)
  await ops.take('resultOrder.remove', async () => (await rows('resultOrder', { id_equal: draft.id })).length === 0)
  await ops.openList('resultOrder')
  await ops.take(
    'resultOrder.add',
    async () => Boolean((await row('orderDoctor', { id_equal: delivered[0]?.id ?? '' })).resultOrderId),
    {
      texts: {
        entrustedCompanyId: String(draft.entrustedCompanyName),
        periodStart: String(draft.periodStart),
        periodEnd: String(draft.periodEnd),
      },
    },
  )
  const made = String((await row('orderDoctor', { id_equal: delivered[0]?.id ?? '' })).resultOrderId)
  await lifted(c, await rows('orderDoctor', { resultOrderId_equal: made }))
  await payOut(d, at, c, boss, made)
}

/**
 * The money of a result order that is a draft, to the certificate of its doctors' taxes, each step by the person whose it is,
 * by the accounts of the demonstration; and back again. `c`, `boss`: an administrator and the company's, who look at the books.
 */
export async function payOut(d: Pick<Stage, 'url'>, at: Persons, c: Client, boss: Client, made: string): Promise<void> {
  const { rows, row, stands } = books(c)
  const own = books(boss)
  const [admin, ops] = [await at('admin'), await at('ops')]
  const delivered = await rows('orderDoctor', { resultOrderId_equal: made })
  const result = await row('resultOrder', { id_equal: made })
  await ops.openList('resultOrder')
  await ops.find(result.code)
  await ops.take('resultOrder.submit', stands('resultOrder', made, { resultStatus: 1 }))

  const fin = await at('fin')
  await fin.openQueue('resultOrder', 'audit')
  await fin.find(result.code)
  await fin.take('resultOrder.audit.pass', stands('resultOrder', made, { resultStatus: 3 }))
  const company = await at('ca001')
  await company.openQueue('resultOrder', 'confirm')
  await company.find(result.code)
  await company.take('resultOrder.confirm.pass', stands('resultOrder', made, { resultStatus: 4 }))

  // the month becomes one order for each fiscal-tax company
  const { settlementCycleId } = await row('resultOrder', { id_equal: made })
  const cycle = await row('settlementCycle', { id_equal: String(settlementCycleId) })
  await fin.openList('settlementCycle')
  await fin.find(cycle.code)
  await fin.take('settlementCycle.confim', stands('settlementCycle', cycle.id, { cycleStatus: 2 }))
  const orders = await rows('settlementOrder', { settlementCycleId: cycle.id })

  const checker = await at('fin2')
  const cashier = await at('cashier')
  for (const order of orders) {
    const all = { settlementOrderId_equal: order.id }
    await checker.openQueue('settlementOrder', 'audit')
    await checker.find(order.code)
    await checker.take('settlementOrder.audit.pass', stands('settlementOrder', order.id, { settlementStatus: 2 }))
    await company.openQueue('settlementOrder', 'confim')
    await company.find(order.code)
    await company.take('settlementOrder.confim.pass', stands('settlementOrder', order.id, { settlementStatus: 3 }))
    await fin.openQueue('settlementOrder', 'toSettle')
    await fin.find(order.code)
    await fin.take('settlementOrder.toSettle', stands('settlementOrder', order.id, { settlementStatus: 4 }))

    // paid from the prepaid account, checked by another person than who asked for it
    const payment = await row('servicePaymentOrder', all)
    const had = fenOf((await own.row('entrustedAccount', {})).balance)
    await company.openQueue('servicePaymentOrder', 'pay')
    await company.find(payment.code)
    await company.take('servicePaymentOrder.confimPay', stands('servicePaymentOrder', payment.id, { payStatus: 1 }), {
      texts: { payMode: '1' },
    })
    await checker.openQueue('servicePaymentOrder', 'submitReview')
    await checker.find(payment.code)
    await checker.take(
      'servicePaymentOrder.submitReview.pass',
      stands('settlementOrder', order.id, { settlementStatus: 5 }),
    )

    const left = fenOf((await own.row('entrustedAccount', {})).balance)
    expect(had - left).toBe(fenOf(payment.amount))

    // each doctor is applied for, reviewed, and paid by the bank
    for (const line of await rows('orderDoctorSettlement', all)) {
      await fin.openQueue('orderDoctorSettlement', 'apply')
      await fin.find(line.code)
      await fin.take(
        'orderDoctorSettlement.applyForPayment',
        stands('orderDoctorSettlement', line.id, { settleStatus: 2 }),
      )
    }
    for (const paid of await rows('orderDoctorPayment', { ...all, paymentStatus_equal: 0 })) {
      await checker.openQueue('orderDoctorPayment', 'audit')
      await checker.find(paid.code)
      await checker.take('orderDoctorPayment.auditPass', stands('orderDoctorPayment', paid.id, { paymentStatus: 1 }))
    }
    const batches = new Set(
      (await rows('orderDoctorPayment', { ...all, paymentStatus_equal: 1 })).map((p) => String(p.handleApplyCode)),
    )
    for (const code of batches) {
      const batch = await row('handleApply', { code_equal: code })
      await cashier.openQueue('handleApply', 'handle')
      await cashier.find(code)
      await cashier.take(
        'handleApply.sponsorHandle',
        async () => (await row('handleApply', { code_equal: code })).handleStatus !== 0,
      )
      await cashier.openQueue('handleApply', 'ask')
      await cashier.find(code)
      await cashier.take('handleApply.queryApplyInfoStatus', stands('handleApply', batch.id, { handleStatus: 3 }))
    }

    for (const paid of await rows('orderDoctorSettlement', all)) {
      expect(paid).toMatchObject({ settleStatus: 3, taxFinal: 1 })
      const taken = fenOf(paid.vatAmount) + fenOf(paid.surchargeAmount) + fenOf(paid.iitAmount)
      expect(fenOf(paid.netAmount) + taken).toBe(fenOf(paid.grossAmount))
    }

    // taxes go to the fiscal-tax company, the fee to the platform: the order is settled
    const taxes = await wait.poll(
      () => row('entrustedTaxPaymentOrder', all),
      (now) => now.taxPayStatus !== 0,
      `the taxes of ${order.code} are not known`,
    )
    if (taxes.taxPayStatus === 1) {
      await cashier.openQueue('passedOn', 'taxes')
      await cashier.find(taxes.code)
      await cashier.take(
        'entrustedTaxPaymentOrder.aloneHandle',
        async () => !(await stands('entrustedTaxPaymentOrder', taxes.id, { taxPayStatus: 1 })()),
      )
      const transfer = await row('transferAccount', { bizCode_equal: taxes.code })
      await cashier.openList('transferAccount')
      await cashier.find(String(transfer.yurRef))
      await cashier.take('transferAccount.payQuery', stands('entrustedTaxPaymentOrder', taxes.id, { taxPayStatus: 3 }))
    }
    const fee = await row('platServiceFee', all)
    await cashier.openQueue('passedOn', 'fees')
    await cashier.find(fee.code)
    await cashier.take('platServiceFee.transfer', stands('platServiceFee', fee.id, { feeStatus: 2 }))
    await wait.poll(
      stands('settlementOrder', order.id, { settlementStatus: 6 }),
      Boolean,
      `${order.code} is not settled`,
    )
  }

  // the company asks for its invoice, which is issued, checked with the tax bureau and reviewed
  const tax = await at('tax')
  for (const order of orders) {
    const all = { settlementOrderId_equal: order.id }
    await company.openList('settlementOrder')
    await company.find(order.code)
    await company.take(
      'settlementOrder.addEntrustedInvoice',
      async () => (await rows('entrustedInvoice', all)).length > 0,
    )
    const invoice = await row('entrustedInvoice', all)
    await company.openList('entrustedInvoice')
    await company.find(invoice.code)
    await company.take('entrustedInvoice.request', stands('entrustedInvoice', invoice.id, { invoiceStatus: 1 }))
    const { data: issued } = await c.get<Row>('blade-svc/entrustedInvoice/detail', { id: invoice.id })
    await tax.openQueue('invoices', 'issue')
    await tax.find(invoice.code)
    await tax.openRecord(invoice.code)
    const files = { entrustedInvoiceId_equal: invoice.id }
    await tax.addRow(async () => (await rows('entrustedInvoiceDetail', files)).length > 0, {
      file: pdf('fileUrl'),
      texts: {
        invoiceNo: `8${order.code.slice(-7)}`,
        invoiceDate: String(issued.createTime).slice(0, 10),
        amountExTax: String(issued.amountExTax),
        taxAmount: String(issued.taxAmount),
        amount: String(issued.invoiceAmount),
      },
    })
    await tax.openQueue('invoices', 'issue')
    await tax.find(invoice.code)
    await tax.take('entrustedInvoice.invoiceCheck', stands('entrustedInvoice', invoice.id, { checkStatus: 1 }))
    await tax.sees('entrustedInvoice', 'checkStatus', 1)
    await tax.take('entrustedInvoice.issue', stands('entrustedInvoice', invoice.id, { invoiceStatus: 2 }))
    await checker.openQueue('invoices', 'review')
    await checker.find(invoice.code)
    await checker.take(
      'entrustedInvoice.submitReview.pass',
      stands('entrustedInvoice', invoice.id, { invoiceStatus: 3 }),
    )

    const summary = await row('summaryInvoice', all)
    const today = String(summary.createTime).slice(0, 10)
    await tax.openQueue('invoices', 'upload')
    await tax.find(summary.code)
    await tax.take('summaryInvoice.upload', stands('summaryInvoice', summary.id, { invoiceStatus: 1 }), {
      file: pdf('fileUrl'),
      texts: { invoiceNo: `9${summary.code.slice(-7)}`, invoiceDate: today },
    })
    await tax.openList('summaryInvoice')
    await tax.find(summary.code)
    await tax.take('summaryInvoice.archive', stands('summaryInvoice', summary.id, { invoiceStatus: 2 }))
  }

  // the month is declared for the fiscal-tax company, certificates come, and are in force
  const [order] = orders
  const line = await row('orderDoctorSettlement', { settlementOrderId_equal: order?.id ?? '' })
  const month = { fiscalTaxId_equal: String(line.fiscalTaxId), taxMonth_equal: String(line.taxMonth) }
  await tax.openList('summaryTaxReturns')
  await tax.take('summaryTaxReturns.add', async () => (await rows('summaryTaxReturns', month)).length > 0, {
    texts: { fiscalTaxId: String(line.fiscalTaxName), taxMonth: String(line.taxMonth) },
  })
  const back = await row('summaryTaxReturns', month)
  await tax.openQueue('invoices', 'collect')
  await tax.find(back.code)
  await tax.take('summaryTaxReturns.create', stands('summaryTaxReturns', back.id, { returnsStatus: 1 }))
  await tax.openQueue('invoices', 'declare')
  await tax.find(back.code)
  await tax.take('summaryTaxReturns.submit', stands('summaryTaxReturns', back.id, { returnsStatus: 2 }), {
    texts: { declareNo: `SB${back.code.slice(2)}` },
  })
  // the tax bureau confirms the declared amounts
  await tax.openQueue('invoices', 'certify')
  await tax.find(back.code)
  await tax.take(
    'summaryTaxReturns.importReceipt',
    async () => (await row('summaryTaxReturns', { id_equal: back.id })).declareFile !== '',
    { file: { field: 'declareFile', name: 'receipt.xlsx', bytes: await declarationOf(d.url, c, back.id) } },
  )
  const certificates = await rows('summaryTaxCert', { summaryTaxReturnsId_equal: back.id })
  for (const one of certificates) {
    await tax.openQueue('invoices', 'certs')
    await tax.find(one.code)
    await tax.take('summaryTaxCert.upload', stands('summaryTaxCert', one.id, { certStatus: 1 }), {
      file: pdf('fileUrl'),
      texts: { certNo: `WS${one.code.slice(2)}`, certDate: String(one.createTime).slice(0, 10) },
    })
  }
  await tax.openQueue('invoices', 'certify')
  await tax.find(back.code)
  await tax.take('summaryTaxReturns.certify', stands('summaryTaxReturns', back.id, { returnsStatus: 3 }))

  // and from the certificate back to what the doctor delivered
  const [certificate] = certificates
  if (!certificate) throw new Error(`${back.code} has no certificate`)
  await admin.openList('summaryTaxCert')
  await admin.find(certificate.code)
  await admin.openRecord(certificate.code)
  await admin.toTheBeginning()
  // a single deliverable has a page; of several the resulting orders are listed
  const came = delivered.map((o) => String(o.bizId))
  if (!came.some((id) => admin.page.url().includes(id)))
    await admin.page
      .getByText(new RegExp(delivered.map((o) => o.code).join('|')))
      .first()
      .waitFor()
}
