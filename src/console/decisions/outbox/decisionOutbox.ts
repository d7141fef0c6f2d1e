/** Chunk that decides, takes back and runs batches: what lists need of it comes by `loadDecisionOutbox.ts`. */

export { batchOf } from '../batches.ts'
export { pendingDecisions, redos } from './pendingDecisions.ts'
export { decidePort, followDecisions } from './provideDecisions.ts'
export { redo } from './redo.ts'
export { nameOf, takeBack, takeThis } from './takeBack.ts'
