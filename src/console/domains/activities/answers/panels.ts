import en from '../../../i18n/en/answers.ts'
import zh from '../../../i18n/zh/answers.ts'
import type { Panel } from '../../../record/panels.ts'
import { Answers } from './Answers.tsx'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

export const answers: Panel = { component: Answers, words: { answers: words } }
