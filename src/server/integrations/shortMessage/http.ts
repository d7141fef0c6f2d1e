import type { PortSettings } from '../../core/portSettings.ts'
import { order } from '../carriers.ts'
import type { ShortMessage } from './port.ts'

/**
 * The gateway over http: `POST /messages` sends a text once a key, by the name of a template that is agreed with it. Whatever it
 * says of the text is left out: it may hold a link that is the doctor's alone.
 */
export const http = (settings: PortSettings): ShortMessage => ({
  sendText: order(settings, '/messages', { take: async ({ bizId }) => ({ bizId: String(bizId ?? ''), shown: null }) }),
})
