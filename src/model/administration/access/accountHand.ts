import { choice, text } from '../../language/fields/field.ts'
import { resource } from '../../language/resource.ts'

const server = { readOnly: 'always' } as const

/** Acts by which one person could come to act through the account of another. */
export const HANDS = { made: 1, granted: 2, reset: 3, unlocked: 4, factorTaken: 5 } as const
export type Hand = keyof typeof HANDS

/**
 * Contacts between persons and others' accounts: two rows for each, one for either side. For some days two ids are no
 * two persons then: neither decides on what the other made (server/deciding/oneHand.ts).
 */
export const accountHand = resource('accountHand', {
  calls: [],
  title: ['账号经手', 'Hands on accounts'],
  name: 'userId',
  appendOnly: true,
  fields: {
    // ids without pointing: an account may be deleted all the same
    userId: text('用户', 'User', { ...server, search: 'exact', length: 19, idOf: 'user' }),
    otherId: text('另一用户', 'The other user', { ...server, search: 'exact', length: 19, idOf: 'user' }),
    how: choice(
      '方式',
      'How',
      {
        1: ['创建', 'Made'],
        2: ['授权', 'Granted'],
        3: ['重置密码', 'Password reset'],
        4: ['解锁或启用', 'Unlocked or enabled'],
        5: ['解除两步验证', 'Second factor taken off'],
      },
      server,
    ),
  },
  operations: [],
  list: { columns: [], search: [], filters: ['userId'], sort: 'createTime' },
  owner: 'platform',
  frame: true,
})
