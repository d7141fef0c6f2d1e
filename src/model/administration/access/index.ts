import type { DomainPart } from '../../language/domain/domain.ts'
import { accountHand } from './accountHand.ts'
import { accessCalls } from './calls.ts'
import { client, clientCalls } from './client.ts'
import {
  administrationCalls,
  deptSelect,
  grantMenus,
  grantTopTree,
  grantTree,
  ownAvatar,
  packageDetail,
  registerGuest,
  roleSelect,
  roleTreeKeys,
  topTreeKeys,
  updateInfo,
} from './grantCalls.ts'
import { lockCalls } from './lockCalls.ts'
import { post } from './post.ts'
import { dept, menu, role } from './role.ts'
import { apiScope, dataScope } from './scopes.ts'
import { secondFactorCalls } from './secondFactorCalls.ts'
import { securityEvent } from './securityEvent.ts'
import { packageSetting, tenant, tenantFirstPassword, tenantSetting } from './tenant.ts'
import { tenantPackage } from './tenantPackage.ts'
import { topmenu } from './topMenu.ts'
import { user } from './user.ts'
import { userCommands } from './userCalls.ts'

const part: DomainPart = {
  resources: [
    tenant,
    tenantPackage,
    client,
    user,
    role,
    menu,
    topmenu,
    dept,
    post,
    dataScope,
    apiScope,
    securityEvent,
    accountHand,
  ],
  calls: [
    ...accessCalls,
    ...secondFactorCalls,
    ...lockCalls,
    ...clientCalls,
    grantMenus,
    grantTree,
    grantTopTree,
    topTreeKeys,
    roleTreeKeys,
    roleSelect,
    deptSelect,
    packageDetail,
    tenantSetting,
    packageSetting,
    tenantFirstPassword,
    registerGuest,
    updateInfo,
    ownAvatar,
    ...userCommands,
    ...administrationCalls,
  ],
}

export default part
