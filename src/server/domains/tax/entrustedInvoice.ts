import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { addEntrustedInvoice, addEntrustedInvoicePoint } from '../../../model/settlement/invoicing.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { entrustedInvoice } from '../../../model/tax/entrustedInvoice.ts'
import { entrustedInvoiceItem, removeInvoice } from '../../../model/tax/entrustedInvoiceParts.ts'
import { removeInvoicePoint } from '../../../model/tax/entrustedInvoicePoint.ts'
import type { Label } from '../../../model/values/label.ts'
import { fen, readable, sum } from '../../../model/values/money.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { may } from '../../core/permissions.ts'
import { handle } from '../../records/handle.ts'
import type { Hooks, Prepare, RemovalProblem } from '../../writing/hooks.ts'
import { fieldError } from '../../writing/save/sentFields.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { askChecks, checkProblem, refuseChecking, startChecks, updateInvoice } from './checking.ts'
import { draftInvoice } from './draft.ts'
import { idsOf } from './held.ts'
import type { Invoice, Invoicing } from './invoicing.ts'
import { moneyInvoicing } from './moneyInvoicing.ts'
import { pointsInvoicing } from './pointsInvoicing.ts'

const { invoiceStatus: invoicedStates } = statesOf(settlementOrder)

const { approvalStatus: approvalStates, checkStatus, invoiceStatus: invoiceStates } = statesOf(entrustedInvoice)

/** A settlement line whose void was asked for. */
const VOID_WAITS = 5

/** Guards and effects of lifecycle 3.20, of one of the twins. */
function rulesOf(of: Invoicing): RulesOf<Invoicing['invoice'], Invoicing['steps'], UnitOfWork> {
  const filesOf = (invoice: Invoice, work: UnitOfWork) => work.rows(of.file, { entrustedInvoiceId: invoice.id })
  const itemsOf = (invoice: Invoice, work: UnitOfWork) => work.rows(entrustedInvoiceItem, { [of.itemBy]: invoice.id })

  /** INV-33: the files of an invoice add up to it, and the tax bureau knows each of them. */
  async function filesProblem(invoice: Invoice, work: UnitOfWork): Promise<Label | null> {
    const files = await filesOf(invoice, work)
    if (files.length === 0) return ['请先上传发票文件', 'Upload the files of the invoice first']
    const total = sum(files.map((f) => f.amount))
    if (fen(total) !== fen(invoice.invoiceAmount ?? '0'))
      return [
        `发票文件合计 ${readable(total)}，与开票金额 ${readable(invoice.invoiceAmount)} 不符`,
        `The files add up to ${readable(total)}, the invoice is ${readable(invoice.invoiceAmount)}`,
      ]
    const open = files.find((f) => f.checkStatus !== checkStatus.agrees)
    return open
      ? [`发票 ${open.invoiceNo} 尚未查验通过`, `The tax bureau has not agreed to the file ${open.invoiceNo} yet`]
      : null
  }
  /**
   * Problem of handing over or issuing an invoice while the void of one of its order's lines waits for its review
   * (3.14).
   */
  async function voidProblem(invoice: Invoice, work: UnitOfWork): Promise<Label | null> {
    const line = await work.any(of.lines, { settlementOrderId: invoice.settlementOrderId, settleStatus: VOID_WAITS })
    return line
      ? [
          `结算明细 ${line.code ?? ''} 的作废待审核，请先审核该作废记录`,
          `The void of settlement line ${line.code ?? ''} waits for its review: decide it first`,
        ]
      : null
  }
  const handOverProblem = async (invoice: Invoice, work: UnitOfWork): Promise<Label | null> =>
    refuseChecking(invoice) ?? (await voidProblem(invoice, work)) ?? filesProblem(invoice, work)
  const lockOrder = async (invoice: Invoice) => ({
    [of.order.id]: invoice.settlementOrderId ? [invoice.settlementOrderId] : [],
  })
  // a file that is being removed is waited for
  const lockFiles = async (invoice: Invoice, work: UnitOfWork) => ({
    [of.file.id]: idsOf(await filesOf(invoice, work)),
  })

  /** The settlement order says how far its invoice is. */
  async function tellOrder(invoice: Invoice, invoiceStatus: 0 | 1 | 2, work: UnitOfWork): Promise<undefined> {
    if (invoice.settlementOrderId) await work.update(of.order, invoice.settlementOrderId, { invoiceStatus })
    return undefined
  }
  const reviewed = (approvalStatus: 1 | 2, remark: string | null, work: UnitOfWork): Partial<Invoice> => ({
    approvalStatus,
    approvalOfficer: work.actor.name.slice(0, 50),
    approvalDate: work.time,
    approvalRemark: remark,
  })
  return {
    request: {
      lock: lockOrder,
      guard: refuseChecking,
      set: (_invoice, _ask, work) => ({ applyTime: work.time }),
      effect: (invoice, _ask, work) => tellOrder(invoice, invoicedStates.inProgress, work),
    },
    withdraw: {
      lock: lockOrder,
      guard: refuseChecking,
      set: () => ({ applyTime: null }),
      effect: (invoice, _ask, work) => tellOrder(invoice, invoicedStates.none, work),
    },
    issue: {
      // whoever asks for the void of a line waits, and finds the invoice handed over
      lock: async (invoice, work) => ({ ...(await lockFiles(invoice, work)), ...(await lockOrder(invoice)) }),
      guard: (invoice, _ask, work) => handOverProblem(invoice, work),
      set: () => ({
        checkStatus: checkStatus.agrees,
        approvalStatus: approvalStates.pending,
        approvalOfficer: null,
        approvalDate: null,
        approvalRemark: null,
      }),
    },
    'submitReview.pass': {
      lock: lockOrder,
      guard: (invoice, _ask, work) => handOverProblem(invoice, work),
      set: (_invoice, ask, work) => ({
        ...reviewed(approvalStates.approved, ask.remark, work),
        invoiceTime: work.time,
      }),
      effect: (invoice, _ask, work) => tellOrder(invoice, invoicedStates.issued, work),
    },
    invoiceCheck: {
      lock: lockFiles,
      guard: (invoice, _ask, work) => refuseChecking(invoice) ?? checkProblem(of, invoice.id, work),
      set: () => ({ checkStatus: checkStatus.checking }),
      effect: async (invoice, _ask, work) => {
        await askChecks(of, await startChecks(of, invoice.id, work), work)
        return undefined
      },
    },
    'submitReview.reject': {
      guard: refuseChecking,
      set: (_invoice, ask, work) => reviewed(approvalStates.rejected, ask.remark, work),
    },
    void: {
      lock: lockOrder,
      set: (_invoice, ask) => ({ redFlag: 1, remark: ask.reason }),
      effect: (invoice, _ask, work) => tellOrder(invoice, invoicedStates.none, work),
    },
    remove: {
      lock: async (invoice, work) => ({
        ...(await lockFiles(invoice, work)),
        [entrustedInvoiceItem.id]: idsOf(await itemsOf(invoice, work)),
      }),
      effect: async (invoice, _ask, work) => {
        await work.remove(of.file, idsOf(await filesOf(invoice, work)))
        await work.remove(entrustedInvoiceItem, idsOf(await itemsOf(invoice, work)))
        return undefined
      },
    },
  }
}

/** 3.20 in money. */
export const entrustedInvoiceRules = rulesOf(moneyInvoicing)
/** 3.20 in points. */
export const entrustedInvoicePointRules = rulesOf(pointsInvoicing)

/** Fields that may still change once an invoice was requested: how it is sent. */
const SENT = ['expressNo', 'email', 'remark']

const REQUESTED: Label = [
  '已申请开票，只能由税务填写寄送信息；如需修改请先撤回申请',
  'It was requested: only tax staff may say how it is sent; withdraw the request to change anything else',
]
const HEADER: Label = [
  '开票单抬头只能由委托企业或财务填写',
  'The header of an invoice is written by the company or finance alone',
]

/**
 * 3.20: the company, or finance, writes a draft or a rejected invoice; of a requested or a rejected one tax staff say how it
 * is sent. Whoever may ask for an invoice (`permission`) may write its header.
 */
const invoiceEdited =
  (permission: string | undefined): Prepare =>
  async (values, before, work) => {
    if (!before) return {}
    const changed = Object.keys(values).filter((name) => values[name] !== before[name])
    const header = changed.some((name) => !SENT.includes(name))
    const requested = before.invoiceStatus === invoiceStates.requested
    if (requested && (work.actor.company !== null || header)) throw new AppError(409, REQUESTED)
    const writes = !requested && may(work.actor, permission ?? '')
    const sends = before.invoiceStatus === invoiceStates.requested || before.invoiceStatus === invoiceStates.rejected
    if (!writes && changed.length > 0 && (header || !sends)) throw new AppError(409, HEADER)
    return {}
  }

/** Hooks of invoices, in money and in points. */
export const invoiceHooks: Hooks = { prepare: invoiceEdited(addEntrustedInvoice.permission) }
export const invoicePointHooks: Hooks = { prepare: invoiceEdited(addEntrustedInvoicePoint.permission) }

const closedFor = (status: number | null): Label | null =>
  status === 1 || status === 4
    ? null
    : ['只有待开票或复核驳回的开票单可以变更发票文件', 'Files change only while the invoice is requested or rejected']

/** 3.20: a file is added while its invoice waits to be issued; its amounts add up, and its number is unique. */
const fileAdded =
  (of: Invoicing): Prepare =>
  async (values, _before, work) => {
    const [invoice] = await work.lock(of.invoice, [String(values.entrustedInvoiceId ?? '')])
    const closed = closedFor((invoice?.invoiceStatus ?? null) as number | null)
    if (closed) throw new AppError(409, closed)
    const amountOf = (name: string) => fen(String(values[name] ?? '0'))
    if (amountOf('amountExTax') + amountOf('taxAmount') !== amountOf('amount'))
      throw fieldError(work.actor, 'amount', [
        '价税合计须等于不含税金额加税额',
        'The amount must be the amount without tax plus the tax',
      ])
    // an issued invoice number belongs to a single order, in money or in points
    const code = values.invoiceCode as string | null | undefined
    const number = {
      invoiceNo: { same: [String(values.invoiceNo ?? '')] },
      invoiceCode: code ? { same: [code] } : null,
    }
    if ((await work.any(moneyInvoicing.file, number)) ?? (await work.any(pointsInvoicing.file, number)))
      throw fieldError(work.actor, 'invoiceNo', ['该发票号码已上传', 'An invoice of this number is there already'])
    await updateInvoice(of, invoice?.id ?? null, work, [{ checkStatus: checkStatus.unchecked, ...values } as never])
    return {}
  }

/** The same for taking a file off. */
const fileRemovable =
  (of: Invoicing): RemovalProblem =>
  async (files, work) => {
    const invoices = await work.rows(of.invoice, { id: invoicesOf(files) })
    for (const file of files) refuseChecking(file as never)
    return invoices.map((i) => closedFor(i.invoiceStatus)).find(Boolean) ?? null
  }

const invoicesOf = (files: readonly object[]): string[] => [
  ...new Set(files.map((f) => String((f as RowOf<Invoicing['file']>).entrustedInvoiceId))),
]

/** Hooks of the files of an invoice, in money or points: the state of its check is updated at once. */
export const fileHooks = (of: Invoicing): Hooks => ({
  first: async (ids, work) => {
    const invoices = invoicesOf(await work.rows(of.file, { id: ids }))
    const locks: [Invoicing['invoice'] | Invoicing['file'], readonly string[]][] = [
      [of.invoice, invoices],
      [of.file, ids],
    ]
    // in the one order of locks, which is not the same for both kinds
    for (const [kind, held] of locks.sort(([a], [b]) => (a.id < b.id ? -1 : 1))) await work.lock(kind, held)
  },
  prepare: fileAdded(of),
  removalProblem: fileRemovable(of),
  removed: async (files, work) => {
    for (const id of invoicesOf(files)) await updateInvoice(of, id, work)
  },
})

async function removeFiles(of: Invoicing, rows: readonly { readonly id: string }[], work: UnitOfWork): Promise<null> {
  const problem = await fileRemovable(of)(rows as never, work)
  if (problem) throw new AppError(409, problem)
  await work.remove(of.file, idsOf(rows))
  for (const id of invoicesOf(rows)) await updateInvoice(of, id, work)
  return null
}

const liveOf = async (of: Invoicing, order: { readonly id: string }, work: UnitOfWork): Promise<Invoice | undefined> =>
  (await work.rows(of.invoice, { settlementOrderId: order.id, invoiceStatus: { not: 9 } }))[0]

/** Calls of company invoices. */
export const invoiceCalls = [
  handle(addEntrustedInvoice, async ({ rows: [order], work }) => {
    if (!order) throw notFound()
    return ((await liveOf(moneyInvoicing, order, work)) ?? (await draftInvoice(work, moneyInvoicing, order))) as never
  }),
  handle(addEntrustedInvoicePoint, async ({ rows: [order], work }) => {
    if (!order) throw notFound()
    return ((await liveOf(pointsInvoicing, order, work)) ?? (await draftInvoice(work, pointsInvoicing, order))) as never
  }),
  handle(removeInvoice, ({ rows, work }) => removeFiles(moneyInvoicing, rows, work)),
  handle(removeInvoicePoint, ({ rows, work }) => removeFiles(pointsInvoicing, rows, work)),
]
