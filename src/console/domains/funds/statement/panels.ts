import en from '../../../i18n/en/statement.ts'
import zh from '../../../i18n/zh/statement.ts'
import type { Panel } from '../../../record/panels.ts'
import { Held } from './Held.tsx'
import { Statement } from './Statement.tsx'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

export const held: Panel = { component: Held, words: { statement: words } }
export const statement: Panel = { component: Statement, words: { statement: words } }
