import { tenant } from '../../../model/administration/access/tenant.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/**
 * Locks the tenant of the work, for what it has once, and of which there is no record to lock yet: whoever else locks it
 * waits until this transaction ends. Comes behind the locks of most records, before those that are locked last.
 */
export async function lockTenant(work: UnitOfWork): Promise<void> {
  const found = await work.rows(tenant, { code: work.actor.tenantId })
  await work.lock(
    tenant,
    found.map(({ id }) => id),
  )
}
