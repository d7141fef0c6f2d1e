import './domains/install.ts'
import './verification/nightly.ts'
import { decideByCall } from './deciding/byCall.ts'
import type { Parts } from './http/parts.ts'
import { genericHandlers } from './records/generic.ts'
import { callHandler } from './records/handle.ts'
import { namedList } from './records/lists.ts'
import { roundsHandlers } from './records/rounds.ts'

/** The handlers of the product's routes. */
export const realParts: Parts = {
  generic: genericHandlers,
  list: namedList,
  decideByCall,
  rounds: roundsHandlers,
  call: callHandler,
}
