import { decideByCall } from './decisions/byCall.ts'
import type { Parts } from './http/parts.ts'

export const realParts: Parts = { generic: () => ({}), decideByCall, rounds: {}, calls: {} }
