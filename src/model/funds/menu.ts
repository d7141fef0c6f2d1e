import { type GroupLeaves, leaf } from '../language/menu.ts'
import { entrustedAccount, entrustedAccountRecord } from './accounts.ts'
import { handleApply } from './handle.ts'
import { integralAccount, integralRule } from './integral.ts'
import { integralIssue } from './integralIssue.ts'
import { ledgerCheck } from './ledgerCheck.ts'
import { entrustedAccountPrepay } from './prepay.ts'
import { reconciliationInfo } from './reconciliation.ts'
import { suspenseEntry } from './suspense.ts'
import { dmanInternalTransfer, dmanInternalTransferPoint, transferAccount } from './transfers.ts'
import { tradingManagerInfo } from './units.ts'

/** Leaves of the menu tree that lead to screens of this domain. */
export const fundsMenu: readonly GroupLeaves[] = [
  {
    group: 'payPrepaid',
    leaves: [
      leaf(entrustedAccount, { icon: 'database', words: 'balance, deposit, 余额' }),
      leaf(entrustedAccountPrepay, { icon: 'download', words: 'recharge, 充值, 预付' }),
      leaf(entrustedAccountRecord, { icon: 'list', words: 'ledger, 流水' }),
      leaf(suspenseEntry, { icon: 'inbox' }),
    ],
  },
  {
    group: 'payBank',
    leaves: [
      leaf(handleApply, {
        icon: 'send',
        with: ['handleApplyInfo', 'handleStatusRecord'],
        words: 'batch, 网银, 代发',
      }),
      leaf(transferAccount, { icon: 'arrow-left-right', words: 'wire, 汇款' }),
      leaf(dmanInternalTransfer, { icon: 'refresh-cw', words: '划转' }),
      leaf(tradingManagerInfo, { icon: 'layers', words: '子单元' }),
    ],
  },
  {
    group: 'payReconcile',
    leaves: [
      leaf(reconciliationInfo, { icon: 'git-compare', words: '核对, 差异' }),
      leaf(ledgerCheck, { icon: 'shield', words: 'invariants, 违规' }),
    ],
  },
  {
    group: 'pointSettle',
    leaves: [leaf(dmanInternalTransferPoint, { icon: 'refresh-cw', words: '划转' })],
  },
  {
    group: 'pointAccounts',
    leaves: [
      leaf(integralAccount, {
        icon: 'database',
        with: ['integralDetail'],
        words: '企业积分',
      }),
      leaf(integralRule, { icon: 'percent', words: '兑换' }),
      leaf(integralIssue, {
        title: ['积分发行', 'Issues of points'],
        icon: 'download',
        words: 'issue, mint, 发行, 平台积分',
      }),
    ],
  },
]
