import { expect } from 'vitest'
import { resources } from '../../../src/model/business.ts'
import { askToken, BASIC, type Client, client, md5 } from '../api.ts'
import { commandTitle, type Hands } from '../hands/hands.ts'
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

type Listed = { records: Row[] } | null

/** Records of a list of the server, newest first. */
export async function listed(c: Client, path: string, filter: Readonly<Record<string, string | number>> = {}) {
  const query = { size: 100, ...filter }
  const family = [...resources.values()].find(({ calls }) => calls.includes(path))
  // each list has a single method
  const posted = family?.list.method === 'POST'
  const asked = posted ? c.post<Listed>(`${path}/list`, {}, query) : c.get<Listed>(`${path}/list`, query)
  const { data, code, msg } = await asked
  if (!data) throw new Error(`${path} answers ${code} ${msg}`)
  return data.records
}

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

/** A decision is shown on the record in hand, and closed to who looks at it. */
export const closed = (hands: Hands, command: string): Promise<void> =>
  hands.page.locator(`button[data-command="${command}"][aria-disabled=true]`).first().waitFor()

/** Fills the sign-in form and sends it. */
async function signInWith(hands: Hands, ground: Ground, account: string, password: string): Promise<void> {
  const { page } = hands
  await page.goto('/login')
  await page.locator('input[name=account]').waitFor()
  await page.locator('input[name=tenantId]').fill(ground.tenantId)
  await page.locator('input[name=account]').focus()
  await hands.type(account)
  await page.keyboard.press('Tab')
  await hands.type(password)
  await page.keyboard.press('Enter')
}

const inside = async ({ page }: Hands): Promise<void> => {
  await page.waitForURL((u) => !u.pathname.startsWith('/login'))
  await page.locator('main[data-ready]').first().waitFor()
}

/** Signs in with the password that one has set. */
export async function enterAgain(hands: Hands, ground: Ground, account: string): Promise<void> {
  await signInWith(hands, ground, account, ownPassword(account))
  await inside(hands)
}

/** Signs in with a first password, and sets one's own in the same form. */
export async function enterFirst(hands: Hands, ground: Ground, account: string, first: string): Promise<void> {
  const { page } = hands
  await signInWith(hands, ground, account, first)
  const secrets = page.locator('input[type=password]')
  await secrets.nth(2).waitFor()
  for (const at of [1, 2]) {
    await secrets.nth(at).focus()
    await hands.type(ownPassword(account))
  }
  await page.keyboard.press('Enter')
  await inside(hands)
}

const USER = 'blade-system/user'

/** The password in a file that is handed to a new user. */
const firstIn = (file: string): string => /初始密码 (\S+)/.exec(file)?.[1] ?? ''

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
  const first = firstIn(await by.download(commandTitle('user.firstPassword', by.language)))
  const hands = await sit(account)
  await enterFirst(hands, ground, account, first)
  return hands
}

/** The same beside the browser, for people of a kind that was shown: `by` makes the account. */
export async function addUserBeside(
  ground: Ground,
  by: Client,
  [account, realName, role]: readonly [account: string, name: string, role: string],
): Promise<void> {
  const done = async (asked: Promise<{ code: number; msg: string }>) => {
    const { code, msg } = await asked
    if (code !== 200) throw new Error(`${account}: ${msg}`)
  }
  await done(by.post(`${USER}/submit`, { account, realName }))
  const { id } = await found(by, USER, { account_equal: account })
  // roles come as a whole tree
  const roles = (await by.get<Row[]>('blade-system/role/list')).data
  const roleIds = roles.find(({ roleName }) => roleName === role)?.id ?? ''
  await done(by.post(`${USER}/grant`, {}, { userIds: id, roleIds }))
  await done(by.post(`${USER}/reset-password`, {}, { userIds: id }))
  const handed = await fetch(`${ground.url}/api/${USER}/first-password?id=${id}`, {
    headers: { Authorization: BASIC, 'Blade-Auth': `bearer ${by.token}` },
  })
  const first = firstIn(await handed.text())
  const entered = await askToken(ground.url, {
    tenantId: ground.tenantId,
    username: account,
    password: md5(first),
    newPassword: md5(ownPassword(account)),
    grant_type: 'password',
  })
  if (!entered.access_token) throw new Error(`${account}: ${entered.msg}`)
}

/** Somebody who looks at the books beside the browser. */
export async function looking(ground: Ground, account: string): Promise<Client> {
  const mine = account === ground.administrator.account ? ground.administrator.password : ownPassword(account)
  const c = await client(ground.url, account, mine, ground.tenantId)
  expect(c.token).not.toBe('')
  return c
}
