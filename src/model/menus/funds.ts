import { entrustedAccount, entrustedAccountRecord } from '../funds/accounts.ts'
import { handleApply } from '../funds/handle.ts'
import { ledgerCheck } from '../funds/ledgerCheck.ts'
import { entrustedAccountPrepay } from '../funds/prepay.ts'
import { reconciliationInfo } from '../funds/reconciliation.ts'
import { suspenseEntry } from '../funds/suspense.ts'
import { dmanInternalTransfer, transferAccount } from '../funds/transfers.ts'
import { tradingManagerInfo } from '../funds/units.ts'
import { leaf, type TopMenu } from '../language/menu.ts'
import { doctorPaymentDetails } from '../payment/doctorPaymentDetails.ts'

/** T7 资金管理 (domain §1). */
export const fundsMenu: TopMenu = {
  code: 'pay',
  title: ['资金管理', 'Funds'],
  icon: 'landmark',
  groups: [
    {
      code: 'payPrepaid',
      title: ['预存账户', 'Prepaid'],
      icon: 'coins',
      leaves: [
        leaf(entrustedAccount, { icon: 'database', words: 'balance, deposit, 余额' }),
        leaf(entrustedAccountPrepay, { icon: 'download', words: 'recharge, 充值, 预付' }),
        leaf(entrustedAccountRecord, { icon: 'list', words: 'ledger, 流水' }),
        leaf(suspenseEntry, { icon: 'inbox' }),
      ],
    },
    {
      code: 'payBank',
      title: ['银行', 'Bank'],
      icon: 'landmark',
      leaves: [
        leaf(handleApply, {
          icon: 'send',
          with: ['handleApplyInfo', 'handleStatusRecord'],
          words: 'batch, 网银, 代发',
        }),
        leaf(transferAccount, { icon: 'arrow-left-right', words: 'wire, 汇款' }),
        leaf(dmanInternalTransfer, { icon: 'refresh-cw', words: '划转' }),
        leaf(tradingManagerInfo, { icon: 'layers', words: '子单元' }),
        leaf(doctorPaymentDetails, { icon: 'banknote', words: '付款记录, 到账' }),
      ],
    },
    {
      code: 'payReconcile',
      title: ['对账', 'Reconciliation'],
      icon: 'git-compare',
      leaves: [
        leaf(reconciliationInfo, { icon: 'git-compare', words: '核对, 差异' }),
        leaf(ledgerCheck, { icon: 'shield', words: 'invariants, 违规' }),
      ],
    },
  ],
}
