/** Chunk that decides, takes back and runs batches: what lists need of it comes by `loadDecisionOutbox.ts`. */
export { batchOf } from '../batches.ts'
export { pendingDecisions } from './pendingDecisions.ts'
export { decidePort, followDecisions } from './provideDecisions.ts'
export { takeBack } from './takeBack.ts'
