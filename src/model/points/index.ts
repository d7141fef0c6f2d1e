import { defineModule } from '../kernel/module.ts'
import { pointsAccount, yuanbaoDetail } from './account.ts'
import { pointInfo, rule } from './rules.ts'

export default defineModule({ id: 'points', resources: [rule, pointInfo, pointsAccount, yuanbaoDetail] })
