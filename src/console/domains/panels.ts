import type { Panels } from '../record/panels.ts'
import { activitiesPanels } from './activities/panels.ts'
import { administrationPanels } from './administration/panels.ts'
import { fundsPanels } from './funds/panels.ts'
import { peoplePanels } from './people/panels.ts'
import { settlementPanels } from './settlement/panels.ts'

/** The panels of all domains by name. */
export const domainPanels: Panels = {
  ...peoplePanels,
  ...activitiesPanels,
  ...settlementPanels,
  ...fundsPanels,
  ...administrationPanels,
}
