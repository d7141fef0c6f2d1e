import { FILE_PATH } from '../../../model/kernel/files.ts'
import type { Actor } from '../../core/actor.ts'
import { isSigned, sign } from '../../core/secrets.ts'

/** How long a link opens its file, seconds: long enough to view it, too short to pass it on. */
export const LINK_LIFE = 300

const claim = (path: string, tenantId: string, id: string, userId: string, until: string): string =>
  [path, tenantId, id, userId, until].join('\n')

/**
 * A link that opens a file of a tenant for some minutes, below a path: an attachment, an export. Made only for who was just
 * found to reach the file.
 */
export function linkOf(
  actor: Pick<Actor, 'tenantId' | 'userId'>,
  id: string,
  path: string = FILE_PATH,
  now: number = Date.now(),
): string {
  const until = String(Math.floor(now / 1000) + LINK_LIFE)
  const s = sign(claim(path, actor.tenantId, id, actor.userId, until))
  return `/api/${path}?${new URLSearchParams({ id, t: actor.tenantId, u: actor.userId, e: until, s })}`
}

/** The file below a path that a link opens now, and for whom: null for a link that was made up, changed or is over. */
export function openedBy(
  params: Readonly<Record<string, unknown>>,
  path: string = FILE_PATH,
  now: number = Date.now(),
): { readonly tenantId: string; readonly id: string; readonly userId: string } | null {
  const [id, tenantId, userId, until, s] = ['id', 't', 'u', 'e', 's'].map((name) => String(params[name] ?? ''))
  if (!id || !tenantId || !userId || !until || !s || !/^\d{1,12}$/.test(until)) return null
  if (Number(until) * 1000 < now || !isSigned(claim(path, tenantId, id, userId, until), s)) return null
  return { tenantId, id, userId }
}
