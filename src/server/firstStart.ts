import { setTimeout as sleep } from 'node:timers/promises'
import { wallDate } from '../model/kernel/dates.ts'
import { installClients, installMenus, installTenant } from './access/install.ts'
import { newPassword, warmPasswords } from './access/passwords.ts'
import { createUser } from './access/users.ts'
import { isLoopback } from './config.ts'
import type { House } from './http/house.ts'
import { sqlState } from './store/values.ts'

const TENANT = '000000'

const hasUsers = async (house: House): Promise<boolean> =>
  (await house.db.scoped({ tenantId: TENANT }, { text: 'select 1 as one from "user" where tenant_id = $1 limit 1', values: [TENANT] })).length > 0

/** The first administrator, where no demo brings one. His password is told once, unless the environment gave it. */
async function addAdministrator(house: House): Promise<string[]> {
  const password = house.config.adminPassword ?? newPassword()
  await house.db.owner(async (tx) => {
    await installTenant(tx, { tenantId: TENANT, name: 'Rounds' })
    await createUser(tx, { tenantId: TENANT, account: 'admin', realName: '管理员', roles: ['administrator'], password })
  })
  const told = house.config.adminPassword ? 'the password from ADMIN_PASSWORD' : `password ${password}  (shown this once)`
  return [`First administrator: tenant ${TENANT}, account admin, ${told}`]
}

/** Brings menus and clients up to date, and fills an empty database: demo data, or one administrator. */
async function fill(house: House, say: (text: string) => void): Promise<string[]> {
  await house.db.owner(async (tx) => {
    await installMenus(tx)
    await installClients(tx)
  })
  if (await hasUsers(house)) return []
  if (house.config.seed === 'none') return addAdministrator(house)
  const { seedSmall } = await import('./seed/small.ts')
  const today = house.config.demoToday ?? wallDate(house.now())
  await seedSmall(house.db, { today, demoPassword: house.config.demoPassword, progress: say })
  return []
}

/** How to sign in, where the demo's people are in. */
async function demoLogins(house: House): Promise<string[]> {
  const { LOGINS } = await import('./seed/users.ts')
  const found = await house.db.scoped<{ account: string }>(
    { tenantId: TENANT },
    {
      text: 'select account from "user" where tenant_id = $1 and account = any($2::text[]) and is_deleted = 0',
      values: [TENANT, LOGINS.map((l) => l.account)],
    },
  )
  const there = new Set(found.map((f) => f.account))
  if (!there.has('fin') || !there.has('ca001')) return []
  const others = LOGINS.map((l) => l.account).filter((a) => there.has(a) && a !== 'admin')
  const admin = house.config.demoPassword === 'admin' ? 'admin / admin' : 'admin / (DEMO_PASSWORD of the first start)'
  const outside = isLoopback(house.config.host) ? [] : [`WARNING: demo passwords are known to everybody, and ${house.config.host} can be reached from outside.`]
  return [`Demo logins, tenant ${TENANT}: ${admin}; password = account for ${others.join(', ')}`, ...outside]
}

/**
 * What has to be in the database before the server listens. Two instances may start on an empty one at once: the slower
 * meets rows that are there already and looks again. Answers lines for the person who started it.
 */
export async function firstStart(house: House, say: (text: string) => void): Promise<string[]> {
  await warmPasswords()
  for (let attempt = 1; ; attempt++) {
    try {
      return [...(await fill(house, say)), ...(await demoLogins(house))]
    } catch (e) {
      const raced = sqlState(e) === '23505' || (await hasUsers(house))
      if (!raced || attempt >= 5) throw e
      await sleep(attempt * 200)
    }
  }
}
