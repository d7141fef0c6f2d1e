import { type GroupLeaves, leaf } from '../language/menu.ts'
import { pointsAccount, yuanbaoDetail } from './account.ts'
import { doctorAward } from './award.ts'
import { pointInfo, rule } from './rules.ts'

/** Leaves of the menu tree that lead to screens of this domain. */
export const pointsMenu: readonly GroupLeaves[] = [
  {
    group: 'pointAccounts',
    leaves: [
      leaf(pointsAccount, { icon: 'coins', words: 'balance, 元宝, 余额' }),
      leaf(yuanbaoDetail, { icon: 'list', words: 'ledger, 流水, 元宝' }),
      leaf(doctorAward, { icon: 'badge-check', words: 'award, reward, 奖励, 待发放' }),
      leaf(rule, { icon: 'star', words: 'points rule, 规则, 奖励' }),
      leaf(pointInfo, { icon: 'tag', words: 'point item, 项目' }),
    ],
  },
]
