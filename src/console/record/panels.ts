import { type ComponentType, lazy } from 'react'
import type { Resource } from '../../model/language/resource.ts'
import type { WireRow } from '../../model/wire/wire.ts'

/** Properties of a panel: the current record. */
export interface PanelProps {
  readonly of: Resource
  readonly row: WireRow
}

/**
 * Components that sections name (`panel('name', …)` in the model). What a module needs beyond the kinds of sections is
 * registered here, as a chunk of its own (`lazy`). A test fails on a name that is declared and not registered.
 */
export const panels: Readonly<Record<string, ComponentType<PanelProps>>> = {
  answers: lazy(() => import('../domains/activities/answers/Answers.tsx').then((m) => ({ default: m.Answers }))),
  firstAdministrator: lazy(() =>
    import('../domains/administration/FirstAdministrator.tsx').then((m) => ({ default: m.FirstAdministrator })),
  ),
  clientSecret: lazy(() =>
    import('../domains/administration/ClientSecret.tsx').then((m) => ({ default: m.ClientSecret })),
  ),
  doctorLink: lazy(() => import('../domains/activities/DoctorLinks.tsx').then((m) => ({ default: m.DoctorLinks }))),
  doctorCard: lazy(() => import('../domains/people/DoctorCard.tsx').then((m) => ({ default: m.DoctorCard }))),
  duplicates: lazy(() => import('../domains/people/Duplicates.tsx').then((m) => ({ default: m.Duplicates }))),
  readByMachine: lazy(() => import('../domains/people/ReadByMachine.tsx').then((m) => ({ default: m.ReadByMachine }))),
  downloads: lazy(() => import('./panels/Downloads.tsx').then((m) => ({ default: m.Downloads }))),
  conservation: lazy(() => import('../domains/settlement/Conservation.tsx').then((m) => ({ default: m.Conservation }))),
  partners: lazy(() => import('../domains/settlement/Partners.tsx').then((m) => ({ default: m.Partners }))),
  lookup: lazy(() => import('./panels/Register.tsx').then((m) => ({ default: m.Register }))),
  ledgerCheck: lazy(() => import('../domains/funds/LedgerResults.tsx').then((m) => ({ default: m.LedgerResults }))),
  trace: lazy(() => import('./panels/Trace.tsx').then((m) => ({ default: m.Trace }))),
  held: lazy(() => import('../domains/funds/statement/Held.tsx').then((m) => ({ default: m.Held }))),
  statement: lazy(() => import('../domains/funds/statement/Statement.tsx').then((m) => ({ default: m.Statement }))),
  taxSteps: lazy(() => import('../domains/settlement/TaxSteps.tsx').then((m) => ({ default: m.TaxSteps }))),
  publicLink: lazy(() => import('./panels/PublicLink.tsx').then((m) => ({ default: m.PublicLink }))),
}
