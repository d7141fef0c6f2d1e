import type { PortSettings } from '../../core/portSettings.ts'
import { order } from '../carriers.ts'
import type { ShortMessage } from './port.ts'

/** The gateway over http: `POST /messages` sends a text once a key, by the name of a template that is agreed with it. */
export const http = (settings: PortSettings): ShortMessage => ({ sendText: order(settings, '/messages') })
