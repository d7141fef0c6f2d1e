import { copiedDemo } from '../../server/seed/multiplyCases.ts'
import { smallDemo } from '../../server/seed/smallCases.ts'

// one demo for both, in this order: playing and writing it takes as long as looking at it
smallDemo()
copiedDemo()
