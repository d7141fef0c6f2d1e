import type { Panels } from '../../record/panels.ts'

/** The panels of settlement, each a chunk of its own. */
export const settlementPanels: Panels = {
  conservation: () => import('./Conservation.tsx').then((m) => m.Conservation),
  partners: () => import('./Partners.tsx').then((m) => m.Partners),
  taxSteps: () => import('./TaxSteps.tsx').then((m) => m.TaxSteps),
}
