import { pointsSettlement } from '../settlement/pointsSettlement.ts'
import type { Payout } from './payout.ts'
import { grantPutUp, grantSimulated, grantSimulationProblem, locksToGrant } from './pointGrants.ts'

/** Points of lines are granted: they need no account at a bank. */
export const pointsPayout: Payout = {
  settlement: pointsSettlement,
  accountProblem: () => null,
  putUp: grantPutUp,
  locksToSimulate: locksToGrant,
  simulationProblem: grantSimulationProblem,
  simulated: grantSimulated,
}
