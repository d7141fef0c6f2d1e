import type { ConsoleWords } from '../zh/console.ts'
import queue from './queue.ts'
import record from './record.ts'
import savedViews from './savedViews.ts'
import shell from './screens.ts'
import table from './table.ts'

/** Texts for signed-in users, in English. */
export const words: ConsoleWords = { queue, record, savedViews, shell, table }
