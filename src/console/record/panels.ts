import { type ComponentType, lazy } from 'react'
import type { Resource } from '../../model/language/resource.ts'
import type { WireRow } from '../../model/wire/wire.ts'

/** Properties of a panel: the current record. */
export interface PanelProps {
  readonly of: Resource
  readonly row: WireRow
}

/** Components that sections name (`panel('name', …)` in the model), by that name, each a chunk of its own. */
export type Panels = Readonly<Record<string, () => Promise<ComponentType<PanelProps>>>>

/** Panels of any record. */
export const recordPanels: Panels = {
  downloads: () => import('./panels/Downloads.tsx').then((m) => m.Downloads),
  lookup: () => import('./panels/Register.tsx').then((m) => m.Register),
  trace: () => import('./panels/Trace.tsx').then((m) => m.Trace),
  publicLink: () => import('./panels/PublicLink.tsx').then((m) => m.PublicLink),
}

/** Panels of domains, which stand above records (`console/domains/panels.ts`) and are loaded with the first of them. */
const ofDomain = async (name: string): Promise<ComponentType<PanelProps>> => {
  const { domainPanels } = await import('../domains/panels.ts')
  const load = domainPanels[name]
  if (!load) throw new Error(`no panel ${name}`)
  return load()
}

const shown = new Map<string, ComponentType<PanelProps>>()

/** The panel of a name, the same component each time. A test fails on a name that is declared and not registered. */
export function panelOf(name: string): ComponentType<PanelProps> {
  const load = recordPanels[name] ?? (() => ofDomain(name))
  const known = shown.get(name) ?? lazy(async () => ({ default: await load() }))
  shown.set(name, known)
  return known
}
