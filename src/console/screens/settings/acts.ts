import './words.ts'
import type { Outcome } from '../../../../commands/outcome.ts'
import { wallDate } from '../../../model/values/dates.ts'
import { label } from '../../../model/values/label.ts'
import { SETTING_GROUPS, type SettingGroup } from '../../../model/wire/settings/setting.ts'
import { settingOf } from '../../../model/wire/settings/settings.ts'
import { download } from '../../api/download.ts'
import { catalogueNow } from '../../data/catalogue.ts'
import { mySettings } from '../../data/mySettings.ts'
import { languageNow, t } from '../../i18n/index.ts'
import { confirm } from '../../ui/dialog/dialog.tsx'
import { fileOf } from './file.ts'
import { settingName } from './named.ts'

const nothing = (): Outcome => ({ is: 'nothing', why: t('mySettings.nothing') })

/** Saves everything that differs from the defaults as a file. */
export function exportSettings(): Outcome {
  const mine = mySettings()
  const keys = mine.keys().sort()
  if (keys.length === 0) return nothing()
  const text = fileOf(Object.fromEntries(keys.map((key) => [key, mine.get(key).value])))
  const link = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  download(link, `rounds-settings-${wallDate(Date.now())}.json`)
  // the browser has taken the file by then
  setTimeout(() => URL.revokeObjectURL(link), 10_000)
  return { is: 'done', say: t('mySettings.exported', { n: keys.length }) }
}

async function reset(title: string, keys: readonly string[]): Promise<Outcome> {
  if (keys.length === 0) return nothing()
  const ok = t('mySettings.reset')
  if (!(await confirm({ title, body: t('mySettings.confirmBody'), danger: true, ok }))) return { is: 'cancelled' }
  for (const key of keys) mySettings().write(key, null)
  return { is: 'done', say: t('mySettings.done', { n: keys.length }) }
}

/** Resets one setting, after a question. */
export const resetOne = (key: string): Promise<Outcome> =>
  reset(t('mySettings.confirmOne', { name: settingName(key, catalogueNow()) }), [key])

/** Resets what differs in a group, after a question. */
export function resetGroup(group: SettingGroup): Promise<Outcome> {
  const keys = mySettings()
    .keys()
    .filter((key) => settingOf(key)?.setting.group === group)
  const name = label(SETTING_GROUPS[group], languageNow())
  return reset(t('mySettings.confirmGroup', { name, n: keys.length }), keys)
}

/** Resets everything, after a question. */
export function resetAll(): Promise<Outcome> {
  const keys = mySettings().keys()
  return reset(t('mySettings.confirmAll', { n: keys.length }), keys)
}
