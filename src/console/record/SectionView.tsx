import type { ComponentType } from 'react'
import type { Lifecycle } from '../../model/kernel/lifecycle.ts'
import type { Resource } from '../../model/kernel/resource.ts'
import type { Section } from '../../model/kernel/section.ts'
import type { WireRow } from '../../model/kernel/wire.ts'
import { childOf } from '../data/records.ts'
import { Children } from './Children.tsx'
import { Facts } from './Facts.tsx'
import { History } from './History.tsx'
import { Related } from './Related.tsx'
import { documentsOf, mayLook } from './sections.ts'

/** What a section is drawn from. */
export interface SectionProps<S extends Section = Section> {
  readonly section: S
  readonly of: Resource
  readonly lifecycle: Lifecycle
  readonly row: WireRow
  /** False while the cursor runs over rows: nothing is asked for. */
  readonly ready: boolean
  /** The heading above: the record's own (h2) beside a list, the page's (h1) on its page. */
  readonly under: 'h1' | 'h2'
}

/** How each kind of section is drawn: a new kind does not compile until it is. */
const views: { readonly [K in Section['kind']]: ComponentType<SectionProps<Extract<Section, { kind: K }>>> } = {
  facts: ({ section, of, row }) => <Facts of={of} row={row} names={section.fields} />,
  children: ({ section, of, row, ready }) => {
    const child = childOf(of, section.resource)
    return child ? <Children resource={of.id} row={row} child={child} ready={ready} /> : null
  },
  history: ({ of, lifecycle, row, ready }) => <History of={of} lifecycle={lifecycle} id={row.id} ready={ready} />,
  related: ({ of, row, ready, under }) => (
    <Related
      of={of}
      row={row}
      documents={documentsOf(of, mayLook)}
      closed={of.closed ?? []}
      ready={ready}
      under={under}
    />
  ),
}

/** A section of a record. */
export function SectionView(p: SectionProps) {
  const View = views[p.section.kind] as ComponentType<SectionProps>
  return <View {...p} />
}
