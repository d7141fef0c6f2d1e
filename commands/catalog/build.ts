import type { Language } from '../../src/model/values/label.ts'
import type { Catalogue } from '../../src/model/wire/catalogue.ts'
import type { SavedView } from '../../src/model/wire/savedView.ts'
import { DEFAULT_KEYMAP, type Keymap, withKeymap } from '../keys/keymap.ts'
import { presetOf } from '../keys/keymapPresets.ts'
import { createRegistry, type Registry } from '../registry.ts'
import { appearance } from './appearance.ts'
import { cards } from './cards.ts'
import { decisions } from './decisions.ts'
import { evidence } from './evidence.ts'
import { help } from './help.ts'
import { inbox } from './inbox.ts'
import { type Macros, macros } from './macros.ts'
import { navigation } from './navigation.ts'
import { queue } from './queue.ts'
import { records } from './records.ts'
import { savedViews, viewPlaces } from './savedViews.ts'
import { sections } from './sections.ts'
import { session } from './session.ts'
import { steps } from './steps.ts'
import { table } from './table.ts'
import { tabs } from './tabs.ts'
import { tree } from './tree.ts'

/**
 * Every command this person has: made at sign-in, on a new catalogue, on a language switch, with other keys, other saved
 * views and other macros (ids stay, titles and keys change). Before signing in there is no catalogue, but language, theme and help are there.
 *
 * Letters of decisions are chosen beside the keys of the preset, not beside a person's own: what somebody binds moves no
 * other key, it conflicts with it.
 */
export function buildRegistry(
  catalogue: Catalogue | null,
  language: Language,
  keymap: Keymap = DEFAULT_KEYMAP,
  views: readonly SavedView[] = [],
  kept: Macros = {},
): Registry {
  const preset = presetOf(keymap.preset)
  const places = preset.first(catalogue ? navigation(catalogue, language) : [])
  const ofQueues = preset.first(catalogue ? [...queue(language), ...evidence(catalogue, language)] : [])
  const ofViews = catalogue ? viewPlaces(catalogue, language, views) : []
  const others = preset.first(
    [sections, steps, inbox, table, savedViews, tree, cards, tabs, appearance, session, help].flatMap((make) =>
      make(language),
    ),
  )
  const decided = catalogue ? decisions(catalogue, language, [...places, ...ofQueues, ...others], preset) : []
  const operations = catalogue ? records(catalogue, language) : []
  const ofMacros = catalogue ? preset.first(macros(language, kept)) : []
  return createRegistry(
    withKeymap([...places, ...decided, ...operations, ...ofQueues, ...ofViews, ...ofMacros, ...others], keymap),
  )
}
