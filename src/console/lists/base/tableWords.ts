import en from '../../i18n/en/tables.ts'
import { addWords } from '../../i18n/index.ts'
import zh from '../../i18n/zh/tables.ts'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

// with the chunks that say them: no first table needs any
addWords('tables', words)
