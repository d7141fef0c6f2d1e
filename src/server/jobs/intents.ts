import type { ServerContext } from '../core/context/context.ts'
import type { Tx } from '../core/database.ts'
import { enqueue } from './queue.ts'

/** The kind of the jobs that carry out outgoing requests. */
export const INTENT = 'intent'

/** The lane of a port's calls: a partner that is slow holds up no other. */
export const portLane = (id: string): string => `port:${id}`

/** Puts the carrying out of an outgoing request into the queue; one open job each. */
export const queueIntent = (context: ServerContext, tx: Tx, port: string, id: string): Promise<string> =>
  enqueue(context, tx, INTENT, { id }, { lane: portLane(port), key: id, most: 5 })
