import { choice, code, date, flag, integer, points, readOnly, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { children, facts, history, related } from '../language/section.ts'
import { states } from '../language/states.ts'
import { ACCOUNT_STATES, DIRECTIONS, posted } from '../payment/words.ts'

/** Below nothing: the account that points are issued from owes what all others have (INV-35). */
const OWED = -9_000_000_000_000_000

/** 积分账户: who holds points besides doctors: companies, the platform, and the account that they are issued from. */
export const integralAccount = resource('integralAccount', {
  calls: ['blade-pay/integralAccount'],
  title: ['积分账户', 'Points accounts of parties'],
  name: 'accountNo',
  fields: {
    accountNo: code('IA', '账户编号', 'Account no.', { short: ['账户', 'No'] }),
    ...readOnly({
      holderType: choice(
        '持有方类型',
        'Kind',
        { 0: ['发行', 'Issue'], 1: ['企业', 'Company'], 2: ['平台', 'Platform'] },
        { width: 100 },
      ),
      holderId: ref('entrustedCompany', '持有企业', 'Company', { shows: 'holderName' }),
      holderName: text('持有方', 'Holder', { width: 220 }),
      balance: points('积分余额', 'Balance', { width: 110, initial: 0, min: OWED }),
      totalIn: points('累计收入', 'Total in', { width: 110, initial: 0 }),
      totalOut: points('累计支出', 'Total out', { width: 110, initial: 0 }),
      accountStatus: states('账户状态', 'Status', ACCOUNT_STATES, { width: 80, initial: 'normal' }),
    }),
  },
  operations: ['view', 'export'],
  readers: { finance: 'export', cashier: 'export', auditor: 'export' },
  list: {
    columns: ['accountNo', 'holderType', 'holderName', 'balance', 'totalIn', 'totalOut', 'accountStatus'],
    search: ['holderName', 'holderType', 'accountStatus'],
    sort: 'createTime',
    sorts: ['balance'],
    amount: 'balance',
  },
  owner: { company: 'holderId' },
  // many decisions move points of one account
  lockedLast: true,
  unique: [['accountNo'], ['holderType', 'holderId']],
  children: [{ resource: 'integralDetail', by: 'accountId' }],
  sections: [facts(), children('integralDetail'), history(), related()],
  routes: { list: '/pay/integralAccount' },
})

/** 积分明细: every move of points, only ever added to: two rows of one transaction number, one out, one in (INV-36). */
export const integralDetail = resource('integralDetail', {
  calls: ['blade-pay/integralDetail'],
  title: ['积分明细', 'Points records'],
  name: 'txNo',
  appendOnly: true,
  fields: readOnly({
    accountId: ref('integralAccount', '账户', 'Account', { shows: 'holderName' }),
    holderName: text('持有方', 'Holder', { width: 200 }),
    txNo: text('交易号', 'Transaction', { search: 'code', length: 32, width: 170 }),
    changeType: choice(
      '变动类型',
      'For',
      { 1: ['发行', 'Issue'], 2: ['结算发放', 'Settlement'], 3: ['作废回收', 'Taken back'] },
      { width: 100 },
    ),
    direction: choice('方向', 'Direction', DIRECTIONS, { short: ['方向', 'In/out'], width: 92 }),
    points: points('积分', 'Points', { width: 100 }),
    balanceAfter: points('变动后余额', 'Balance after', { width: 110, min: OWED }),
    ...posted,
    counterpartType: choice(
      '对方类型',
      'Kind of party',
      { 0: ['发行', 'Issue'], 1: ['企业', 'Company'], 2: ['平台', 'Platform'], 3: ['医生', 'Doctor'] },
      { width: 90 },
    ),
    counterpartId: text('对方编号', 'Other party id', { search: 'exact', length: 19, shows: 'counterpartName' }),
    counterpartName: text('对方', 'Other party', { width: 180 }),
  }),
  operations: ['view'],
  readers: { finance: 'view', cashier: 'view', auditor: 'view' },
  list: {
    columns: [
      'txNo',
      'holderName',
      'changeType',
      'direction',
      'points',
      'balanceAfter',
      'counterpartName',
      'bizCode',
      'createTime',
    ],
    search: ['txNo', 'accountId', 'holderName', 'changeType', 'direction', 'createTime'],
    sort: 'createTime',
    amount: 'points',
    direction: 'direction',
  },
  owner: { through: 'accountId' },
  concerns: { resource: 'bizType', id: 'bizId', name: 'bizCode' },
  unique: [['txNo', 'direction']],
  sections: [facts({ first: ['txNo', 'createTime'], without: ['bizType'], last: ['bizCode'] }), related()],
  routes: {
    list: '/pay/integralDetail',
    more: { '/integralDetail/integralDetail/:id': { screen: 'list', where: { accountId: ':id' } } },
  },
})

/** 积分兑换规则: what a yuan is worth in points, for one company or for all, and for how long. */
export const integralRule = resource('integralRule', {
  calls: ['blade-pay/integralRule'],
  title: ['积分兑换规则', 'Exchange rules'],
  name: 'ruleName',
  fields: {
    ruleName: text('规则名称', 'Rule', {
      required: '请输入规则名称',
      requiredEn: 'Please enter the name',
      width: 200,
    }),
    pointsPerYuan: integer('每元积分', 'Points a yuan', {
      moves: 'money',
      dualControl: true,
      min: 1,
      initial: 10,
      required: '请输入每元积分',
      requiredEn: 'Please enter the points a yuan',
      width: 100,
    }),
    entrustedCompanyId: ref('entrustedCompany', '适用企业', 'Company', {
      shows: 'entrustedCompanyName',
      dualControl: true,
      help: ['不填适用于所有企业', 'Empty for all companies'],
    }),
    ...readOnly({ entrustedCompanyName: text('适用企业', 'Company', { width: 210 }) }),
    validMonths: integer('有效月数', 'Valid months', {
      moves: 'money',
      dualControl: true,
      min: 1,
      width: 90,
      help: ['不填则不过期', 'Empty where points never expire'],
    }),
    effectiveFrom: date('生效日期', 'From', { dualControl: true, width: 100 }),
    effectiveTo: date('失效日期', 'To', { notBefore: 'effectiveFrom', dualControl: true, width: 100 }),
    enableStatus: flag('启用', 'Enabled', { initial: 1, width: 70, dualControl: true }),
  },
  operations: ['view', 'add', 'edit', 'delete'],
  readers: { finance: 'view', cashier: 'view', auditor: 'view' },
  list: {
    columns: [
      'ruleName',
      'pointsPerYuan',
      'entrustedCompanyName',
      'validMonths',
      'effectiveFrom',
      'effectiveTo',
      'enableStatus',
    ],
    search: ['ruleName', 'entrustedCompanyId', 'entrustedCompanyName', 'enableStatus'],
    sort: 'createTime',
  },
  owner: 'platform',
  routes: { list: '/pay/integralRule' },
})
