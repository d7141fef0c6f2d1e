import { type Label, label } from '../../model/values/label.ts'
import type { CatalogueDecision } from '../../model/wire/catalogue.ts'
import type { Conflict } from '../../model/wire/wire.ts'
import { catalogueNow, resourceIn } from '../data/catalogue.ts'
import { stepText } from '../fields/cell.ts'
import { languageNow } from '../i18n/index.ts'

/** A granted decision: a transition, or a call that is a command. */
export const decisionOf = (resource: string, name: string): CatalogueDecision | undefined =>
  resourceIn(catalogueNow(), resource)?.decisions.find((x) => x.id === name)

/** Label of a decision, in the current language; its name where nothing is known of it. */
export function actionOf(resource: string, name: string): string {
  const text = stepText(resource, name, languageNow())
  return text === name ? (decisionOf(resource, name)?.title ?? name) : text
}

/** Label of another person's change in a conflict: a decision, or an edit. */
export const conflictAction = (
  resource: string,
  { transition, action }: Pick<Conflict, 'transition' | 'action'>,
): string => (transition ? actionOf(resource, transition) : action)

/** Message of the server: in both languages, or in the language of its request. */
export type Message = Label | string

/** Message in the current language, or in its only language. */
export const messageIn = (message: Message): string =>
  typeof message === 'string' ? message : label(message, languageNow())
