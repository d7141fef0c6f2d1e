import './modules/install.ts'
import { decideByCall } from './decisions/byCall.ts'
import type { Parts } from './http/parts.ts'
import { callHandlers } from './modules/calls.ts'
import { genericHandlers } from './records/generic.ts'
import { roundsHandlers } from './records/rounds.ts'

/** What stands behind the routes of the product. */
export const realParts: Parts = { generic: genericHandlers, decideByCall, rounds: roundsHandlers, calls: callHandlers }
