import { answer } from '../kernel/answer.ts'
import { call } from '../kernel/call.ts'
import { longText, text } from '../kernel/field.ts'
import { lifecycle } from '../kernel/lifecycle.ts'
import { entrustedCompany } from './entrustedCompany.ts'
import { esignTransitions } from './esign.ts'

/** What admission causes is not there yet. */
const closed = ['企业账户尚未开放，暂不能办理', 'Accounts of companies are not open yet'] as const

const deciding = {
  closed,
  by: 'operator',
  call: 'POST audit',
  permission: 'entrustedCompany_audit',
  roles: ['ops'],
  select: 'one',
} as const
const switching = {
  closed,
  by: 'operator',
  call: 'POST enable',
  permission: 'entrustedCompany_enable',
  roles: [],
  select: 'one',
} as const

/**
 * 3.7: admission, switching on and off, electronic signature. What they cause (accounts, units, sign-in of its people) comes with
 * the money chain: none is open yet.
 */
export const entrustedCompanyLifecycle = lifecycle(entrustedCompany, {
  'audit.pass': {
    ...deciding,
    label: ['通过', 'Approve'],
    from: { auditStatus: 0 },
    to: { auditStatus: 1, enableStatus: 1 },
    match: { auditStatus: 1 },
    byDefault: true,
    ask: { auditRemark: longText('审核意见', 'Remark', { length: 500 }) },
    key: 'a',
    result: 'pass',
  },
  'audit.reject': {
    ...deciding,
    label: ['驳回', 'Reject'],
    from: { auditStatus: 0 },
    to: { auditStatus: 2 },
    match: { auditStatus: 2 },
    ask: {
      auditRemark: longText('驳回原因', 'Reason', {
        length: 500,
        required: '请输入驳回原因',
        requiredEn: 'Please give a reason',
      }),
    },
    key: 'r',
    result: 'reject',
  },
  enable: {
    ...switching,
    label: ['启用', 'Enable'],
    from: { enableStatus: 0, auditStatus: 1 },
    to: { enableStatus: 1 },
    result: 'pass',
  },
  disable: {
    ...switching,
    label: ['停用', 'Disable'],
    from: { enableStatus: 1 },
    to: { enableStatus: 0 },
    danger: true,
    result: 'reject',
  },
  ...esignTransitions('entrustedCompany'),
})

/** `generateProtocol?id`: the frame protocol of a company, to be signed. Protocols come with tenders. */
export const generateCompanyProtocol = call('entrustedCompany.generateProtocol', {
  method: 'GET',
  paths: ['blade-csc/entrustedCompany/generateProtocol'],
  title: ['生成协议', 'Make the protocol'],
  permission: 'entrustedCompany_generateProtocol',
  roles: ['ops'],
  on: entrustedCompany,
  safe: false,
  answer: answer.nothing,
  command: {},
})

/** `getTycBaseInfo?name`: what the business register says of a company. Its port is not there yet. */
export const companyRegister = call('entrustedCompany.getTycBaseInfo', {
  method: 'GET',
  paths: ['blade-csc/entrustedCompany/getTycBaseInfo'],
  title: ['查询工商信息', 'Ask the business register'],
  permission: 'entrustedCompany_getTycBaseInfo',
  roles: ['ops'],
  safe: true,
  answer: answer.nothing,
  query: { name: text('企业名称', 'Company', { length: 100 }) },
})
