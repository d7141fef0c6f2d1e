import { primaryId } from '../../../commands/catalog/ids.ts'
import { formatKeys } from '../../../commands/keys/format.ts'
import type { KeyedOperation } from '../../../commands/keys/operations.ts'
import type { Binding } from '../../../commands/keys/resolve.ts'
import { label } from '../../model/values/label.ts'
import { addClosed, isAddable } from '../data/creation.ts'
import { resourceNow } from '../data/domains.ts'
import en from '../i18n/en/whyNot.ts'
import { addWords, languageNow, t } from '../i18n/index.ts'
import zh from '../i18n/zh/whyNot.ts'
import { commandState, commandsFor, context, registryNow } from './host.ts'
import { platform } from './platform.ts'

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

/** Reason why a key did nothing that several commands have, one of which decides. */
export function whyNotShared(between: readonly Binding[]): string {
  const titles = new Set(between.map(({ command }) => registryNow().get(command.id)?.title ?? command.id))
  return t('whyNot.shared', {
    key: formatKeys(between[0]?.keys ?? '', platform),
    titles: [...titles].join(t('whyNot.comma')),
  })
}

/** Decisions that are named in place of a letter that none has. */
const NAMED = 4

/** Reason why a letter did nothing: its command has no key here, or no command has it; then the keys of this screen. */
export function whyNotLetter(stroke: string): string {
  const here = commandsFor({ category: 'decision' }, 'key')
  const [unkeyed] = here.filter((c) => c.keys?.some((keys) => keys === stroke))
  if (unkeyed) return t('whyNot.noKey', { title: unkeyed.title })
  const decisions = here.filter((c) => c.from && c.selection === 'one' && !c.id.endsWith('.detailed'))
  const keyed = decisions.flatMap((c) => {
    const { key, enabled } = commandState(c.id, 'key')
    // Of several keys the one common to all queues is named.
    const first = commandState(primaryId(c.id), 'key').key || key
    return first && enabled ? [`${formatKeys(first, platform)} ${c.title}`] : []
  })
  const [help] = registryNow().get('help.keys')?.keys ?? []
  return t(keyed.length > 0 ? 'whyNot.letterHere' : 'whyNot.letter', {
    key: formatKeys(stroke, platform),
    here: keyed.slice(0, NAMED).join(t('whyNot.comma')),
    help: help ? formatKeys(help, platform) : '',
  })
}
