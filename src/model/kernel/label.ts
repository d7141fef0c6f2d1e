/**
 * A text of the model in both languages of the product: `[Chinese, English]`. The console's own texts are in i18next;
 * what the model declares has its texts in the model.
 */
export type Label = readonly [zh: string, en: string]

/** The languages a person can choose. Chinese is the default (specification §9). */
export type Language = 'zh' | 'en'

/** The text of a label in one language. */
export const label = (text: Label, language: Language): string => text[language === 'en' ? 1 : 0]
