import en from '../i18n/en/keys.ts'
import { addWords } from '../i18n/index.ts'
import zh from '../i18n/zh/keys.ts'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

// with the chunks that are about keys: who sees the console first needs none of them
addWords('keys', words)
