import type { FactsByResource } from '../../database/tableFacts.ts'

export const pointsTables: FactsByResource = {
  // of each kind at most one is effective, also of two that are added at once
  rule: {
    indexes: { effective_type_key: '(tenant_id, "type") where is_deleted = 0 and "status" = 0' },
  },
}
