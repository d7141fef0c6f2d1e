import type { Panels } from '../../record/panels.ts'

/** The panels of funds, each a chunk of its own. */
export const fundsPanels: Panels = {
  held: () => import('./statement/Held.tsx').then((m) => m.Held),
  ledgerCheck: () => import('./LedgerResults.tsx').then((m) => m.LedgerResults),
  statement: () => import('./statement/Statement.tsx').then((m) => m.Statement),
}
