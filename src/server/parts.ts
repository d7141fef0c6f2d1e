import type { RoundsId } from '../model/roundsCalls.ts'
import { decideByCall } from './deciding/byCall.ts'
import type { FrontId, Parts } from './http/parts.ts'
import { genericHandlers } from './records/generic.ts'
import { namedList } from './records/lists.ts'
import { roundsAhead, roundsHandlers } from './records/rounds.ts'

/** The handlers of the product's routes. */
export const realParts: Parts = {
  generic: genericHandlers,
  list: namedList,
  decideByCall,
  rounds: roundsHandlers satisfies Record<Exclude<RoundsId, FrontId>, unknown>,
  ahead: roundsAhead,
}
