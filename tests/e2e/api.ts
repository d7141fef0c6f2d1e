import { createHash } from 'node:crypto'

const basic = `Basic ${Buffer.from('rounds:rounds_secret').toString('base64')}`
const md5 = (s: string) => createHash('md5').update(s).digest('hex')

export interface Answer<T = unknown> {
  readonly status: number
  readonly code: number
  readonly data: T
  readonly msg: string
}

/** A second client beside the browser: signs in and speaks the wire. */
export async function client(base: string, account: string, password = account, tenantId = '000000') {
  const q = new URLSearchParams({ tenantId, username: account, password: md5(password), grant_type: 'password', scope: 'all', type: 'account' })
  const token = (await (await fetch(`${base}/api/blade-auth/oauth/token?${q}`, { method: 'POST', headers: { Authorization: basic } })).json()) as {
    access_token?: string
    msg?: string
  }
  if (!token.access_token) throw new Error(`no token for ${account}: ${JSON.stringify(token)}`)
  const call = async <T>(method: string, path: string, params: Record<string, string | number> = {}, body?: unknown): Promise<Answer<T>> => {
    const url = new URL(`/api/${path}`, base)
    for (const [k, v] of Object.entries(params)) url.searchParams.set(k, String(v))
    const res = await fetch(url, {
      method,
      headers: { Authorization: basic, 'Blade-Auth': `bearer ${token.access_token}`, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: res.status, ...((await res.json()) as Omit<Answer<T>, 'status'>) }
  }
  return {
    token: token.access_token,
    get: <T>(path: string, params?: Record<string, string | number>) => call<T>('GET', path, params),
    post: <T>(path: string, body: unknown = {}, params?: Record<string, string | number>) => call<T>('POST', path, params, body),
  }
}
