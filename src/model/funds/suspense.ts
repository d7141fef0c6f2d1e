import { choice, code, datetime, longText, money, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { facts, history, related } from '../language/section.ts'
import { states } from '../language/states.ts'
import { company } from '../patterns/mixins.ts'
import { reviewEdges } from '../patterns/review.ts'
import { posted } from '../payment/words.ts'

const clearMode = choice('处理方式', 'Cleared by', {
  1: ['转入预存账户', 'Into the prepaid account'],
  2: ['线下付出', 'Paid out by hand'],
})
const paidSerialNo = text('付出流水号', 'Serial no. paid out', { search: 'code', length: 64, width: 180 })
const payeeName = text('收款方', 'Paid to', { length: 100, width: 180, means: 'organisation' })
const clearRemark = longText('处理说明', 'How it is cleared', { length: 500, width: 220 })

/**
 * 挂账单: money that is at the bank and has no place in the books: what was collected for an account that was closed
 * meanwhile, what came back to a unit that is closed, and what came back of a doctor who is not paid again. It is in no
 * account and no unit until finance has cleared it.
 */
export const suspenseEntry = resource('suspenseEntry', {
  calls: ['blade-pay/suspenseEntry'],
  title: ['挂账单', 'Suspense entries'],
  about: [
    '银行已到账、账上无处可记的款项：财务提出处理，另一人复核后转入预存账户或线下付出',
    'Money at the bank that no account could take: finance says where it goes, a second person agrees',
  ],
  name: 'code',
  fields: readOnly({
    code: code('SU', '挂账单号', 'Entry no.', { short: ['单号', 'No'] }),
    ...company,
    source: choice(
      '来源',
      'From',
      {
        1: ['预付款扣款', 'A collection'],
        2: ['医生付款退票', 'A returned payment'],
        3: ['税款退票', 'Returned taxes'],
      },
      { width: 130 },
    ),
    ...posted,
    amount: money('金额', 'Amount', { width: 130, min: '0.01' }),
    bankSerialNo: text('银行流水号', 'Bank serial no.', { search: 'code', length: 64, width: 180 }),
    arriveTime: datetime('到账时间', 'Arrived', { width: 150 }),
    why: longText('挂账原因', 'Why', { length: 255, width: 220 }),
    suspenseStatus: states(
      '处理状态',
      'Status',
      {
        pending: [0, '待处理', 'Pending', 'wait'],
        toCheck: [1, '待复核', 'To be checked', 'wait'],
        cleared: [2, '已处理', 'Cleared', 'good'],
      },
      { short: ['状态', 'Status'], width: 90, initial: 'pending' },
    ),
    clearMode: { ...clearMode, facts: { ...clearMode.facts, width: 130 } },
    payeeName,
    paidSerialNo,
    clearRemark,
    applyUserName: text('处理人', 'Proposed by', { length: 50, width: 90 }),
    applyTime: datetime('处理时间', 'Proposed', { width: 150 }),
    reviewUserName: text('复核人', 'Checked by', { length: 50, width: 90 }),
    reviewTime: datetime('复核时间', 'Checked at', { width: 150 }),
    reviewRemark: longText('复核意见', 'Check remark', { length: 500, width: 200 }),
    accountRecordId: ref('entrustedAccountRecord', '账户流水', 'Account record', {}),
    // of what a doctor did not get in the end: its taxes are corrected in the next return of its partner
    fiscalTaxId: ref('thirdPlatform', '财税公司', 'Fiscal-tax company', { shows: 'fiscalTaxName' }),
    fiscalTaxName: text('财税公司', 'Fiscal-tax company', { length: 100, width: 180 }),
    taxMonth: text('税款所属月', 'Tax month', { search: 'exact', length: 6, means: 'month', width: 90 }),
    taxAmount: money('已缴税款', 'Taxes paid', { width: 110, initial: '0.00' }),
    summaryTaxReturnsId: ref('summaryTaxReturns', '更正申报单', 'Corrected in', {}),
  }),
  operations: ['view', 'export'],
  readers: { finance: 'export', cashier: 'export', auditor: 'export' },
  list: {
    columns: ['code', 'entrustedCompanyName', 'source', 'bizCode', 'amount', 'arriveTime', 'why', 'suspenseStatus'],
    search: ['code', 'entrustedCompanyId', 'entrustedCompanyName', 'source', 'suspenseStatus', 'bizCode'],
    filters: ['summaryTaxReturnsId'],
    sort: 'createTime',
    amount: 'amount',
  },
  // the platform's own book: a company sees what reaches its account
  owner: 'platform',
  concerns: { resource: 'bizType', id: 'bizId', name: 'bizCode' },
  unique: [['code'], ['bizType', 'bizId']],
  sections: [
    facts({ without: ['socialCreditCode'], last: ['bankSerialNo', 'bizType', 'bizCode'] }),
    facts(
      [
        'clearMode',
        'payeeName',
        'paidSerialNo',
        'clearRemark',
        'applyUserName',
        'applyTime',
        'reviewUserName',
        'reviewTime',
        'reviewRemark',
        'accountRecordId',
      ],
      ['处理', 'Clearing'],
      'clearing',
    ),
    facts(['fiscalTaxName', 'taxMonth', 'taxAmount', 'summaryTaxReturnsId'], ['税款更正', 'Taxes'], 'taxes'),
    history(),
    related(),
  ],
  routes: { list: '/pay/suspenseEntry' },
})

const review = reviewEdges(
  'suspenseStatus',
  'reviewRemark',
  {
    by: 'operator',
    call: 'POST audit',
    permission: 'suspenseEntry_audit',
    roles: ['finance'],
    select: 'one',
    makerChecker: { always: true },
    money: true,
  },
  { says: 'status', from: 'toCheck', passed: 'cleared', rejected: 'pending' },
)

/** 3.23: one person of finance proposes the use of the money, a second one approves it. */
export const suspenseEntryLifecycle = lifecycle(suspenseEntry, {
  apply: {
    label: ['提出处理', 'Propose'],
    from: { suspenseStatus: 'pending' },
    to: { suspenseStatus: 'toCheck' },
    by: 'operator',
    call: 'POST apply',
    permission: 'suspenseEntry_apply',
    roles: ['finance'],
    select: 'one',
    money: true,
    ask: {
      clearMode: {
        ...clearMode,
        facts: { required: '请选择处理方式', requiredEn: 'Please choose how it is cleared' },
      },
      payeeName,
      clearRemark,
    },
    key: 'p',
    result: 'pass',
  },
  ...review,
  'audit.pass': { ...review['audit.pass'], ask: { paidSerialNo, ...review['audit.pass'].ask } },
})
