import { holdsFiles } from '../../../model/language/derived/fileRights.ts'
import type { Field } from '../../../model/language/fields/field.ts'
import type { Resource } from '../../../model/language/resource.ts'
import { childShown, sectionsOf } from '../../../model/language/section.ts'
import { resourceNow } from '../../data/domains.ts'

const holds = (of: Resource | null | undefined): boolean =>
  of !== null && of !== undefined && Object.values<Field>(of.fields).some(holdsFiles)

/** Returns whether records of a resource may have evidence: files of their own, or of the rows that they show. */
export const mayHaveEvidence = (of: Resource): boolean =>
  holds(of) || sectionsOf(of).some((s) => holds(resourceNow(childShown(s) ?? '')))
