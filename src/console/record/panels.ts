import type { ComponentType } from 'react'
import type { Resource } from '../../model/language/resource.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import type { AreaWords } from '../i18n/index.ts'

/** Properties of a panel: the current record. */
export interface PanelProps {
  readonly of: Resource
  readonly row: WireRow
}

/** A panel, with the words that only it has by their area. */
export interface Panel {
  readonly component: ComponentType<PanelProps>
  readonly words?: Readonly<Record<string, AreaWords>>
}

/** Panels that sections name (`panel('name', …)` in the model), by that name, each a chunk of its own. */
export type Panels = Readonly<Record<string, () => Promise<Panel>>>

/** Panels of any record. */
export const recordPanels: Panels = {
  downloads: () => import('./panels/Downloads.tsx').then((m) => ({ component: m.Downloads })),
  lookup: () => import('./panels/Register.tsx').then((m) => ({ component: m.Register })),
  comments: () => import('./comments/Comments.tsx').then((m) => ({ component: m.Comments })),
  trace: () => import('./panels/Trace.tsx').then((m) => ({ component: m.Trace })),
  publicLink: () => import('./panels/PublicLink.tsx').then((m) => ({ component: m.PublicLink })),
}
