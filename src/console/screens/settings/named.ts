import './words.ts'
import { label } from '../../../model/values/label.ts'
import type { Catalogue } from '../../../model/wire/catalogue.ts'
import { settingOf, settings } from '../../../model/wire/settings/settings.ts'
import type { ListSetup, QuietHours } from '../../../model/wire/settings/shapes.ts'
import { leavesOf, queueIn, resourceIn } from '../../data/catalogue.ts'
import { languageNow, t } from '../../i18n/index.ts'
import { listed } from '../../i18n/labelled.ts'
import { designs, isDesign } from '../../theme/designs.ts'

/** Name of a list or a queue: `settlementOrder`, `list.settlementOrder`, or of a queue's list `settlementOrder.audit.settlementOrder`. */
function placeName(name: string, catalogue: Catalogue | null): string {
  const bare = name.replace(/^list\./, '')
  const queue = catalogue?.queues.find(({ code }) => bare === code || bare.startsWith(`${code}.`))
  const title = resourceIn(catalogue, bare)?.title ?? (queue && queueIn(catalogue, queue.code)?.title)
  return title ?? bare
}

/** Name of the setting of a key, for people. */
export function settingName(key: string, catalogue: Catalogue | null): string {
  const of = settingOf(key)
  if (!of) return key
  const title = label(of.setting.title, languageNow())
  return of.name ? `${title} · ${placeName(of.name, catalogue)}` : title
}

const count = (word: string, n: number): readonly string[] => (n > 0 ? [t(`mySettings.${word}`, { n })] : [])

const columnsText = ({ order, hidden, shown, widths }: ListSetup): string =>
  listed([
    ...(order.length > 0 ? [t('mySettings.order')] : []),
    ...count('hidden', hidden.length),
    ...count('shown', shown.length),
    ...count('widths', Object.keys(widths).length),
  ])

/** Names of menus as far as the person has them. */
const menuNames = (paths: readonly string[], catalogue: Catalogue | null): string => {
  const leaves = [...leavesOf(catalogue?.topMenus ?? [])]
  return listed(paths.flatMap((path) => leaves.find((leaf) => leaf.path === path)?.title ?? []))
}

/** A value in a few words. null: the default. */
export function settingText(key: string, value: unknown, catalogue: Catalogue | null): string {
  const of = settingOf(key)?.setting
  if (!of || value === null) return t('mySettings.byDefault')
  if (typeof value === 'boolean') return t(value ? 'mySettings.yes' : 'mySettings.no')
  if (of.key === settings.design.key)
    return isDesign(value) ? label(designs[value].title, languageNow()) : String(value)
  if (of.key === settings.colour.key) return String(value)
  if (of.key === settings.pageSize.key) return t('mySettings.pageSize', { n: value })
  if (typeof value === 'string') return t(`mySettings.${value}`)
  if (typeof value === 'number') return t('mySettings.px', { n: value })
  if (of.key === settings.columns.key) return columnsText(value as ListSetup)
  if (of.key === settings.held.key) return t('mySettings.rows', { count: Object.keys(value as object).length })
  if (of.key === settings.quiet.key) return `${(value as QuietHours).from} – ${(value as QuietHours).to}`
  const n = Array.isArray(value) ? value.length : Object.keys(value as object).length
  const menus = of.key === settings.favourites.key ? menuNames(value as readonly string[], catalogue) : ''
  return menus || t('mySettings.entries', { count: n })
}
