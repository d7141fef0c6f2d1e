import { defineDomain } from '../language/domain/domain.ts'
import { pointsAccount, yuanbaoDetail } from './account.ts'
import { doctorAward, doctorAwardLifecycle } from './award.ts'
import { pointInfo, rule } from './rules.ts'

export default defineDomain('points', {
  resources: [rule, pointInfo, pointsAccount, yuanbaoDetail, doctorAward],
  lifecycles: [doctorAwardLifecycle],
})
