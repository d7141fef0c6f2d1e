import type { PortSettings } from '../../core/portSettings.ts'
import { request } from '../http.ts'
import type { MessagePush } from './port.ts'

/**
 * The partner over http: `POST /messages` takes a message once a key, `GET /messages/{key}` says what became of it:
 * `{state: done, ack}`, `{state: rejected, code, msg}`, `{state: pending}`, or 404 where it never came.
 */
export const http = (settings: PortSettings): MessagePush => ({
  push: {
    async call(input, asking) {
      const { body } = await request(settings, asking, 'POST', '/messages', { key: asking.key, ...input })
      return body as { ack: string }
    },
    async find(_input, asking) {
      const { status, body } = await request(settings, asking, 'GET', `/messages/${encodeURIComponent(asking.key)}`)
      if (status === 404) return { state: 'absent' }
      if (body.state === 'pending') return { state: 'pending' }
      if (body.state === 'rejected')
        return { state: 'rejected', providerCode: String(body.code ?? ''), message: String(body.msg ?? '') }
      return { state: 'done', out: body as unknown as { ack: string } }
    },
  },
})
