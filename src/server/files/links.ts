import { isId } from '../../model/language/derived/validate.ts'
import { FILE_PATH } from '../../model/values/files.ts'
import type { Actor } from '../core/actor.ts'
import type { ServerContext } from '../core/context/context.ts'
import { isSigned, sign } from '../core/settings/secrets.ts'

/** How long a link opens its file, seconds: long enough to view it, too short to pass it on. */
export const LINK_LIFE = 300

/** Holder of a link: one person's in one session. */
type Holder = Pick<Actor, 'tenantId' | 'userId' | 'sessionId'>

/** Target and holder of a link. */
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
export function targetOf(
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

/** A holder before it is asked who they are: a link itself grants nothing. */
const UNASKED = {
  name: '',
  account: '',
  roles: [],
  roleTitles: '',
  deptId: null,
  company: null,
  fiscalTax: null,
  provider: null,
  employee: null,
  permissions: new Set<string>(),
  language: 'zh',
  requestId: '',
} as const

/**
 * Whether a session is still open. A locked one counts as open only with `behindLock`: work that its person began goes on behind the lock,
 * links open nothing.
 */
export async function isOpen(
  context: ServerContext,
  { tenantId, userId, sessionId }: Holder,
  behindLock = false,
): Promise<boolean> {
  const [open] = await context.db.scoped(
    { tenantId },
    {
      name: 'link-session',
      text: `select 1 from "session" where tenant_id = $1 and id = $2 and user_id = $3 and ended_time is null
        and ($4::boolean or locked_time is null)`,
      values: [tenantId, sessionId, userId, behindLock],
    },
  )
  return open !== undefined
}

/**
 * Target of a link as of now, and its holder: also null when they signed out, were disabled or are gone, or their
 * tenant is over.
 */
export async function openedBy(
  context: ServerContext,
  params: Readonly<Record<string, unknown>>,
  path: string = FILE_PATH,
): Promise<{ readonly id: string; readonly actor: Actor } | null> {
  const target = targetOf(params, path)
  if (!target || ![target.userId, target.sessionId].every(isId)) return null
  const { tenantId, userId, sessionId, id } = target
  const open = await isOpen(context, target)
  const actor = open ? await context.actorNow({ ...UNASKED, tenantId, userId, sessionId }) : null
  return actor && { id, actor }
}
