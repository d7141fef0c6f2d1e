import type { PortSettings } from '../../core/settings/portSettings.ts'
import { order, question } from '../carriers.ts'
import type { CmbBank } from './port.ts'

/**
 * The bank over http: `/payments`, `/approvals`, `/internal-transfers`, `/collections`, `/units` and `/closed-units` are told once a key; `GET /payments/{yurRef}` and
 * `GET /approvals/{batchNo}` say in `state` whether they were taken (done, rejected with code and msg, pending) and in
 * `status` what became of them; `GET /statements/{unit}-{day}` says in `rows` what was moved.
 */
export const http = (settings: PortSettings): CmbBank => ({
  pay: order(settings, '/payments'),
  payQuery: question(settings, '/payments', (input) => input.yurRef ?? ''),
  submitForApproval: order(settings, '/approvals'),
  approvalQuery: question(settings, '/approvals', (input) => input.batchNo ?? ''),
  internalTransfer: order(settings, '/internal-transfers'),
  collect: order(settings, '/collections'),
  unitOpen: order(settings, '/units'),
  unitClose: order(settings, '/closed-units'),
  statement: question(settings, '/statements', (input) => `${input.unitNo ?? ''}-${input.day ?? ''}`),
})
