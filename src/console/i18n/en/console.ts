import type { ConsoleWords } from '../zh/console.ts'
import queue from './queue.ts'
import record from './record.ts'
import shell from './screens.ts'
import table from './table.ts'

/** What is said to somebody who is signed in, in English. */
export const words: ConsoleWords = { queue, record, shell, table }
