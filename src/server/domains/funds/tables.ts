import type { FactsByResource } from '../../database/tableFacts.ts'

export const fundsTables: FactsByResource = {
  entrustedAccount: {
    // nothing frozen that is not there, and never below nothing (INV-3): no amount is negative
    sums: {
      available_adds_up: ['balance', 'availableAmount', 'frozenAmount'],
      balance_adds_up: ['totalIn', 'totalOut', 'balance'],
    },
    // low accounts are worked with the least available first
    indexes: {
      alert_status_available: '(tenant_id, alert_status, available_amount, id) where is_deleted = 0',
      one_open_key: '(tenant_id, entrusted_company_id) where is_deleted = 0 and account_status <> 3',
    },
  },
  // the bank is asked again about few of many
  handleApply: {
    indexes: { next_query: '(tenant_id, next_query_time) where is_deleted = 0 and next_query_time is not null' },
  },
  transferAccount: {
    indexes: {
      next_query: '(tenant_id, next_query_time) where is_deleted = 0 and next_query_time is not null',
      // reconciled by the day on which the bank was done with it
      finish_time: '(tenant_id, finish_time) where is_deleted = 0 and finish_time is not null',
    },
  },
  // points are issued from one account (INV-35)
  integralAccount: {
    indexes: { one_issuer_key: '(tenant_id) where is_deleted = 0 and holder_type = 0' },
  },
  // an active unit of the platform at a time, from its application on
  tradingManagerInfo: {
    indexes: { one_platform_key: '(tenant_id) where is_deleted = 0 and holder_type = 2 and unit_status <> 3' },
  },
}
