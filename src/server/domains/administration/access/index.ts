import { client } from '../../../../model/administration/access/client.ts'
import { role } from '../../../../model/administration/access/role.ts'
import { tenant } from '../../../../model/administration/access/tenant.ts'
import { tenantPackage } from '../../../../model/administration/access/tenantPackage.ts'
import { user } from '../../../../model/administration/access/user.ts'
import { param } from '../../../../model/administration/system/param.ts'
import { hooks } from '../../../writing/hooks.ts'
import { defineServerDomain } from '../../serverDomain.ts'
import { clientHandlers, clientHooks } from './clientAdministration.ts'
import { employeeCalls } from './employeeAccounts.ts'
import { firstStepsHandlers } from './firstSteps.ts'
import { grantCalls } from './grantReads.ts'
import { guardParam, paramRemovalProblem } from './guardedParams.ts'
import { sessionCalls } from './handlers.ts'
import { openTenant } from './openTenant.ts'
import { ownAvatarHandler } from './ownAvatar.ts'
import { roleRemovalProblem } from './roleRemoval.ts'
import { secondFactorHandlers } from './secondFactor.ts'
import { sessionLockHandlers } from './sessionLock.ts'
import { packageHooks } from './tenantPackages.ts'
import { tenantCalls, tenantHooks } from './tenantSettings.ts'
import { userHandlers, userRemoved, userWritten } from './userAdministration.ts'

/** Tenants, users, roles, clients and parameters, as they administer them. */
export default defineServerDomain({
  name: 'access',
  openTenant,
  hooks: [
    hooks(tenant, tenantHooks),
    hooks(tenantPackage, packageHooks),
    hooks(client, clientHooks),
    hooks(user, { prepare: userWritten, removalProblem: userRemoved }),
    hooks(role, { removalProblem: roleRemovalProblem }),
    hooks(param, { prepare: guardParam, removalProblem: paramRemovalProblem, ownHistory: true }),
  ],
  calls: [
    ...sessionCalls,
    ...grantCalls,
    ...tenantCalls,
    ...firstStepsHandlers,
    ...userHandlers,
    ...clientHandlers,
    ...secondFactorHandlers,
    ...sessionLockHandlers,
    ownAvatarHandler,
    ...employeeCalls,
  ],
})
