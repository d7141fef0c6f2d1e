import type { PortSettings } from '../../core/settings/portSettings.ts'
import { order } from '../carriers.ts'
import type { ContentSafety } from './port.ts'

/** The service over http: `POST /checks` is sent title and text. The words that are known here are not sent. */
export const http = (settings: PortSettings): ContentSafety => ({
  check: order(settings, '/checks', { send: async ({ title, text }) => ({ title, text }) }),
})
