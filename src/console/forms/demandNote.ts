import { demandsOf } from '../../model/language/derived/demands.ts'
import { joinedLabels, label } from '../../model/values/label.ts'
import { lifecycleNow } from '../data/domains.ts'
import { languageNow, t } from '../i18n/index.ts'
import type { Typed } from './base/values.ts'
import './base/words.ts'

/** Sentence about a later decision that demands a field; "" where none does. `resource`: of the record that is made. */
export function demandNote(resource: string, name: string, typed: Typed): string {
  const steps = demandsOf(lifecycleNow(resource)?.transitions ?? {}, name, typed)
  return steps.length === 0 ? '' : t('forms.demanded', { step: label(joinedLabels(steps), languageNow()) })
}
