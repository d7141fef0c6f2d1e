import { defineConsoleDomain } from '../consoleDomain.ts'

export default defineConsoleDomain({
  name: 'people',
  panels: {
    doctorCard: () => import('./DoctorCard.tsx').then((m) => ({ component: m.DoctorCard })),
    duplicates: () => import('./Duplicates.tsx').then((m) => ({ component: m.Duplicates })),
    readByMachine: () => import('./ReadByMachine.tsx').then((m) => ({ component: m.ReadByMachine })),
  },
})
