import { answer } from '../language/domain/answer.ts'
import { call } from '../language/domain/call.ts'
import { integer, json, text } from '../language/fields/field.ts'
import { SETTINGS, type SettingAnswer, type StoredSetting } from '../wire/settings/settingsWire.ts'

// a session is all they ask for: everybody has settings, and reaches none but their own
const own = { open: 'session' } as const

/** `rounds/settings`: everything that the caller has set for themselves, or the settings of these keys. */
export const readSettings = call('setting.read', {
  ...own,
  method: 'GET',
  paths: [SETTINGS.read],
  title: ['我的设置', 'Own settings'],
  query: { keys: text('键（以逗号分隔）', 'Keys, joined by commas', { length: 10_000 }) },
  safe: true,
  answer: answer.typed<Readonly<Record<string, StoredSetting>>>('one'),
})

/** Saves changes of the caller's own settings, each made to one version; where another one is stored, that is answered. */
export const saveSettings = call('setting.save', {
  ...own,
  method: 'POST',
  paths: [SETTINGS.save],
  title: ['保存我的设置', 'Save own settings'],
  entries: {
    name: 'changes',
    fields: {
      key: text('键', 'Key', { length: 128, required: '请输入键' }),
      version: integer('版本', 'Version', { required: '请输入版本' }),
      value: json('值', 'Value'),
    },
  },
  safe: false,
  answer: answer.typed<Readonly<Record<string, SettingAnswer>>>('one'),
})

export const settingCalls = [readSettings, saveSettings] as const
