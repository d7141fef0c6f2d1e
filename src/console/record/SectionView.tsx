import { type ComponentType, lazy, Suspense } from 'react'
import type { Section } from '../../model/language/section.ts'
import { childOf } from '../data/records.ts'
import { addWords } from '../i18n/index.ts'
import { lazyWithPreload } from '../ui/lazyWithPreload.tsx'
import type { SectionProps } from './base/sectionProps.ts'
import { documentsOf, mayLook, statusOf } from './base/sections.ts'
import { type Panel, type PanelProps, recordPanels } from './panels.ts'
import { Blocks } from './parts/Blocks.tsx'
import { Children } from './parts/Children.tsx'
import { Compare } from './parts/Compare.tsx'
import { FactParts } from './parts/FactParts.tsx'
import { History } from './parts/History.tsx'
import { Related } from './parts/Related.tsx'
import { Steps } from './parts/Steps.tsx'
import { Sums } from './parts/Sums.tsx'

/** Panels of domains, which stand above records (`console/domains/domains.ts`) and are loaded with the first of them. */
const ofDomain = async (name: string): Promise<Panel> => {
  const { domainPanels } = await import('../domains/domains.ts')
  const load = domainPanels[name]
  if (!load) throw new Error(`no panel ${name}`)
  return load()
}

/** The component of a panel, when its words can be shown. */
async function componentOf(name: string): Promise<ComponentType<PanelProps>> {
  const { component, words = {} } = await (recordPanels[name] ?? (() => ofDomain(name)))()
  for (const [area, own] of Object.entries(words)) addWords(area, own)
  return component
}

const shown = new Map<string, ComponentType<PanelProps>>()

/** The panel of a name, the same component each time. A test fails on a name that is declared and not registered. */
function panelOf(name: string): ComponentType<PanelProps> {
  const known = shown.get(name) ?? lazy(async () => ({ default: await componentOf(name) }))
  shown.set(name, known)
  return known
}

const { Later: Pictures } = lazyWithPreload(() => import('./parts/Pictures.tsx').then((m) => m.Pictures))

/** How each kind of section is drawn: a new kind does not compile until it is. */
const views: { readonly [K in Section['kind']]: ComponentType<SectionProps<Extract<Section, { kind: K }>>> } = {
  facts: ({ section, of, lifecycle, row, under }) => (
    <FactParts
      section={section}
      of={of}
      row={row}
      under={under}
      // the head beside a list says them
      without={under === 'h2' ? [of.name, statusOf(of, lifecycle)] : undefined}
    />
  ),
  children: ({ section, of, row, ready }) => {
    const child = childOf(of, section.resource)
    return child ? <Children resource={of.id} row={row} child={child} ready={ready} /> : null
  },
  files: ({ section, of, row }) => <Blocks of={of} row={row} names={section.fields} />,
  html: ({ section, of, row }) => <Blocks of={of} row={row} names={[section.field]} />,
  compare: ({ section, of, row }) => <Compare of={of} row={row} section={section} />,
  sum: ({ section, of, row }) => <Sums of={of} row={row} section={section} />,
  steps: ({ section, of, row, ready }) => {
    const child = childOf(of, section.resource)
    return child ? <Steps of={of} row={row} child={child} section={section} ready={ready} /> : null
  },
  pictures: ({ section, of, row, ready }) => {
    const child = childOf(of, section.resource)
    return child ? (
      <Suspense fallback={null}>
        <Pictures of={of} row={row} child={child} section={section} ready={ready} />
      </Suspense>
    ) : null
  },
  panel: ({ section, of, row }) => {
    const Panel = panelOf(section.panel)
    return (
      <Suspense fallback={null}>
        <Panel of={of} row={row} />
      </Suspense>
    )
  },
  history: ({ of, lifecycle, row, ready }) => <History of={of} lifecycle={lifecycle} row={row} ready={ready} />,
  related: ({ of, row, ready, under }) => (
    <Related of={of} row={row} documents={documentsOf(of, mayLook)} ready={ready} under={under} />
  ),
}

/** A section of a record. */
export function SectionView(p: SectionProps) {
  const View = views[p.section.kind] as ComponentType<SectionProps>
  return <View {...p} />
}
