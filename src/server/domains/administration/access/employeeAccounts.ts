import {
  createEmployeeUser,
  employeeFirstPassword,
  entrustedEmployee,
} from '../../../../model/people/entrustedEmployee.ts'
import { roles } from '../../../../model/roles/roles.ts'
import { firstPasswordFile, giveFirstPassword } from '../../../auth/firstPasswords.ts'
import { newPassword } from '../../../auth/passwords.ts'
import { createUser } from '../../../auth/users.ts'
import { AppError } from '../../../core/errors.ts'
import { handle, handleOwnTables } from '../../../records/handle.ts'
import { refuseNotAdmitted } from '../../../writing/save/admitted.ts'
import { keepHands } from '../../../writing/unitOfWork/accountHands.ts'
import { refuseOverQuota } from './tenantSettings.ts'
import { distinctName } from './userAdministration.ts'

/** The one role that an employee's account gets (specification §9: fixed). */
const EMPLOYEE = '39'

/** 3.7: an employee gets an account of their company, named by their phone, with a first password of its own; once. */
export const employeeCalls = [
  handleOwnTables(createEmployeeUser, async ({ rows: [row], query, work, actor, tx }) => {
    if (!row) return null
    if (query.roleId && query.roleId !== EMPLOYEE)
      throw new AppError(400, ['角色只能为企业员工', 'The role can only be company employee'], { roleId: '39' })
    if (row.userId) throw new AppError(409, ['该员工已开通账号', 'This employee has an account already'])
    if (row.enableStatus !== 1) throw new AppError(409, ['该员工已停用', 'This employee is disabled'])
    await refuseNotAdmitted(work, row.entrustedCompanyId, 'id', [
      '为其员工开通账号',
      'its employees get no accounts yet',
    ])
    const account = row.phone
    if (!account) throw new AppError(409, ['请先填写该员工的手机号', 'Enter the phone of this employee first'])
    const taken = await tx.query(
      'select 1 as one from "user" where tenant_id = $1 and account = $2 and is_deleted = 0',
      [actor.tenantId, account],
    )
    if (taken.length > 0) throw new AppError(409, ['该手机号已有账号', 'There is an account with this phone'])
    await refuseOverQuota(work)
    const userId = await createUser(tx, {
      tenantId: actor.tenantId,
      account,
      realName: (await distinctName(work, row.name, account)) ?? account,
      roles: roles.filter((r) => r.id === EMPLOYEE).map((r) => r.alias),
      password: newPassword(),
      company: row.entrustedCompanyId,
    })
    await giveFirstPassword(tx, actor.tenantId, userId)
    await keepHands(work, [userId], 'made')
    await work.update(entrustedEmployee, row.id, { userId })
    return null
  }),
  handle(employeeFirstPassword, ({ rows: [row], context, actor }) =>
    firstPasswordFile(context, actor.tenantId, { userId: row?.userId || null, account: row?.phone ?? '' }),
  ),
]
