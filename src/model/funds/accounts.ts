import { choice, code, datetime, longText, money, readOnly, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { children, facts, heldPanel, history, panel, related, sums } from '../language/section.ts'
import { states } from '../language/states.ts'
import { company } from '../patterns/mixins.ts'
import { ACCOUNT_STATES, ALERT_STATES, DIRECTIONS, fingerprint, posted } from '../payment/words.ts'

/**
 * 企业预存账户: prepaid money of a client company; at most one account per company is not closed. The balance is the sum of
 * its ledger (INV-1).
 */
export const entrustedAccount = resource('entrustedAccount', {
  calls: ['blade-pay/entrustedAccount'],
  title: ['企业预存账户', 'Prepaid accounts'],
  name: 'accountNo',
  fields: {
    accountNo: code('PA', '账户编号', 'Account no.', { short: ['账户', 'No'] }),
    ...company,
    entrustedCompanyId: ref('entrustedCompany', '委托企业', 'Company', {
      ...company.entrustedCompanyId.facts,
      required: '请选择委托企业',
      readOnly: 'edit',
    }),
    ...readOnly({
      balance: money('账户余额', 'Balance', { width: 140, initial: '0.00', short: ['余额', 'Balance'] }),
      frozenAmount: money('冻结金额', 'Frozen', { width: 120, initial: '0.00' }),
      availableAmount: money('可用余额', 'Available', { width: 140, initial: '0.00' }),
      totalIn: money('累计收入', 'Total in', { width: 140, initial: '0.00' }),
      totalOut: money('累计支出', 'Total out', { width: 140, initial: '0.00' }),
      lastRecordId: ref('entrustedAccountRecord', '最新流水', 'Latest record', {}),
    }),
    accountStatus: states('账户状态', 'Status', ACCOUNT_STATES, {
      short: ['状态', 'Status'],
      width: 80,
      initial: 'normal',
    }),
    alertAmount: money('预警额', 'Alert below', {
      width: 120,
      min: '0',
      initial: '0.00',
      help: ['可用余额低于此数时进入“余额预警”待办', 'Below this, the account is worked in the queue of low accounts'],
    }),
    ...readOnly({
      alertStatus: states('预警状态', 'Alert', ALERT_STATES, { short: ['预警', 'Alert'], width: 100, initial: 'none' }),
    }),
  },
  operations: ['view', 'add', 'edit', 'export'],
  readers: { finance: 'export', cashier: 'export', companyAdmin: 'export', auditor: 'export' },
  list: {
    columns: [
      'accountNo',
      'entrustedCompanyName',
      'balance',
      'frozenAmount',
      'availableAmount',
      'totalIn',
      'totalOut',
      'accountStatus',
      'alertAmount',
      'alertStatus',
    ],
    search: ['accountNo', 'entrustedCompanyId', 'entrustedCompanyName', 'accountStatus', 'alertStatus'],
    sort: 'createTime',
    sorts: ['balance', 'availableAmount'],
    amount: 'balance',
  },
  owner: { company: 'entrustedCompanyId' },
  lockedLast: true,
  // unique among accounts that are not closed (tables/funds.ts): a new account may succeed a closed one
  unique: [['accountNo']],
  children: [
    { resource: 'entrustedAccountRecord', by: 'accountId' },
    { resource: 'entrustedAccountPrepay', by: 'entrustedCompanyId', of: 'entrustedCompanyId' },
  ],
  held: {
    amount: 'frozenAmount',
    documents: [
      { resource: 'servicePaymentOrder', by: 'entrustedCompanyId', of: 'entrustedCompanyId' },
      { resource: 'entrustedAccountPrepay', by: 'entrustedCompanyId', of: 'entrustedCompanyId' },
    ],
  },
  sections: [
    facts({ without: ['lastRecordId'] }),
    sums(['balance', '-frozenAmount', '=availableAmount']),
    panel('statement', ['对账单', 'Statement'], 'entrustedAccountRecord'),
    heldPanel(['冻结与释放', 'Frozen and released']),
    children('entrustedAccountRecord'),
    children('entrustedAccountPrepay'),
    history(),
    related(),
  ],
  routes: { list: '/pay/entrustedAccount' },
})

/**
 * 账户流水: every change of a prepaid balance, only ever added to. Each begins with the balance that the one before left
 * (INV-2) and names it by its fingerprint, so that none is changed or taken out unseen; a document is posted at most once
 * in each kind (INV-5).
 */
export const entrustedAccountRecord = resource('entrustedAccountRecord', {
  calls: ['blade-pay/entrustedAccountRecord'],
  title: ['账户流水', 'Account records'],
  name: 'recordNo',
  appendOnly: true,
  fields: {
    recordNo: code('AR', '流水号', 'Record no.', { short: ['单号', 'No'], least: 104 }),
    ...readOnly({
      accountId: ref('entrustedAccount', '账户', 'Account', { shows: 'accountNo' }),
      accountNo: text('账户编号', 'Account no.', { search: 'code', length: 32, width: 170 }),
      ...company,
      recordType: choice(
        '流水类型',
        'Kind',
        {
          1: ['充值', 'Recharge'],
          2: ['服务费支付', 'Service payment'],
          3: ['作废退款', 'Void refund'],
          4: ['支出提现', 'Withdrawal'],
          5: ['线下收款', 'Offline receipt'],
          6: ['挂账转入', 'From suspense'],
        },
        { width: 100 },
      ),
      direction: choice('方向', 'Direction', DIRECTIONS, { short: ['方向', 'In/out'], width: 92 }),
      amount: money('金额', 'Amount', { width: 130, min: '0.01' }),
      balanceBefore: money('变动前余额', 'Balance before', { width: 140, initial: '0.00' }),
      balanceAfter: money('变动后余额', 'Balance after', { width: 140, initial: '0.00' }),
      ...posted,
      recordTime: datetime('记账时间', 'Posted', { width: 150 }),
      remark: longText('备注', 'Remark', { length: 255, width: 200 }),
      previousHash: fingerprint('上一条指纹', 'Fingerprint before'),
      recordHash: fingerprint('本条指纹', 'Fingerprint'),
    }),
  },
  operations: ['view', 'export'],
  readers: { finance: 'export', cashier: 'export', companyAdmin: 'export', auditor: 'export' },
  list: {
    columns: [
      'recordNo',
      'entrustedCompanyName',
      'recordTime',
      'recordType',
      'direction',
      'amount',
      'balanceAfter',
      'bizCode',
    ],
    search: ['recordNo', 'accountId', 'entrustedCompanyName', 'recordType', 'direction', 'bizCode', 'recordTime'],
    filters: ['entrustedCompanyId'],
    sort: 'recordTime',
    amount: 'amount',
    direction: 'direction',
  },
  owner: { company: 'entrustedCompanyId' },
  concerns: { resource: 'bizType', id: 'bizId', name: 'bizCode' },
  unique: [['recordNo'], ['bizType', 'bizId', 'recordType']],
  sections: [facts({ first: ['recordNo'] }), related()],
  routes: {
    list: '/pay/entrustedAccountRecord',
    more: { '/entrustedaccount/entrustedAccountRecord/:id': { screen: 'list', where: { accountId: ':id' } } },
  },
})
