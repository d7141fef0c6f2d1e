import en from '../../i18n/en/mySettings.ts'
import { addWords } from '../../i18n/index.ts'
import zh from '../../i18n/zh/mySettings.ts'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

addWords('mySettings', words)
