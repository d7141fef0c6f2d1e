import type { Outcome } from '../../../commands/outcome.ts'
import { fieldOf, type Resource } from '../../model/language/resource.ts'
import { label } from '../../model/values/label.ts'
import type { WireRow } from '../../model/wire/wire.ts'
import { pageOf } from '../data/records.ts'
import { rowText } from '../fields/cell.ts'
import { titleOf } from '../forms/subject.ts'
import { languageNow, t } from '../i18n/index.ts'
import { copyText } from '../ui/messages/clipboard.ts'

const done: Outcome = { is: 'done' }

/** Copies a link to a record; nothing where this person has no address for it. */
export async function copyLink(resource: string, row: WireRow): Promise<Outcome> {
  const page = pageOf(resource, row)
  if (!page) return { is: 'nothing', why: t('table.cannotOpen') }
  const title = titleOf(resource, row)
  await copyText(location.origin + page, () => t('table.copiedLink', { title }))
  return done
}

/** Copies the name of a record: its number, where it has one. */
export async function copyName(of: Resource, row: WireRow): Promise<Outcome> {
  const text = rowText(of, of.name, row, languageNow())
  if (text === '') return { is: 'nothing', why: t('table.nothingToCopy') }
  const title = () => label(fieldOf(of, of.name)?.label ?? [of.name, of.name], languageNow())
  await copyText(text, () => t('table.copiedCell', { title: title(), text }))
  return done
}
