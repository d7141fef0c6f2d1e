import type { TableFacts } from './facts.ts'

export const orders: Readonly<Record<string, TableFacts>> = {
  // the order of a deliverable is found by it
  orderDoctor: { indexes: { biz: '("tenant_id", "biz_id") where is_deleted = 0' } },
}
