import { FILE_PATH } from '../../../model/kernel/files.ts'
import type { Actor } from '../../core/actor.ts'
import { isSigned, sign } from '../../core/secrets.ts'

/** How long a link opens its file, seconds: long enough to look at it, too short to be handed on. */
export const LINK_LIFE = 300

const claim = (tenantId: string, id: string, userId: string, until: string): string =>
  ['file', tenantId, id, userId, until].join('\n')

/** A link that opens an attachment of a tenant for some minutes. Made only for who was just found to reach the file. */
export function linkOf(actor: Pick<Actor, 'tenantId' | 'userId'>, id: string, now: number = Date.now()): string {
  const until = String(Math.floor(now / 1000) + LINK_LIFE)
  const s = sign(claim(actor.tenantId, id, actor.userId, until))
  return `/api/${FILE_PATH}?${new URLSearchParams({ id, t: actor.tenantId, u: actor.userId, e: until, s })}`
}

/** The attachment that a link opens now: null for a link that was made up, changed or is over. */
export function openedBy(
  params: Readonly<Record<string, unknown>>,
  now: number = Date.now(),
): { readonly tenantId: string; readonly id: string } | null {
  const [id, tenantId, userId, until, s] = ['id', 't', 'u', 'e', 's'].map((name) => String(params[name] ?? ''))
  if (!id || !tenantId || !userId || !until || !s || !/^\d{1,12}$/.test(until)) return null
  if (Number(until) * 1000 < now || !isSigned(claim(tenantId, id, userId, until), s)) return null
  return { tenantId, id }
}
