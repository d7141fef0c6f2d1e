/**
 * A text of the model in both languages of the product: `[Chinese, English]`.
 * The console's own words live in i18next; what the model names, the model says (design: one declaration).
 */
export type Label = readonly [zh: string, en: string]

/** The languages a person can choose. Chinese is the default (specification §9). */
export type Language = 'zh' | 'en'

/** The text of a label in one language. */
export const label = (text: Label, language: Language): string => text[language === 'en' ? 1 : 0]
