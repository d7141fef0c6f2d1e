import { isId } from '../../model/language/derived/validate.ts'
import { isSigned, sign } from '../core/settings/secrets.ts'

/** A record of a tenant that a link shows to whoever bears it. */
export interface Shared {
  readonly tenantId: string
  readonly id: string
}

const claim = (what: string, { tenantId, id }: Shared, until: string): string =>
  ['shared', what, tenantId, id, until].join('\n')

/**
 * A token that stands for a record in the address of a public page, until a moment (ms). `what`: the call that answers it,
 * so that no token opens another page. Made only for who was just found to see the record; nobody can guess one.
 */
export function sharedToken(what: string, of: Shared, until: number): string {
  const ends = Math.floor(until / 1000).toString(36)
  return [of.tenantId, BigInt(of.id).toString(36), ends, sign(claim(what, of, ends))].join('.')
}

const idFrom = (text: string): string | null => {
  if (!/^[0-9a-z]{1,13}$/.test(text)) return null
  let id = 0n
  for (const digit of text) id = id * 36n + BigInt(Number.parseInt(digit, 36))
  return isId(String(id)) ? String(id) : null
}

/** The record that a token stands for; null for one that was made up, changed, made for another page, or is over. */
export function sharedBy(what: string, token: string, now: number = Date.now()): Shared | null {
  const [tenantId = '', short = '', ends = '', signature = '', ...more] = token.split('.')
  const id = idFrom(short)
  if (more.length > 0 || id === null || !/^\w{1,12}$/.test(tenantId) || !/^[0-9a-z]{1,9}$/.test(ends)) return null
  const of = { tenantId, id }
  return Number.parseInt(ends, 36) * 1000 >= now && isSigned(claim(what, of, ends), signature) ? of : null
}
