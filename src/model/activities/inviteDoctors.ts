import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { type Fields, integer, money, refs } from '../language/fields/field.ts'
import type { Resource } from '../language/resource.ts'
import type { RoleAlias } from '../language/role.ts'
import { INVITING } from './planDoctor.ts'

/**
 * `inviteDoctors` [+]: several doctors are invited to one activity, each under an agreement of their own (3.2), asked for at
 * the activity: what `saveList` of its doctors is to a client that sends rows.
 */
export const inviteDoctors = (
  // biome-ignore lint/suspicious/noExplicitAny: a plan of any kind
  plan: Resource<string, any> & { readonly fields: Fields },
  roles: readonly RoleAlias[] = INVITING,
) =>
  call(`${plan.id}.inviteDoctors`, {
    method: 'POST',
    paths: plan.calls.map((prefix) => `${prefix}/inviteDoctors`),
    title: ['邀请医生', 'Invite doctors'],
    permission: `${plan.id}_inviteDoctors`,
    roles,
    on: plan,
    from: { planStatus: ['planning', 'inProgress'] },
    body: {
      doctorIds: refs('authenticationDoctor', '医生', 'Doctors', {
        required: '请选择医生',
        requiredEn: 'Please choose doctors',
        max: 50,
        help: ['须已认证并签署框架协议', 'Certified, and under the frame agreement'],
      }),
      planSearchNum: integer('每人分配数量', 'Allotted to each', { min: 1, initial: 1 }),
      doctorFee: money('劳务费单价', 'Unit fee', {
        min: '0',
        help: ['不填则取活动的单价', 'Left empty: that of the activity'],
      }),
    },
    safe: false,
    answer: answer.nothing,
    command: { result: 'other' },
  })
