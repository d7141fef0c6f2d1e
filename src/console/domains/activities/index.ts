import { defineConsoleDomain } from '../consoleDomain.ts'

export default defineConsoleDomain({
  name: 'activities',
  panels: {
    answers: () => import('./answers/panels.ts').then((m) => m.answers),
    doctorLink: () => import('./DoctorLinks.tsx').then((m) => ({ component: m.DoctorLinks })),
  },
})
