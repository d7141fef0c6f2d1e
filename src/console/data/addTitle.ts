import { inSentence, one, stepWith } from '../../model/values/label.ts'
import type { CatalogueResource } from '../../model/wire/catalogue.ts'

/** Title of adding a record of this resource: the step that makes it, or 新增 and its name. */
export const addTitle = (
  { title, created }: Pick<CatalogueResource, 'title' | 'created'>,
  t: (key: string, values: Readonly<Record<string, string>>) => string,
): string => (created ? stepWith(created.title, one(title)) : t('record.addTitle', { title: inSentence(one(title)) }))
