import type { TableFacts } from './facts.ts'

export const points: Readonly<Record<string, TableFacts>> = {
  // of each kind at most one is effective, also of two that are added at once
  rule: {
    indexes: { effective_type_key: '(tenant_id, "type") where is_deleted = 0 and "status" = 0' },
  },
}
