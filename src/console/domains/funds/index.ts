import { defineConsoleDomain } from '../consoleDomain.ts'

export default defineConsoleDomain({
  name: 'funds',
  panels: {
    held: () => import('./statement/panels.ts').then((m) => m.held),
    ledgerCheck: () => import('./LedgerResults.tsx').then((m) => ({ component: m.LedgerResults })),
    statement: () => import('./statement/panels.ts').then((m) => m.statement),
  },
})
