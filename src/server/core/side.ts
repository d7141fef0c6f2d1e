import { type Actor, SYSTEM_USER } from './actor.ts'
import { forbidden } from './errors.ts'

/** The side of people who work for the platform itself. */
const PLATFORM = 'platform'

/**
 * The side that a person stands on: the platform's staff, or the people of one company, fiscal-tax company or provider.
 * What is internal to one is none of another's. Null of who is bound to nobody that is known. Pure.
 */
export function sideOf(actor: Pick<Actor, 'company' | 'fiscalTax' | 'provider'>): string | null {
  const bound = (['company', 'fiscalTax', 'provider'] as const).flatMap((party) =>
    actor[party] === null ? [] : [`${party}:${actor[party]}`],
  )
  if (bound.some((one) => one.endsWith(':0'))) return null
  return bound.join(' ') || PLATFORM
}

/** Nobody but a person who signed in: not the system, no partner's client, no doctor by a link. @throws AppError 403 */
export function refuseOthers({ userId, sessionId, source }: Actor): void {
  if (userId === SYSTEM_USER || sessionId === '' || source !== undefined) throw forbidden()
}
