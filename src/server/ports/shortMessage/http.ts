import type { PortSettings } from '../../core/secrets/portSettings.ts'
import { order } from '../carriers.ts'
import { PortError } from '../portError.ts'
import { hasLink, linkOf, NO_PUBLIC_URL } from './links.ts'
import type { ShortMessage } from './port.ts'

/**
 * The gateway over http: `POST /messages` sends a text once a key, by the name of a template that is agreed with it; `link` among
 * its parameters is the whole address of a template that has one. Whatever it says of the text is left out: it may hold a link
 * that is the doctor's alone.
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
