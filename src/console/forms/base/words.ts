import en from '../../i18n/en/forms.ts'
import { addWords } from '../../i18n/index.ts'
import zh from '../../i18n/zh/forms.ts'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

// before any form is drawn: whoever sees the first table needs none of them
addWords('forms', words)
