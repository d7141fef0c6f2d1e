import queue from './queue.ts'
import record from './record.ts'
import shell from './screens.ts'
import table from './table.ts'

/**
 * What is said to somebody who is signed in, in Chinese: of `shell`, what the frame says about its screens. What the palette
 * says comes with it (`palette/words.ts`).
 */
export const words = { queue, record, shell, table }

/** The same keys in every language. */
export type ConsoleWords = typeof words
