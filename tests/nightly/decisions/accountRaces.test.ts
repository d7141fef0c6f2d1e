import { expect, test } from 'vitest'
import { entrustedAccount, entrustedAccountRecord } from '../../../src/model/funds/accounts.ts'
import { statesOf } from '../../../src/model/language/states.ts'
import { servicePaymentOrder } from '../../../src/model/payment/payments.ts'
import { settlementOrder } from '../../../src/model/settlement/settlementOrder.ts'
import { fen, yuan } from '../../../src/model/values/money.ts'
import { brokenAt } from '../../../src/server/domains/funds/ledger/chain.ts'
import { person } from '../../rules/people.ts'
import { load } from '../../server/decisions/fixture.ts'
import {
  agrees,
  codesOf,
  holds,
  now,
  opened,
  paid,
  paymentOf,
  rows,
  settling,
  takes,
  voidWanted,
} from '../../server/decisions/settling.ts'

const { payMode, payStatus } = statesOf(servicePaymentOrder)

// Fifty different decisions at one moment on one prepaid account: by day twelve meet (tests/server/decisions/companyPays.test.ts).

const PAYMENTS = 50
/** Payments that the account has money for. */
const COVERED = 30
const REFUNDS = 20
/** A payment of 200 with the fee of the platform; refunds of 100 with theirs. */
const [PAYMENT, REFUND] = [21_200n, 10_600n]
const BEYOND = 500n

test('fifty payments and refunds of one account at once never overdraw it, and are counted once each', {
  timeout: 600_000,
}, async () => {
  const w = await settling(undefined, yuan(PAYMENT * BigInt(COVERED) + REFUND * BigInt(REFUNDS) + BEYOND))
  const account = async () => (await rows(w, entrustedAccount, 'entrusted_company_id', w.companyId))[0]
  const refunded = await paid(
    w,
    Array.from({ length: REFUNDS }, () => '100.00'),
  )
  const payments: string[] = []
  for (let n = 0; n < PAYMENTS; n++) {
    const of = await opened(w, ['200.00'], { status: 3 })
    await takes(w, w.fin, settlementOrder, 'toSettle', of.id)
    payments.push(await paymentOf(w, of))
  }

  // all are asked for, and as many as the account covers are frozen
  const ask = { payMode: payMode.prepaid }
  const codes = await codesOf(payments.map((id) => takes(w, w.ca, servicePaymentOrder, 'confimPay', id, ask)))
  expect(codes.filter((code) => code === 200)).toHaveLength(COVERED)
  expect(new Set(codes)).toEqual(new Set([200, 400]))
  expect(await account()).toMatchObject({
    frozenAmount: yuan(PAYMENT * BigInt(COVERED)),
    availableAmount: yuan(BEYOND),
  })

  // each by a checker of its own, beside refunds that others agree to
  const frozen = payments.filter((_id, n) => codes[n] === 200)
  const records: string[] = []
  for (const line of refunded.lines) records.push(await voidWanted(w, w.ops, line))
  const checker = () => person(w.tenantId, 'finance')
  const ended = await codesOf([
    ...frozen.map((id) => takes(w, checker(), servicePaymentOrder, 'submitReview.pass', id)),
    ...records.map((record) => agrees(w, checker(), record)),
  ])
  expect(ended).toEqual([...frozen, ...records].map(() => 200))
  const left = yuan(BEYOND + REFUND * BigInt(REFUNDS))
  const after = await account()
  expect(after).toMatchObject({ balance: left, frozenAmount: '0.00', availableAmount: left })
  // paid in, paid for what is refunded, then one record each
  const posted = await rows(w, entrustedAccountRecord, 'account_id', after?.id)
  expect(posted).toHaveLength(2 + COVERED + REFUNDS)
  expect(posted.filter((r) => fen(r.balanceAfter ?? '0') < 0n)).toEqual([])
  expect(await load(w.context, w.tenantId, (work) => brokenAt(work, after?.id ?? ''))).toBeNull()
  const states = await Promise.all(payments.map((id) => now(w, servicePaymentOrder, id)))
  expect(states.filter((p) => p.payStatus === payStatus.paid)).toHaveLength(COVERED)
  await holds(w)
})

test('fifty refunds of one account at once are fifty records, and the fee of the platform is less by each', {
  timeout: 600_000,
}, async () => {
  const w = await settling(undefined, yuan(REFUND * 50n))
  const { id, lines } = await paid(
    w,
    Array.from({ length: 50 }, () => '100.00'),
  )
  const records: string[] = []
  for (const line of lines) records.push(await voidWanted(w, w.ops, line))
  expect(await codesOf(records.map((record) => agrees(w, person(w.tenantId, 'finance'), record)))).toEqual(
    records.map(() => 200),
  )
  const [account] = await rows(w, entrustedAccount, 'entrusted_company_id', w.companyId)
  expect(account).toMatchObject({ balance: yuan(REFUND * 50n), frozenAmount: '0.00' })
  expect(await rows(w, entrustedAccountRecord, 'account_id', account?.id)).toHaveLength(52)
  expect(await now(w, settlementOrder, id)).toMatchObject({ refundAmount: yuan(REFUND * 50n) })
  await holds(w)
})
