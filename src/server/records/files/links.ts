import { FILE_PATH } from '../../../model/kernel/files.ts'
import { isId } from '../../../model/kernel/validate.ts'
import type { Actor } from '../../core/actor.ts'
import type { ServerContext } from '../../core/context.ts'
import { isSigned, sign } from '../../core/secrets.ts'

/** How long a link opens its file, seconds: long enough to view it, too short to pass it on. */
export const LINK_LIFE = 300

/** Whose link it is: one person's in one session. */
type Holder = Pick<Actor, 'tenantId' | 'userId' | 'sessionId'>

/** What a link opens, and for whom. */
export interface Opened extends Holder {
  readonly id: string
}

const claim = (path: string, { tenantId, id, userId, sessionId }: Opened, until: string): string =>
  [path, tenantId, id, userId, sessionId, until].join('\n')

/**
 * A link that opens a file of a tenant for some minutes and while its holder is signed in, below a path: an attachment, an
 * export. Made only for who was just found to reach the file.
 */
export function linkOf(actor: Holder, id: string, path: string = FILE_PATH, now: number = Date.now()): string {
  const until = String(Math.floor(now / 1000) + LINK_LIFE)
  const { tenantId: t, userId: u, sessionId: n } = actor
  const s = sign(claim(path, { tenantId: t, userId: u, sessionId: n, id }, until))
  return `/api/${path}?${new URLSearchParams({ id, t, u, n, e: until, s })}`
}

/** The file below a path that a link says, and for whom: null for a link that was made up, changed or is over. */
export function saidBy(
  params: Readonly<Record<string, unknown>>,
  path: string = FILE_PATH,
  now: number = Date.now(),
): Opened | null {
  const names = ['id', 't', 'u', 'n', 'e', 's']
  const [id, tenantId, userId, sessionId, until, s] = names.map((name) => String(params[name] ?? ''))
  if (!id || !tenantId || !userId || !sessionId || !until || !s || !/^\d{1,12}$/.test(until)) return null
  const opened = { tenantId, id, userId, sessionId }
  return Number(until) * 1000 < now || !isSigned(claim(path, opened, until), s) ? null : opened
}

/** What a link opens now: also null when its holder signed out, was disabled or is gone. */
export async function openedBy(
  context: ServerContext,
  params: Readonly<Record<string, unknown>>,
  path: string = FILE_PATH,
): Promise<Opened | null> {
  const said = saidBy(params, path)
  if (!said || ![said.userId, said.sessionId].every(isId)) return null
  const { tenantId, userId, sessionId } = said
  const [signedIn] = await context.db.scoped(
    { tenantId },
    {
      name: 'link-holder',
      text: `select 1 from "session" s join "user" u on u.tenant_id = s.tenant_id and u.id = s.user_id
             where s.tenant_id = $1 and s.id = $2 and s.user_id = $3 and s.ended_time is null and u.status = 1 and u.is_deleted = 0`,
      values: [tenantId, sessionId, userId],
    },
  )
  return signedIn ? said : null
}
