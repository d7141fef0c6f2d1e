import en from '../../i18n/en/viewDefaults.ts'
import { addWords } from '../../i18n/index.ts'
import zh from '../../i18n/zh/viewDefaults.ts'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

addWords('viewDefaults', words)
