import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { lifecycle } from '../language/lifecycle.ts'
import { reviewEdges, switchEdges } from '../patterns/review.ts'
import { entrustedCompany } from './entrustedCompany.ts'
import { esignTransitions } from './esignTransitions.ts'

const reviewed = reviewEdges('auditStatus', 'auditRemark', {
  by: 'operator',
  call: 'POST audit',
  permission: 'entrustedCompany_audit',
  roles: ['ops'],
  select: 'one',
  // whoever entered a company does not admit it
  makerChecker: true,
})
const switched = switchEdges({
  by: 'operator',
  call: 'POST enable',
  permission: 'entrustedCompany_enable',
  roles: [],
  select: 'one',
})

/**
 * 3.7: admission, which opens the company's accounts and asks the bank for its unit; switching on and off; electronic
 * signature. A unit that the bank did not open is asked for again, and another one where it was closed.
 */
export const entrustedCompanyLifecycle = lifecycle(entrustedCompany, {
  'audit.pass': { ...reviewed['audit.pass'], to: { auditStatus: 'approved', enableStatus: 'enabled' } },
  'audit.reject': reviewed['audit.reject'],
  enable: { ...switched.enable, from: { enableStatus: 'disabled', auditStatus: 'approved' } },
  disable: { ...switched.disable, danger: true },
  ...esignTransitions('entrustedCompany'),
  'unit.open': {
    label: ['开通子单元', 'Open the bank unit'],
    from: { auditStatus: 'approved', enableStatus: 'enabled', unitProgress: ['none', 'failed'] },
    to: { unitProgress: 'opening' },
    by: 'operator',
    call: 'POST openUnit',
    permission: 'entrustedCompany_openUnit',
    roles: ['ops'],
    select: 'one',
    result: 'other',
  },
  'unit.opened': {
    label: ['子单元已开通', 'Bank unit opened'],
    from: { unitProgress: 'opening' },
    to: { unitProgress: 'opened' },
    by: 'system',
  },
  'unit.fail': {
    label: ['子单元未开通', 'Bank unit not opened'],
    from: { unitProgress: 'opening' },
    to: { unitProgress: 'failed' },
    by: 'system',
    result: 'reject',
  },
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
