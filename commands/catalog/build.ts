import type { Language } from '../../src/model/values/label.ts'
import type { Catalogue } from '../../src/model/wire/catalogue.ts'
import type { SavedView } from '../../src/model/wire/savedView.ts'
import { createRegistry, type Registry } from '../registry.ts'
import { appearance } from './appearance.ts'
import { cards } from './cards.ts'
import { decisions } from './decisions.ts'
import { evidence } from './evidence.ts'
import { help } from './help.ts'
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
 * Every command this person has: made at sign-in, on a new catalogue, with other saved views and on a language switch (ids stay, titles
 * change).
 * Before signing in there is no catalogue, but language, theme and help are there.
 */
export function buildRegistry(
  catalogue: Catalogue | null,
  language: Language,
  views: readonly SavedView[] = [],
): Registry {
  const places = catalogue ? navigation(catalogue, language) : []
  const ofQueues = catalogue ? [...queue(language), ...evidence(catalogue, language)] : []
  const others = [sections, steps, table, savedViews, tree, cards, tabs, appearance, session, help].map((make) =>
    make(language),
  )
  return createRegistry(
    places,
    catalogue ? decisions(catalogue, language, [...places, ...ofQueues, ...others.flat()]) : [],
    catalogue ? records(catalogue, language) : [],
    ofQueues,
    catalogue ? viewPlaces(catalogue, language, views) : [],
    ...others,
  )
}
