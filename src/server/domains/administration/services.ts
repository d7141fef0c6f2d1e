import { deliver } from './system/apiMessagePool.ts'

/** Messages to the systems of companies. */
const administrationServices = { deliver }

export default administrationServices

declare module '../../core/domains.ts' {
  interface DomainServices {
    readonly administration: typeof administrationServices
  }
}
