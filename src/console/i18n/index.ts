import i18next, { type TOptions } from 'i18next'
import { useMemo } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { subscribe } from 'valtio'
import type { Language } from '../../model/values/label.ts'
import { preferences } from '../state/preferences.ts'

type Part = 'page' | 'console'

/**
 * Words come one language at a time: who reads one does not load the other. And in two parts: the sign-in page waits for
 * its own only.
 */
const chunks: Readonly<Record<Language, Readonly<Record<Part, () => Promise<{ readonly words: object }>>>>> = {
  zh: { page: () => import('./zh/page.ts'), console: () => import('./zh/console.ts') },
  en: { page: () => import('./en/page.ts'), console: () => import('./en/console.ts') },
}

i18next.use(initReactI18next).init({
  lng: preferences.language,
  fallbackLng: false,
  initAsync: false,
  resources: {},
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  returnNull: false,
})

const wanted = new Set<Part>(['page'])
const spoken = new Set<string>()
const missing = (language: Language): Part[] => [...wanted].filter((part) => !spoken.has(`${language}.${part}`))

/** Words of one area in every language. */
export type AreaWords = Readonly<Record<Language, object>>

/** Adds the words of one area, which come with its chunk, in both languages. */
export function addWords(area: string, words: AreaWords): void {
  for (const language of ['zh', 'en'] as const)
    i18next.addResourceBundle(language, 'translation', { [area]: words[language] }, true)
}

/**
 * Gets the words of a language, once: those of the page, and those of the console once they were asked for. Rejects when
 * they do not come; asked for again then. To be awaited before anything is rendered.
 */
export async function loadWords(language: Language = preferences.language): Promise<void> {
  await Promise.all(
    missing(language).map(async (part) => {
      const { words } = await chunks[language][part]()
      i18next.addResourceBundle(language, 'translation', words, true)
      spoken.add(`${language}.${part}`)
    }),
  )
}

/** Loads the texts for signed-in users; from then on in every language that is chosen. */
export function loadConsoleWords(): Promise<void> {
  wanted.add('console')
  return loadWords()
}

subscribe(preferences, () => {
  const { language } = preferences
  if (i18next.language === language) return
  loadWords(language).then(
    () => i18next.changeLanguage(language),
    () => {},
  )
})

/** A word outside React, in the language of the moment. */
export const t = (key: string, options?: TOptions): string => i18next.t(key, options ?? {})

export const languageNow = (): Language => preferences.language

/**
 * Switches the language everywhere, as soon as its words are here; kept in storage. Rejects when they do not come:
 * nothing is switched then.
 */
export async function setLanguage(language: Language): Promise<void> {
  await loadWords(language)
  preferences.language = language
}

/** Words inside React: renders again on a switch. `t` stays the same function until then. */
export function useWords(): { t(key: string, options?: TOptions): string; language: Language } {
  const { t: say, i18n } = useTranslation()
  const language: Language = i18n.language === 'en' ? 'en' : 'zh'
  return useMemo(() => ({ t: (key: string, options?: TOptions) => say(key, options ?? {}), language }), [say, language])
}
