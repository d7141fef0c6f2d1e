import { fen, yuan } from '../../model/kernel/money.ts'
import { orderDoctor, orderDoctorLifecycle } from '../../model/orders/orderDoctor.ts'
import {
  entrustedTaxPaymentOrder,
  platServiceFee,
  servicePaymentBill,
  servicePaymentOrder,
} from '../../model/settlement/payments.ts'
import type {
  orderDoctorSettlement,
  settlementOrderDoctor,
  settlementOrderTaxItem,
} from '../../model/settlement/settlementLines.ts'
import { settlementOrder, settlementOrderLifecycle } from '../../model/settlement/settlementOrder.ts'
import { statusText } from '../writes/trail.ts'
import { who } from './cycles.ts'
import { type Bundle, feesOf } from './orders.ts'
import type { Company } from './parties.ts'
import type { Fate } from './plan.ts'
import type { Prng } from './prng.ts'
import { type Person, type Story, SYSTEM, type Told } from './story.ts'
import { monthOfDay, plusDays, working } from './times.ts'

/** The documents that toSettle makes. */
interface Documents {
  readonly payment: Told<typeof servicePaymentOrder>
  readonly bills: readonly Told<typeof servicePaymentBill>[]
  readonly fee: Told<typeof platServiceFee>
  readonly tax: Told<typeof entrustedTaxPaymentOrder>
}

/** Who decides about one order. `reviewer` is never its `maker`, who confirmed the cycle (INV-41). */
export interface Cast {
  readonly maker: Person
  readonly reviewer: Person
  readonly client: Person
  readonly cashier: Person
}

const PASSED = [null, null, '金额核对无误', '材料齐全，同意', '与结算周期一致']
const REJECTED = ['税额与测算不一致，请重新核对', '医生明细缺少验收材料', '平台服务费费率有误', '重复结算，请核实']

type Step =
  | 'pass'
  | 'reject'
  | 'resubmit'
  | 'confirm'
  | 'refuse'
  | 'settle'
  | 'askPayment'
  | 'pay'
  | 'paySome'
  | 'payAll'
  | 'finish'
  | 'void'

/** How an order came to its fate. */
const STEPS: Readonly<Record<Fate, readonly Step[]>> = {
  new: [],
  rejected: ['reject'],
  resubmitted: ['reject', 'resubmit'],
  reviewed: ['pass'],
  refused: ['pass', 'refuse'],
  confirmed: ['pass', 'confirm'],
  toPay: ['pass', 'confirm', 'settle', 'askPayment'],
  paid: ['pass', 'confirm', 'settle', 'pay'],
  partlyPaid: ['pass', 'confirm', 'settle', 'pay', 'paySome'],
  settled: ['pass', 'confirm', 'settle', 'pay', 'payAll', 'finish'],
  voidEarly: ['pass', 'void'],
  voidLate: ['pass', 'confirm', 'settle', 'void'],
}

/**
 * Lives one order through to its fate, a working day or two between steps. Taxes are not there yet: amounts of
 * documents are filled by `fillDocuments` once `taxAll` has run.
 */
export class Life {
  private at: string
  documents: Documents | null = null

  constructor(
    private readonly story: Story,
    private readonly prng: Prng,
    private readonly bundle: Bundle,
    private readonly company: Company,
    private readonly cast: Cast,
  ) {
    this.at = String(bundle.order.createTime)
  }

  private later(from: number, to: number): string {
    this.at = working(this.prng, plusDays(this.at, this.prng.int(from, to)))
    return this.at
  }

  private move(
    action: string,
    by: Person,
    patch: Parameters<Story['move']>[4]['patch'],
    remark: string | null = null,
  ): void {
    this.story.move(settlementOrder, settlementOrderLifecycle, this.bundle.order, action, {
      who: by,
      at: this.at,
      patch,
      remark,
    })
  }

  /** Lives it. */
  live(fate: Fate): void {
    const steps: Readonly<Record<Step, () => void>> = {
      pass: () => this.review(true),
      reject: () => this.review(false),
      resubmit: () => this.resubmit(),
      confirm: () => this.confirm(),
      refuse: () => this.refuse(),
      settle: () => this.settle(),
      askPayment: () => this.askPayment(),
      pay: () => this.pay(),
      // all but the last doctor, and at least one
      paySome: () =>
        this.payLines(this.bundle.doctors.slice(0, Math.max(1, this.bundle.doctors.length - 1)).map((d) => d.doctorId)),
      payAll: () => this.payLines(this.bundle.doctors.map((d) => d.doctorId)),
      finish: () => this.finish(),
      void: () => this.void(),
    }
    for (const step of STEPS[fate]) steps[step]()
  }

  private review(pass: boolean): void {
    this.later(1, 2)
    const { reviewer } = this.cast
    const remark = this.prng.pick<string | null>(pass ? PASSED : REJECTED)
    this.move(
      pass ? 'audit.pass' : 'audit.reject',
      reviewer,
      { approvalOfficer: reviewer.name, approvalDate: this.at, approvalRemark: remark },
      remark,
    )
  }

  private confirm(): void {
    this.later(1, 2)
    this.move('confim.pass', this.cast.client, { confirmUserName: this.cast.client.name, confirmTime: this.at })
  }

  private resubmit(): void {
    this.later(1, 1)
    this.move('submit', this.cast.maker, { approvalOfficer: null, approvalDate: null, approvalRemark: null })
  }

  private refuse(): void {
    this.later(1, 2)
    const remark = this.prng.pick(REJECTED)
    this.move(
      'confim.reject',
      this.cast.client,
      { approvalOfficer: this.cast.client.name, approvalDate: this.at, approvalRemark: remark },
      remark,
    )
  }

  private settle(): void {
    const { story, bundle } = this
    this.later(1, 2)
    this.move('toSettle', this.cast.reviewer, {})
    const by = this.cast.reviewer
    const ref = { settlementOrderId: bundle.order.id, settlementOrderCode: bundle.order.code }
    const own = who(this.company)
    const payment = story.add(servicePaymentOrder, this.at, by, {
      code: story.codes.next('SP', this.at),
      settlementOrderType: 1,
      ...ref,
      ...own,
      payStatus: 0,
    })
    const bill = (billType: 1 | 2, taxItemCode: string | null, itemName: string | null) =>
      story.add(servicePaymentBill, this.at, by, {
        ...own,
        servicePaymentOrderId: payment.id,
        servicePaymentOrderCode: payment.code,
        billType,
        taxItemCode,
        itemName,
        billMonth: bundle.order.cycleMonth,
      })
    const bills = [...bundle.items.map((i) => bill(1, i.taxItemCode, i.taxItemName)), bill(2, null, '平台服务费')]
    const fee = story.add(platServiceFee, this.at, by, {
      code: story.codes.next('PF', this.at),
      ...ref,
      ...own,
      feeRate: this.company.platformFeeRate,
      feeStatus: 0,
    })
    const tax = story.add(entrustedTaxPaymentOrder, this.at, by, {
      code: story.codes.next('TP', this.at),
      ...ref,
      ...own,
      fiscalTaxId: bundle.order.fiscalTaxId,
      fiscalTaxName: bundle.order.fiscalTaxName,
      taxMonth: bundle.order.taxMonth,
      lineCount: bundle.lines.length,
      taxPayStatus: 0,
    })
    this.documents = { payment, bills, fee, tax }
    for (const s of bundle.sources) story.move(orderDoctor, orderDoctorLifecycle, s, 'settle', { who: by, at: this.at })
  }

  /** The client has been asked to pay: not yet, waiting for review, or refused. */
  private askPayment(): void {
    const { documents, prng, cast } = this
    const payStatus = prng.pick([0, 0, 1, 3] as const)
    if (!documents || payStatus === 0) return
    this.later(1, 3)
    this.story.edit<typeof servicePaymentOrder>(documents.payment, this.at, cast.client, {
      payMode: 2,
      payStatus: 1,
      confirmUserName: cast.client.name,
    })
    if (payStatus !== 3) return
    this.later(1, 2)
    this.story.edit<typeof servicePaymentOrder>(documents.payment, this.at, cast.reviewer, {
      payStatus: 3,
      reviewUserName: cast.reviewer.name,
      reviewTime: this.at,
      reviewRemark: '付款凭证与金额不符',
    })
  }

  /** The client paid and finance checked it: the lines become payable. */
  private pay(): void {
    const { documents, cast, story, bundle } = this
    if (!documents) return
    this.later(1, 3)
    story.edit<typeof servicePaymentOrder>(documents.payment, this.at, cast.client, {
      payMode: 2,
      payStatus: 1,
      confirmUserName: cast.client.name,
    })
    this.later(1, 2)
    story.edit<typeof servicePaymentOrder>(documents.payment, this.at, cast.reviewer, {
      payStatus: 2,
      payTime: this.at,
      reviewUserName: cast.reviewer.name,
      reviewTime: this.at,
    })
    this.move('pay', cast.reviewer, {})
    for (const line of bundle.lines)
      story.edit<typeof orderDoctorSettlement>(line, this.at, cast.reviewer, { settleStatus: 1 })
  }

  /** The bank has paid these doctors: their taxes are fixed in that month. */
  private payLines(doctorIds: readonly (string | null)[]): void {
    const { story, bundle, cast } = this
    this.later(2, 5)
    const month = monthOfDay(this.at)
    for (const line of bundle.lines) {
      if (!doctorIds.includes(line.doctorId)) continue
      story.edit<typeof orderDoctorSettlement>(line, this.at, cast.cashier, {
        settleStatus: 3,
        taxFinal: 1,
        taxMonth: month,
        payTime: this.at,
      })
      const source = bundle.sources.find((s) => s.id === line.orderDoctorId)
      if (!source) continue
      const before = { ...source }
      story.edit<typeof orderDoctor>(source, this.at, cast.cashier, { orderStatus: 3 })
      story.tell(orderDoctor, before, source, {
        action: 'paid',
        who: cast.cashier,
        at: this.at,
        remark: null,
        bySystem: true,
        result: 3,
        from: statusText(orderDoctorLifecycle, before),
        to: statusText(orderDoctorLifecycle, source),
      })
    }
    for (const d of bundle.doctors)
      if (doctorIds.includes(d.doctorId))
        story.edit<typeof settlementOrderDoctor>(d, this.at, cast.cashier, { paidStatus: 2, fileStatus: 2 })
  }

  /** All doctors are paid: the fee is transferred, the taxes are passed on. */
  private finish(): void {
    const { documents, story, cast } = this
    if (!documents) return
    this.later(1, 3)
    story.edit<typeof platServiceFee>(documents.fee, this.at, cast.cashier, { feeStatus: 2, transferTime: this.at })
    this.later(1, 3)
    story.edit<typeof entrustedTaxPaymentOrder>(documents.tax, this.at, cast.cashier, {
      taxPayStatus: 3,
      taxMonth: this.bundle.lines[0]?.taxMonth,
      payTime: this.at,
    })
    this.move('settle', SYSTEM, {})
  }

  /** Voided before anything was paid: lines and breakdowns go, the doctor orders are free again. */
  private void(): void {
    const { story, bundle, documents, cast } = this
    this.later(2, 6)
    this.move('void', cast.reviewer, {})
    const gone = { isDeleted: 1 } as const
    for (const line of bundle.lines) story.edit<typeof orderDoctorSettlement>(line, this.at, cast.reviewer, gone)
    for (const d of bundle.doctors) story.edit<typeof settlementOrderDoctor>(d, this.at, cast.reviewer, gone)
    for (const i of bundle.items) story.edit<typeof settlementOrderTaxItem>(i, this.at, cast.reviewer, gone)
    if (documents) {
      story.edit<typeof servicePaymentOrder>(documents.payment, this.at, cast.reviewer, { payStatus: 9 })
      story.edit<typeof platServiceFee>(documents.fee, this.at, cast.reviewer, gone)
      story.edit<typeof entrustedTaxPaymentOrder>(documents.tax, this.at, cast.reviewer, gone)
    }
    for (const s of bundle.sources) {
      const before = { ...s }
      story.edit<typeof orderDoctor>(s, this.at, cast.reviewer, { orderStatus: 1, settlementOrderId: null })
      if (before.orderStatus === 1) continue
      story.tell(orderDoctor, before, s, {
        action: 'release',
        who: cast.reviewer,
        at: this.at,
        remark: null,
        bySystem: true,
        result: 3,
        from: statusText(orderDoctorLifecycle, before),
        to: statusText(orderDoctorLifecycle, s),
      })
    }
  }
}

/**
 * Amounts of an order's documents, as its lines came out: bills add up to the payment (INV-15), taxes to the tax order
 * (INV-27).
 */
export function fillDocuments({ order, items, lines }: Bundle, { payment, bills, fee, tax }: Documents): void {
  Object.assign(payment, {
    doctorAmount: order.doctorAmount,
    platformAmount: order.platformAmount,
    amount: order.totalAmount,
  })
  for (const b of bills)
    b.amount =
      b.billType === 2
        ? order.platformAmount
        : (items.find((i) => i.taxItemCode === b.taxItemCode)?.grossAmount ?? '0.00')
  Object.assign(fee, { baseAmount: order.doctorAmount, feeAmount: order.platformAmount })
  const taxes = feesOf(lines)
  Object.assign(tax, {
    vatAmount: taxes.vatAmount,
    surchargeAmount: taxes.surchargeAmount,
    iitAmount: taxes.iitAmount,
    amount: yuan(fen(taxes.vatAmount) + fen(taxes.surchargeAmount) + fen(taxes.iitAmount)),
  })
}
