import { queues, resources } from '../../model/business.ts'
import { label } from '../../model/values/label.ts'
import { matchRoute } from '../../model/values/matchRoute.ts'
import { claimAt } from '../../model/values/routes.ts'
import type { Place } from '../../model/wire/wire.ts'
import type { RequestContext } from '../core/context/context.ts'
import { textParam } from '../core/params.ts'

/** The console has no longer address, in characters. */
const ADDRESS_CHARACTERS_MAX = 500

/**
 * Target of an address of the console, whoever may open it; null where there is none. Names of resources and queues
 * alone: no record is read.
 */
export function placeAt({ params, actor }: RequestContext): Place | null {
  const path = textParam(params, 'path')
  if (path.length > ADDRESS_CHARACTERS_MAX) return null
  const of = queues.get(matchRoute('/desk/queues/:code', path)?.code ?? '') ?? claimAt(resources.values(), path)?.by
  return of ? { title: label(of.title, actor.language) } : null
}
