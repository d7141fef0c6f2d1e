import { createEmployeeUser, entrustedEmployee } from '../../model/people/entrustedEmployee.ts'
import { roles } from '../../model/roles.ts'
import { AppError } from '../core/errors.ts'
import { handleOwnTables } from '../records/handle.ts'
import { refuseNotAdmitted } from '../writes/admitted.ts'
import { refuseOverQuota } from './tenantSettings.ts'
import { defaultPassword } from './userAdministration.ts'
import { createUser } from './users.ts'

/** The one role that an employee's account gets (specification §9: fixed). */
const EMPLOYEE = '39'

/** 3.7: an employee gets an account of their company, named by their phone, with the default password; once. */
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
    const password = await defaultPassword(tx, work)
    const userId = await createUser(tx, {
      tenantId: actor.tenantId,
      account,
      realName: row.name,
      roles: roles.filter((r) => r.id === EMPLOYEE).map((r) => r.alias),
      password,
      company: row.entrustedCompanyId,
    })
    await work.update(entrustedEmployee, row.id, { userId })
    return null
  }),
]
