import { entrustedInvoice } from '../../../model/invoices/entrustedInvoice.ts'
import type { entrustedInvoiceLifecycle } from '../../../model/invoices/entrustedInvoiceLifecycle.ts'
import {
  entrustedInvoiceDetail,
  entrustedInvoiceItem,
  removeInvoice,
} from '../../../model/invoices/entrustedInvoiceParts.ts'
import type { Label } from '../../../model/kernel/label.ts'
import type { RulesOf } from '../../../model/kernel/lifecycle.ts'
import { fen, readable, sum } from '../../../model/kernel/money.ts'
import type { RowOf } from '../../../model/kernel/resource.ts'
import { addEntrustedInvoice } from '../../../model/settlement/invoicing.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { AppError } from '../../core/errors.ts'
import { handle } from '../../records/handle.ts'
import type { Prepare, RemovalProblem } from '../../writes/hooks.ts'
import type { UnitOfWork } from '../../writes/unitOfWork.ts'
import { draftInvoice } from './draft.ts'
import { idsOf } from './held.ts'

type Invoice = RowOf<typeof entrustedInvoice>

/** INV-33: the files of an invoice add up to it, and the tax bureau knows each of them. */
async function filesProblem(invoice: Invoice, work: UnitOfWork): Promise<Label | null> {
  const files = await work.rows(entrustedInvoiceDetail, { entrustedInvoiceId: invoice.id })
  if (files.length === 0) return ['请先上传发票文件', 'Upload the files of the invoice first']
  const total = sum(files.map((f) => f.amount))
  if (fen(total) !== fen(invoice.invoiceAmount ?? '0'))
    return [
      `发票文件合计 ${readable(total)}，与开票金额 ${readable(invoice.invoiceAmount)} 不符`,
      `The files add up to ${readable(total)}, the invoice is ${readable(invoice.invoiceAmount)}`,
    ]
  const open = files.find((f) => f.checkStatus !== 1)
  return open
    ? [`发票 ${open.invoiceNo} 尚未查验通过`, `The tax bureau has not agreed to the file ${open.invoiceNo} yet`]
    : null
}

const filesOf = async (invoice: Invoice, work: UnitOfWork): Promise<string[]> =>
  idsOf(await work.rows(entrustedInvoiceDetail, { entrustedInvoiceId: invoice.id }))

const ordersOf = (invoice: Invoice) => ({
  settlementOrder: invoice.settlementOrderId ? [invoice.settlementOrderId] : [],
})

/** The settlement order says how far its invoice is. */
async function tellOrder(invoice: Invoice, invoiceStatus: 0 | 1 | 2, work: UnitOfWork): Promise<undefined> {
  if (invoice.settlementOrderId) await work.update(settlementOrder, invoice.settlementOrderId, { invoiceStatus })
  return undefined
}

const reviewed = (approvalStatus: 1 | 2, remark: string | null, work: UnitOfWork): Partial<Invoice> => ({
  approvalStatus,
  approvalOfficer: work.actor.name.slice(0, 50),
  approvalDate: work.time,
  approvalRemark: remark,
})

/** Guards and effects of lifecycle 3.20. */
export const entrustedInvoiceRules: RulesOf<typeof entrustedInvoice, typeof entrustedInvoiceLifecycle, UnitOfWork> = {
  request: {
    lock: async (invoice) => ordersOf(invoice),
    set: (_invoice, _ask, work) => ({ applyTime: work.time }),
    effect: (invoice, _ask, work) => tellOrder(invoice, 1, work),
  },
  withdraw: {
    lock: async (invoice) => ordersOf(invoice),
    set: () => ({ applyTime: null }),
    effect: (invoice, _ask, work) => tellOrder(invoice, 0, work),
  },
  issue: {
    // a file that is being removed is waited for
    lock: async (invoice, work) => ({ entrustedInvoiceDetail: await filesOf(invoice, work) }),
    guard: (invoice, _ask, work) => filesProblem(invoice, work),
    set: () => ({ checkStatus: 1, approvalStatus: 0, approvalOfficer: null, approvalDate: null, approvalRemark: null }),
  },
  'submitReview.pass': {
    lock: async (invoice) => ordersOf(invoice),
    guard: (invoice, _ask, work) => filesProblem(invoice, work),
    set: (_invoice, ask, work) => ({ ...reviewed(1, ask.remark, work), invoiceTime: work.time }),
    effect: (invoice, _ask, work) => tellOrder(invoice, 2, work),
  },
  'submitReview.reject': { set: (_invoice, ask, work) => reviewed(2, ask.remark, work) },
  void: {
    lock: async (invoice) => ordersOf(invoice),
    set: (_invoice, ask) => ({ redFlag: 1, remark: ask.reason }),
    effect: (invoice, _ask, work) => tellOrder(invoice, 0, work),
  },
  remove: {
    lock: async (invoice, work) => ({
      entrustedInvoiceDetail: await filesOf(invoice, work),
      entrustedInvoiceItem: idsOf(await work.rows(entrustedInvoiceItem, { entrustedInvoiceId: invoice.id })),
    }),
    effect: async (invoice, _ask, work) => {
      await work.remove(entrustedInvoiceDetail, await filesOf(invoice, work))
      await work.remove(
        entrustedInvoiceItem,
        idsOf(await work.rows(entrustedInvoiceItem, { entrustedInvoiceId: invoice.id })),
      )
      return undefined
    },
  },
}

/** What may still change once an invoice was asked for: how it is sent. */
const SENT = ['expressNo', 'email', 'remark']

/** 3.20: the company writes the header of a draft or a rejected invoice; of a requested one tax staff say how it is sent. */
export const invoiceEdited: Prepare = async (values, before, work) => {
  if (before?.invoiceStatus !== 1) return {}
  const header = Object.keys(values).filter((name) => !SENT.includes(name) && values[name] !== before[name])
  if (work.actor.company !== null || header.length > 0)
    throw new AppError(409, [
      '已申请开票，只能由税务填写寄送信息；如需修改请先撤回申请',
      'It was requested: only tax staff may say how it is sent; withdraw the request to change anything else',
    ])
  return {}
}

const closedFor = (status: number | null): Label | null =>
  status === 1 || status === 4
    ? null
    : ['只有待开票或复核驳回的开票单可以变更发票文件', 'Files change only while the invoice is requested or rejected']

/** 3.20: a file is added while its invoice waits to be issued; what it says adds up, and no other file has its number. */
export const fileAdded: Prepare = async (values, _before, work) => {
  const [invoice] = await work.lock(entrustedInvoice, [String(values.entrustedInvoiceId ?? '')])
  const closed = closedFor((invoice?.invoiceStatus ?? null) as number | null)
  if (closed) throw new AppError(409, closed)
  const said = (name: string) => fen(String(values[name] ?? '0'))
  if (said('amountExTax') + said('taxAmount') !== said('amount'))
    throw new AppError(
      400,
      ['价税合计须等于不含税金额加税额', 'The amount must be the amount without tax plus the tax'],
      {
        amount: '须等于不含税金额加税额',
      },
    )
  const { invoiceNo } = values
  const numbered = values.invoiceCode
    ? null
    : await work.any(entrustedInvoiceDetail, { invoiceNo: String(invoiceNo ?? ''), invoiceCode: null })
  if (numbered)
    throw new AppError(400, ['该发票号码已上传', 'An invoice of this number is there already'], {
      invoiceNo: '该发票号码已上传',
    })
  return {}
}

/** The same for taking a file off. */
export const fileRemovable: RemovalProblem = async (files, work) => {
  const invoices = await work.rows(entrustedInvoice, {
    id: [...new Set(files.map((f) => String(f.entrustedInvoiceId)))],
  })
  return invoices.map((i) => closedFor(i.invoiceStatus)).find(Boolean) ?? null
}

/** Calls of company invoices. */
export const invoiceCalls = [
  handle(addEntrustedInvoice, async ({ rows: [order], work }) => {
    if (!order) throw new Error('no settlement order was named')
    const [live] = await work.rows(entrustedInvoice, { settlementOrderId: order.id, invoiceStatus: { not: 9 } })
    return (live ?? (await draftInvoice(work, order))) as never
  }),
  handle(removeInvoice, async ({ rows, work }) => {
    const problem = await fileRemovable(rows as never, work)
    if (problem) throw new AppError(409, problem)
    await work.remove(entrustedInvoiceDetail, idsOf(rows))
    return null
  }),
]
