import { answer } from '../kernel/answer.ts'
import { call } from '../kernel/call.ts'
import { text } from '../kernel/field.ts'
import { lifecycle } from '../kernel/lifecycle.ts'
import { reviewEdges, switchEdges } from '../review.ts'
import { entrustedCompany } from './entrustedCompany.ts'
import { esignTransitions } from './esignTransitions.ts'

/** What admission causes is not there yet. */
const closed = ['暂未开放', 'Not open yet'] as const

const reviewed = reviewEdges('auditStatus', 'auditRemark', {
  closed,
  by: 'operator',
  call: 'POST audit',
  permission: 'entrustedCompany_audit',
  roles: ['ops'],
  select: 'one',
})
const switched = switchEdges({
  closed,
  by: 'operator',
  call: 'POST enable',
  permission: 'entrustedCompany_enable',
  roles: [],
  select: 'one',
})

/**
 * 3.7: admission, switching on and off, electronic signature. What they cause (accounts, units, sign-in of its people) comes with
 * the money chain: none is open yet.
 */
export const entrustedCompanyLifecycle = lifecycle(entrustedCompany, {
  'audit.pass': { ...reviewed['audit.pass'], to: { auditStatus: 1, enableStatus: 1 } },
  'audit.reject': reviewed['audit.reject'],
  enable: { ...switched.enable, from: { enableStatus: 0, auditStatus: 1 } },
  disable: { ...switched.disable, danger: true },
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
