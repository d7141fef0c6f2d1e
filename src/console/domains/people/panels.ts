import type { Panels } from '../../record/panels.ts'

/** The panels of people, each a chunk of its own. */
export const peoplePanels: Panels = {
  doctorCard: () => import('./DoctorCard.tsx').then((m) => m.DoctorCard),
  duplicates: () => import('./Duplicates.tsx').then((m) => m.Duplicates),
  readByMachine: () => import('./ReadByMachine.tsx').then((m) => m.ReadByMachine),
}
