import type { Panels } from '../../record/panels.ts'

/** The panels of activities, each a chunk of its own. */
export const activitiesPanels: Panels = {
  answers: () => import('./answers/Answers.tsx').then((m) => m.Answers),
  doctorLink: () => import('./DoctorLinks.tsx').then((m) => m.DoctorLinks),
}
