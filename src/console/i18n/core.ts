import i18next, { type TOptions } from 'i18next'
import { useMemo } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { subscribe } from 'valtio'
import type { Language } from '../../model/kernel/label.ts'
import { preferences } from '../state/preferences.ts'
import session from './words/session.ts'
import shell from './words/shell.ts'

/** Words of one area in both languages. */
export interface Words {
  readonly zh: Readonly<Record<string, unknown>>
  readonly en: Readonly<Record<string, unknown>>
}

/** Words that the sign-in page needs, too; all others come with `index.ts`. */
export const firstAreas = { shell, session } as const

const inLanguage = (language: Language) =>
  Object.fromEntries(Object.entries(firstAreas).map(([area, words]) => [area, words[language]]))

i18next.use(initReactI18next).init({
  lng: preferences.language,
  fallbackLng: 'zh',
  initAsync: false,
  resources: { zh: { translation: inLanguage('zh') }, en: { translation: inLanguage('en') } },
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  returnNull: false,
})

subscribe(preferences, () => {
  if (i18next.language !== preferences.language) void i18next.changeLanguage(preferences.language)
})

/** Adds the words of further areas. */
export function addWords(areas: Readonly<Record<string, Words>>): void {
  for (const [area, words] of Object.entries(areas)) {
    for (const language of ['zh', 'en'] as const)
      i18next.addResourceBundle(language, 'translation', { [area]: words[language] }, true, true)
  }
}

/** A word outside React, in the language of the moment. */
export const t = (key: string, options?: TOptions): string => i18next.t(key, options ?? {})

export const languageNow = (): Language => preferences.language

/** Switches the language everywhere; kept in storage. */
export const setLanguage = (language: Language): void => {
  preferences.language = language
}

/** Words inside React: renders again on a switch. `t` stays the same function until then. */
export function useWords(): { t(key: string, options?: TOptions): string; language: Language } {
  const { t: say, i18n } = useTranslation()
  const language: Language = i18n.language === 'en' ? 'en' : 'zh'
  return useMemo(() => ({ t: (key: string, options?: TOptions) => say(key, options ?? {}), language }), [say, language])
}
