import type { PortSettings } from '../../core/settings/portSettings.ts'
import { order } from '../carriers.ts'
import type { MessagePush } from './port.ts'

/**
 * Partner over http: `POST /messages` accepts a message once per key, `GET /messages/{key}` returns its state: `{state:
 * done, ack}`, `{state: rejected, code, msg}`, `{state: pending}`, or 404 for an unknown key.
 */
export const http = (settings: PortSettings): MessagePush => ({ push: order(settings, '/messages') })
