import { tenant } from '../../../model/administration/access/tenant.ts'
import type { UnitOfWork } from './unitOfWork.ts'

/**
 * Locks the tenant record, in place of a record that does not exist yet, for something that a tenant has once: other
 * callers wait until this transaction ends. Taken after the locks of most records, before those that are locked last.
 */
export async function lockTenant(work: UnitOfWork): Promise<void> {
  const found = await work.rows(tenant, { code: work.actor.tenantId })
  await work.lock(
    tenant,
    found.map(({ id }) => id),
  )
}
