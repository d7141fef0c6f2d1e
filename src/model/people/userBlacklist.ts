import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { choice, datetime, idCard, longText, phone, readOnly, ref, text } from '../language/fields/field.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { resource } from '../language/resource.ts'
import { states } from '../language/states.ts'

/** 黑名单: doctors who are neither invited nor paid (domain §2.5, 3.8). */
export const userBlacklist = resource('userBlacklist', {
  calls: ['blade-userBlacklist', 'blade-userBlacklist/userBlacklist'],
  title: ['黑名单', 'Blacklist'],
  name: 'doctorName',
  fields: {
    doctorId: ref('authenticationDoctor', '医生', 'Doctor', {
      required: '请选择医生',
      shows: 'doctorName',
      copies: { phone: 'phone', idCardNumber: 'idCardNumber' },
      width: 100,
    }),
    ...readOnly({
      doctorName: text('医生', 'Doctor', { length: 50, width: 100, means: 'person' }),
      phone: phone('手机号', 'Mobile', { masked: true, width: 120 }),
      idCardNumber: idCard('身份证号', 'Identity no.', { masked: true, width: 170 }),
    }),
    blackType: choice(
      '范围',
      'Reaches',
      { 1: ['全平台', 'Everywhere'], 2: ['指定企业', 'One company'] },
      { width: 90, initial: 1 },
    ),
    entrustedCompanyId: ref('entrustedCompany', '指定企业', 'Company', { shows: 'entrustedCompanyName', width: 200 }),
    entrustedCompanyName: text('指定企业', 'Company', { readOnly: 'always', width: 200 }),
    reason: longText('原因', 'Reason', {
      length: 500,
      required: '请输入原因',
      width: 260,
    }),
    startTime: datetime('生效时间', 'From', { width: 150 }),
    endTime: datetime('失效时间', 'To', { notBefore: 'startTime', width: 150 }),
    ...readOnly({
      blackStatus: states(
        '状态',
        'Status',
        { effective: [1, '生效', 'Effective', 'bad'], lifted: [0, '解除', 'Lifted', 'off'] },
        { width: 80, initial: 'effective' },
      ),
    }),
  },
  operations: ['view'],
  readers: { ops: 'view', auditor: 'view' },
  list: {
    columns: ['doctorId', 'phone', 'blackType', 'entrustedCompanyId', 'reason', 'startTime', 'endTime', 'blackStatus'],
    search: ['doctorName', 'phone', 'blackStatus'],
    filters: ['doctorId', 'entrustedCompanyId'],
    sort: 'createTime',
  },
  lists: {
    getExistDoctorIds: {
      title: ['黑名单医生', 'Doctors on it'],
      where: [{ field: 'blackStatus', op: 'equal', value: '1' }],
      answer: { values: 'doctorId' },
    },
  },
  owner: 'platform',
  routes: { list: '/csc/userBlacklist' },
})

const keeping = {
  by: 'operator',
  roles: ['ops'],
} as const

/** 3.8: added one by one or as a list, which freezes payments under way; lifted by removing, and they thaw by hand. */
export const userBlacklistLifecycle = lifecycle(userBlacklist, {
  add: {
    ...keeping,
    label: ['加入黑名单', 'Blacklist'],
    from: 'new',
    to: { blackStatus: 'effective' },
    call: 'POST submit',
    permission: 'userBlacklist_submit',
    ask: {
      doctorId: userBlacklist.fields.doctorId,
      blackType: userBlacklist.fields.blackType,
      entrustedCompanyId: userBlacklist.fields.entrustedCompanyId,
      reason: userBlacklist.fields.reason,
    },
    danger: true,
    result: 'reject',
  },
  lift: {
    ...keeping,
    label: ['解除', 'Lift'],
    from: { blackStatus: 'effective' },
    to: { blackStatus: 'lifted' },
    call: 'POST remove',
    permission: 'userBlacklist_remove',
    select: 'many',
    batch: 'perRow',
    result: 'pass',
  },
})

/** `POST submitList`: several doctors at once. */
export const blacklistMany = call('userBlacklist.submitList', {
  method: 'POST',
  paths: ['blade-userBlacklist/submitList', 'blade-userBlacklist/userBlacklist/submitList'],
  title: ['批量加入黑名单', 'Blacklist several'],
  permission: 'userBlacklist_submit',
  roles: ['ops'],
  entries: { fields: { doctorId: userBlacklist.fields.doctorId, reason: userBlacklist.fields.reason } },
  safe: false,
  extra: 'ignored',
  answer: answer.nothing,
})
