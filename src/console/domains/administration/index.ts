import { defineConsoleDomain } from '../consoleDomain.ts'

export default defineConsoleDomain({
  name: 'administration',
  panels: {
    clientSecret: () => import('./ClientSecret.tsx').then((m) => ({ component: m.ClientSecret })),
    firstAdministrator: () => import('./FirstAdministrator.tsx').then((m) => ({ component: m.FirstAdministrator })),
  },
})
