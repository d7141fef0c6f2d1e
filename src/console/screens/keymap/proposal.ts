import { buildRegistry } from '../../../../commands/catalog/build.ts'
import { changedKeys } from '../../../../commands/keys/conflicts.ts'
import type { Keymap } from '../../../../commands/keys/keymap.ts'
import { type Clash, clashesOf, namedClashes, withOthersFreed } from '../../../../commands/keys/keymapProblems.ts'
import type { Language } from '../../../model/values/label.ts'
import type { Catalogue } from '../../../model/wire/catalogue.ts'
import { macrosNow } from '../../data/macros.ts'
import { savedViewsNow } from '../../data/savedViews.ts'
import { registryNow } from '../../host/host.ts'
import { keymapState } from '../../state/keymap.ts'
import { type Declared, declaredOf } from './keymapLines.ts'

/** Other keys before they are saved. */
export interface Proposal {
  readonly next: Keymap
  /** Commands that would answer to the same keys, as people read them. */
  readonly clashes: readonly Clash[]
  /** The same with those keys taken from the others; null where that does not help, or nothing clashes. */
  readonly freed: Keymap | null
}

/** The person whose keys are changed. */
export interface Owner {
  readonly catalogue: Catalogue | null
  readonly language: Language
}

/** Consequences of a keymap before it is saved: which commands of the person would conflict. */
export function proposalOf(next: Keymap, { catalogue, language }: Owner): Proposal {
  const before = registryNow().commands
  const clashesAfter = (keymap: Keymap) => {
    const after = buildRegistry(catalogue, language, keymap, savedViewsNow(), macrosNow()).commands
    return clashesOf(after, changedKeys(before, after))
  }
  const clashes = clashesAfter(next)
  if (clashes.length === 0) return { next, clashes: [], freed: null }
  const { families } = declaredOf(catalogue, language, next)
  const freed = withOthersFreed(next, clashes, families)
  return {
    next,
    clashes: namedClashes(clashes),
    freed: clashesAfter(freed).length === 0 ? freed : null,
  }
}

/** A keymap with bindings that only repeat what is declared taken out, so that nothing is marked as changed in vain. Pure. */
export function tidied(keymap: Keymap, { base }: Declared): Keymap {
  const kept = Object.entries(keymap.bindings).filter(([id, keys]) => {
    const declared = base.get(id)
    return !declared || (declared.keys ?? []).join('\n') !== keys.join('\n')
  })
  return { ...keymap, bindings: Object.fromEntries(kept) }
}

/** The keys in force. */
export const keymapNow = (): Keymap => keymapState.map
