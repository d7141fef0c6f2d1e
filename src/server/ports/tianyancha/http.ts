import type { PortSettings } from '../../core/settings/portSettings.ts'
import { question } from '../carriers.ts'
import type { Tianyancha } from './port.ts'

/** The register over http: `GET /companies/{name}`, 404 where it has none. What is known here is not sent. */
export const http = (settings: PortSettings): Tianyancha => ({
  baseInfo: question(settings, '/companies', ({ name }) => name ?? '', { unknown: 'NOT_FOUND' }),
})
