import {
  cancellationRecord,
  type cancellationRecordLifecycle,
  refundSteps,
} from '../../../model/desk/cancellationRecord.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import { statesOf } from '../../../model/language/states.ts'
import { orderDoctorSettlement } from '../../../model/settlement/settlementLines.ts'
import { orderDoctorSettlementPoint } from '../../../model/settlement/settlementOrderPoint.ts'
import type { TaxStep } from '../../../model/settlement/taxStepsWire.ts'
import { type Label, label } from '../../../model/values/label.ts'
import { fen, readable, yuan } from '../../../model/values/money.ts'
import { inScope, may } from '../../core/permissions.ts'
import { handle } from '../../records/handle.ts'
import { readIn } from '../../records/readIn.ts'
import { codeOf } from '../../writing/unitOfWork/codes.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { accountOf } from '../funds/ledger/ledger.ts'
import { pointRefundOf } from './pointVoids.ts'
import { type Cancellation, type Voidable, voidable } from './voidable.ts'
import { refundOf } from './voiding.ts'

const { auditStatus } = statesOf(cancellationRecord)

const NO_WAY: Label = ['该类单据的作废暂未开放', 'Documents of this kind are not voided here yet']

const kindOf = ({ bizType }: Cancellation): Voidable | undefined => (bizType ? voidable[bizType] : undefined)

/** The document that an application names by its number, as far as the person reaches and sees it. */
async function documentOf(
  work: UnitOfWork,
  kind: Voidable | undefined,
  { bizCode }: Cancellation,
): Promise<Row | null> {
  if (!kind || !bizCode || !may(work.actor, `${kind.of.id}_view`)) return null
  const found = await work.any(kind.of, { [codeOf(kind.of)?.name ?? '']: bizCode })
  return found && inScope(work.actor, kind.of, found) ? found : null
}

/** Why an application is not made: its document is not there, asked for already, or stays. */
async function applyProblem(work: UnitOfWork, record: Cancellation): Promise<Label | null> {
  const kind = kindOf(record)
  if (!kind) return NO_WAY
  const found = await documentOf(work, kind, record)
  if (!found) return [`没有单号为 ${record.bizCode ?? ''} 的单据`, `There is no document ${record.bizCode ?? ''}`]
  if (
    await work.any(cancellationRecord, { bizType: record.bizType, bizId: found.id, auditStatus: auditStatus.pending })
  )
    return [`${record.bizCode ?? ''} 已申请作废，等待审核`, `The void of ${record.bizCode ?? ''} waits for its review`]
  return kind.problem(work, found.id)
}

const reviewed = (work: UnitOfWork, remark: string | null): Partial<Cancellation> => ({
  auditUserName: work.actor.name.slice(0, 50),
  auditTime: work.time,
  auditRemark: remark,
})

/** Parties and amount of a document, as far as its fields give them. Pure. */
function partiesOf(found: Row): Partial<Cancellation> {
  const { entrustedCompanyId, entrustedCompanyName, socialCreditCode, doctorId, doctorName, pointAmount } = found
  const company = { entrustedCompanyId, entrustedCompanyName, socialCreditCode }
  const facts = { ...company, doctorId, doctorName, pointAmount, amount: found.totalAmount }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== null))
}

/** Guards and effects of cancellations (3.2, 3.10, 3.12, 3.14). */
export const cancellationRules: RulesOf<typeof cancellationRecord, typeof cancellationRecordLifecycle, UnitOfWork> = {
  apply: {
    // two who ask for the same document wait for each other
    lock: async (record, work) => {
      const kind = kindOf(record)
      const found = await documentOf(work, kind, record)
      return kind && found ? { [kind.of.id]: [found.id] } : {}
    },
    guard: (record, _ask, work) => applyProblem(work, record),
    effect: async (record, _ask, work) => {
      const kind = kindOf(record) as Voidable
      const found = await documentOf(work, kind, record)
      if (!found) throw new Error(`no document ${record.bizCode}`)
      return {
        bizId: found.id,
        ...partiesOf(found),
        prevStatus: Number(found.settlementStatus ?? found.resultStatus ?? found.agreementStatus),
        applyUserName: work.actor.name.slice(0, 50),
        applyTime: work.time,
      }
    },
  },
  'audit.pass': {
    lock: async (record, work, { length }) => (await kindOf(record)?.locks(work, record.bizId ?? '', length)) ?? {},
    guard: async (record, _ask, work) => {
      const kind = kindOf(record)
      return kind && record.bizId ? kind.problem(work, record.bizId) : NO_WAY
    },
    set: (_record, ask, work) => reviewed(work, ask.auditRemark),
    effect: async (record, _ask, work) => ({
      refundRecordId: await (kindOf(record) as Voidable).voided(work, record.bizId ?? '', record.reason),
    }),
  },
  'audit.reject': {
    lock: async (record) => {
      const kind = kindOf(record)
      return kind?.kept && record.bizId ? { [kind.of.id]: [record.bizId] } : {}
    },
    set: (_record, ask, work) => reviewed(work, ask.auditRemark),
    effect: async (record, _ask, work) => {
      await kindOf(record)?.kept?.(work, record)
      return undefined
    },
  },
}

/** Refund that the void of a line would cause, and the company's balance after it; null where there is none. */
async function refundOfRecord(work: UnitOfWork, record: Cancellation): Promise<TaxStep[]> {
  if (record.auditStatus !== auditStatus.pending) return []
  if (record.bizType === orderDoctorSettlementPoint.id) return pointRefundSteps(work, record)
  if (record.bizType !== orderDoctorSettlement.id) return []
  const line = await work.row(orderDoctorSettlement, record.bizId)
  const refund = line && (await refundOf(work, line))
  if (!line || !refund) return []
  const { gross, platform, kept, amount } = refund
  return [
    { what: ['税前劳务费', 'Fee before taxes'], how: line.code ?? '', amount: gross },
    ...(await refundedSteps(work, line, [gross, platform, amount], kept)),
  ]
}

/** The same of a line in points: what they cost goes back, unless the platform has it. */
async function pointRefundSteps(work: UnitOfWork, record: Cancellation): Promise<TaxStep[]> {
  const line = await work.row(orderDoctorSettlementPoint, record.bizId)
  const refund = line && (await pointRefundOf(work, line))
  if (!line || !refund) return []
  const { points, cost, platform, kept, amount } = refund
  const how = `${line.code ?? ''}, ${points}`
  return [
    kept
      ? { what: ['积分成本（已划转，不退）', 'Cost of points (transferred, kept)'], how, amount: 0n }
      : { what: ['积分成本', 'Cost of points'], how, amount: cost },
    ...(await refundedSteps(work, line, [kept ? 0n : cost, platform, amount], kept)),
  ]
}

/**
 * The platform's fee, the refund, and the company's account before and after it. The amounts of the refund: its first
 * part, the platform's fee, all of it.
 */
async function refundedSteps(
  work: UnitOfWork,
  line: { readonly entrustedCompanyId: string | null },
  [first, platform, amount]: readonly [bigint, bigint, bigint],
  kept: boolean,
): Promise<TaxStep[]> {
  const balance = fen((await accountOf(work, line.entrustedCompanyId))?.balance ?? '0')
  const money = (amount: bigint) => readable(yuan(amount))
  return [
    kept
      ? { what: ['平台服务费（已划转，不退）', 'Platform fee (transferred, kept)'], how: money(platform), amount: 0n }
      : { what: ['平台服务费', 'Platform fee'], how: '', amount: platform },
    { what: ['退款金额', 'Refund'], how: `${money(first)} + ${money(amount - first)}`, amount },
    { what: ['退款前余额', 'Balance before'], how: '', amount: balance },
    { what: ['退款后余额', 'Balance after'], how: `${money(balance)} + ${money(amount)}`, amount: balance + amount },
  ]
}

/** Reads of cancellations. */
export const cancellationCalls = [
  handle(refundSteps, async ({ rows: [record], actor, context }) => {
    if (!record) return []
    const steps = await readIn(context, actor, (work) => refundOfRecord(work, record))
    return steps.map(({ what, how, amount }) => ({ what: label(what, actor.language), how, amount: yuan(amount) }))
  }),
]
