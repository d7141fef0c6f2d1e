import { award, EVENT } from './awards.ts'

/** Awards as doctors earn them by their events. */
const pointsServices = { award, EVENT }

export default pointsServices

declare module '../../core/domains.ts' {
  interface DomainServices {
    readonly points: typeof pointsServices
  }
}
