import queue from './queue.ts'
import record from './record.ts'
import table from './table.ts'

/** What is said to somebody who is signed in, in Chinese. What the palette says comes with it (`palette/words.ts`). */
export const words = { queue, record, table }

/** The same keys in every language. */
export type ConsoleWords = typeof words
