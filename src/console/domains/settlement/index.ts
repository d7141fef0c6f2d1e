import { defineConsoleDomain } from '../consoleDomain.ts'

export default defineConsoleDomain({
  name: 'settlement',
  panels: {
    conservation: () => import('./Conservation.tsx').then((m) => ({ component: m.Conservation })),
    partners: () => import('./Partners.tsx').then((m) => ({ component: m.Partners })),
    taxSteps: () => import('./TaxSteps.tsx').then((m) => ({ component: m.TaxSteps })),
  },
})
