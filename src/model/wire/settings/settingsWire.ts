/** Addresses of the calls about one's own settings, below /api. */
export const SETTINGS = {
  /** GET [?keys] → Record<key, StoredSetting>: all of mine, or those of these keys. */
  read: 'rounds/settings',
  /** POST {changes: SettingChange[]} → Record<key, SettingAnswer> */
  save: 'rounds/settings/save',
} as const

/** A setting as the server keeps it. A key it does not know has version 0. */
export interface StoredSetting {
  readonly version: number
  /** null: the default again. */
  readonly value: unknown
  /** When it was changed, `yyyy-MM-dd HH:mm:ss`; "" never. */
  readonly at: string
}

/** Change of a setting. `version`: the stored one that it was made to. */
export interface SettingChange {
  readonly key: string
  readonly version: number
  readonly value: unknown
}

/** Answer about one change: kept under a new version; or the stored one is another, and is answered to be merged with. */
export type SettingAnswer =
  | { readonly kept: true; readonly version: number; readonly at: string }
  | ({ readonly kept: false } & StoredSetting)
