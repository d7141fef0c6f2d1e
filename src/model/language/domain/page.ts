import type { Label } from '../../values/label.ts'
import { paramsOf } from '../../values/routes.ts'
import type { AnyCall } from './call.ts'

/**
 * A page that is shown to people who are not signed in, by an address they were sent (a summary invoice by its short link).
 * It shows the facts that its call answers and knows nothing else: no catalogue, no session.
 */
export interface PublicPage {
  readonly id: string
  /** Its parameters are the parameters of the call. */
  readonly path: string
  /** Parameters of the call that stand behind the address (`?ref=`). */
  readonly query?: readonly string[]
  readonly title: Label
  /**
   * Call whose answer the page shows: public, a read, one object of declared fields. The call decides which facts a
   * holder of the address may see.
   */
  readonly call: AnyCall
  /** Field of the answer that holds the next address, shown as a button; without a value no button. */
  readonly leadsTo?: string
}

/** Declares a public page. */
export const publicPage = (id: string, spec: Omit<PublicPage, 'id'>): PublicPage => ({ id, ...spec })

/** Problems of a public page; empty when there is none. Pure. */
export function pageProblems(page: PublicPage, calls: readonly AnyCall[]): string[] {
  const { call, path } = page
  const found: string[] = []
  if (!calls.some((c) => c.id === call.id)) found.push(`its call ${call.id} is in no domain`)
  if (call.open !== 'public') found.push(`its call ${call.id} is not open to the public`)
  if (!call.safe || call.method !== 'GET') found.push(`its call ${call.id} is no read`)
  if (call.answer.shape !== 'one' || !call.answer.fields)
    found.push(`its call ${call.id} answers no fields to be shown`)
  for (const [name, f] of Object.entries(call.answer.fields ?? {}))
    if ((f as { readonly facts: { readonly masked?: boolean } }).facts.masked)
      found.push(`shows the masked ${name} to everybody`)
  if (page.leadsTo !== undefined && !Object.hasOwn(call.answer.fields ?? {}, page.leadsTo))
    found.push(`leads to ${page.leadsTo}, which its call does not answer`)
  const parameters = Object.keys(call.query ?? {})
  if ([...paramsOf(path), ...(page.query ?? [])].sort().join() !== [...parameters].sort().join())
    found.push(`its address ${path} has other parameters than its call: ${parameters.join(', ') || 'none'}`)
  return found
}
