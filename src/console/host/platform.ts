import { type Platform, platformOf } from '../../../commands/keys/format.ts'

/** The user's keyboard. */
export const platform: Platform = platformOf(typeof navigator === 'undefined' ? '' : navigator.userAgent)
