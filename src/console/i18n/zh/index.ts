import forms from './forms.ts'
import palette from './palette.ts'
import queue from './queue.ts'
import record from './record.ts'
import session from './session.ts'
import shell from './shell.ts'
import table from './table.ts'

/** The console's own words by area, in Chinese; what the model names, the model says. Used as `t('<area>.<key>')`. */
export const words = { forms, palette, queue, record, session, shell, table }

/** The same keys in every language. */
export type Words = typeof words
