import { copiedDemo } from '../../server/seed/multiplyCases.ts'
import { smallDemo } from '../../server/seed/smallCases.ts'

// a single demo for both, in this order: making and writing it takes as long as reading it
smallDemo()
copiedDemo()
