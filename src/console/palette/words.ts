import en from '../i18n/en/palette.ts'
import { addWords } from '../i18n/index.ts'
import zh from '../i18n/zh/palette.ts'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

// before anything of the palette is drawn: whoever sees the console first needs none of them
addWords('palette', words)
