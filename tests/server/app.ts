import { hash } from '@node-rs/argon2'
import { parseSetCookie, type SetCookie } from 'cookie'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { param } from '../../src/model/administration/system/param.ts'
import { menuId } from '../../src/server/auth/menuRows.ts'
import { asSent } from '../../src/server/auth/passwords.ts'
import { createUser, type NewUser } from '../../src/server/auth/users.ts'
import { actorNow, actorOf } from '../../src/server/auth/who.ts'
import type { Actor } from '../../src/server/core/actor.ts'
import type { ServerContext } from '../../src/server/core/context/context.ts'
import type { Database, Tx } from '../../src/server/core/database.ts'
import { newId } from '../../src/server/core/ids.ts'
import { Limiter } from '../../src/server/core/limits/limiter.ts'
import { LIMITS, type Limits } from '../../src/server/core/limits/limits.ts'
import type { Config } from '../../src/server/core/settings/config.ts'
import { loadRecords } from '../../src/server/database/records.ts'
import {
  installAccess,
  installClients,
  installMenus,
  installTenant,
} from '../../src/server/domains/administration/access/install.ts'
import { params } from '../../src/server/domains/administration/access/outfit/params.ts'
import { type AppOptions, buildApp } from '../../src/server/http/app.ts'
import type { Parts } from '../../src/server/http/parts.ts'
import { realParts } from '../../src/server/parts.ts'
import { testDomains } from './domains.ts'
import { filesOfTests, newTenantId, quiet, testDatabase } from './harness.ts'

/** The header of our own console. */
export const BASIC = `Basic ${Buffer.from('rounds:rounds_secret').toString('base64')}`
/** The header of a stock client of the family. */
export const SABER = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`

/** An answer as the wire brings it. */
export interface Answer<T = unknown> {
  readonly status: number
  readonly code: number
  readonly data: T
  readonly msg: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly raw: string
}

/** A cookie that an answer sets, with its attributes. */
export const cookieOf = (answer: Answer, name: string): SetCookie | undefined =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => parseSetCookie(String(line)))
    .find((c) => c.name === name)

type Params = Readonly<Record<string, string | number | undefined>>

/** A signed-in user. */
export interface Client {
  readonly tenantId: string
  readonly userId: string
  readonly access: string
  /** Value of the cookie that only the token endpoint is sent. */
  readonly refresh: string
  get<T = unknown>(path: string, params?: Params, headers?: Readonly<Record<string, string>>): Promise<Answer<T>>
  post<T = unknown>(
    path: string,
    body?: unknown,
    params?: Params,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer<T>>
  /** The user as an actor, for tests below HTTP. */
  actor(): Promise<Actor>
}

export interface TestApp {
  readonly app: FastifyInstance
  readonly context: ServerContext
  readonly db: Database
  /**
   * A tenant of its own with roles and a few parameters; whole, with its some 1,300 rows of dictionaries and regions, on
   * request: they cost more than all else that most tests do.
   */
  newTenant(of?: { readonly dictionaries: true }): Promise<string>
  /** A new role of the tenant with these permissions and nothing else; its alias. */
  newRole(tenantId: string, permissions: readonly string[]): Promise<string>
  /** A user whose password, else the account, is checked in no time; `costly` as the product keeps it. */
  addUser(
    tenantId: string,
    user: Partial<Omit<NewUser, 'tenantId' | 'password'>> & {
      readonly account: string
      readonly password?: string
      readonly costly?: true
    },
  ): Promise<string>
  /** Signs in a new user with these roles (aliases), in a tenant. */
  signIn(
    tenantId: string,
    role: string | readonly string[],
    bound?: Partial<Omit<NewUser, 'password'>>,
  ): Promise<Client>
  /** Signs an existing account in. */
  signInAs(tenantId: string, account: string, password?: string): Promise<Client>
  call<T = unknown>(method: string, path: string, options?: InjectOptions): Promise<Answer<T>>
}

export const testConfig: Config = {
  port: 0,
  host: '127.0.0.1',
  dataDir: '',
  databaseUrl: null,
  secretKeys: null,
  captcha: false,
  sessionHours: 12,
  seed: 'none',
  demoToday: '2024-06-15',
  demoPassword: 'admin',
  adminPassword: null,
  logLevel: 'silent',
  trustProxy: ['loopback'],
}

/**
 * The declared limits, wide open: all tests together ask from one address within minutes. Tests of limits say their
 * own.
 */
export const WIDE = Object.fromEntries(
  Object.entries(LIMITS).map(([name, limit]) => [name, { ...limit, points: limit.points * 1000 }]),
) as unknown as Limits

/** A password that is checked in no time: what it costs is tested where passwords are (signIn.test.ts). */
const cheaply = (password: string): NewUser['password'] => ({
  secret: hash(asSent(password), { memoryCost: 8, timeCost: 1, parallelism: 1 }),
})

/** Offset of the clocks of all contexts of a file: each begins at noon of the demo day, and none is behind another. */
const CLOCK_OFFSET_MS = Date.parse('2024-06-15T12:00:00+08:00') - Date.now()

/** A context over the database of the suite. The clock starts at noon of the demo day. */
export async function testContext(
  over: Partial<Config> = {},
  db?: Database,
  domains = testDomains,
): Promise<ServerContext> {
  const own = db ?? (await testDatabase())
  const log = { ...quiet }
  const context: ServerContext = {
    db: own,
    config: { ...testConfig, dataDir: filesOfTests(), ...over },
    domains,
    log,
    limiter: new Limiter(own, log, WIDE),
    instance: `test-${process.pid}-${newId()}`,
    now: () => new Date(Date.now() + CLOCK_OFFSET_MS),
    id: newId,
    actorNow: (actor) => actorNow(context, actor),
  }
  return context
}

/** Parameters that tests find in a tenant; the others are set where a test is about them, and are else what is safe. */
const PARAMS = ['sod.enabled', 'tenant.mode', 'switch.mode', 'tokenTime', 'retention.days.log']

/** A tenant without what most tests do not look at. */
function installSmall(tx: Tx, tenantId: string): void {
  installAccess(tx, { tenantId, name: `租户${tenantId}` })
  const rows = params.rows.filter(({ paramKey }) => PARAMS.includes(String(paramKey)))
  loadRecords(
    tx,
    param,
    rows.map((row) => ({ ...row, id: newId() })),
    tenantId,
  )
}

const installed = new WeakSet<Database>()

/**
 * The application over the test database, with the real parts; answers through `app.inject`. Close it with
 * `app.close()`.
 */
export async function testApp(
  over: Partial<Config> = {},
  parts: Parts = realParts,
  db?: Database,
  options: AppOptions = {},
  domains = testDomains,
): Promise<TestApp> {
  const context = await testContext(over, db, domains)
  if (!installed.has(context.db)) {
    installed.add(context.db)
    await context.db.owner(async (tx) => {
      await installMenus(tx)
      await installClients(tx)
    })
  }
  const app = await buildApp(context, parts, options)
  await app.ready()

  const call = async <T>(method: string, path: string, options: InjectOptions = {}): Promise<Answer<T>> => {
    const res = await app.inject({ method: method as 'GET', url: `/api/${path}`, ...options })
    const json = (() => {
      try {
        return JSON.parse(res.body)
      } catch {
        return {}
      }
    })()
    return { ...json, status: res.statusCode, headers: res.headers, raw: res.body }
  }
  const query = (params: Params): Record<string, string> =>
    Object.fromEntries(Object.entries(params).flatMap(([k, v]) => (v === undefined ? [] : [[k, String(v)]])))

  const signInAs: TestApp['signInAs'] = async (tenantId, account, password = account) => {
    const res = await app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/token',
      headers: { authorization: BASIC },
      payload: {
        tenantId,
        username: account,
        password: asSent(password),
        grant_type: 'password',
        scope: 'all',
        type: 'account',
      },
    })
    const token = res.json() as { access_token?: string; user_id?: string }
    const refresh = res.cookies.find((c) => c.name === 'rounds-refresh-token')?.value
    if (!token.access_token || !refresh || !token.user_id) throw new Error(`no token for ${account}: ${res.body}`)
    const { access_token: access, user_id: userId } = token
    const headers = { authorization: BASIC, 'blade-auth': `bearer ${access}` }
    return {
      tenantId,
      userId,
      access,
      refresh,
      get: (path, params = {}, more = {}) =>
        call('GET', path, { query: query(params), headers: { ...headers, ...more } }),
      post: (path, body = {}, params = {}, more = {}) =>
        call('POST', path, {
          query: query(params),
          headers: { ...headers, 'content-type': 'application/json', ...more },
          payload: JSON.stringify(body),
        }),
      actor: async () => {
        const actor = await actorOf(context, access, 'zh', 'test')
        if (!actor) throw new Error('the session is over')
        return actor
      },
    }
  }
  const addUser: TestApp['addUser'] = (tenantId, { password: given, costly, ...user }) => {
    const plain = given ?? user.account
    const password = costly ? plain : cheaply(plain)
    return context.db.transaction({ tenantId }, (tx) =>
      createUser(tx, { realName: user.account, roles: [], ...user, password, tenantId }),
    )
  }
  return {
    app,
    context,
    db: context.db,
    call,
    addUser,
    signInAs,
    newTenant: async (of) => {
      const tenantId = newTenantId()
      const install = async (tx: Tx) =>
        of?.dictionaries ? installTenant(tx, { tenantId, name: `租户${tenantId}` }) : installSmall(tx, tenantId)
      await context.db.transaction({ tenantId }, install)
      return tenantId
    },
    newRole: async (tenantId, permissions) => {
      const alias = `r${newId()}`
      await context.db.transaction({ tenantId }, async (tx) => {
        const id = newId()
        await tx.query('insert into "role" (tenant_id, id, role_name, role_alias) values ($1, $2, $3, $3)', [
          tenantId,
          id,
          alias,
        ])
        await tx.query(
          'insert into "role_menu" (tenant_id, role_id, menu_id) select $1::text, $2::bigint, unnest($3::bigint[])',
          [tenantId, id, permissions.map(menuId)],
        )
      })
      return alias
    },
    signIn: async (tenantId, role, bound = {}) => {
      const account = `u${newId()}`
      // nobody of a company that is not in use signs in
      if (bound.company)
        await context.db.owner((tx) =>
          tx.query('update "entrusted_company" set enable_status = 1 where id = $1', [bound.company]),
        )
      await addUser(tenantId, { account, roles: typeof role === 'string' ? (role ? [role] : []) : role, ...bound })
      return signInAs(tenantId, account)
    },
  }
}

/** A company is admitted and in use, as its review would leave it: nothing is begun for any other. */
export const admit = (t: Pick<TestApp, 'db'>, company: string): Promise<unknown> =>
  t.db.owner((tx) =>
    tx.query('update "entrusted_company" set audit_status = 1, enable_status = 1 where id = $1', [company]),
  )
