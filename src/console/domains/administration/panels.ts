import type { Panels } from '../../record/panels.ts'

/** The panels of administration, each a chunk of its own. */
export const administrationPanels: Panels = {
  clientSecret: () => import('./ClientSecret.tsx').then((m) => m.ClientSecret),
  firstAdministrator: () => import('./FirstAdministrator.tsx').then((m) => m.FirstAdministrator),
}
