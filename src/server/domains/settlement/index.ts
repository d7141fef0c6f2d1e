import { budgetOrder, budgetOrderLifecycle } from '../../../model/activities/budgetOrder.ts'
import { settlementOrderDoctorLifecycle } from '../../../model/settlement/lineLifecycles.ts'
import { resultOrder } from '../../../model/settlement/results/resultOrder.ts'
import { resultOrderLifecycle } from '../../../model/settlement/results/resultOrderLifecycle.ts'
import { resultOrderPoint, resultOrderPointLifecycle } from '../../../model/settlement/results/resultOrderPoint.ts'
import { settlementCycle, settlementCycleLifecycle } from '../../../model/settlement/results/settlementCycle.ts'
import { settlementOrderDoctor } from '../../../model/settlement/settlementLines.ts'
import { settlementOrder } from '../../../model/settlement/settlementOrder.ts'
import { settlementOrderLifecycle } from '../../../model/settlement/settlementOrderLifecycle.ts'
import {
  settlementOrderDoctorPoint,
  settlementOrderDoctorPointLifecycle,
  settlementOrderPoint,
  settlementOrderPointLifecycle,
} from '../../../model/settlement/settlementOrderPoint.ts'
import { taxItemRate } from '../../../model/settlement/taxItemRate.ts'
import { hooks } from '../../writing/hooks.ts'
import { rules } from '../../writing/rules.ts'
import { defineServerDomain } from '../serverDomain.ts'
import { budgetOrderRules } from './budgetOrder.ts'
import { settlementCycleCalls } from './cyclePartners.ts'
import { papers, settlementOrderDoctorPointRules, settlementOrderDoctorRules } from './papers.ts'
import { documentInvariants } from './promises/documents.ts'
import { orderPartInvariants } from './promises/orderParts.ts'
import { refundInvariants } from './promises/refunds.ts'
import { resultInvariants } from './promises/results.ts'
import { sumInvariants } from './promises/sums.ts'
import { taxInvariants } from './promises/taxes.ts'
import { totalInvariants } from './promises/totals.ts'
import { resultOrderPointRules, resultOrderRules } from './results/resultOrder.ts'
import { resultViews } from './results/resultViews.ts'
import { settlementCycleRules } from './settlementCycle.ts'
import { settlementOrderPointRules, settlementOrderRules } from './settlementOrder.ts'
import { settlementTables } from './tables.ts'
import { taxItemRateHooks } from './taxRates.ts'
import { lineCalls } from './taxSteps.ts'
import { settlementViews } from './views.ts'

/** Settlement: cycles, orders and their lines, payments, fees and taxes, results, in money and in points. */
export default defineServerDomain({
  name: 'settlement',
  tables: settlementTables,
  views: { ...settlementViews, ...resultViews },
  rules: [
    rules(budgetOrder, budgetOrderLifecycle, budgetOrderRules),
    rules(resultOrder, resultOrderLifecycle, resultOrderRules),
    rules(resultOrderPoint, resultOrderPointLifecycle, resultOrderPointRules),
    rules(settlementCycle, settlementCycleLifecycle, settlementCycleRules),
    rules(settlementOrder, settlementOrderLifecycle, settlementOrderRules),
    rules(settlementOrderDoctor, settlementOrderDoctorLifecycle, settlementOrderDoctorRules),
    rules(settlementOrderDoctorPoint, settlementOrderDoctorPointLifecycle, settlementOrderDoctorPointRules),
    rules(settlementOrderPoint, settlementOrderPointLifecycle, settlementOrderPointRules),
  ],
  hooks: [hooks(taxItemRate, taxItemRateHooks)],
  calls: [...lineCalls, ...settlementCycleCalls],
  documents: [...papers],
  promises: [
    ...documentInvariants,
    ...orderPartInvariants,
    ...totalInvariants,
    ...sumInvariants,
    ...refundInvariants,
    ...resultInvariants,
    ...taxInvariants,
  ],
})
