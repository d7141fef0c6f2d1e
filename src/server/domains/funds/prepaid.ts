import { entrustedAccount } from '../../../model/funds/accounts.ts'
import { cmbBank } from '../../../model/funds/cmbBank.ts'
import { entrustedAccountPrepay, entrustedAccountPrepayLifecycle, recharge } from '../../../model/funds/prepay.ts'
import { lackingFor } from '../../../model/language/derived/demands.ts'
import type { Fields } from '../../../model/language/fields/field.ts'
import type { RulesOf } from '../../../model/language/lifecycle.ts'
import type { RowOf } from '../../../model/language/resource.ts'
import { statesOf } from '../../../model/language/states.ts'
import { joinedLabels, type Label } from '../../../model/values/label.ts'
import { fen, readable, yuan } from '../../../model/values/money.ts'
import { AppError } from '../../core/errors.ts'
import { recordOf, recordsOf } from '../../core/records.ts'
import { handle } from '../../records/handle.ts'
import type { Hooks, Prepare } from '../../writing/hooks.ts'
import { yurRefOf } from '../../writing/requests.ts'
import { refuseNotAdmitted } from '../../writing/save/admitted.ts'
import { addRecord } from '../../writing/save/save.ts'
import { fieldError } from '../../writing/save/sentFields.ts'
import type { Row } from '../../writing/unitOfWork/rows.ts'
import type { UnitOfWork } from '../../writing/unitOfWork/unitOfWork.ts'
import { openIntents } from './bank/sending.ts'
import { movingProblem } from './bank/stillMoving.ts'
import {
  type Account,
  accountOf,
  available,
  availableProblem,
  CLOSED,
  freeze,
  moneyOf,
  outProblem,
  post,
} from './ledger/ledger.ts'
import { serialKept, serialOf } from './ledger/serials.ts'
import { placeProblem, suspend } from './ledger/suspense.ts'
import { companyUnit, unitShort } from './ledger/units.ts'
import { payerMatched } from './payers.ts'

const { accountStatus } = statesOf(entrustedAccount)

type Prepay = RowOf<typeof entrustedAccountPrepay>
type Values = Readonly<Record<string, unknown>>

const OUT = 2
const OPEN = 0
const REJECTED = 2
const ONLINE = 2

/**
 * Frozen amount of a prepayment order: its amount in fen while it takes out and waits to be confirmed (3.23, INV-4).
 */
const frozenBy = (order: Values | null): bigint =>
  order && Number(order.chargeType) === OUT && Number(order.confirmStatus ?? OPEN) === OPEN
    ? fen(String(order.recordAmount ?? '0'))
    : 0n

/** The account of a company, locked; null where it has none. */
async function lockedAccount(work: UnitOfWork, companyId: unknown): Promise<Account | null> {
  const found = await accountOf(work, companyId)
  const [row] = found ? await work.lock(entrustedAccount, [found.id]) : []
  return row && row.isDeleted !== 1 ? recordOf(entrustedAccount, row) : null
}

/** Freezes what a prepayment order takes out (or lets go of it), as far as the account has it. */
async function freezeFor(work: UnitOfWork, companyId: unknown, more: bigint): Promise<void> {
  const account = await lockedAccount(work, companyId)
  const problem = more > 0n ? (outProblem(account) ?? (account && availableProblem(account, more))) : null
  if (problem) throw fieldError(work.actor, 'recordAmount', problem, 409)
  if (account) await freeze(work, account, more)
}

/** Problem of changing an order that the bank is collecting: it stays as it was sent. */
async function collectingProblem(work: UnitOfWork, id: string, code: unknown): Promise<Label | null> {
  const open = await openIntents(work, { bizType: entrustedAccountPrepay.id, bizId: id })
  const what = String(code ?? '')
  return open.length > 0
    ? [
        `${what} 正在等待银行扣款结果，请稍后再试`,
        `${what} waits for the bank, which is collecting it: try again later`,
      ]
    : null
}

async function notCollecting(work: UnitOfWork, id: string, code: unknown): Promise<void> {
  const problem = await collectingProblem(work, id, code)
  if (problem) throw new AppError(409, problem)
}

/**
 * Frozen amount of a prepayment order that is written by hand. One that was rejected is asked for anew by its edit (2 →
 * 0); the account is the one of the company that the order is of, and a company without an open one takes nothing out.
 */
const prepayWritten: Prepare = async (values, before, work) => {
  if (before) await notCollecting(work, String(before.id), before.code)
  const serial = await serialKept(work, values.bankSerialNo, before?.id)
  const again = before?.confirmStatus === REJECTED
  const after: Values = { ...before, ...values, ...(again ? { confirmStatus: OPEN } : {}) }
  const [old, own] = [frozenBy(before), frozenBy(after)]
  const moved = before !== null && String(before.entrustedCompanyId) !== String(after.entrustedCompanyId)
  if (moved && (old > 0n || own > 0n))
    throw new AppError(409, [
      '支出单不能更换委托企业，请另建一张',
      'An expense keeps its company: make another one instead',
    ])
  if (again) await work.step(entrustedAccountPrepay, String(before?.id), 'resubmit')
  if (old !== own) await freezeFor(work, after.entrustedCompanyId, own - old)
  // outgoing amounts are paid by the platform
  const match = after.chargeType === OUT ? null : await payerMatched(work, after.payerName, after.entrustedCompanyId)
  const computed = { ...serial, payerMatch: match }
  return again
    ? { ...computed, confirmStatus: OPEN, reviewUserName: null, reviewTime: null, reviewRemark: null }
    : computed
}

/** Hooks of prepayment orders. */
export const prepayHooks: Hooks = {
  prepare: prepayWritten,
  removed: async (rows: readonly Row[], work) => {
    for (const row of rows) await notCollecting(work, row.id, row.code)
    const freed = new Map<string, bigint>()
    for (const row of rows) {
      const account = frozenBy(row) > 0n ? await accountOf(work, row.entrustedCompanyId) : null
      if (account) freed.set(account.id, (freed.get(account.id) ?? 0n) + frozenBy(row))
    }
    for (const account of recordsOf(entrustedAccount, await work.lock(entrustedAccount, [...freed.keys()])))
      await freeze(work, account, -(freed.get(account.id) ?? 0n))
  },
}

const reviewed = (work: UnitOfWork, remark: string | null): Partial<Prepay> => ({
  reviewUserName: work.actor.name,
  reviewTime: work.time,
  reviewRemark: remark,
})

const moneyLocked = (order: Prepay, work: UnitOfWork) => moneyOf(work, order.entrustedCompanyId)

/** Posts a confirmed order, which names its record already: paid in, or taken out of what was frozen for it. */
async function posted(work: UnitOfWork, order: Prepay): Promise<undefined> {
  const amount = fen(order.recordAmount ?? '0')
  const move = {
    recordType: order.chargeType === OUT ? 4 : 1,
    amount,
    biz: { type: entrustedAccountPrepay.id, id: order.id, code: order.code },
    id: order.accountRecordId ?? undefined,
  } as const
  await post(work, order.entrustedCompanyId, [move], order.chargeType === OUT ? amount : 0n)
}

/**
 * Manual confirmation of a payment demands the bank's serial no. and a voucher, also where the order says online:
 * payments that the bank collected are confirmed by the system.
 * @throws AppError 400 naming what lacks.
 */
function provedPaidIn(order: Prepay, work: UnitOfWork): void {
  const lacking = lackingFor(entrustedAccountPrepayLifecycle.transitions['review.pass'], order)
  if (lacking.length === 0) return
  const fields: Fields = entrustedAccountPrepay.fields
  const [zh, en] = joinedLabels(lacking.map((name) => fields[name]?.label ?? [name, name]))
  const text: Label = [
    `预付款须先填写${zh}再确认`,
    `What was paid in is confirmed with its ${en.toLowerCase()}: enter it first`,
  ]
  const message = work.actor.language === 'en' ? text[1] : text[0]
  throw new AppError(400, text, Object.fromEntries(lacking.map((name) => [name, message])))
}

/** Guards and effects of lifecycle 3.23: what is confirmed is posted, what is rejected is no longer frozen. */
export const prepayRules: RulesOf<typeof entrustedAccountPrepay, typeof entrustedAccountPrepayLifecycle, UnitOfWork> = {
  'review.pass': {
    lock: moneyLocked,
    guard: async (order, _ask, work) => {
      const collecting = await collectingProblem(work, order.id, order.code)
      if (collecting) return collecting
      provedPaidIn(order, work)
      const account = await accountOf(work, order.entrustedCompanyId)
      if (account?.accountStatus === accountStatus.closed) return CLOSED
      const out = order.chargeType === OUT
      const problem = out || account === null ? outProblem(account) : null
      return problem ?? unitShort(work, order.entrustedCompanyId, out ? fen(order.recordAmount ?? '0') : 0n)
    },
    set: (_order, ask, work) => ({ ...reviewed(work, ask.remark), accountRecordId: work.newId() }),
    effect: (order, _ask, work) => posted(work, order),
  },
  'review.reject': {
    lock: moneyLocked,
    guard: (order, _ask, work) => collectingProblem(work, order.id, order.code),
    set: (_order, ask, work) => reviewed(work, ask.remark),
    effect: async (order, _ask, work) => {
      if (order.chargeType === OUT) await freezeFor(work, order.entrustedCompanyId, -fen(order.recordAmount ?? '0'))
      return undefined
    },
  },
  answered: {
    lock: moneyLocked,
    effect: async (order, ask: { readonly serial?: string }, work) => {
      const problem = await placeProblem(work, order.entrustedCompanyId)
      await work.step(entrustedAccountPrepay, order.id, problem ? 'suspend' : 'collected', ask)
      if (problem)
        await suspend(work, {
          companyId: order.entrustedCompanyId,
          source: 1,
          biz: { type: entrustedAccountPrepay.id, id: order.id, code: order.code },
          amount: order.recordAmount,
          serial: ask.serial ?? null,
          why: problem,
        })
      return undefined
    },
  },
  suspend: {
    set: (_order, ask: { readonly serial?: string }, work) => ({
      bankSerialNo: ask.serial === undefined ? undefined : serialOf(ask.serial),
      prepayTime: work.time,
      reviewTime: work.time,
    }),
  },
  collected: {
    lock: moneyLocked,
    set: (_order, ask: { readonly serial?: string }, work) => ({
      bankSerialNo: ask.serial === undefined ? undefined : serialOf(ask.serial),
      prepayTime: work.time,
      reviewTime: work.time,
      accountRecordId: work.newId(),
    }),
    effect: (order, _ask, work) => posted(work, order),
  },
  notCollected: {
    set: (_order, ask: { readonly remark?: string | null }, work) => ({
      reviewTime: work.time,
      reviewRemark: (ask.remark ?? '').slice(0, 500),
    }),
  },
}

/** 3.23: a company pays in. Offline it is a prepayment order that finance confirms; online the bank collects it. */
export const prepaidCalls = [
  handle(recharge, async ({ rows, body, work }) => {
    const [account] = rows as [Account]
    const { amount, bankSerialNo, ...rest } = body
    const order = { ...rest, entrustedCompanyId: account.entrustedCompanyId, recordAmount: amount, chargeType: 1 }
    if (Number(body.paymentType) !== ONLINE)
      return (await addRecord(work, entrustedAccountPrepay, { ...order, bankSerialNo })) as never
    const problem = await unitShort(work, account.entrustedCompanyId, 0n)
    if (problem) throw fieldError(work.actor, 'entrustedCompanyId', problem, 409)
    const made = await addRecord(work, entrustedAccountPrepay, order)
    const { id, code, entrustedCompanyName } = recordOf(entrustedAccountPrepay, made)
    const unit = await companyUnit(work, account.entrustedCompanyId)
    await work.intend(
      cmbBank,
      'collect',
      { unitNo: unit?.unitNo ?? '', payerName: entrustedCompanyName ?? '', amount: String(amount) },
      yurRefOf(work, 'YC'),
      { of: entrustedAccountPrepay, id, code, done: 'answered', failed: 'notCollected' },
    )
    return made as never
  }),
]

const CLOSED_FOR_GOOD = 3

/**
 * An account is closed with nothing left in it and nothing that could still move its company's money, and is not opened
 * again.
 * @throws AppError 409 naming what is left.
 */
async function closedKept(values: Values, before: Values, work: UnitOfWork): Promise<void> {
  const to = values.accountStatus === undefined ? before.accountStatus : Number(values.accountStatus)
  if (to === before.accountStatus) return
  if (before.accountStatus === CLOSED_FOR_GOOD)
    throw fieldError(
      work.actor,
      'accountStatus',
      ['账户已销户，不能再启用，请新开账户', 'The account is closed for good: open a new one'],
      409,
    )
  if (to !== CLOSED_FOR_GOOD) return
  const left = fen(String(before.balance ?? '0'))
  const frozen = fen(String(before.frozenAmount ?? '0'))
  if (left !== 0n || frozen !== 0n)
    throw fieldError(
      work.actor,
      'accountStatus',
      [
        `账户余额 ${readable(yuan(left))}，余额为零方可销户`,
        `${readable(yuan(left))} is left: only an empty account is closed`,
      ],
      409,
      ['余额为零方可销户', 'Only an empty account is closed'],
    )
  const moving = await movingProblem(work, String(before.entrustedCompanyId))
  if (moving)
    throw fieldError(
      work.actor,
      'accountStatus',
      [`${moving[0]}，不能销户`, `${moving[1]}: the account stays open`],
      409,
    )
}

/** A company has one account that is not closed. @throws AppError 400 where it has one already. */
async function onlyOne(values: Values, work: UnitOfWork): Promise<void> {
  const there = await accountOf(work, values.entrustedCompanyId)
  if (there && there.accountStatus !== CLOSED_FOR_GOOD)
    throw fieldError(
      work.actor,
      'entrustedCompanyId',
      [
        `该委托企业已有未销户的账户 ${there.accountNo ?? ''}`,
        `This company has an account that is not closed: ${there.accountNo ?? ''}`,
      ],
      400,
    )
}

/** 3.23: an account written by hand: closed only where it may be, and told of by the alert amount that it has now. */
export const accountKept: Prepare = async (values, before, work) => {
  if (before) await closedKept(values, before, work)
  else {
    await refuseNotAdmitted(work, values.entrustedCompanyId, 'entrustedCompanyId', ['开户', 'it gets no account yet'])
    await onlyOne(values, work)
  }
  const after = { ...before, ...values }
  const { alertStatus } = available(fen(String(before?.availableAmount ?? '0')), {
    alertAmount: String(after.alertAmount ?? '0'),
    accountStatus: Number(after.accountStatus ?? 1) as Account['accountStatus'],
  })
  return { alertStatus }
}
