import { lineProblem } from './voiding.ts'

/** Voids as the lines of orders ask for them. */
const deskServices = { lineProblem }

export default deskServices

declare module '../../core/domains.ts' {
  interface DomainServices {
    readonly desk: typeof deskServices
  }
}
