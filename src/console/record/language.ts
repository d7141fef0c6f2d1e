import { useTranslation } from 'react-i18next'
import type { Language } from '../../model/kernel/label.ts'

/** The language in use, as the model's labels know it. */
export const useLanguage = (): Language => (useTranslation().i18n.language?.startsWith('en') ? 'en' : 'zh')
