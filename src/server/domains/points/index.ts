import { doctorAward, doctorAwardLifecycle } from '../../../model/points/award.ts'
import { rule } from '../../../model/points/rules.ts'
import { hooks } from '../../writing/hooks.ts'
import { rules } from '../../writing/rules.ts'
import { defineServerDomain } from '../serverDomain.ts'
import { doctorAwardRules } from './awards.ts'
import { awardInvariants } from './promises/awards.ts'
import { pointCostInvariants } from './promises/pointCosts.ts'
import { pointGrantInvariants } from './promises/pointGrants.ts'
import { pointOrderInvariants } from './promises/pointOrders.ts'
import { pointRefundInvariants } from './promises/pointRefunds.ts'
import { ruleUpdated } from './rule.ts'
import services from './services.ts'
import { pointsTables } from './tables.ts'

/** Points as awards, and their rules. */
export default defineServerDomain({
  name: 'points',
  tables: pointsTables,
  rules: [rules(doctorAward, doctorAwardLifecycle, doctorAwardRules)],
  hooks: [hooks(rule, { prepare: ruleUpdated })],
  promises: [
    ...pointOrderInvariants,
    ...pointGrantInvariants,
    ...pointRefundInvariants,
    ...pointCostInvariants,
    ...awardInvariants,
  ],
  services: { points: services },
})
