import type { Lifecycle } from '../../../model/language/lifecycle.ts'
import type { Resource } from '../../../model/language/resource.ts'
import type { Section } from '../../../model/language/section.ts'
import type { WireRow } from '../../../model/wire/wire.ts'

/** Source of a section. */
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
