import { expect } from 'vitest'
import { type Client, client } from '../api.ts'
import type { Hands } from '../hands.ts'
import type { Persons } from '../moneyWalk.ts'

/** An empty tenant, and who may sign in to it: its first administrator. */
export interface Ground {
  readonly url: string
  readonly tenantId: string
  readonly administrator: { readonly account: string; readonly password: string }
}

/** People of the platform, as the first administrator adds them; the administrators besides follow one from the other. */
export const STAFF = [
  ['ops', '运营甲', '运营审核员'],
  ['ops2', '运营乙', '运营审核员'],
  ['fin', '财务甲', '财务'],
  ['fin2', '财务乙', '财务'],
  ['cashier', '出纳甲', '出纳'],
  ['tax', '税务甲', '税务'],
] as const

/** A password that nobody is given but sets. */
export const ownPassword = (account: string): string => `${account} sits at a desk of their own`

interface Row {
  readonly id: string
  readonly [field: string]: unknown
}

/** Records of a list of the server, newest first. */
export const listed = async (c: Client, path: string, filter: Readonly<Record<string, string | number>> = {}) =>
  (await c.get<{ records: Row[] }>(`${path}/list`, { size: 100, ...filter })).data.records

/** The one record of a list that this filter finds. */
export async function found(c: Client, path: string, filter: Readonly<Record<string, string | number>>): Promise<Row> {
  const [row] = await listed(c, path, filter)
  if (!row) throw new Error(`${path} has none of ${JSON.stringify(filter)}`)
  return row
}

/** Whether a record stands there. */
export const stands =
  (
    c: Client,
    path: string,
    filter: Readonly<Record<string, string | number>>,
    state: Readonly<Record<string, unknown>> = {},
  ) =>
  async (): Promise<boolean> => {
    const [row] = await listed(c, path, filter)
    return row !== undefined && Object.entries(state).every(([field, value]) => row[field] === value)
  }

/** Fills the sign-in form: an account that was just made sets its own password there. */
export async function enterFirst(hands: Hands, ground: Ground, account: string, first: string): Promise<void> {
  const { page } = hands
  await page.goto('/login')
  await page.locator('input[name=account]').waitFor()
  await page.locator('input[name=tenantId]').fill(ground.tenantId)
  await page.locator('input[name=account]').focus()
  await hands.type(account)
  await page.keyboard.press('Tab')
  await hands.type(first)
  await page.keyboard.press('Enter')
  const secrets = page.locator('input[type=password]')
  await secrets.nth(2).waitFor()
  for (const at of [1, 2]) {
    await secrets.nth(at).focus()
    await hands.type(ownPassword(account))
  }
  await page.keyboard.press('Enter')
  await page.waitForURL((u) => !u.pathname.startsWith('/login'))
  await page.locator('main[data-ready]').first().waitFor()
}

const USER = 'blade-system/user'

/** A user is added, given a role and a first password, which is handed over; they sign in with it and set their own. */
export async function addUser(
  ground: Ground,
  by: Hands,
  c: Client,
  sit: Persons,
  [account, realName, role, company]: readonly [account: string, name: string, role: string, company?: string],
): Promise<Hands> {
  const named = { account_equal: account }
  await by.openList('user')
  await by.take('user.add', stands(c, USER, named), {
    texts: { account, realName, ...(company ? { userType: '2', entrustedId: company } : {}) },
  })
  await by.find(account)
  await by.take('user.grant', stands(c, USER, named, { roleName: role }), { texts: { roleIds: role } })
  let reset = false
  by.page.on('response', (r) => {
    reset ||= r.url().includes('/reset-password') && r.ok()
  })
  await by.take('user.resetPassword', async () => reset)
  await by.openAside()
  const first = /初始密码 (\S+)/.exec(await by.download('下载初始密码'))?.[1] ?? ''
  const hands = await sit(account)
  await enterFirst(hands, ground, account, first)
  return hands
}

/** Somebody who looks at the books beside the browser. */
export async function looking(ground: Ground, account: string): Promise<Client> {
  const mine = account === ground.administrator.account ? ground.administrator.password : ownPassword(account)
  const c = await client(ground.url, account, mine, ground.tenantId)
  expect(c.token).not.toBe('')
  return c
}
