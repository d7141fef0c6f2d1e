import { Fragment } from 'react'
import type { FactsSection } from '../../../model/language/section.ts'
import { label } from '../../../model/values/label.ts'
import { useWords } from '../../i18n/index.ts'
import type { SectionProps } from '../base/sectionProps.ts'
import { Facts } from './Facts.tsx'

/** The facts of a record: those under no heading, then the others under theirs. */
export function FactParts({
  section,
  of,
  row,
  under,
  without,
}: Pick<SectionProps<FactsSection>, 'section' | 'of' | 'row' | 'under'> & {
  readonly without?: readonly (string | undefined)[]
}) {
  const { language } = useWords()
  const { parts = [] } = section
  const below = parts.flatMap((p) => p.fields)
  const Heading = under === 'h2' ? 'h4' : 'h3'
  const first = parts.length > 0 ? section.fields?.filter((name) => !below.includes(name)) : section.fields
  return (
    <>
      <Facts of={of} row={row} names={first} without={without} />
      {parts.map((p) => (
        <Fragment key={p.title[0]}>
          <Heading className="facts-head">{label(p.title, language)}</Heading>
          <Facts of={of} row={row} names={p.fields} without={without} />
        </Fragment>
      ))}
    </>
  )
}
