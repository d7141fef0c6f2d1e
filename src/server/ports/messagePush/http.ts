import type { PortSettings } from '../../core/secrets/portSettings.ts'
import { order } from '../carriers.ts'
import type { MessagePush } from './port.ts'

/**
 * The partner over http: `POST /messages` takes a message once a key, `GET /messages/{key}` says what became of it:
 * `{state: done, ack}`, `{state: rejected, code, msg}`, `{state: pending}`, or 404 where it never came.
 */
export const http = (settings: PortSettings): MessagePush => ({ push: order(settings, '/messages') })
