import { createHash, timingSafeEqual } from 'node:crypto'
import { CLIENT_KINDS } from '../../model/administration/access/client.ts'
import { PLATFORM_TENANT } from '../../model/language/resource.ts'
import type { Database } from '../core/database.ts'
import { AppError } from '../core/errors.ts'

/** An application that may ask for tokens, proved by its Basic credentials. */
export interface Client {
  readonly id: string
  readonly grantTypes: readonly string[]
  /** Lifetime of its tokens, seconds. */
  readonly access: number
  readonly refresh: number
  /** People type their passwords into it: it needs a captcha where captchas are on, and the browser is remembered. */
  readonly browser: boolean
  /** Our own console: its refresh token is a cookie that no script sees. */
  readonly own: boolean
}

/** The client id of our own console. */
export const OWN = 'rounds'

/** 401: nobody knows this client, or the secret is another one. */
export const clientRefused = () => new AppError(401, ['客户端认证失败!', 'The client is not known!'])
const sha = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Stored hash of a client's secret. Secrets of clients are public in browsers: a plain hash will do. */
export const clientSecretHash = sha

/** `Basic base64(id:secret)`, the space possibly URL-encoded; null when it is not that. */
export function basicOf(header: string | undefined): { id: string; secret: string } | null {
  const coded = /^\s*basic(?:\s+|%20)([A-Za-z0-9+/=_-]+)\s*$/i.exec(header ?? '')?.[1]
  if (!coded) return null
  const [id, ...rest] = Buffer.from(coded, 'base64').toString('utf8').split(':')
  return id && rest.length > 0 ? { id, secret: rest.join(':') } : null
}

/** The client of a request's `Authorization` header, or a refusal with 401. */
export async function clientOf(db: Database, header: string | undefined): Promise<Client> {
  const basic = basicOf(header)
  if (!basic || basic.id.includes('\u0000')) throw clientRefused()
  // those of the product are the platform's; a partner's asks by itself (partnerClients.ts)
  const [row] = await db.scoped<{
    hash: Buffer
    grants: string | null
    access: number | null
    refresh: number | null
    captcha: number | null
  }>(
    { tenantId: PLATFORM_TENANT },
    {
      name: 'client',
      text: `select s.hash, c.authorized_grant_types as grants, c.access_token_validity as access, c.refresh_token_validity as refresh, c.captcha
        from "client_secret" s join "client" c on c.client_id = s.client_id and c.is_deleted = 0
        where s.client_id = $1 and c.tenant_id = $2 and c.kind = $3`,
      values: [basic.id, PLATFORM_TENANT, CLIENT_KINDS.signIn],
    },
  )
  const same = timingSafeEqual(sha(basic.secret), row ? Buffer.from(row.hash) : Buffer.alloc(32))
  if (!row || !same) throw clientRefused()
  return {
    id: basic.id,
    grantTypes: (row.grants ?? '').split(',').map((g) => g.trim()),
    access: row.access ?? 3600,
    refresh: row.refresh ?? 604_800,
    browser: row.captcha !== 0,
    own: basic.id === OWN,
  }
}
