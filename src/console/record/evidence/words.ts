import en from '../../i18n/en/evidence.ts'
import { addWords } from '../../i18n/index.ts'
import zh from '../../i18n/zh/evidence.ts'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

addWords('evidence', words)
