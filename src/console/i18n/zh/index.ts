import forms from './forms.ts'
import queue from './queue.ts'
import record from './record.ts'
import session from './session.ts'
import shell from './shell.ts'
import table from './table.ts'

/**
 * The console's own words by area, in Chinese; what the model names, the model says. Used as `t('<area>.<key>')`. Those of
 * the palette come with it (`palette/words.ts`).
 */
export const words = { forms, queue, record, session, shell, table }

/** The same keys in every language. */
export type Words = typeof words
