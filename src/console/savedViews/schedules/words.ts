import en from '../../i18n/en/viewSchedules.ts'
import { addWords } from '../../i18n/index.ts'
import zh from '../../i18n/zh/viewSchedules.ts'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

addWords('viewSchedules', words)
