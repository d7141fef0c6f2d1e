import type { RowOf } from '../../../../model/language/resource.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { orderDoctorSettlement } from '../../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../../model/settlement/settlementOrder.ts'
import { summaryInvoice } from '../../../../model/tax/summaryInvoice.ts'
import { fen, yuan } from '../../../../model/values/money.ts'
import type { SettlementOrder } from '../../../domains/settlement/settlement.ts'
import { askChecks, startChecks } from '../../../domains/tax/checking.ts'
import { draftInvoice } from '../../../domains/tax/draft.ts'
import type { Invoicing } from '../../../domains/tax/invoicing.ts'
import { moneyInvoicing } from '../../../domains/tax/moneyInvoicing.ts'
import { pointsInvoicing } from '../../../domains/tax/pointsInvoicing.ts'
import { plainPdf } from '../../media/pictures.ts'
import { atTime, plusDays, plusSeconds, workdayAfter } from '../../values/times.ts'
import type { Company } from '../people/parties.ts'
import { type Character, liveRows, nowOf, type Stage, SYSTEM } from '../stage/stage.ts'
import { type StoredFile, uploadFile } from '../stage/uploads.ts'

const { settlementStatus } = statesOf(settlementOrder)
const { settleStatus } = statesOf(orderDoctorSettlement)

/** How far the invoice of a paid order gets. */
type Outcome =
  | 'none'
  | 'draft'
  | 'requested'
  | 'mixed'
  | 'differs'
  | 'timedOut'
  | 'review'
  | 'rejected'
  | 'issued'
  | 'void'
const OUTCOMES: readonly Outcome[] = [
  'issued',
  'draft',
  'review',
  'requested',
  'issued',
  'rejected',
  'void',
  'mixed',
  'issued',
  'differs',
  'review',
  'none',
  'timedOut',
]
/** There are fewer orders in points: each status of their invoices is there three times all the same. */
const POINT_OUTCOMES: readonly Outcome[] = [
  ...(['void', 'rejected', 'issued', 'review'] as const),
  ...(['void', 'rejected', 'issued', 'review', 'mixed'] as const),
  ...(['void', 'rejected', 'issued', 'review'] as const),
]

/** Persons who work on invoices. */
export interface InvoiceDeciders {
  readonly tax: Character
  readonly reviewers: readonly [Character, Character]
  /** The administrator of a company. */
  client(company: string): Character
}

/** Moments of one story, all before today: it ends where no day is left. */
class Days {
  private readonly today: string
  private at: string
  private readonly n: number

  constructor(today: string, at: string, n: number) {
    this.today = today
    this.at = at
    this.n = n
  }

  /** The next moment, on the working day so many days later or a little later; null where that is not over yet. */
  next(days: number): string | null {
    const day = workdayAfter(plusDays(this.at, days))
    if (day >= this.today) return null
    this.at =
      days === 0 ? plusSeconds(this.at, 1_200) : atTime(day, 9 + (this.n % 6), (this.n * 13) % 60, (this.n * 29) % 60)
    return this.at
  }
}

/** Numbers of invoices: a running number and its last two digits, which say what the check of the sandbox answers. */
const numberOf = (n: number, last: string): string => `24${String(350_000 + n * 7)}${last}`

/** Last digits of numbers that the tax bureau does not agree to, as its sandbox reads them. */
const ENDS: Readonly<Partial<Record<Outcome, string>>> = { differs: '98', timedOut: '99' }

/** Those of an invoice whose files are looked at one after the other. */
const MIXED = ['00', '98', '99', '02', '03']

/** Tax bureau's answers on every file of an invoice: agreed to, other than said, no answer. */
const CHECKS = {
  1: ['told', { state: 'VALID' }],
  2: ['told', { state: 'DIFFERS' }],
  3: ['unanswered', {}],
} as const

/** Invoices of orders in money or in points, and what becomes of them. */
interface Kind {
  readonly invoicing: Invoicing
  readonly outcomes: readonly Outcome[]
  /** That of an order one of whose lines waits to be void: it is neither handed over nor issued. */
  readonly held: Outcome
}
const KINDS: readonly Kind[] = [
  { invoicing: moneyInvoicing, outcomes: OUTCOMES, held: 'draft' },
  { invoicing: pointsInvoicing, outcomes: POINT_OUTCOMES, held: 'mixed' },
]

class Story {
  private id = ''

  private readonly stage: Stage
  private readonly of: Kind
  private readonly order: SettlementOrder
  private readonly n: number
  private readonly deciders: InvoiceDeciders
  private readonly days: Days
  private readonly outcome: Outcome

  constructor(
    stage: Stage,
    of: Kind,
    order: SettlementOrder,
    n: number,
    deciders: InvoiceDeciders,
    days: Days,
    outcome: Outcome,
  ) {
    this.stage = stage
    this.of = of
    this.order = order
    this.n = n
    this.deciders = deciders
    this.days = days
    this.outcome = outcome
  }

  private do(days: number, what: (at: string) => Promise<void>): boolean {
    const at = this.days.next(days)
    if (at === null) return false
    this.stage.agenda.at(at, () => what(at))
    return true
  }

  private decide(who: Character, transition: string, ask: Readonly<Record<string, unknown>> = {}) {
    return async () => {
      await this.stage.as(who).decide({ resource: this.of.invoicing.invoice.id, transition, id: this.id, ask })
    }
  }

  private draft = async (): Promise<void> => {
    const who = this.deciders.client(this.order.entrustedCompanyId)
    const made = await this.stage.as(who).work(async (work) => {
      const order = await work.row(this.of.invoicing.order, this.order.id)
      if (!order) throw new Error(`no order ${this.order.code}`)
      return draftInvoice(work, this.of.invoicing, order)
    })
    this.id = made.id
  }

  /** Tax staff upload what was issued: one file, or two halves. */
  private upload = async (at: string): Promise<void> => {
    const { tax } = this.deciders
    const invoice = nowOf(this.stage, this.of.invoicing.invoice, this.id)
    const count = BigInt(this.outcome === 'mixed' ? MIXED.length : this.n % 6 === 4 ? 2 : 1)
    const [bare, tax1] = [fen(invoice.amountExTax ?? '0'), fen(invoice.taxAmount ?? '0')]
    for (let i = 0n; i < count; i += 1n) {
      const part = (amount: bigint) => (i === 0n ? amount - (amount / count) * (count - 1n) : amount / count)
      await this.stage.as(tax).save(this.of.invoicing.file.id, {
        entrustedInvoiceId: this.id,
        invoiceNo: numberOf(
          this.n * 2 + Number(i),
          this.outcome === 'mixed' ? (MIXED[Number(i)] ?? '') : (ENDS[this.outcome] ?? `0${i}`),
        ),
        invoiceDate: at.slice(0, 10),
        amountExTax: yuan(part(bare)),
        taxAmount: yuan(part(tax1)),
        amount: yuan(part(bare) + part(tax1)),
      })
    }
  }

  private check = (checkStatus: 1 | 2 | 3) => async (): Promise<void> => {
    await this.stage.as(SYSTEM).work(async (work) => {
      const files = await work.rows(this.of.invoicing.file, { entrustedInvoiceId: this.id })
      const locks: [Invoicing['invoice'] | Invoicing['file'], string[]][] = [
        [this.of.invoicing.invoice, [this.id]],
        [this.of.invoicing.file, files.map((f) => f.id)],
      ]
      // in the one order of locks, which is not the same for both kinds
      for (const [of, ids] of locks.sort(([a], [b]) => (a.id < b.id ? -1 : 1))) await work.lock(of, ids)
      const sent = await startChecks(this.of.invoicing, this.id, work, this.outcome === 'mixed' ? 4 : undefined)
      // of several one is still being asked about, and one more was not
      const outcomes = this.outcome === 'mixed' ? ([1, 2, 3] as const) : sent.map(() => checkStatus)
      for (const [i, outcome] of outcomes.entries()) {
        const [step, ask] = CHECKS[outcome]
        await work.step(this.of.invoicing.file, sent[i]?.id ?? '', step, ask)
      }
      await askChecks(this.of.invoicing, sent.slice(outcomes.length), work)
    })
  }

  live(): void {
    const { outcome } = this
    const client = this.deciders.client(this.order.entrustedCompanyId)
    const [reviewer, other] = this.deciders.reviewers
    const checked = outcome === 'differs' ? 2 : outcome === 'timedOut' ? 3 : 1
    const upTo: Readonly<Record<Outcome, number>> = {
      none: 0,
      draft: 1,
      requested: 2,
      mixed: 4,
      differs: 4,
      timedOut: 4,
      review: 5,
      rejected: 6,
      issued: 6,
      void: 8,
    }
    const steps: readonly [number, (at: string) => Promise<void>][] = [
      [2, this.draft],
      [0, this.decide(client, 'request')],
      [2, this.upload],
      [0, this.check(checked)],
      [1, this.decide(this.deciders.tax, 'issue')],
      [
        2,
        outcome === 'rejected'
          ? this.decide(reviewer, 'submitReview.reject', { remark: '购方开户行与档案不一致，请核对' })
          : this.decide(reviewer, 'submitReview.pass', { remark: this.n % 3 === 0 ? '票面核对无误' : '' }),
      ],
      [9, this.decide(other, 'void', { reason: '客户要求更换发票抬头' })],
      [1, this.draft],
    ]
    for (const [days, what] of steps.slice(0, upTo[outcome])) if (!this.do(days, what)) return
  }
}

/**
 * Summary invoices of the tax bureau for the doctors of settled orders: one of three is still to come, one waits to be
 * archived.
 */
function liveSummary(
  stage: Stage,
  summary: RowOf<typeof summaryInvoice>,
  n: number,
  tax: Character,
  stored: StoredFile[],
): void {
  const days = new Days(stage.today, String(summary.createTime), n)
  const at = n % 3 === 0 ? null : days.next(4)
  if (at === null) return
  stage.agenda.at(at, async () => {
    const lines = ['Summary invoice', String(summary.code), `Total ${summary.totalAmount}`]
    const fileUrl = await stage
      .as(tax)
      .work((work) => uploadFile(work, stored, `汇总发票-${summary.code}.pdf`, plainPdf(lines)))
    const ask = { fileUrl, invoiceNo: numberOf(5_000 + n, '10'), invoiceDate: at.slice(0, 10) }
    await stage.as(tax).decide({ resource: 'summaryInvoice', transition: 'upload', id: summary.id, ask })
  })
  const later = n % 3 === 2 ? days.next(6) : null
  if (later !== null)
    stage.agenda.at(later, async () => {
      await stage.as(tax).decide({ resource: 'summaryInvoice', transition: 'archive', id: summary.id })
    })
}

/**
 * Paid orders are invoiced, and the doctors' invoices of settled ones are uploaded, through the same rules as everybody's.
 * Runs when the orders have been played.
 */
export async function addInvoices(stage: Stage, deciders: InvoiceDeciders, stored: StoredFile[]): Promise<void> {
  for (const [kind, of] of KINDS.entries()) {
    const orders = liveRows(stage, of.invoicing.order, {
      settlementStatus: [settlementStatus.paid, settlementStatus.settled],
    })
    const waits = liveRows(stage, of.invoicing.lines, { settleStatus: settleStatus.voidRequested })
    const held = new Set(waits.map((line) => line.settlementOrderId))
    let free = 0
    for (const [n, order] of orders.entries()) {
      const nth = kind * 1_000 + n
      const outcome = held.has(order.id) ? of.held : of.outcomes[free++ % of.outcomes.length]
      const days = new Days(stage.today, String(order.updateTime), nth)
      new Story(stage, of, order, nth, deciders, days, outcome ?? 'none').live()
    }
  }
  const summaries = liveRows(stage, summaryInvoice)
  for (const [n, summary] of summaries.entries()) liveSummary(stage, summary, n, deciders.tax, stored)
  await stage.run()
}

/** The administrators of companies: of the first one who signs in, of the others their contact. */
export const clientsOf = (companies: readonly Company[], first: Character): InvoiceDeciders['client'] => {
  const made = new Map(
    companies.map((c, n): [string, Character] => [
      c.id,
      n === 0
        ? { ...first, company: c.id }
        : { account: '', name: c.contactName ?? '', role: 'companyAdmin', company: c.id },
    ]),
  )
  return (company) => {
    const found = made.get(company)
    if (!found) throw new Error(`nobody of company ${company}`)
    return found
  }
}
