import { proxy } from 'valtio'

/** A record that stays on the screen beside whatever is in hand. */
export interface BesideRecord {
  readonly resource: string
  readonly id: string
}

/** The record that was put beside; null for none. */
export const beside = proxy<{ record: BesideRecord | null }>({ record: null })
