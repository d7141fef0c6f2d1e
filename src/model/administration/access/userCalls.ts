import { answer } from '../../language/domain/answer.ts'
import { call } from '../../language/domain/call.ts'
import { refs } from '../../language/fields/field.ts'
import { user } from './user.ts'

const about = (path: string) =>
  ({
    method: 'POST',
    paths: [`blade-system/user/${path}`, `blade-user/${path}`],
    roles: [],
    on: user,
    select: 'many',
    key: 'userIds',
    safe: false,
    extra: 'ignored',
    answer: answer.nothing,
  }) as const

/** `unlock?userIds`: forgets the failed sign-ins of users, so that they need not wait. */
export const unlockUsers = call('user.unlock', {
  ...about('unlock'),
  title: ['解锁', 'Unlock'],
  permission: 'user_unlock',
  command: {},
})

/**
 * `reset-password?userIds`: gives each a first password of its own, to be exchanged at the first sign-in; sessions of these
 * users end (3.25).
 */
export const resetPasswords = call('user.resetPassword', {
  ...about('reset-password'),
  title: ['重置密码', 'Reset password'],
  permission: 'user_resetPassword',
  command: { danger: true },
})

/** `grant?userIds&roleIds`: the roles that users have from now on. */
export const grantRoles = call('user.grant', {
  ...about('grant'),
  title: ['角色配置', 'Set roles'],
  permission: 'user_grant',
  body: {
    roleIds: refs('role', '角色', 'Roles', { required: '请选择角色', requiredEn: 'Please choose roles', max: 20 }),
  },
  command: { danger: true, present: { roleIds: 'roleId' } },
})

/** `remove-second-factor?userIds`: takes the second factor off users who lost it. */
export const removeSecondFactors = call('user.removeSecondFactor', {
  ...about('remove-second-factor'),
  title: ['解除两步验证', 'Take the second factor off'],
  permission: 'user_removeSecondFactor',
  command: { danger: true },
})

/** `first-password?id`: the password that a user was given, to be handed over, until its owner exchanged it. */
export const firstPassword = call('user.firstPassword', {
  method: 'GET',
  paths: ['blade-system/user/first-password', 'blade-user/first-password'],
  title: ['下载初始密码', 'First password'],
  permission: 'user_resetPassword',
  roles: [],
  on: user,
  safe: true,
  answer: answer.download,
})

export const userCommands = [unlockUsers, resetPasswords, firstPassword, removeSecondFactors, grantRoles] as const
