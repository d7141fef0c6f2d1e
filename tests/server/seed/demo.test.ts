import { copiedDemo } from './multiplyCases.ts'
import { smallDemo } from './smallCases.ts'

// one demo for both, in this order: to play and write it takes as long as to look at it
smallDemo()
// copies are made by plain SQL: where tests are shared with PostgreSQL (../once.ts), it makes them
if (process.env.ROUNDS_SHARED_BY !== 'embedded') copiedDemo()
