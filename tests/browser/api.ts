import { createHash } from 'node:crypto'

/** Our console's client, as every call names it. */
export const BASIC = `Basic ${Buffer.from('rounds:rounds_secret').toString('base64')}`
/** As a password is sent. */
export const md5 = (s: string) => createHash('md5').update(s).digest('hex')

export interface Answer<T = unknown> {
  readonly status: number
  readonly code: number
  readonly data: T
  readonly msg: string
}

/** Answer of the token endpoint. */
export interface Token {
  readonly access_token?: string
  /** Value of the refresh cookie that came with it, "" without one. */
  readonly refresh: string
  readonly msg?: string
  readonly captcha_required?: boolean
}

/** Asks an instance for tokens as our console does: everything in the body, the refresh token in its cookie only. */
export async function askToken(
  base: string,
  params: Readonly<Record<string, string>>,
  refresh = '',
  from = '',
): Promise<Token> {
  const answer = await fetch(`${base}/api/blade-auth/oauth/token`, {
    method: 'POST',
    headers: {
      Authorization: BASIC,
      ...(refresh ? { Cookie: `rounds-refresh-token=${refresh}` } : {}),
      ...(from ? { 'X-Forwarded-For': from } : {}),
    },
    body: new URLSearchParams({ scope: 'all', type: 'account', ...params }),
  })
  const cookies = answer.headers.getSetCookie().map((line) => /^rounds-refresh-token=([^;]*)/.exec(line)?.[1])
  return { ...((await answer.json()) as Token), refresh: cookies.find(Boolean) ?? '' }
}

/**
 * The password grant, as the sign-in page asks for it; `from`: a client address that a proxy on this machine forwards.
 */
export const askSignIn = (
  base: string,
  account: string,
  password = account,
  tenantId = '000000',
  from = '',
): Promise<Token> =>
  askToken(base, { tenantId, username: account, password: md5(password), grant_type: 'password' }, '', from)

/** Sends calls to an instance with a token, whichever instance issued it. */
export function speak(base: string, token: string) {
  const call = async <T>(
    method: string,
    path: string,
    params: Record<string, string | number> = {},
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<T>> => {
    const url = new URL(`/api/${path}`, base)
    for (const [k, v] of Object.entries(params)) url.searchParams.set(k, String(v))
    const res = await fetch(url, {
      method,
      headers: {
        Authorization: BASIC,
        'Blade-Auth': `bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: res.status, ...((await res.json()) as Omit<Answer<T>, 'status'>) }
  }
  return {
    token,
    get: <T>(path: string, params?: Record<string, string | number>) => call<T>('GET', path, params),
    /** `headers`: an Idempotency-Key, where the same write is sent more than once. */
    post: <T>(
      path: string,
      body: unknown = {},
      params?: Record<string, string | number>,
      headers?: Readonly<Record<string, string>>,
    ) => call<T>('POST', path, params, body, headers),
    /** Uploads a file; answers its address. */
    putFile: async (name: string, bytes: Buffer): Promise<string> => {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(bytes)]), name)
      const res = await fetch(new URL('/api/blade-resource/oss/endpoint/put-file', base), {
        method: 'POST',
        headers: { Authorization: BASIC, 'Blade-Auth': `bearer ${token}` },
        body,
      })
      const { data, msg } = (await res.json()) as Answer<{ link: string } | null>
      if (!data) throw new Error(`${name}: ${msg}`)
      return data.link
    },
  }
}

/** A second client beside the browser: signs in and sends calls. */
export async function client(base: string, account: string, password = account, tenantId = '000000') {
  const token = await askSignIn(base, account, password, tenantId)
  if (!token.access_token) throw new Error(`no token for ${account}: ${JSON.stringify(token)}`)
  return speak(base, token.access_token)
}

/** Somebody who speaks to the server beside the browser. */
export type Client = ReturnType<typeof speak>
