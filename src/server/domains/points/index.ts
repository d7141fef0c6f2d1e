import { doctorAward, doctorAwardLifecycle } from '../../../model/points/award.ts'
import { rule } from '../../../model/points/rules.ts'
import { defineServerDomain } from '../../records/serverDomain.ts'
import { hooks } from '../../writing/hooks.ts'
import { rules } from '../../writing/rules.ts'
import { doctorAwardRules } from './awards.ts'
import { ruleUpdated } from './rule.ts'

/** Points as awards, and their rules. */
export default defineServerDomain({
  name: 'points',
  rules: [rules(doctorAward, doctorAwardLifecycle, doctorAwardRules)],
  hooks: [hooks(rule, { prepare: ruleUpdated })],
})
