import type { Words } from '../zh/index.ts'
import forms from './forms.ts'
import queue from './queue.ts'
import record from './record.ts'
import session from './session.ts'
import shell from './shell.ts'
import table from './table.ts'

/** The console's own words by area, in English. */
export const words: Words = { forms, queue, record, session, shell, table }
