import { defineModule } from '../kernel/module.ts'
import { accessCalls } from './calls.ts'
import { dept, menu, role } from './role.ts'
import { securityEvent } from './securityEvent.ts'
import { client, tenant } from './tenant.ts'
import { user } from './user.ts'

export default defineModule({
  id: 'access',
  resources: [tenant, client, user, role, menu, dept, securityEvent],
  calls: accessCalls,
})
