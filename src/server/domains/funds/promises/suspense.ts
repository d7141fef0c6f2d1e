import { intent } from '../../../../model/administration/system/intent.ts'
import { entrustedAccountRecord } from '../../../../model/funds/accounts.ts'
import { cmbBank } from '../../../../model/funds/cmbBank.ts'
import { entrustedAccountPrepay } from '../../../../model/funds/prepay.ts'
import { suspenseEntry } from '../../../../model/funds/suspense.ts'
import { dmanInternalTransfer, dmanInternalTransferPoint, transferAccount } from '../../../../model/funds/transfers.ts'
import {
  among,
  and,
  differs,
  type Expression,
  equal,
  not,
  or,
  when,
  word,
} from '../../../../model/language/conditions/expression.ts'
import { statesOf } from '../../../../model/language/states.ts'
import { summaryTaxReturns } from '../../../../model/tax/summaryTaxReturns.ts'
import type { Label } from '../../../../model/values/label.ts'
import { count, sum } from '../../../promises/form/aggregate.ts'
import { one, total } from '../../../promises/form/relation.ts'
import { type Invariant, invariant } from '../../../promises/invariant.ts'
import type { AnyResource } from '../../../writing/unitOfWork/rows.ts'

const { suspenseStatus } = statesOf(suspenseEntry)
const { intentStatus } = statesOf(intent)
const { confirmStatus } = statesOf(entrustedAccountPrepay)
const { againStatus, transferStatus } = statesOf(transferAccount)

const ofBank = equal('port', word(cmbBank.id))

/** The entries of a document, and how many of them are cleared. */
const entriesOf = (of: AnyResource) =>
  total(
    { of: suspenseEntry, where: equal('bizType', word(of.id)) },
    { bizId: 'id' },
    { all: count(), cleared: count(equal('suspenseStatus', suspenseStatus.cleared)), amount: sum('amount') },
  )

/** Promise that a document records what the bank has done for it. */
const written = (id: string, title: Label, of: AnyResource, call: string, holds: Expression): Invariant =>
  invariant(
    id,
    title,
    {
      of: intent,
      where: and(
        ofBank,
        equal('portCall', word(call)),
        equal('intentStatus', intentStatus.done),
        equal('bizType', word(of.id)),
      ),
      with: { document: one(of, 'bizId') },
    },
    holds,
    { code: 'code', bizCode: 'bizCode' },
  )

/**
 * Promises that the books equal the bank: in accounts and units, or in suspense until finance has cleared it (INV-49).
 */
export const suspenseInvariants: readonly Invariant[] = [
  invariant(
    'INV-49',
    [
      '银行已完成而未记账的请求为零',
      'Nothing that the bank has done waits to be written down, and nothing of it was closed unwritten',
    ],
    { of: intent, where: and(ofBank, equal('answered', 1)) },
    equal('intentStatus', intentStatus.done),
    { code: 'code', bizCode: 'bizCode', found: 'intentStatus' },
  ),
  written(
    'INV-49.collect',
    ['银行已扣款的预付款单已记账或已挂账', 'What the bank has collected is posted, or in suspense'],
    entrustedAccountPrepay,
    'collect',
    among('document.confirmStatus', [confirmStatus.confirmed, confirmStatus.inSuspense]),
  ),
  written(
    'INV-49.move',
    ['银行已完成的内部划转已记账', 'What the bank has moved between units is written down'],
    dmanInternalTransfer,
    'internalTransfer',
    equal('document.transferStatus', transferStatus.succeeded),
  ),
  written(
    'INV-49.pointMove',
    ['银行已完成的积分内部划转已记账', 'What the bank has moved between units for points is written down'],
    dmanInternalTransferPoint,
    'internalTransfer',
    equal('document.transferStatus', transferStatus.succeeded),
  ),
  invariant(
    'INV-49.collected',
    ['已挂账的预付款单恰有一张同额挂账单', 'A collection in suspense has one entry of its amount, any other none'],
    { of: entrustedAccountPrepay, with: { entries: entriesOf(entrustedAccountPrepay) } },
    and(
      equal('entries.all', when(equal('confirmStatus', confirmStatus.inSuspense), 1, 0)),
      or(differs('confirmStatus', confirmStatus.inSuspense), equal('entries.amount', 'recordAmount')),
    ),
    { code: 'code', amount: 'recordAmount', found: 'entries.amount' },
  ),
  invariant(
    'INV-49.returned',
    [
      '已挂账的退票恰有一张同额挂账单，了结与其处理一致',
      'A returned transfer in suspense has one entry of its amount, cleared where it is; any other has none',
    ],
    { of: transferAccount, with: { entries: entriesOf(transferAccount) } },
    and(
      equal('entries.all', when(among('againStatus', [againStatus.inSuspense, againStatus.cleared]), 1, 0)),
      equal('entries.cleared', when(equal('againStatus', againStatus.cleared), 1, 0)),
      or(not(among('againStatus', [againStatus.inSuspense, againStatus.cleared])), equal('entries.amount', 'amount')),
    ),
    { yurRef: 'yurRef', againStatus: 'againStatus', found: 'entries.all' },
  ),
  invariant(
    'INV-49.cleared',
    [
      '转入账户的挂账单恰有一条同额流水，其他的没有',
      'An entry that went into the account is posted once, of its amount; any other is not',
    ],
    {
      of: suspenseEntry,
      with: {
        posted: total(
          { of: entrustedAccountRecord, where: equal('bizType', word(suspenseEntry.id)) },
          { bizId: 'id' },
          { all: count(), amount: sum('amount') },
        ),
      },
    },
    and(
      equal('posted.all', when(and(equal('suspenseStatus', suspenseStatus.cleared), equal('clearMode', 1)), 1, 0)),
      or(equal('posted.all', 0), equal('posted.amount', 'amount')),
    ),
    { code: 'code', amount: 'amount', found: 'posted.amount' },
  ),
  invariant(
    'INV-49.corrected',
    ['申报单的更正税款等于其更正明细之和', 'What a return corrects is the sum of its entries'],
    {
      of: summaryTaxReturns,
      with: {
        entries: total({ of: suspenseEntry }, { summaryTaxReturnsId: 'id' }, { amount: sum('taxAmount') }),
      },
    },
    equal('correctedTax', 'entries.amount'),
    { code: 'code', amount: 'correctedTax', found: 'entries.amount' },
  ),
]
