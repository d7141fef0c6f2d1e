import en from '../i18n/en/savedViews.ts'
import { addWords } from '../i18n/index.ts'
import zh from '../i18n/zh/savedViews.ts'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

// with the chunk that says them: whoever sees the sign-in page first needs none
addWords('savedViews', words)
