import { choice, code, longText, phone, points, readOnly, ref, text } from '../language/fields/field.ts'
import { resource } from '../language/resource.ts'
import { RULE_KINDS } from './kinds.ts'

/** 元宝账户: the points of a doctor (specification §3: name, phone, balance; no add, edit, view or delete). */
export const pointsAccount = resource('pointsAccount', {
  calls: ['blade-points/account'],
  title: ['元宝账户', 'Points accounts'],
  name: 'userName',
  fields: {
    ...readOnly({
      userName: text('姓名', 'Name', { length: 50, width: 120, means: 'person' }),
      phone: phone('手机号', 'Mobile', { masked: true, width: 130 }),
      points: points('积分余额', 'Balance', { initial: 0, width: 110 }),
      frozenPoints: points('冻结积分', 'Frozen', { initial: 0, width: 100 }),
      doctorId: ref('authenticationDoctor', '医生', 'Doctor', {}),
    }),
  },
  operations: ['view'],
  readers: { finance: 'view', content: 'view', auditor: 'view' },
  list: {
    columns: ['userName', 'phone', 'points'],
    search: ['userName', 'phone'],
    filters: ['doctorId'],
    sort: 'createTime',
    sorts: ['points'],
    amount: 'points',
  },
  lists: {
    getAccountPage: {
      title: ['元宝账户', 'Points accounts'],
      paths: ['/blade-points/getAccountPage'],
      answer: 'page',
    },
  },
  owner: 'platform',
  unique: [['doctorId']],
  children: [{ resource: 'yuanbaoDetail', by: 'accountId' }],
  routes: { list: '/points/account' },
})

/** 元宝明细: every move of points, only ever added to. Points that move are two rows of one transaction number. */
export const yuanbaoDetail = resource('yuanbaoDetail', {
  calls: ['blade-points/yuanbao'],
  title: ['元宝明细', 'Points ledger'],
  name: 'code',
  appendOnly: true,
  fields: {
    code: code('YB', '流水号', 'No.'),
    ...readOnly({
      accountId: ref('pointsAccount', '账户', 'Account', { shows: 'userName' }),
      userName: text('姓名', 'Name', { length: 50, width: 110, means: 'person' }),
      doctorId: ref('authenticationDoctor', '医生', 'Doctor', {}),
      changeType: choice(
        '变动类型',
        'For',
        {
          ...RULE_KINDS,
          10: ['积分结算', 'Settlement'],
          11: ['兑换', 'Exchange'],
          12: ['冲正', 'Reversal'],
        },
        { width: 110 },
      ),
      direction: choice(
        '方向',
        'Direction',
        { 1: ['收', 'In', 'good'], 2: ['支', 'Out', 'bad'] },
        { short: ['方向', 'In/out'], width: 70 },
      ),
      points: points('积分', 'Points', { width: 90 }),
      balanceAfter: points('变动后余额', 'Balance after', { width: 110 }),
      txNo: text('交易号', 'Transaction', { search: 'code', length: 32, width: 170 }),
      bizType: text('业务类型', 'Record type', { search: 'exact', length: 64, width: 140, resourceKey: true }),
      bizId: text('业务编号', 'Record id', { search: 'exact', length: 19, width: 170, idOfType: 'bizType' }),
      remark: longText('备注', 'Remark', { length: 255, width: 200 }),
    }),
  },
  operations: ['view'],
  readers: { finance: 'view', content: 'view', auditor: 'view' },
  list: {
    columns: ['code', 'userName', 'changeType', 'direction', 'points', 'balanceAfter', 'txNo', 'remark', 'createTime'],
    search: ['userName', 'changeType', 'direction', 'txNo', 'createTime'],
    filters: ['accountId', 'doctorId'],
    sort: 'createTime',
    amount: 'points',
    direction: 'direction',
  },
  lists: {
    getYuanbaoDetailPage: {
      title: ['元宝明细', 'Points ledger'],
      paths: ['/blade-points/getYuanbaoDetailPage'],
      answer: 'page',
    },
  },
  owner: 'platform',
  unique: [['txNo', 'direction']],
  routes: { list: '/points/yuanbao' },
})
