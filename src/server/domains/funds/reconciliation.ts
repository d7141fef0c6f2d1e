import { cmbBank } from '../../../model/funds/cmbBank.ts'
import { entrustedAccountPrepay } from '../../../model/funds/prepay.ts'
import { reconciliationInfo, reconciliationInfoLifecycle } from '../../../model/funds/reconciliation.ts'
import { dmanInternalTransfer, dmanInternalTransferPoint, transferAccount } from '../../../model/funds/transfers.ts'
import { tradingManagerInfo } from '../../../model/funds/units.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { servicePaymentOrder } from '../../../model/payment/payments.ts'
import { servicePaymentOrderDetail } from '../../../model/payment/servicePayment.ts'
import { plusDays } from '../../../model/values/calendar.ts'
import type { Label } from '../../../model/values/label.ts'
import { stepEach } from '../../writing/unitOfWork/caused.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { compared, type Difference, type Movement } from './ledger/reconciled.ts'
import { serialOf } from './ledger/serials.ts'
import { companyUnit, type Unit } from './ledger/units.ts'

const { payMode, payStatus } = statesOf(servicePaymentOrder)
const { confirmStatus } = statesOf(entrustedAccountPrepay)
const { transferStatus } = statesOf(transferAccount)
const { transferStatus: transferStates } = statesOf(dmanInternalTransfer)
const { reconStatus } = statesOf(reconciliationInfo)

type Task = RowOf<typeof reconciliationInfo>

/** Paid by bank transfer, and checked. */
const BY_TRANSFER = { payMode: payMode.transfer, payStatus: payStatus.paid }
const OPEN = 0

const unitOf = (work: UnitOfWork, task: Task): Promise<Unit | null> =>
  work.any(tradingManagerInfo, { unitNo: task.accountNo ?? '' })

const moved = (ref: string | null, serial: string | null, amount: string | null, returned = false): Movement => ({
  // however a number is typed or printed, it is the same
  ref: serialOf(ref || serial || ''),
  serial: serialOf(serial ?? ''),
  amount: amount ?? '0.00',
  status: returned ? 'RETURNED' : 'SUCCESS',
})

/** Payments of companies into their unit on that day: ahead, or for an order by bank transfer. */
async function paidIn(work: UnitOfWork, unit: Unit, day: { from: string; before: string }): Promise<Movement[]> {
  const entrustedCompanyId = unit.holderType === 1 ? unit.holderId : null
  // a company's money is in the unit that it has in use
  if (!entrustedCompanyId || (await companyUnit(work, entrustedCompanyId))?.id !== unit.id) return []
  const ahead = await work.rows(entrustedAccountPrepay, {
    entrustedCompanyId,
    confirmStatus: confirmStatus.confirmed,
    reviewTime: day,
  })
  const orders = await work.rows(servicePaymentOrder, { entrustedCompanyId, ...BY_TRANSFER, payTime: day })
  const vouchers = await work.rows(servicePaymentOrderDetail, { servicePaymentOrderId: orders.map((o) => o.id) })
  return [
    ...ahead.map((p) => moved(p.bankSerialNo || p.code, p.bankSerialNo, p.recordAmount)),
    ...vouchers.map((v) => moved(v.bankSerialNo || v.id, v.bankSerialNo, v.amount)),
  ]
}

/** Movements of a unit on a day that the platform knows, and the ids of its transfers among them. */
export interface Known {
  readonly movements: readonly Movement[]
  readonly transfers: readonly string[]
}

/** Everything that the platform knows to have moved in a unit on the day of a task. */
export async function known(work: UnitOfWork, task: Task): Promise<Known> {
  const unit = await unitOf(work, task)
  if (!unit) return { movements: [], transfers: [] }
  const day = { from: `${task.reconDate} 00:00:00`, before: `${plusDays(task.reconDate ?? '', 1)} 00:00:00` }
  const out = unit.bankAccount
    ? await work.rows(transferAccount, {
        payAccount: unit.bankAccount,
        finishTime: day,
        transferStatus: [transferStatus.succeeded, transferStatus.bounced],
      })
    : []
  const internal = []
  for (const transfer of [dmanInternalTransfer, dmanInternalTransferPoint])
    for (const side of ['outUnitNo', 'inUnitNo'])
      internal.push(
        ...(await work.rows(transfer, {
          [side]: unit.unitNo,
          transferStatus: transferStates.succeeded,
          finishTime: day,
        })),
      )
  return {
    movements: [
      ...out.map((t) => moved(t.yurRef, t.bankSerialNo, t.amount, t.transferStatus === transferStatus.bounced)),
      ...internal.map((t) => moved(t.yurRef, null, t.amount)),
      ...(await paidIn(work, unit, day)),
    ],
    transfers: out.map((t) => t.id),
  }
}

/** Why a day is not compared now. */
async function checkProblem(task: Task, work: UnitOfWork): Promise<Label | null> {
  if (!(await unitOf(work, task)))
    return [
      `没有子单元 ${task.accountNo ?? ''}，请核对编号`,
      `There is no unit ${task.accountNo ?? ''}: check its number`,
    ]
  return (task.reconDate ?? '') >= work.time.slice(0, 10)
    ? ['对账日期尚未结束，请次日再对账', 'The day is not over: compare it tomorrow']
    : null
}

/** Asks the bank what was moved on that day. */
async function askStatement(task: Task, work: UnitOfWork): Promise<undefined> {
  await work.intend(
    cmbBank,
    'statement',
    { unitNo: task.accountNo ?? '', day: task.reconDate, known: (await known(work, task)).movements },
    `RS${work.newId()}`,
    { of: reconciliationInfo, id: task.id, code: task.taskid, done: 'told', failed: 'unanswered', lost: 'unanswered' },
  )
  return undefined
}

const differencesOf = (task: Task): Difference[] => (task.resultDetail ?? []) as Difference[]

const keyOf = (d: Partial<Difference>) => `${d.diffType} ${d.yurRef}`

/** Why differences are not handled: each that was found is, and none else. */
function handledProblem(task: Task, handledAs: readonly Partial<Difference>[]): Label | null {
  const [found, named] = [differencesOf(task).map(keyOf).sort(), handledAs.map(keyOf).sort()]
  if (found.join('\n') !== named.join('\n'))
    return ['差异明细与当前记录不符，请刷新后重新填写', 'The differences are not those of the record now: look again']
  const open = handledAs.filter((d) => !d.handle?.trim())
  return open.length > 0
    ? [`还有 ${open.length} 笔差异未填写处理方式`, `${open.length} differences are not handled yet`]
    : null
}

/** The differences as they were found, each with what was said of it. */
function handled(found: readonly Difference[], handledAs: readonly Partial<Difference>[]): Difference[] {
  const left = [...handledAs]
  return found.map((d) => {
    const at = left.findIndex((s) => keyOf(s) === keyOf(d))
    const [mine] = at < 0 ? [] : left.splice(at, 1)
    return { ...d, handle: mine?.handle?.trim() ?? '', remark: mine?.remark ?? '' }
  })
}

/** Compares a running task with the bank's statement and stores result, state and compared transfers. */
export async function writeResult(work: UnitOfWork, task: Task, ours: Known, bank: readonly Movement[]): Promise<void> {
  const result = compared(ours.movements, bank, differencesOf(task))
  await work.updateAll(
    transferAccount,
    ours.transfers.map((id) => ({ id, reconciliationId: task.id })),
  )
  await stepEach(work, reconciliationInfo, reconciliationInfoLifecycle, result.diffCount === 0 ? 'balance' : 'differ', [
    { id: task.id, ...result },
  ] as never)
}

/** Guards and effects of lifecycle 3.24. */
export const reconciliationRules: RulesOf<typeof reconciliationInfo, typeof reconciliationInfoLifecycle, UnitOfWork> = {
  check: {
    guard: (task, _ask, work) => checkProblem(task, work),
    effect: (task, _ask, work) => askStatement(task, work),
  },
  run: { effect: (task, _ask, work) => askStatement(task, work) },
  told: {
    lock: async (task, work) => ({ transferAccount: (await known(work, task)).transfers }),
    effect: async (task, ask: { readonly rows?: readonly Partial<Movement>[] | null }, work) => {
      const rows = (ask.rows ?? []).map((m) =>
        moved(m.ref ?? null, m.serial ?? null, m.amount ?? null, m.status === 'RETURNED'),
      )
      await writeResult(work, task, await known(work, task), rows)
      return undefined
    },
  },
  unanswered: {
    effect: async (task, _ask, work) => {
      await work.step(reconciliationInfo, task.id, (task.diffCount ?? 0) > 0 ? 'differ' : 'wait')
      return undefined
    },
  },
  resolve: {
    guard: (task, ask) => handledProblem(task, (ask.resultDetail ?? []) as never),
    set: (task, ask, work) => ({
      resultDetail: handled(differencesOf(task), (ask.resultDetail ?? []) as never) as never,
      submitUserName: work.actor.name,
      submitTime: work.time,
    }),
  },
}

const yesterday = (work: UnitOfWork) => plusDays(work.time, -1)

/** Ids of what there is of the day before, for `lock`. */
export const yesterdayOf = async (work: UnitOfWork, unit: Unit): Promise<string[]> =>
  (await work.rows(reconciliationInfo, { accountNo: unit.unitNo, reconDate: yesterday(work) })).map((t) => t.id)

/** The day before, of a unit: made where it is not there, and compared unless a person is done with it. */
export async function reconcileYesterday(unit: Unit, work: UnitOfWork): Promise<undefined> {
  const reconDate = yesterday(work)
  const accountNo = unit.unitNo ?? ''
  const there = await work.any(reconciliationInfo, { accountNo, reconDate })
  const task =
    there ??
    (await work.insert(reconciliationInfo, { taskid: await work.code(reconciliationInfo), accountNo, reconDate }))
  if (task.reconStatus === OPEN || task.reconStatus === reconStatus.differs)
    await work.step(reconciliationInfo, task.id, 'run')
  return undefined
}
