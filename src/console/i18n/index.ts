import i18next, { type TOptions } from 'i18next'
import { useMemo } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { subscribe } from 'valtio'
import type { Language } from '../../model/kernel/label.ts'
import { ui } from '../state/ui.ts'
import forms from './words/forms.ts'
import palette from './words/palette.ts'
import queue from './words/queue.ts'
import record from './words/record.ts'
import session from './words/session.ts'
import shell from './words/shell.ts'
import table from './words/table.ts'

/** The console's own words by area; what the model names, the model says. Used as `t('<area>.<key>')`. */
export const areas = { shell, session, palette, table, queue, record, forms } as const

const inLanguage = (language: Language) => Object.fromEntries(Object.entries(areas).map(([area, words]) => [area, words[language]]))

i18next.use(initReactI18next).init({
  lng: ui.language,
  fallbackLng: 'zh',
  initAsync: false,
  resources: { zh: { translation: inLanguage('zh') }, en: { translation: inLanguage('en') } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  returnNull: false,
})

subscribe(ui, () => {
  if (i18next.language !== ui.language) void i18next.changeLanguage(ui.language)
})

/** A word outside React, in the language of the moment. */
export const t = (key: string, options?: TOptions): string => i18next.t(key, options ?? {})

export const languageNow = (): Language => ui.language

/** Switches the language everywhere; kept in storage. */
export const setLanguage = (language: Language): void => {
  ui.language = language
}

/** Words inside React: renders again on a switch. `t` stays the same function until then. */
export function useWords(): { t(key: string, options?: TOptions): string; language: Language } {
  const { t: say, i18n } = useTranslation()
  const language: Language = i18n.language === 'en' ? 'en' : 'zh'
  return useMemo(() => ({ t: (key: string, options?: TOptions) => say(key, options ?? {}), language }), [say, language])
}
