import type { PortSettings } from '../../core/settings/portSettings.ts'
import { order } from '../carriers.ts'
import { PortError } from '../portError.ts'
import { hasLink, linkOf, NO_PUBLIC_URL } from './links.ts'
import type { ShortMessage } from './port.ts'

/**
 * Message gateway over http: `POST /messages` sends a text once per key, by the name of a template agreed with the
 * gateway; `link` among its parameters is a complete address. The gateway's answer is not stored: it may contain a link
 * that belongs to the doctor alone.
 */
export const http = (settings: PortSettings, publicUrl: string | null): ShortMessage => ({
  sendText: order(settings, '/messages', {
    send: async (input) => {
      const { template, params } = input
      if (!template || !hasLink(template)) return input
      if (!publicUrl) throw new PortError('REJECTED', NO_PUBLIC_URL.join(' / '), 'NO_PUBLIC_URL')
      const code = params?.find(({ name }) => name === 'code')?.value ?? ''
      return { ...input, params: [...(params ?? []), { name: 'link', value: linkOf(template, code, publicUrl) }] }
    },
    take: async ({ bizId }) => ({ bizId: String(bizId ?? ''), shown: null }),
  }),
})
