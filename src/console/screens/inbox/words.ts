import en from '../../i18n/en/inbox.ts'
import { addWords } from '../../i18n/index.ts'
import zh from '../../i18n/zh/inbox.ts'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

// with the chunk that says them
addWords('inbox', words)
