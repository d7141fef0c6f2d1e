import type { PortSettings } from '../../core/settings/portSettings.ts'
import { order, question } from '../carriers.ts'
import type { PortFiles } from '../files.ts'
import type { BaiduFace } from './port.ts'

/**
 * The provider over http: `/faces`, `/simple-faces`, `/elements` and `/cards` (is sent `file`, the picture as base64) are told
 * once a key; `GET /faces/results/{token}` says in `status` how a check ended. What was typed of a card is not sent.
 */
export const http = (settings: PortSettings, files: PortFiles): BaiduFace => ({
  faceInit: order(settings, '/faces'),
  faceSimpler: order(settings, '/simple-faces'),
  faceResult: question(settings, '/faces/results', ({ verifyToken }) => verifyToken ?? '', { unknown: 'EXPIRED' }),
  elements: order(settings, '/elements'),
  readCard: order(settings, '/cards', {
    send: async ({ fileUrl }) => ({ file: (await files.read(fileUrl ?? '')).toString('base64') }),
  }),
})
