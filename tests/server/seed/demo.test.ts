import { copiedDemo } from './multiplyCases.ts'
import { smallDemo } from './smallCases.ts'

// one demo for both, in this order: to play and write it takes as long as to look at it
smallDemo()
copiedDemo()
