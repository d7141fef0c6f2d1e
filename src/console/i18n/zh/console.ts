import queue from './queue.ts'
import record from './record.ts'
import savedViews from './savedViews.ts'
import shell from './screens.ts'
import table from './table.ts'

/**
 * Texts for signed-in users, in Chinese: of `shell`, the texts of the frame about its screens. What the palette says
 * comes with it (`palette/words.ts`).
 */
export const words = { queue, record, savedViews, shell, table }

/** The same keys in every language. */
export type ConsoleWords = typeof words
