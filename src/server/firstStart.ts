import { setTimeout as sleep } from 'node:timers/promises'
import { wallDate } from '../model/values/dates.ts'
import { giveFirstPassword } from './auth/firstPasswords.ts'
import { newPassword, warmPasswords } from './auth/passwords.ts'
import { createUser } from './auth/users.ts'
import type { ServerContext } from './core/context/context.ts'
import type { Database } from './core/database.ts'
import { isLoopback } from './core/settings/config.ts'
import { sqlState } from './database/values.ts'
import { installClients, installMenus, installTenant, refreshParams } from './domains/administration/access/install.ts'
import { grantNewMenus, noteNewGrants } from './domains/administration/access/newMenus.ts'

const TENANT = '000000'

/** Whether the first tenant has users: a database without is empty. */
export const hasUsers = async (db: Database): Promise<boolean> =>
  (
    await db.scoped(
      { tenantId: TENANT },
      { text: 'select 1 as one from "user" where tenant_id = $1 limit 1', values: [TENANT] },
    )
  ).length > 0

/**
 * The first administrator, where no demo brings one. What is printed is a first password: it stands in the log of the start, and
 * is good for nothing but setting one's own. One that the environment gave is theirs already.
 */
async function addAdministrator(context: ServerContext): Promise<string[]> {
  const given = context.config.adminPassword
  const first = await context.db.owner(async (tx) => {
    await installTenant(tx, { tenantId: TENANT, name: 'Rounds' })
    const password = given ?? newPassword()
    const roles = ['administrator']
    const id = await createUser(tx, { tenantId: TENANT, account: 'admin', realName: '管理员', roles, password })
    return given === null ? giveFirstPassword(tx, TENANT, id) : null
  })
  const shown = first
    ? `password ${first}  (shown this once); it is exchanged for your own at the first sign-in`
    : 'the password from ADMIN_PASSWORD'
  return [`First administrator: tenant ${TENANT}, account admin, ${shown}`]
}

/** Brings menus and clients up to date, and fills an empty database: demo data, or one administrator. */
async function fill(context: ServerContext, say: (text: string) => void): Promise<string[]> {
  const given = await context.db.owner(async (tx) => {
    const grants = await grantNewMenus(tx, await installMenus(tx))
    await installClients(tx)
    await refreshParams(tx)
    return grants
  })
  await noteNewGrants(context, given)
  if (await hasUsers(context.db)) return []
  if (context.config.seed === 'none') return addAdministrator(context)
  const { seedSmall } = await import('./seed/small.ts')
  const today = context.config.demoToday ?? wallDate(context.now())
  const { config } = context
  await seedSmall(context.db, { today, demoPassword: config.demoPassword, config, progress: say })
  return []
}

/** How to sign in, where the demo's people are in: whoever was added by a person has a password that nobody else knows. */
async function demoLogins(context: ServerContext): Promise<string[]> {
  const { LOGINS } = await import('./seed/scenarios/people.ts')
  const found = await context.db.scoped<{ account: string }>(
    { tenantId: TENANT },
    {
      text: 'select account from "user" where tenant_id = $1 and account = any($2::text[]) and is_deleted = 0 and create_user is null',
      values: [TENANT, LOGINS.map((l) => l.account)],
    },
  )
  const there = new Set(found.map((f) => f.account))
  if (!there.has('fin') || !there.has('ca001')) return []
  const others = LOGINS.map((l) => l.account).filter((a) => there.has(a) && a !== 'admin')
  const admin = context.config.demoPassword === 'admin' ? 'admin / admin' : 'admin / (DEMO_PASSWORD of the first start)'
  const outside = isLoopback(context.config.host)
    ? []
    : [`WARNING: demo passwords are known to everybody, and ${context.config.host} can be reached from outside.`]
  return [`Demo logins, tenant ${TENANT}: ${admin}; password = account for ${others.join(', ')}`, ...outside]
}

/**
 * Records that must exist before the server listens. Two instances may start on an empty one at once: the slower meets
 * rows that are there already and looks again. Returns lines for the person who started it.
 */
export async function firstStart(context: ServerContext, say: (text: string) => void): Promise<string[]> {
  await warmPasswords()
  for (let attempt = 1; ; attempt++) {
    try {
      return [...(await fill(context, say)), ...(await demoLogins(context))]
    } catch (e) {
      const raced = sqlState(e) === '23505' || (await hasUsers(context.db))
      if (!raced || attempt >= 5) throw e
      await sleep(attempt * 200)
    }
  }
}
