import { type ComponentType, lazy } from 'react'
import type { Resource } from '../../model/kernel/resource.ts'
import type { WireRow } from '../../model/kernel/wire.ts'

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
  answers: lazy(() => import('./answers/Answers.tsx').then((m) => ({ default: m.Answers }))),
  firstAdministrator: lazy(() => import('./FirstAdministrator.tsx').then((m) => ({ default: m.FirstAdministrator }))),
  clientSecret: lazy(() => import('./ClientSecret.tsx').then((m) => ({ default: m.ClientSecret }))),
  doctorLink: lazy(() => import('./DoctorLinks.tsx').then((m) => ({ default: m.DoctorLinks }))),
  doctorCard: lazy(() => import('./DoctorCard.tsx').then((m) => ({ default: m.DoctorCard }))),
  duplicates: lazy(() => import('./Duplicates.tsx').then((m) => ({ default: m.Duplicates }))),
  readByMachine: lazy(() => import('./ReadByMachine.tsx').then((m) => ({ default: m.ReadByMachine }))),
  downloads: lazy(() => import('./Downloads.tsx').then((m) => ({ default: m.Downloads }))),
  conservation: lazy(() => import('./Conservation.tsx').then((m) => ({ default: m.Conservation }))),
  partners: lazy(() => import('./Partners.tsx').then((m) => ({ default: m.Partners }))),
  lookup: lazy(() => import('./Register.tsx').then((m) => ({ default: m.Register }))),
  ledgerCheck: lazy(() => import('./LedgerResults.tsx').then((m) => ({ default: m.LedgerResults }))),
  trace: lazy(() => import('./Trace.tsx').then((m) => ({ default: m.Trace }))),
  held: lazy(() => import('./statement/Held.tsx').then((m) => ({ default: m.Held }))),
  statement: lazy(() => import('./statement/Statement.tsx').then((m) => ({ default: m.Statement }))),
  taxSteps: lazy(() => import('./TaxSteps.tsx').then((m) => ({ default: m.TaxSteps }))),
  publicLink: lazy(() => import('./PublicLink.tsx').then((m) => ({ default: m.PublicLink }))),
}
