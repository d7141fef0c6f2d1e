import { addWords, firstAreas } from './core.ts'
import forms from './words/forms.ts'
import palette from './words/palette.ts'
import queue from './words/queue.ts'
import record from './words/record.ts'
import table from './words/table.ts'

export { languageNow, setLanguage, t, useWords } from './core.ts'

/** The console's own words by area; what the model names, the model says. Used as `t('<area>.<key>')`. */
export const areas = { ...firstAreas, palette, table, queue, record, forms } as const

addWords({ palette, table, queue, record, forms })
