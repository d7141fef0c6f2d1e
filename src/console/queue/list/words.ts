import en from '../../i18n/en/queueScreen.ts'
import { addWords } from '../../i18n/index.ts'
import zh from '../../i18n/zh/queueScreen.ts'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

// with the chunk that says them: whoever sees a list first needs none
addWords('queueScreen', words)
