import type { KeyedOperation } from '../../../commands/keys/operations.ts'
import { label } from '../../model/kernel/label.ts'
import { addClosed, isAddable } from '../data/creation.ts'
import { resourceNow } from '../data/modules.ts'
import en from '../i18n/en/whyNot.ts'
import { addWords, languageNow, t } from '../i18n/index.ts'
import zh from '../i18n/zh/whyNot.ts'
import { commandState, context } from './host.ts'

/** The same keys in every language. */
const words: Readonly<Record<'zh' | 'en', typeof zh>> = { zh, en }

// with the chunk that says them: most people never press such a key
addWords('whyNot', words)

/** Why the key of an operation did nothing at this moment, as a sentence. */
export function whyNot(operation: KeyedOperation): string {
  const { resource, screen } = context
  const { command, here } = commandState(`${resource}.${operation}`, 'key')
  if (command && here) return t('whyNot.noKey', { title: command.title })
  const what = t(`whyNot.${operation}`)
  if (command) return screen === 'table' || screen === 'queue' ? t('whyNot.noRow') : t('whyNot.elsewhere', { what })
  const of = resourceNow(resource)
  const closed = operation === 'add' ? addClosed(of) : undefined
  if (closed) return label(closed, languageNow())
  const possible = operation === 'add' ? isAddable(of) : of?.operations.includes(operation)
  return t(possible ? 'whyNot.noPermission' : 'whyNot.elsewhere', { what })
}
