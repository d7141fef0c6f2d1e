import type { FactsByResource } from '../../database/tableFacts.ts'

export const ordersTables: FactsByResource = {
  // the order of a deliverable is found by it
  orderDoctor: { indexes: { biz: '("tenant_id", "biz_id") where is_deleted = 0' } },
}
