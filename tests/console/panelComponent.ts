import '../../src/console/record/base/words.ts'
import { addWords } from '../../src/console/i18n/index.ts'
import type { Panel } from '../../src/console/record/panels.ts'

/** The component of a panel with its words, as a record's page shows it. */
export function panelComponent({ component, words = {} }: Panel): Panel['component'] {
  for (const [area, own] of Object.entries(words)) addWords(area, own)
  return component
}
